## Controls

control-more = more settings
control-more-awaited = These settings are still loading.
control-less = fewer settings

control-d_k = Width of each head’s queries and keys (d_k)
control-d_k-short = d_k
control-d_k-hint = numbers per query and key
control-heads = heads
control-heads-hint = work in parallel
control-causal = causal mask
control-causal-hint = no token sees a later one
control-scaling = scale by 1/√d_k
control-scaling-hint = keeps the spread of the scores the same
control-position = positions
control-position-hint-none = attention without a mask cannot tell the order of words
control-position-hint-none-causal = the causal mask alone tells something of the order: no word sees a later one
control-position-hint-none-window = the window alone tells something of the order: no word sees a distant one
control-position-hint-sinusoidal = sines and cosines of the position are added to the embedding
control-position-hint-learned = each position has a learned row (here: random)
control-position-hint-rope = rotates queries and keys by their position
control-position-hint-alibi = scores fall with distance, faster in some heads
control-position-hint-shaw = each distance has a learned key (here: random)
control-position-hint-t5 = each range of distances has a learned bias (here: random)
control-position-hint-distance = scores fall with distance
option-position-none = none
option-position-sinusoidal = sinusoidal, added to X
option-position-learned = learned, added to X
option-position-rope = rotary (RoPE)
option-position-alibi = ALiBi
option-position-shaw = relative keys (Shaw)
option-position-t5 = relative bias (T5)
option-position-distance = distance penalty

