/* A KV cache: new tokens against all so far. Their keys and values go into blocks, which are never moved again. */
#include "attend.h"
#include "decode.h"
#include "fast.h"
#include "product.h"

/* So many rows are worth panels; fewer are taken one by one. */
enum { FEW = 4 };

/* Where in work each part starts, in floats. */
typedef struct {
  uint64_t x, q, k, v, context, product, job, end;
} append_layout;

static append_layout layout_of(const attention_spec *s) {
  const uint64_t n_q = (uint64_t)s->n_q, lanes = PANEL * panels_of((size_t)n_q), heads = (uint64_t)s->heads;
  const uint64_t rows = n_q * heads * (uint64_t)s->d_k, keys = n_q * (uint64_t)s->kv_heads;
  append_layout l;
  l.x = 0;
  l.q = l.x + lanes * (uint64_t)s->d_model;
  l.k = l.q + rows;
  l.v = l.k + keys * (uint64_t)s->d_k;
  l.context = l.v + keys * (uint64_t)s->d_v;
  l.product = l.context + n_q * heads * (uint64_t)s->d_v;
  l.job = (l.product + product_floats((size_t)n_q) + 3) & ~(uint64_t)3;
  l.end = l.job + attention_job_floats(s, 1, 0) + attention_decode_floats(s);
  return l;
}

/* A cache is causal self-attention, nothing is given for pairs that are still to come, and no row asks for later keys,
 * as masks of finite value and masks after softmax do. */
static int32_t check_append(const attention_spec *s) {
  const int32_t status = attention_check_fast_spec(s);
  if (status != ATTENTION_OK) return status;
  const int pairs = is_given(s, ATTENTION_MASK) || is_given(s, ATTENTION_HEAD_MASK) || is_given(s, ATTENTION_KEEP) ||
                    is_given(s, ATTENTION_KEY_VALID) || is_given(s, ATTENTION_BIAS_MATRIX) ||
                    is_given(s, ATTENTION_POSITIONS);
  const int causal = s->causal && s->align == ATTENTION_BOTTOM_RIGHT && s->n_q <= s->n_k && !adds_positions(s);
  const int later = s->mask_mode != ATTENTION_BEFORE_SOFTMAX || !hides(s);
  return causal && !pairs && !later && is_given(s, ATTENTION_WQ) ? ATTENTION_OK : ATTENTION_NOT_A_CACHE;
}

int32_t attention_append_floats(size_t *floats, const attention_spec *spec) {
  const int32_t status = check_append(spec);
  if (status != ATTENTION_OK) return status;
  return workspace_of(floats, layout_of(spec).end);
}

int32_t attention_block_keys(void) { return KEYS; }

size_t attention_block_floats(const attention_spec *spec) { return block_layout_of(spec).floats; }

/* Queries, keys or values of the new tokens. */
static void project(const attention_spec *s, const float *const *input, float *work, const append_layout *l, float *out,
                    enum attention_tensor_id weight) {
  attention_projection size = attention_projection_of(s, weight);
  size.n = s->n_q;
  /* One token's heads stand side by side in the result too: the matrix is then read in one go. */
  if (s->n_q == 1) size.d_head *= size.heads, size.heads = 1;
  if (s->n_q < FEW)
    attention_project(out, input[ATTENTION_X], input[weight], input[bias_of(weight)], &size);
  else
    attention_multiply_panels(out, work + l->x, input[weight], input[bias_of(weight)], STRAIGHT, &size,
                              work + l->product);
}

/* C stands for the keys and values in the blocks: its pointer is not read. */
static int32_t check_pointers(const attention_spec *s, const float *const *input, float *const *block) {
  for (size_t b = 0; b < blocks_of(s->n_k); b++)
    if (!block[b]) return ATTENTION_NO_BLOCK;
  const int32_t status = attention_check_inputs(s, input, 0, ATTENTION_C);
  return status == ATTENTION_OK ? attention_check_inputs(s, input, ATTENTION_C + 1, ATTENTION_TENSORS) : status;
}

int32_t attention_append(const attention_spec *s, const float *const *input, float *const *block, int32_t *nonfinite,
                         float *output_io, float *work) {
  int32_t status = check_append(s);
  if (status == ATTENTION_OK) status = check_pointers(s, input, block);
  if (status != ATTENTION_OK) return status;
  const append_layout l = layout_of(s);
  const size_t n_q = (size_t)s->n_q, d_model = (size_t)s->d_model, width = (size_t)s->heads * (size_t)s->d_v;
  const size_t values = n_q * (size_t)s->kv_heads * (size_t)s->d_v;
  float *q = work + l.q, *k = work + l.k, *v = work + l.v, *context = work + l.context;
  if (s->n_q >= FEW) attention_pack_tokens(work + l.x, input[ATTENTION_X], n_q, d_model, d_model, d_model * PANEL);
  project(s, input, work, &l, q, ATTENTION_WQ);
  project(s, input, work, &l, k, ATTENTION_WK);
  project(s, input, work, &l, v, ATTENTION_WV);
  attend_job job;
  attention_start_job(&job, s, input, q, k, block, NULL, work + l.job);
  attention_put_keys(&job, v, s->n_k - s->n_q);
  *nonfinite |= attention_is_nonfinite(v, values);
  job.nonfinite |= *nonfinite;
  if (s->n_q >= FEW || !attention_can_decode(&job) || !attention_decode(&job, context, job.row)) {
    attention_attend_job(&job);
    attention_unpack_tokens(context, width, job.context_phcl, n_q, width, width * PANEL);
  }
  if (!input[ATTENTION_WO])
    for (size_t c = 0; c < n_q * width; c++) output_io[c] = context[c];
  else if (s->n_q < FEW)
    attention_output(output_io, context, input[ATTENTION_WO], input[ATTENTION_BO], s->n_q, (int32_t)width, s->d_out);
  else {
    float *panels = work + l.job;
    attention_pack_tokens(panels, context, n_q, width, width, width * PANEL);
    attention_multiply_weight(output_io, panels, s, input, ATTENTION_WO, STRAIGHT, IN_ROWS, work + l.product);
  }
  return ATTENTION_OK;
}
