/* Which keys a query may see by their positions alone: causal, window and sink tokens. The walk, tiles, the fast paths
 * forward and backward, and decoding all use these functions.
 *
 * A query is `back` = i + shift - j places after key j (negative: before it), and sees the key where back lies in an
 * interval. There are two such intervals: one for sink tokens, and one for all other keys. */
#ifndef ATTENTION_RANGE_H
#define ATTENTION_RANGE_H

#include "attention.h"

/* from <= x < to */
typedef struct {
  int32_t from, to;
} attention_range;

/* Larger than any distance between two tokens, and small enough to be added to one without overflow. */
enum { ATTENTION_UNBOUNDED = 1 << 30 };

/* How many places after key j a query may be to see it. */
static inline attention_range attention_distances_to(const attention_spec *s, int32_t j) {
  const int bounded = s->windowed && j >= s->sink_tokens;
  const int32_t ahead = s->causal ? 0 : bounded ? s->window : ATTENTION_UNBOUNDED;
  const int32_t behind = !bounded ? ATTENTION_UNBOUNDED : s->causal ? s->window - 1 : s->window;
  return (attention_range){-ahead, behind + 1};
}

/* A range with every key that some query at the positions first to last sees; sink tokens may also come before it. */
static inline attention_range attention_visible_keys(const attention_spec *s, int32_t first, int32_t last) {
  const attention_range key = attention_distances_to(s, s->sink_tokens);
  const attention_range sink = attention_distances_to(s, s->sink_tokens - 1);
  const int32_t end = last - key.from + 1, sinks_end = last - sink.from + 1;
  const int32_t sinks = sinks_end < s->sink_tokens ? sinks_end : s->sink_tokens;
  return (attention_range){first - key.to + 1, end > sinks ? end : sinks};
}

/* Whether every query at the positions first to last sees every key of [start, end), by positions. */
static inline int attention_all_visible(const attention_spec *s, int32_t first, int32_t last, int32_t start,
                                        int32_t end) {
  const int32_t split = s->sink_tokens < start ? start : s->sink_tokens < end ? s->sink_tokens : end;
  const attention_range sink = attention_distances_to(s, start), key = attention_distances_to(s, end - 1);
  const int sinks = start == split || (first - (split - 1) >= sink.from && last - start < sink.to);
  const int keys = split == end || (first - (end - 1) >= key.from && last - split < key.to);
  return sinks && keys;
}

#endif
