/* Tokens that follow those whose keys and values the model holds: their rows alone go through the layers, and only
 * their attention reads what came before (a KV cache). */
#include "checks.h"
#include "pass.h"

/* Whether later tokens change nothing of earlier ones, not even the maximum of a row before it is masked, and the last
 * query stands at the last key. */
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
static void grow(float *all_hjw, const float *new_hjw, size_t heads, const examples *e, size_t width) {
  const size_t before = (size_t)e->before * width, added = (size_t)e->n * width;
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

/* The new rows of a stage before the scores; queries and keys are rotated by the layer's own table from their place on. */
static void compute_rows(const attention_plan *plan, const attention_model_walk *walk, float *memory, int32_t stage,
                         int32_t place) {
  if (stage != ATTENTION_Q_ROT && stage != ATTENTION_K_ROT) {
    attention_step(plan, memory, stage);
    return;
  }
  const attention_tensor *x = &plan->tensor[stage == ATTENTION_Q_ROT ? ATTENTION_Q : ATTENTION_K];
  const float *table = memory + walk->rotations + (size_t)place * (size_t)plan->spec.d_k;
  attention_rotate(memory + plan->tensor[stage].offset, memory + x->offset, table, &plan->spec, x->shape[0],
                   x->shape[1]);
}

static int32_t append_layer(const attention_model *m, float *memory, int32_t layer, const examples *e) {
  const attention_model_walk *walk = &m->walk[layer];
  attention_spec spec = m->spec.layer[layer].spec;
  drop_nothing(&spec);
  spec.n_q = spec.n_k = e->n;
  attention_plan own, all; /* of the new rows by themselves; and of their attention to all */
  int32_t status = plan_walk(&own, m, layer, &spec);
  spec.n_k = e->before + e->n, spec.given[ATTENTION_C] = 1;
  if (status == ATTENTION_OK) status = plan_walk(&all, m, layer, &spec);
  if (status != ATTENTION_OK) return status;

  /* What is kept stands where a walk has it; the new keys and values at first where gradients would. */
  const int32_t kept[] = {is_rope(&spec) ? ATTENTION_K_ROT : ATTENTION_K, ATTENTION_V};
  for (int32_t id = ATTENTION_K; id <= ATTENTION_K_ROT; id++)
    if (id != ATTENTION_Q_ROT) own.tensor[id].offset += m->passage_floats;
  const int32_t scores = place_of(&own, ATTENTION_RAW), concat = place_of(&own, ATTENTION_CONCAT);
  for (int32_t step = 0; step < scores; step++) compute_rows(&own, walk, memory, own.step[step], e->before);
  for (size_t k = 0; k < 2; k++) {
    const attention_tensor *rows = &own.tensor[kept[k]];
    grow(memory + walk->offset[kept[k]], memory + rows->offset, (size_t)rows->shape[0], e, (size_t)rows->shape[2]);
  }
  for (int32_t step = place_of(&all, ATTENTION_RAW); all.step[step] <= ATTENTION_CONCAT; step++)
    attention_step(&all, memory, all.step[step]);
  for (int32_t step = concat + 1; step < own.steps; step++) attention_step(&own, memory, own.step[step]);
  return ATTENTION_OK;
}

static int32_t check(const attention_model_spec *s, const examples *e) {
  if (!has_logits(s)) return ATTENTION_BAD_READOUT;
  for (int32_t layer = 0; layer < s->layers; layer++)
    if (!may_append(&s->layer[layer])) return ATTENTION_NOT_A_CACHE;
  if (e->before < 0 || e->n < 1 || e->before > s->n - e->n) return ATTENTION_BAD_APPEND;
  if (!e->token_bi) return ATTENTION_NO_TOKENS;
  for (int32_t i = 0; i < e->n; i++)
    if (e->token_bi[i] < 0 || e->token_bi[i] >= s->vocabulary) return ATTENTION_BAD_TOKEN;
  return ATTENTION_OK;
}

int32_t attention_model_append(attention_model *m, float *memory, const int32_t *token_i, int32_t before, int32_t n,
                               float *logit_c) {
  const attention_model_spec *s = &m->spec;
  const examples e = {.token_bi = token_i, .count = 1, .n = n, .before = before};
  int32_t status = check(s, &e);
  if (status != ATTENTION_OK) return status;
  attention_embed_examples(m, memory, ATTENTION_TOKEN_EMBEDDING, &e);
  attention_norm_examples(m, memory, &s->embedding_norm, ATTENTION_EMBEDDING_NORM_WEIGHT, m->stream, m->embedded, &e);
  for (int32_t layer = 0; status == ATTENTION_OK && layer < s->layers; layer++)
    status = append_layer(m, memory, layer, &e);
  if (status != ATTENTION_OK) return status;
  attention_read_out(m, memory, stream_of(m, s->layers), &e);
  const float *last = memory + m->logits + (size_t)(n - 1) * (size_t)s->classes;
  for (size_t c = 0; c < (size_t)s->classes; c++) logit_c[c] = last[c];
  return ATTENTION_OK;
}
