## What the next stage of the walk does, as the last sentence about the stage before it

next-P = Next: a row for each position.
next-X = Next: add the two.
next-C = Next: the text that keys and values come from.
next-Q = Next: what each token looks for.
next-K = Next: how others can find a token.
next-V = Next: what a token passes on.
next-Q_rot = Next: rotate queries by their positions.
next-K_rot = Next: rotate keys by their positions.
next-raw = Next: compare each query with each key.
next-scaled = Next: divide by √{ $d_k }.
next-scaled-off = Next: leave the scores unscaled.
next-scaled-other = Next: multiply by { $scale }.
next-biased = Next: let positions change the scores.
next-capped = Next: bound the scores.
next-masked = Next: hide what may not be seen.
next-weights_unmasked = Next: softmax makes shares of the scores.
next-zeroed = Next: hide what may not be seen.
next-weights = Next: softmax makes shares of the scores.
next-weights-leak = Next: use these weights as they are.
next-weights-renormalised = Next: divide each row by its sum.
next-dropped = Next: drop some weights at random.
next-context = Next: mix the values by these weights.
next-concat = Next: put the heads side by side.
next-output = Next: Wo mixes the heads.
next-output-one = Next: Wo makes the output of it.
next-output-none = Next: the output, without Wo.
