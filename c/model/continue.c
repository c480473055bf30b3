/* Tokens that follow those whose keys and values the model holds: their rows alone go through the layers, and only
 * their attention reads what came before (a KV cache). */
#include "checks.h"
#include "pass.h"

/* How many tokens there are before, and how many follow. */
typedef struct {
  int32_t before, n;
} appended;

/* Whether later tokens change nothing of earlier ones, not even the maximum of a row before it is masked, and the last query
 * stands at the last key. */
static int may_append(const attention_model_layer *layer) {
  const attention_spec *s = &layer->spec;
  return layer->keys != ATTENTION_KEYS_SOURCE && s->causal && s->align == ATTENTION_BOTTOM_RIGHT && hides(s) &&
         s->mask_mode == ATTENTION_BEFORE_SOFTMAX;
}

/* A walk of a layer, without dropout, whose tensors stand where the model has them. */
static int32_t plan_walk(attention_plan *plan, const attention_model *m, int32_t layer, const attention_spec *spec) {
  const int32_t status = attention_make_plan(plan, spec);
  for (int32_t id = 0; status == ATTENTION_OK && id < ATTENTION_TENSORS; id++)
    plan->tensor[id].offset = m->walk[layer].offset[id];
  return status;
}

/* The rows of each head become more: [heads, before, width] and [heads, n, width] to [heads, before + n, width]. */
static void grow(float *all_hjw, const float *new_hjw, size_t heads, const appended *a, size_t width) {
  const size_t before = (size_t)a->before * width, added = (size_t)a->n * width;
  for (size_t h = heads; h-- > 0;) {
    float *head = all_hjw + h * (before + added);
    for (size_t c = before; c-- > 0;) head[c] = all_hjw[h * before + c];
    for (size_t c = 0; c < added; c++) head[before + c] = new_hjw[h * added + c];
  }
}

/* The place of a stage in the order of a walk. */
static int32_t place_of(const attention_plan *plan, int32_t stage) {
  int32_t step = 0;
  while (plan->step[step] != stage) step++;
  return step;
}

static void compute(const attention_plan *plan, float *memory, int32_t first, int32_t end) {
  for (int32_t step = first; step < end; step++) attention_step(plan, memory, plan->step[step]);
}

/* Queries or new keys, rotated by the layer's own table from their place on. */
static void rotate(const attention_plan *plan, const attention_model_walk *walk, float *memory, int32_t rotated,
                   int32_t plain, int32_t place) {
  const attention_tensor *x = &plan->tensor[plain];
  attention_rotate(memory + plan->tensor[rotated].offset, memory + x->offset,
                   memory + walk->rotations + (size_t)place * (size_t)plan->spec.d_k, &plan->spec, x->shape[0],
                   x->shape[1]);
}

static int32_t append_layer(const attention_model *m, float *memory, int32_t layer, const appended *a) {
  const attention_model_walk *walk = &m->walk[layer];
  attention_spec spec = m->spec.layer[layer].spec;
  drop_nothing(&spec);
  spec.n_q = spec.n_k = a->n;
  attention_plan own, all; /* of the new rows by themselves; and of their attention to all */
  int32_t status = plan_walk(&own, m, layer, &spec);
  spec.n_k = a->before + a->n, spec.given[ATTENTION_C] = 1;
  if (status == ATTENTION_OK) status = plan_walk(&all, m, layer, &spec);
  if (status != ATTENTION_OK) return status;

  /* What is kept stands where a walk has it; the new keys and values at first where gradients would. */
  const int32_t kept[] = {is_rope(&spec) ? ATTENTION_K_ROT : ATTENTION_K, ATTENTION_V};
  for (int32_t id = ATTENTION_K; id <= ATTENTION_K_ROT; id++)
    if (id != ATTENTION_Q_ROT) own.tensor[id].offset += m->passage_floats;
  const int32_t scores = place_of(&own, ATTENTION_RAW), concat = place_of(&own, ATTENTION_CONCAT);
  for (int32_t step = 0; step < scores; step++) {
    const int32_t stage = own.step[step];
    if (stage == ATTENTION_Q_ROT)
      rotate(&own, walk, memory, ATTENTION_Q_ROT, ATTENTION_Q, a->before);
    else if (stage == ATTENTION_K_ROT)
      rotate(&own, walk, memory, ATTENTION_K_ROT, ATTENTION_K, a->before);
    else
      attention_step(&own, memory, stage);
  }
  for (size_t k = 0; k < 2; k++) {
    const attention_tensor *rows = &own.tensor[kept[k]];
    grow(memory + walk->offset[kept[k]], memory + rows->offset, (size_t)rows->shape[0], a, (size_t)rows->shape[2]);
  }
  compute(&all, memory, place_of(&all, ATTENTION_RAW), place_of(&all, ATTENTION_CONCAT) + 1);
  compute(&own, memory, concat + 1, own.steps);
  return ATTENTION_OK;
}

static int32_t check(const attention_model *m, const int32_t *token_i, const appended *a) {
  const attention_model_spec *s = &m->spec;
  if (!has_logits(s)) return ATTENTION_BAD_READOUT;
  for (int32_t layer = 0; layer < s->layers; layer++)
    if (!may_append(&s->layer[layer])) return ATTENTION_NOT_A_CACHE;
  if (a->before < 0 || a->n < 1 || a->before > s->n - a->n) return ATTENTION_BAD_LENGTH;
  for (int32_t i = 0; i < a->n; i++)
    if (token_i[i] < 0 || token_i[i] >= s->vocabulary) return ATTENTION_BAD_TOKEN;
  return ATTENTION_OK;
}

int32_t attention_model_append(attention_model *m, float *memory, const int32_t *token_i, int32_t before, int32_t n,
                               float *logit_c) {
  const attention_model_spec *s = &m->spec;
  const appended a = {before, n};
  const examples e = {.token_bi = token_i, .count = 1, .n = n, .before = before};
  int32_t status = check(m, token_i, &a);
  if (status != ATTENTION_OK) return status;
  attention_embed_examples(m, memory, ATTENTION_TOKEN_EMBEDDING, &e);
  attention_norm_examples(m, memory, &s->embedding_norm, ATTENTION_EMBEDDING_NORM_WEIGHT, m->stream, m->embedded, &e);
  for (int32_t layer = 0; status == ATTENTION_OK && layer < s->layers; layer++)
    status = append_layer(m, memory, layer, &a);
  if (status != ATTENTION_OK) return status;
  attention_read_out(m, memory, stream_of(m, s->layers), &e);
  const float *last = memory + m->logits + (size_t)(n - 1) * (size_t)s->classes;
  for (size_t c = 0; c < (size_t)s->classes; c++) logit_c[c] = last[c];
  return ATTENTION_OK;
}
