/* Compares an attention of yours with golden vectors: cc -std=c11 -O2 compare.c -lm -o compare && ./compare heads.npz */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20 };               /* bytes of a file */
static const double ALLOWED = 1e-4;    /* index.json has each vector's own, and those of half precision */
typedef struct { int shape[3]; const float *data; } array;

/* Put yours here: Q [heads, n_q, d_k], K and V [kv_heads, n_k, ...]; each pair that a query sees is allowed. */
static void attention(const char *spec, array q, array k, array v, float *context, float *log_sum_exp) {
  const int heads = q.shape[0], n_q = q.shape[1], d_k = q.shape[2], n_k = k.shape[1], d_v = v.shape[2];
  const double scale = strtod(strstr(spec, "\"scale\":") + 8, NULL);
  const int shift = strstr(spec, "bottom_right") ? n_k - n_q : 0, causal = strstr(spec, "\"causal\":true") != NULL;
  double *score = malloc((size_t)n_k * sizeof *score);
  for (int row = 0; row < heads * n_q; row++) {
    const int group = row / n_q * k.shape[0] / heads, last = causal ? row % n_q + shift : n_k - 1;
    double most = -INFINITY, total = 0;
    for (int j = 0; j < n_k && j <= last; j++) {
      score[j] = 0;
      for (int d = 0; d < d_k; d++) score[j] += (double)q.data[row * d_k + d] * k.data[(group * n_k + j) * d_k + d];
      most = fmax(most, score[j] *= scale);
    }
    for (int j = 0; j < n_k && j <= last; j++) total += score[j] = exp(score[j] - most);
    log_sum_exp[row] = (float)(most + log(total));
    for (int c = 0; c < d_v; c++) {
      double sum = 0;
      for (int j = 0; j < n_k && j <= last; j++) sum += score[j] / total * v.data[(group * n_k + j) * d_v + c];
      context[row * d_v + c] = (float)sum;
    }
  }
  free(score);
}

static unsigned word(const char *at, int bytes) { /* little-endian */
  unsigned value = 0;
  while (bytes-- > 0) value = value << 8 | (unsigned char)at[bytes];
  return value;
}

/* An array of a vector, an uncompressed zip file of .npy files. Copied, so that its numbers are aligned. */
static array find(const char *file, const char *name) {
  array found = {{1, 1, 1}, NULL};
  for (const char *at = file; word(at, 4) == 0x04034b50; ) {
    const char *npy = at + 30 + word(at + 26, 2) + word(at + 28, 2), *numbers = npy + 10 + word(npy + 8, 2);
    const size_t length = strlen(name), bytes = word(at + 18, 4) - (size_t)(numbers - npy);
    if (word(at + 26, 2) == length + 4 && memcmp(at + 30, name, length) == 0) {
      sscanf(strchr(npy + 10, '('), "(%d, %d, %d", &found.shape[0], &found.shape[1], &found.shape[2]);
      found.data = memcpy(calloc(bytes + 1, 1), numbers, bytes);
    }
    at = npy + word(at + 18, 4);
  }
  return found;
}

static double difference(const float *got, array want) {
  double most = 0;
  for (int at = 0; at < want.shape[0] * want.shape[1] * want.shape[2]; at++)
    if (got[at] != want.data[at]) most = fmax(most, isnan(got[at]) ? INFINITY : fabs((double)got[at] - want.data[at]));
  return most;
}

int main(int count, char **paths) {
  int wrong = 0;
  for (int one = 1; one < count; one++) {
    static char file[MOST + 4];
    FILE *opened = fopen(paths[one], "rb");
    if (opened == NULL || fread(file, 1, MOST, opened) == 0) return perror(paths[one]), 2;
    fclose(opened);
    const array q = find(file, "Q"), v = find(file, "V"), k = find(file, "K");
    const char *spec = (const char *)find(file, "spec").data, *unknown[] = {"position", "window", "soft", "dropout", "mask"};
    int skipped = find(file, "key_valid").data || find(file, "allow").data;
    for (int at = 0; at < 5; at++) skipped |= strstr(spec, unknown[at]) != NULL;
    if (skipped) printf("%s: skipped, it needs more than this attention has\n", paths[one]);
    if (skipped) continue;
    const size_t rows = (size_t)(q.shape[0] * q.shape[1]);
    float *context = calloc(rows * (size_t)v.shape[2], sizeof(float)), *log_sum_exp = calloc(rows, sizeof(float));
    attention(spec, q, k, v, context, log_sum_exp);
    const double away[] = {difference(context, find(file, "expected.context")),
                           difference(log_sum_exp, find(file, "expected.log_sum_exp"))};
    const int differs = !(away[0] <= ALLOWED && away[1] <= ALLOWED);
    if (differs) printf("%s: context differs by %g, log_sum_exp by %g\n", paths[one], away[0], away[1]);
    else printf("%s: ok\n", paths[one]);
    wrong |= differs;
  }
  return wrong;
}
