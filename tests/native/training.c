/* Trains a model read from a file, for tests that compare its bits with the WebAssembly's.
 *
 *   training INPUT OUTPUT
 *
 * INPUT: an attention_model_spec up to the number of layers; the layers; the seed of dropout, how many steps, sequences in a batch, and whether lengths are
 * given (four int32); an attention_optimizer; max_norm (double); the parameters in the model's order; then for each
 * step the tokens, targets, sources (where the model has a source), lengths and source lengths (where given).
 * OUTPUT: the loss and the gradient norm of each step (doubles), then the parameters (floats). */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../c/model/model.h"

static void require(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "training: %s\n", what);
  exit(1);
}

static void read(void *to, size_t size, size_t count, FILE *input) {
  require(fread(to, size, count, input) == count, "the input is too short");
}

/* New memory with count numbers of the input. */
static int32_t *integers(size_t count, FILE *input) {
  int32_t *numbers = malloc((count + 1) * sizeof *numbers);
  require(numbers != NULL, "out of memory");
  read(numbers, sizeof *numbers, count, input);
  return numbers;
}

static void step(attention_model *model, float *memory, attention_optimizer *optimizer, double max_norm, int32_t size,
                 int32_t lengths, FILE *input, FILE *output) {
  const size_t sequences = (size_t)size, n = (size_t)model->spec.n, source_n = (size_t)model->spec.source_n;
  const int source = model->spec.source_vocabulary != 0;
  int32_t *tokens = integers(sequences * n, input), *targets = integers(sequences * n, input);
  int32_t *sources = source ? integers(sequences * source_n, input) : NULL;
  int32_t *length = lengths ? integers(sequences, input) : NULL;
  int32_t *source_length = lengths && source ? integers(sequences, input) : NULL;
  const attention_batch batch = {.size = size,
                                 .token_bi = tokens,
                                 .target_bi = targets,
                                 .source_bj = sources,
                                 .length_b = length,
                                 .source_length_b = source_length};
  attention_result result;
  const int32_t status = attention_model_step(model, memory, &batch, optimizer, max_norm, &result);
  require(status == ATTENTION_OK, attention_status_name(status));
  const double numbers[2] = {result.loss, result.gradient_norm};
  require(fwrite(numbers, sizeof *numbers, 2, output) == 2, "cannot write");
  free(tokens), free(targets), free(sources), free(length), free(source_length);
}

int main(int argc, char **argv) {
  require(argc == 3, "wanted INPUT OUTPUT");
  FILE *input = fopen(argv[1], "rb"), *output = fopen(argv[2], "wb");
  require(input != NULL && output != NULL, "cannot open the files");
  attention_model_spec spec;
  int32_t settings[4];
  attention_optimizer optimizer;
  double max_norm;
  read(&spec, offsetof(attention_model_spec, layers) + sizeof spec.layers, 1, input);
  attention_model_layer *layer = malloc((size_t)spec.layers * sizeof *layer);
  require(layer != NULL, "out of memory");
  read(layer, sizeof *layer, (size_t)spec.layers, input);
  spec.layer = layer;
  read(settings, sizeof *settings, 4, input);
  read(&optimizer, sizeof optimizer, 1, input);
  read(&max_norm, sizeof max_norm, 1, input);
  attention_model *model = malloc(attention_model_bytes(spec.layers));
  require(model != NULL, "out of memory");
  require(attention_make_model(model, &spec) == ATTENTION_OK, "the spec is refused");
  float *memory = calloc(attention_model_floats(model), sizeof *memory);
  require(memory != NULL, "out of memory");
  for (int32_t p = 0; p < attention_model_parameters(model); p++) {
    const attention_parameter *parameter = attention_model_parameter(model, p);
    read(memory + parameter->offset, sizeof *memory, parameter->count, input);
  }
  attention_model_start(model, memory, (uint32_t)settings[0]);
  for (int32_t s = 0; s < settings[1]; s++)
    step(model, memory, &optimizer, max_norm, settings[2], settings[3], input, output);
  for (int32_t p = 0; p < attention_model_parameters(model); p++) {
    const attention_parameter *parameter = attention_model_parameter(model, p);
    const size_t written = fwrite(memory + parameter->offset, sizeof *memory, parameter->count, output);
    require(written == parameter->count, "cannot write");
  }
  require(fclose(output) == 0, "cannot write");
  fclose(input), free(memory), free(model), free(layer);
  return 0;
}
