/* Walks through specs and inputs read from a file and writes every stage; it does no arithmetic of its own.
 *
 *   walk INPUT OUTPUT [FAST]
 *
 * INPUT: for each walk an attention_spec, then the tensors it gives, in the order of their ids.
 * OUTPUT: for each walk its stages in the order of computation and the other tensors that can be read, the context from tiles (unless masks
 * come after softmax), then the gradients of every variable, with the output as its own gradient. All numbers as
 * this machine stores them.
 * FAST: for each block the output of attention_forward; for each other walk the results of the fast paths: the output,
 * the gradients of the inputs, and the context from its Q, K and V. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../c/attention.h"
#include "../../c/fused/fast.h"
#include "../../c/learn/backward.h"

static void require(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "walk: %s\n", what);
  exit(1);
}

static void write_tensor(const attention_tensor *tensor, const float *memory, FILE *output) {
  require(fwrite(memory + tensor->offset, sizeof(float), tensor->count, output) == tensor->count, "cannot write");
}

static int is_variable(int32_t id) {
  return id != ATTENTION_ALLOW && id != ATTENTION_KEY_VALID && id != ATTENTION_MASK && id != ATTENTION_HEAD_MASK &&
         (id < ATTENTION_KEEP || id > ATTENTION_KEEP_MLP_OUTPUT) && id != ATTENTION_POSITIONS;
}

static void walk_back(const attention_plan *plan, const float *memory, FILE *output) {
  float *gradient = calloc(plan->floats, sizeof(float));
  require(gradient != NULL, "out of memory");
  const attention_tensor *last = &plan->tensor[plan->step[plan->steps - 1]];
  memcpy(gradient + last->offset, memory + last->offset, last->count * sizeof(float));
  for (int32_t s = plan->steps - 1; s >= 0; s--)
    require(attention_backward(plan, memory, gradient, plan->step[s]) == ATTENTION_OK, "a step back fails");
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++)
    if (is_variable(id)) write_tensor(&plan->tensor[id], gradient, output);
  free(gradient);
}

/* Tiles of three queries and two keys. */
enum { TILE_QUERIES = 3, TILE_KEYS = 2, TILE_PAIRS = TILE_QUERIES * TILE_KEYS };

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

static void walk_tiles(const attention_plan *plan, const float *memory, FILE *output) {
  const attention_spec *s = &plan->spec;
  const size_t d_v = (size_t)s->d_v;
  float scores[TILE_PAIRS], allow[TILE_PAIRS], exponentials[TILE_PAIRS], unnormalised[TILE_PAIRS];
  float factors[TILE_QUERIES], maxima[TILE_QUERIES], sums[TILE_QUERIES];
  float *contexts = calloc((size_t)2 * TILE_QUERIES * d_v, sizeof(float));
  require(contexts != NULL, "out of memory");
  attention_tile tile = {.score_ij = scores,
                         .allow_ij = allow,
                         .exponential_ij = exponentials,
                         .unnormalised_ij = unnormalised,
                         .factor_i = factors,
                         .max_i = maxima,
                         .sum_i = sums,
                         .accumulator_ic = contexts};
  for (tile.head = 0; tile.head < s->heads; tile.head++) {
    for (tile.query = 0; tile.query < s->n_q; tile.query += TILE_QUERIES) {
      tile.queries = least(TILE_QUERIES, s->n_q - tile.query);
      tile.key = 0;
      tile.keys = least(TILE_KEYS, s->n_k);
      require(attention_tile_start(plan, memory, &tile) == ATTENTION_OK, "tiles do not start");
      for (; tile.key < s->n_k; tile.key += TILE_KEYS) {
        tile.keys = least(TILE_KEYS, s->n_k - tile.key);
        require(attention_tile_step(plan, memory, &tile) >= 0, "a tile fails");
      }
      float *context = contexts + TILE_QUERIES * d_v;
      attention_tile_context(context, tile.accumulator_ic, tile.sum_i, tile.queries, s->d_v);
      const size_t count = (size_t)tile.queries * d_v;
      require(fwrite(context, sizeof(float), count, output) == count, "cannot write");
    }
  }
  free(contexts);
}

static float *space_for(size_t floats) {
  float *space = calloc(floats + 1, sizeof(float));
  require(space != NULL, "out of memory");
  return space;
}

static void write_floats(const float *data, size_t count, FILE *output) {
  require(fwrite(data, sizeof(float), count, output) == count, "cannot write");
}

static void fast_gradients(const attention_plan *plan, const float *const *input, const float *d_output, FILE *output) {
  const attention_spec *s = &plan->spec;
  size_t floats;
  require(attention_gradients_floats(&floats, s) == ATTENTION_OK, "gradients need no space");
  float *gradient[ATTENTION_TENSORS] = {NULL}, *work = space_for(floats);
  float *again = space_for(plan->tensor[ATTENTION_OUTPUT].count);
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    if (!plan->tensor[id].given || !is_variable(id) || id == ATTENTION_P) continue;
    gradient[id == ATTENTION_E ? ATTENTION_X : id] = space_for(plan->tensor[id].count);
  }
  require(attention_gradients(s, input, d_output, again, gradient, work) == ATTENTION_OK, "gradients fail");
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    if (gradient[id]) write_floats(gradient[id], plan->tensor[id].count, output);
    free(gradient[id]);
  }
  free(again);
  free(work);
}

static void fast(const attention_plan *plan, const float *memory, FILE *output) {
  const attention_spec *s = &plan->spec;
  const float *input[ATTENTION_TENSORS] = {NULL};
  const size_t rows = plan->tensor[ATTENTION_OUTPUT].count, contexts = plan->tensor[ATTENTION_CONTEXT].count;
  size_t forward, attend;
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++)
    if (plan->tensor[id].given) input[id] = memory + plan->tensor[id].offset;
  require(attention_forward_floats(&forward, s) == ATTENTION_OK, "forward needs no space");
  require(attention_attend_floats(&attend, s) == ATTENTION_OK, "attend needs no space");
  float *result = space_for(rows > contexts ? rows : contexts), *work = space_for(forward > attend ? forward : attend);
  require(attention_forward(s, input, 0, result, work) == ATTENTION_OK, "forward fails");
  write_floats(result, rows, output);
  fast_gradients(plan, input, result, output);
  for (int32_t id = ATTENTION_Q; id <= ATTENTION_V; id++) input[id] = memory + plan->tensor[id].offset;
  require(attention_attend(s, input, result, work) == ATTENTION_OK, "attend fails");
  write_floats(result, contexts, output);
  free(result);
  free(work);
}

static int is_matrix(int32_t id) {
  return (id >= ATTENTION_WQ && id <= ATTENTION_WO) || (id >= ATTENTION_W_GATE && id <= ATTENTION_W_DOWN);
}

/* A whole block: from inputs in memory that is just large enough, and with the same bits from packed matrices. */
static void fast_block(const attention_plan *plan, const float *memory, FILE *output) {
  const attention_spec *s = &plan->spec;
  const size_t count = plan->tensor[plan->step[plan->steps - 1]].count;
  float *own[ATTENTION_TENSORS] = {NULL}, *packed[ATTENTION_TENSORS] = {NULL};
  const float *input[ATTENTION_TENSORS] = {NULL}, *with_packed[ATTENTION_TENSORS] = {NULL};
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    const attention_tensor *t = &plan->tensor[id];
    if (!t->given) continue;
    own[id] = space_for(t->count);
    memcpy(own[id], memory + t->offset, t->count * sizeof(float));
    input[id] = with_packed[id] = own[id];
    if (!is_matrix(id)) continue;
    packed[id] = space_for(attention_packed_floats(t->shape[0], t->shape[1]));
    attention_pack(packed[id], own[id], t->shape[0], t->shape[1]);
    with_packed[id] = packed[id];
  }
  size_t floats;
  require(attention_forward_floats(&floats, s) == ATTENTION_OK, "forward of a block needs no space");
  float *result = space_for(count), *again = space_for(count), *work = space_for(floats);
  require(attention_forward(s, input, 0, result, work) == ATTENTION_OK, "forward of a block fails");
  require(attention_forward(s, with_packed, 1, again, work) == ATTENTION_OK, "forward of a packed block fails");
  for (size_t c = 0; c < count; c++)
    require(result[c] == again[c] || (result[c] != result[c] && again[c] != again[c]), "packed weights change bits");
  write_floats(result, count, output);
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) free(own[id]), free(packed[id]);
  free(result), free(again), free(work);
}

static void walk(const attention_spec *spec, FILE *input, FILE *output, FILE *fast_output) {
  attention_plan plan;
  const int32_t status = attention_make_plan(&plan, spec);
  require(status == ATTENTION_OK, attention_status_name(status));
  float *memory = malloc(plan.floats * sizeof(float));
  require(memory != NULL, "out of memory");
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    const attention_tensor *tensor = &plan.tensor[id];
    if (!tensor->given) continue;
    require(fread(memory + tensor->offset, sizeof(float), tensor->count, input) == tensor->count, "input ends early");
  }
  for (int32_t s = 0; s < plan.steps; s++)
    require(attention_step(&plan, memory, plan.step[s]) == ATTENTION_OK, "a step fails");
  for (int32_t s = 0; s < plan.steps; s++) write_tensor(&plan.tensor[plan.step[s]], memory, output);
  for (int32_t id = ATTENTION_STAGES; id < ATTENTION_TENSORS; id++)
    if (!plan.tensor[id].given) write_tensor(&plan.tensor[id], memory, output);
  if (plan.tensor[ATTENTION_ZEROED].count == 0) walk_tiles(&plan, memory, output);
  walk_back(&plan, memory, output);
  size_t floats; /* the gradients of the fast paths are those of attention alone */
  if (fast_output && attention_gradients_floats(&floats, spec) == ATTENTION_FAST_BLOCK)
    fast_block(&plan, memory, fast_output);
  else if (fast_output)
    fast(&plan, memory, fast_output);
  free(memory);
}

int main(int count, char **arguments) {
  require(count == 3 || count == 4, "usage: walk INPUT OUTPUT [FAST]");
  FILE *input = fopen(arguments[1], "rb");
  FILE *output = fopen(arguments[2], "wb");
  FILE *fast_output = count == 4 ? fopen(arguments[3], "wb") : NULL;
  require(input != NULL && output != NULL && (count == 3 || fast_output != NULL), "cannot open files");
  attention_spec spec;
  while (fread(&spec, sizeof spec, 1, input) == 1) walk(&spec, input, output, fast_output);
  require(fclose(output) == 0, "cannot write");
  require(fast_output == NULL || fclose(fast_output) == 0, "cannot write");
  fclose(input);
  return 0;
}
