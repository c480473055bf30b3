/*
 * MT19937 (Matsumoto & Nishimura 1998). Each word is renewed when its turn comes instead of 624 at a time: the same
 * stream, and a short stream never pays for the rest.
 */
#include "twister.h"

enum { WORDS = 624, MIDDLE = 397 };

size_t attention_random_size(void) { return sizeof(attention_random); }

void attention_random_seed(attention_random *random, uint32_t seed) {
  random->word[0] = seed;
  for (uint32_t i = 1; i < WORDS; i++) {
    const uint32_t previous = random->word[i - 1];
    random->word[i] = UINT32_C(1812433253) * (previous ^ (previous >> 30)) + i;
  }
  random->position = 0;
  random->has_spare = 0;
  random->spare = 0;
}

uint32_t attention_random_draw(attention_random *random) {
  uint32_t *word = random->word;
  const uint32_t i = random->position;
  const uint32_t next = i + 1 < WORDS ? i + 1 : 0;
  const uint32_t middle = i + MIDDLE < WORDS ? i + MIDDLE : i + MIDDLE - WORDS;
  const uint32_t joined = (word[i] & UINT32_C(0x80000000)) | (word[next] & UINT32_C(0x7fffffff));
  uint32_t bits = word[middle] ^ (joined >> 1) ^ (joined & 1 ? UINT32_C(0x9908b0df) : 0);
  word[i] = bits;
  random->position = next;
  bits ^= bits >> 11;
  bits ^= (bits << 7) & UINT32_C(0x9d2c5680);
  bits ^= (bits << 15) & UINT32_C(0xefc60000);
  return bits ^ (bits >> 18);
}

double attention_random_draw_double(attention_random *random) {
  const uint64_t high = attention_random_draw(random);
  const uint64_t both = high << 32 | attention_random_draw(random);
  return (double)(both & ((UINT64_C(1) << 53) - 1)) * 0x1p-53;
}
