/* Makes the inline functions of c/simd/elementary.h callable: in wasm by name, natively through pipes.
 *
 *   log|exp|sin|cos   reads doubles from standard input until it ends, writes the function's values
 */
#include "../../../c/simd/elementary.h"

#include <stdio.h>
#include <string.h>

double elementary_log(double x);
double elementary_exp(double x);
double elementary_sin(double x);
double elementary_cos(double x);

double elementary_log(double x) { return attention_log_double(x); }
double elementary_exp(double x) { return attention_exp_double(x); }
double elementary_sin(double x) { return attention_sine_cosine_double(x).sine; }
double elementary_cos(double x) { return attention_sine_cosine_double(x).cosine; }

#ifndef __wasm__
int main(int count, char **arguments) {
  static const char *const names[] = {"log", "exp", "sin", "cos"};
  double (*const functions[])(double) = {elementary_log, elementary_exp, elementary_sin, elementary_cos};
  for (int i = 0; i < 4; i++) {
    if (count != 2 || strcmp(arguments[1], names[i]) != 0) continue;
    double x;
    while (fread(&x, sizeof x, 1, stdin) == 1) {
      const double value = functions[i](x);
      if (fwrite(&value, sizeof value, 1, stdout) != 1) return 1;
    }
    return 0;
  }
  return 2;
}
#endif
