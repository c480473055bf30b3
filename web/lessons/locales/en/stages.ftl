## What happens in each stage

previous = ← { $name }
next = { $name } →
previous-label = Previous stage: { $name }
next-label = Next stage: { $name }
previous-none = first stage
next-none = last stage: the layer’s result
formula-label = Formula
formula-allowed = where allowed
formula-hidden = where hidden

stage-E-text = Each token is a row of numbers. The same word is the same row, wherever it stands: nothing here says which word came first.
stage-P-text = Each place in the sentence has a row of its own, made of sines and cosines from short waves to long ones. It depends on the place alone, not on the word.
stage-P-text-learned = Each place in the sentence has a row of its own, learned like any other weight. It depends on the place alone, not on the word, and places never seen in training have none.
stage-X-text = One row of numbers per token: its embedding. The same word is the same row wherever it stands, so without a mask or positions attention cannot tell the order of the words.
stage-X-text-later = One row of numbers per token: its embedding. The same word is the same row wherever it stands. Order comes in later, with the scores.
stage-X-text-positions = Embedding plus position, number by number. The same word in two places now has two different rows, and that is how order enters.
stage-C-text = In cross-attention the keys and values come from here, the queries from X. A translator writes one sentence (X) while reading another (C); the two may differ in length.
stage-Q-text = Each row of X, multiplied by Wq, becomes a query: what this token is looking for. Every head reads the whole row and has its own columns of Wq.
stage-Q-text-untrained = With random weights this means nothing yet; training gives it meaning.
stage-Q-text-none = Without weights the query is the row of X itself.
stage-K-text = Each row of { $source } times Wk is a key: what this token can be found by. Wq and Wk differ, so what a token looks for need not be what it offers.
stage-K-text-tied = Each row of { $source } times Wk is a key: what this token can be found by. Wk is the same matrix as Wq here, so what a token looks for is also what it offers.
stage-K-text-none = Without weights the key is the row of { $source } itself: a token is found by what it looks for.
stage-V-text = Each row of { $source } times Wv is a value: what this token hands on when it is attended to. Values do not decide who attends to whom, so their width d_v is free.
stage-V-text-none = Without weights the value is the row of { $source } itself.
stage-all-text-bias = A bias, one number for each column, is added to every row.
stage-all-text-shared = { $shared ->
    [one] All { $heads } query heads read this one head (multi-query attention): less to compute, and less to keep in a cache.
   *[other] { $heads } query heads share { $shared } of these, { $each } to each (grouped-query attention): less to compute, and less to keep in a cache. The input is not split: every head reads whole rows.
}
stage-Q_rot-text = Rotary positions: columns 1 and 2 are a pair, 3 and 4 the next, and each pair turns like the hand of a clock, further with every place. The first pair turns fastest. Turning changes the direction of a query, not its length.
stage-Q_rot-text-halves = Rotary positions: column p and column p + d_k/2 are a pair, and each pair turns like the hand of a clock, further with every place. The first pair turns fastest. Turning changes the direction of a query, not its length.
stage-K_rot-text = Keys turn by their own places. In a dot product only the difference of the two turns counts: scores will depend on how far apart two tokens stand, not on where. Values are not turned.
stage-raw-text = Every query meets every key: one dot product for each pair. A matrix product meets rows with columns, so K is transposed: each key, a row of K, becomes a column. A dot product depends on the lengths of both vectors as well as on the angle between them, so a high score need not mean similar.
stage-raw-text-rope = Every turned query meets every turned key: one dot product for each pair. It depends on what the two tokens hold and on how far apart they stand, not on where in the sentence.
stage-raw-text-shaw = Every query meets every key, and each key has a learned vector added for how far it stands from this query: q·(k + relK). Distances beyond { $clip } share the last row. A vector added to the query instead would not be relative: it would not depend on the key’s place.
stage-raw-text-symmetric = Queries and keys are the same here, so the scores are symmetric: what i scores with j, j scores with i. Separate Wq and Wk free a model of that.
stage-raw-text-groups = Query heads { $each } by { $each } meet the keys of one shared head.
stage-scaled-text = If the d_k parts of query and key are independent, with mean 0 and variance 1, their dot product has variance d_k: scores spread by √d_k. Dividing by √d_k brings the spread back to 1; otherwise, as d_k grows, softmax gives nearly all weight to one key and hardly learns.
stage-scaled-text-off = Scaling is off: the factor is 1. Raise d_k and watch the softmax: scores spread by √d_k, one weight takes all, and its gradient vanishes.
stage-scaled-text-other = Here scores are multiplied by { $scale } in place of 1/√d_k = { $usual }. A smaller factor (a higher temperature) evens the weights out, a larger one (a lower temperature) sharpens them; their order stays.
stage-scaled-text-negative = Here scores are multiplied by { $scale } in place of 1/√d_k = { $usual }. A factor of 0 makes all weights equal; a negative one turns the order round.
stage-biased-text = A number that depends on the two places alone is added to each score.
stage-biased-text-alibi = ALiBi takes a slope times the distance off each score: far keys count less, whatever they hold. Each head has a slope of its own, fixed beforehand and not learned: steep heads look nearby, flat ones far.
stage-biased-text-t5 = T5 adds a learned number to each score: one for each head and bucket of distances. Short distances have a bucket each, longer ones share, and the farthest all share one.
stage-biased-text-linear = −λ times the distance is added to each score, with λ = { $lambda }. With λ above 0, far keys count less, whatever they hold.
stage-biased-text-gaussian = −½ (distance / σ)² is added to each score, with σ = { $sigma }. After the softmax this multiplies each weight by a bell curve around the query’s own place, before the row is shared out.
stage-biased-text-matrix = A given number for each pair of places is added to its score, the same in every head.
stage-capped-text = Each score s becomes { $cap } · tanh(s / { $cap }): small ones hardly change, and none leaves the range from −{ $cap } to { $cap }. Order is kept, but no key can win by a landslide.
stage-masked-text = A hidden score becomes −∞, and softmax gives it a weight of exactly 0.
stage-masked-text-why = A hidden score becomes −∞, and softmax gives it a weight of exactly 0. Setting weights to 0 after the softmax instead would leave rows that no longer sum to 1, with the hidden scores still in the denominator.
stage-masked-text-fill = A hidden score becomes { $value } in place of −∞. Its weight is nothing only as long as the other scores lie far above.
stage-masked-text-add = A hidden score has { $value } added in place of becoming −∞. Its weight is nothing only as long as the other scores lie far above.
mask-causal = The causal mask hides every later token.
mask-causal-last = The causal mask hides later keys, counted from the end: the last query sees all { $keys } keys.
mask-causal-first = The causal mask hides later keys, counted from the start: the first query sees the first key alone.
mask-window-causal = The window leaves { $window ->
    [one] the token itself alone.
   *[other] the last { $window } tokens up to its own.
}
mask-window = { $window ->
    [one] The window hides keys more than 1 place away.
   *[other] The window hides keys more than { $window } places away.
}
mask-sinks = { $count ->
    [one] The first key stays in sight as a sink, wherever the window is.
   *[other] The first { $count } keys stay in sight as sinks, wherever the window is.
}
mask-padding = Padding only fills up the length: as keys it is hidden, so no other token’s result depends on it. Its own rows are computed and ignored.
mask-allow = A given mask hides chosen pairs.
stage-weights_unmasked-text = Softmax comes before the mask here, over all keys: hidden ones too take their share of each row’s 1.
stage-weights_unmasked-text-sink = Softmax comes before the mask here, over all keys and a sink: hidden keys too take their share, and so does the sink, to which no key belongs.
stage-zeroed-text = Hidden weights become 0. Rows then sum to less than 1, and what is left still has the hidden scores in its denominator: change a hidden token and these weights change.
stage-weights-text = Each row of scores becomes weights: none negative, together 1. Order is kept; a score higher by 1 gives a weight e ≈ 2.72 times as large, whatever the scores are.
stage-weights-text-sink = Each row of scores becomes weights, none negative. A sink takes part with a score of its own, to which no key belongs: what it takes is lost, so the weights sum to less than 1 and a head may attend to nothing much.
stage-weights-text-leak = The zeroed weights are used as they are. Their rows sum to less than 1, and hidden tokens leak: they are still in the denominators, so a change of a hidden token changes the output.
stage-weights-text-renormalised = Each row is divided by its sum. The hidden scores cancel out: this is what masking before the softmax gives, and nothing leaks. It breaks only where all that was left has become too small for the machine: that is 0/0.
stage-weights-text-renormalised-sink = Each row is divided by its sum and the sink’s share together. The hidden scores cancel out: this is what masking before the softmax gives, and nothing leaks. The weights sum to less than 1: the rest is the sink’s.
weights-hidden = Hidden keys get exactly 0.
weights-hidden-vanish = Hidden keys come out as 0: e to such a power is too small for the machine.
weights-hidden-leak = Some hidden keys keep a weight: { $value } does not lie far enough below the other scores.
weights-empty = Here some row may see nothing: its weights are exactly 0, and so is its context. Many frameworks give NaN instead.
weights-empty-fill = Here some row may see nothing: all its scores are { $value }, so it spreads its weight evenly over keys that it should not see.
weights-empty-add = Here some row may see nothing: all its scores sink alike, which softmax does not notice, so it attends to keys that it should not see.
stage-dropped-text = In training each weight is dropped with probability { $p }; those that stay are divided by 1 − p = { $kept }, so that sums stay the same on average. A dropped key was in sight: chance leaves it out this once, while a mask hides it always.
stage-dropped-text-all = In training each weight is dropped with probability 1: nothing is left.
stage-context-text = Each row is the sum of the value rows, times its weights: what a token gathers depends on whom it attends to and on what they hand on.
stage-context-text-shaw = Each row is the sum of the value rows, times its weights, and each value has a learned vector added for how far its key stands from the query: weight·(v + relV).
context-dropped = A dropped weight leaves its value row out this time.
context-sink = Where a row’s weights sum to less than 1, its context is smaller: the sink hands on nothing.
context-empty = A row that may see nothing has the context 0.
stage-concat-text = The heads' contexts are set side by side, token by token: heads × d_v columns. Nothing is added up yet, and no head has seen another.
stage-concat-text-one = With one head there is nothing to set side by side: concat is the context.
stage-output-text = Wo mixes what the heads found: each column of the output draws on all of them. The rows are d_model wide again; a transformer adds them to X and goes on with a feed-forward layer.
stage-output-text-none = This walk has no Wo, so the output is concat itself.

analogy-summary = A picture for it, and where it ends
analogy-search = It is like a search: the query is what you look for, each key is a title to compare it with, each value is the text behind the title. Where this ends: a search hands out the best few texts, attention a mix of all values that are in sight, each by its weight. And nobody wrote the titles: Wq, Wk and Wv come from training.
analogy-torch = It is like a torch in a dark room, and each head is another lens: the query aims it, the weights say how its light falls on the words. There is only so much light, 1 for a row at most, so more on one word is less on the others. Where this ends: light shows where a token looks, not what it gets. A bright word whose value is near 0 adds almost nothing.
analogy-kernels = It is like the kernels of a convolution, whose feature maps are stacked: each head makes a map of its own from the same input. Where this ends: a kernel has the same few numbers and the same small reach everywhere; a head’s weights are made anew for each sentence and reach as far as the mask allows.
analogy-notes = It is like experts’ notes that an editor merges into one report: each head hands in its columns, Wo merges them. Where this ends: nobody gave the experts their subjects, training did, and a subject need not have a name. And the editor does not read: Wo mixes every token of every sentence in the same way.
