/* Walks through specs and inputs read from a file and writes every stage: no arithmetic of its own.
 *
 *   walk INPUT OUTPUT
 *
 * INPUT: for each walk an attention_spec, then the tensors it gives, in the order of their ids.
 * OUTPUT: for each walk its stages in walking order, then allow where there is one.
 * All numbers as this machine stores them. */
#include <stdio.h>
#include <stdlib.h>

#include "../c/attention.h"

static void require(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "walk: %s\n", what);
  exit(1);
}

static void write_tensor(const attention_tensor *tensor, const float *memory, FILE *output) {
  require(fwrite(memory + tensor->offset, sizeof(float), tensor->count, output) == tensor->count, "cannot write");
}

static void walk(const attention_spec *spec, FILE *input, FILE *output) {
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
  write_tensor(&plan.tensor[ATTENTION_ALLOW], memory, output);
  free(memory);
}

int main(int count, char **arguments) {
  require(count == 3, "usage: walk INPUT OUTPUT");
  FILE *input = fopen(arguments[1], "rb");
  FILE *output = fopen(arguments[2], "wb");
  require(input != NULL && output != NULL, "cannot open files");
  attention_spec spec;
  while (fread(&spec, sizeof spec, 1, input) == 1) walk(&spec, input, output);
  require(fclose(output) == 0, "cannot write");
  fclose(input);
  return 0;
}
