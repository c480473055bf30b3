/* Examples: which are computed at once, the walks that fit them, and their embeddings. */
#include "checks.h"
#include "pass.h"

const attention_parameter *attention_parameter_of(const attention_model *m, int32_t kind) {
  for (int32_t p = 0; p < m->parameters; p++)
    if (m->parameter[p].kind == kind) return &m->parameter[p];
  return NULL;
}

static int is_full(const attention_model_spec *s, const attention_batch *batch, int32_t b) {
  return length_of(batch->length_b, b, s->n) == s->n &&
         length_of(batch->source_length_b, b, s->source_n) == s->source_n;
}

/* The examples from b on that are computed at once. */
examples attention_examples_from(const attention_model *m, const attention_batch *batch, int32_t b) {
  const attention_model_spec *s = &m->spec;
  const size_t row = (size_t)b * (size_t)s->n, source_row = (size_t)b * (size_t)s->source_n;
  int32_t end = b + 1;
  if (is_full(s, batch, b))
    while (end < batch->size && end - b < m->together && is_full(s, batch, end)) end++;
  return (examples){.token_bi = batch->token_bi + row,
                    .target_bi = batch->target_bi + row,
                    .source_bj = batch->source_bj ? batch->source_bj + source_row : NULL,
                    .count = end - b,
                    .n = length_of(batch->length_b, b, s->n),
                    .source_n = length_of(batch->source_length_b, b, s->source_n)};
}

/* Makes the plan of a layer fit some examples: their heads, their lengths, and dropout only in training. */
static int32_t fit_plan(attention_model *m, int32_t layer, const examples *e, int32_t training) {
  const attention_model_spec *s = &m->spec;
  attention_plan *plan = &m->walk[layer].plan;
  attention_spec spec = s->layer[layer].spec;
  spec.n_q = e->n;
  spec.n_k = s->layer[layer].keys == ATTENTION_KEYS_SOURCE ? e->source_n : e->n;
  if (!training) drop_nothing(&spec);
  if (plan->examples == e->count && plan->spec.n_q == spec.n_q && plan->spec.n_k == spec.n_k &&
      drops(&plan->spec) == drops(&spec))
    return ATTENTION_OK;
  const int32_t status = attention_make_plan(plan, &spec);
  if (status != ATTENTION_OK) return status;
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) plan->tensor[id].offset = m->walk[layer].offset[id];
  attention_plan_examples(plan, e->count);
  return ATTENTION_OK;
}

/* How many keys the first query of a causal layer sees; 0 where the others count as well, or where it sees none. */
static int32_t seen_at_first(const attention_spec *s) {
  return s->causal && attention_has_plain_scores(s) && shift_of(s) >= 0 ? shift_of(s) + 1 : 0;
}

int32_t attention_fit_plans(attention_model *m, const examples *e, int32_t training) {
  int32_t status = ATTENTION_OK;
  for (int32_t layer = 0; status == ATTENTION_OK && layer < m->spec.layers; layer++) {
    status = fit_plan(m, layer, e, training);
    m->walk[layer].plan.seen = training ? seen_at_first(&m->walk[layer].plan.spec) : 0;
  }
  return status;
}

static void gather(float *row_im, const float *table_tm, const int32_t *token_i, int32_t n, size_t width) {
  for (size_t i = 0; i < (size_t)n; i++) vec_copy(row_im + i * width, table_tm + (size_t)token_i[i] * width, width);
}

/* h = E + P of the sequences of some examples, or of their sources; kind is the parameter of their tokens, followed by
 * that of their positions. */
void attention_embed_examples(const attention_model *m, float *memory, int32_t kind, const examples *e) {
  const int source = kind == ATTENTION_SOURCE_EMBEDDING;
  const int32_t count = e->count, n = source ? e->source_n : e->n;
  const int32_t width = m->spec.d_model, position = m->spec.position;
  float *e_bim = memory + (source ? m->source_embeddings : m->embeddings);
  float *h_bim = memory + (source ? m->source : m->embedded);
  gather(e_bim, memory + attention_parameter_of(m, kind)->offset, source ? e->source_bj : e->token_bi, count * n,
         (size_t)width);
  if (position == ATTENTION_POSITION_NONE) return;
  const float *p_im = memory + (source ? m->source_sinusoids : m->sinusoids);
  if (position == ATTENTION_POSITION_LEARNED) p_im = memory + attention_parameter_of(m, kind + 1)->offset;
  const size_t one = (size_t)n * (size_t)width;
  p_im += (size_t)e->before * (size_t)width;
  for (size_t at = 0; at < (size_t)count * one; at += one) attention_embed(h_bim + at, e_bim + at, p_im, n, width);
}

/* Adds the gradients of sequences' E + P to those of their embeddings. */
void attention_embed_examples_backward(const attention_model *m, float *gradient, int32_t kind, const int32_t *token_bi,
                                       int32_t count, int32_t n) {
  const int source = kind == ATTENTION_SOURCE_EMBEDDING;
  const size_t width = (size_t)m->spec.d_model, rows = (size_t)count * (size_t)n, one = (size_t)n * width;
  float *d_e_bim = gradient + (source ? m->source_embeddings : m->embeddings);
  const float *d_h_bim = gradient + (source ? m->source : m->embedded);
  if (d_e_bim != d_h_bim) attention_add(d_e_bim, d_e_bim, d_h_bim, rows * width);
  if (m->spec.position == ATTENTION_POSITION_LEARNED) {
    float *d_p_im = gradient + attention_parameter_of(m, kind + 1)->offset;
    for (size_t at = 0; at < rows * width; at += one) attention_add(d_p_im, d_p_im, d_h_bim + at, one);
  }
  float *d_table_tm = gradient + attention_parameter_of(m, kind)->offset;
  for (size_t i = 0; i < rows; i++) vec_add_to(d_table_tm + (size_t)token_bi[i] * width, d_e_bim + i * width, width);
}
