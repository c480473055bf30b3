/* Reads the entry of a plan that its argument names: a fault that sanitizers must notice where there is no such entry.
 */
#include <stdlib.h>

#include "../../c/attention.h"

int main(int argc, char **argv) {
  static attention_plan plan[2];
  const int32_t id = argc == 2 ? (int32_t)strtol(argv[1], NULL, 10) : 0;
  return plan[0].tensor[id].count == 0 ? 0 : 1;
}
