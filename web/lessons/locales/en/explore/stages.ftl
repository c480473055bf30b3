## What happens in each stage

previous = ← { $name }
next = { $name } →
previous-label = Previous stage: { $name }
next-label = Next stage: { $name }
previous-none = first stage
next-none = last stage
formula-label = Formula
formula-allowed = where allowed
formula-hidden = where hidden
analogy-summary = An analogy, and where it ends

stage-E-text = A model computes with numbers, so each token is a row of them: its embedding. The same word always has the same row: nothing here says which word came first.
stage-P-text = So that order counts, each position in the sentence has its own row, made of sines and cosines from short waves to long ones. It depends on the position alone, not on the word.
stage-P-text-learned = So that order counts, each position in the sentence has its own row, learned as weight matrices are. It depends on the position alone, not on the word; positions that never occur in training have no row.
stage-X-text = A model computes with numbers, so each token is a row of them: its embedding. The same word always has the same row, so without a mask or positions attention cannot tell the order of the words.
stage-X-text-later = A model computes with numbers, so each token is a row of them: its embedding. The same word always has the same row. The order of the words matters later, in the scores.
stage-X-text-positions = A row should say which word stands where, so embedding and position are added, number by number. The same word at two positions now has two different rows: this is how attention learns about order.
stage-X-text-residual = What did layer 1 find? Layer 2 starts from it: its X is the X of layer 1 plus the output of layer 1, number by number (the residual connection; the sum of a selected number stands below the figure). So each row still holds its word, and also what it gathered.
stage-C-text = A translator must read one sentence (C) while writing another (X), so in cross-attention keys and values are computed from C, queries from X. The two may differ in length.
stage-C-text-own = Words should be found by what they are, not by where they are: keys and values are computed from here, queries from X. In this model, C holds the embeddings of the same words, without positions.
stage-Q-text = What does each token look for? Its row of X, multiplied by Wq, becomes its query. Every head reads the whole row and has its own columns of Wq.
stage-Q-text-untrained = With a random Wq this has no meaning yet; training gives it one.
stage-Q-text-none = What does each token look for? Without weight matrices the query is the row of X itself.
stage-K-text = How can others find a token? Its row of { $source } times Wk is its key. Wq and Wk differ, so what a token looks for need not be what it offers.
stage-K-text-tied = How can others find a token? Its row of { $source } times Wk is its key. Wk is the same matrix as Wq here, so what a token looks for is also what it offers.
stage-K-text-none = How can others find a token? Without weight matrices the key is the row of { $source } itself: a token is found by what it looks for.
stage-V-text = What does a token pass on when it is attended to? Its row of { $source } times Wv: its value. Values do not decide who attends to whom, so their width d_v can be chosen freely.
stage-V-text-none = What does a token pass on when it is attended to? Without weight matrices the value is the row of { $source } itself.
stage-all-text-bias = A bias, one number for each column, is added to every row.
stage-all-text-shared = { $shared ->
    [one] All { $heads } query heads read this one head (multi-query attention): less to compute, and a smaller cache.
   *[other] { $heads } query heads share { $shared } of these, { $each } each (grouped-query attention): less to compute, and a smaller cache. The input is not split: every head reads whole rows.
}
stage-Q_rot-text = So that distance counts, queries rotate with their positions: columns 1 and 2 are a pair, 3 and 4 the next, and each pair rotates like the hand of a clock, further with every position, the first fastest. Rotation changes the direction of a query, not its length.
stage-Q_rot-text-halves = So that distance counts, queries rotate with their positions: column p and column p + d_k/2 are a pair, and each pair rotates like the hand of a clock, further with every position, the first fastest. Rotation changes the direction of a query, not its length.
stage-K_rot-text = Scores should depend on the distance between two tokens, not on where they are. So keys rotate with their own positions too: a dot product depends only on the difference of the two rotations. Values are not rotated.
stage-raw-text = How well does each query fit each key? One dot product for each pair says it. K is transposed, because a matrix product combines rows with columns. A dot product depends on the lengths of both vectors as well as on the angle between them, so a high score need not mean similar.
stage-raw-text-rope = How well does each query fit each key? One dot product for each pair of rotated query and rotated key says it. It depends on the content of the two tokens and on their distance, not on where they are in the sentence.
stage-raw-text-shaw = How well does each query fit each key? One dot product for each pair says it, and each key has a learned vector added that depends on its distance from this query: q·(k + relK). Distances beyond { $clip } share the last row. Adding a vector to the query instead would not be relative: it would not depend on the key’s position.
stage-raw-text-symmetric = Queries and keys are the same here, so the scores are symmetric: i scores j as j scores i. Separate Wq and Wk remove this restriction.
stage-raw-text-groups = Each group of { $each } query heads uses the keys of one shared head.
stage-scaled-text = Without scaling, as d_k grows, softmax would give nearly all weight to one key, and its gradient would nearly vanish: if the d_k components of query and key are independent, with mean 0 and variance 1, their dot product has variance d_k, a standard deviation of √d_k. Dividing by √d_k makes it 1 again.
stage-scaled-text-off = What if scores are not scaled? The factor is 1 here. The larger d_k, the wider scores spread, by √d_k if the components are independent: softmax then gives nearly all weight to one key, and its gradient nearly vanishes.
stage-scaled-text-other = How sharp should attention be? Scores are multiplied by { $scale } here instead of 1/√d_k = { $usual }. A smaller factor (a higher temperature) makes the weights more even, a larger one (a lower temperature) sharpens them; their order stays the same.
stage-scaled-text-negative = How sharp should attention be? Scores are multiplied by { $scale } here instead of 1/√d_k = { $usual }. A factor of 0 makes all weights equal; a negative one reverses their order.
stage-biased-text = So far a score depends on what two tokens are, not on where they are. So a number that depends only on the two positions is added.
stage-biased-text-alibi = In ALiBi it is minus a slope times the distance: distant keys count less, whatever their content. Each head has its own slope, fixed beforehand and not learned: heads with a steep slope attend nearby, others far.
stage-biased-text-t5 = In T5 it is learned: one for each head and bucket of distances. Short distances have a bucket each, longer ones share buckets, and the largest all share one.
stage-biased-text-linear = Here it is −λ times the distance, with λ = { $lambda }. With λ above 0, distant keys count less, whatever their content.
stage-biased-text-gaussian = Here it is −½ (distance / σ)², with σ = { $sigma }. This multiplies each weight by a bell curve around the query’s own position, before each row is normalised.
stage-biased-text-matrix = Here it is given for each pair of positions, the same in every head.
stage-capped-text = One very high score would get nearly all attention, so scores are bounded: each score s becomes { $softcap } · tanh(s / { $softcap }). Small ones hardly change, and none leaves the range from −{ $softcap } to { $softcap }. The order stays the same.
stage-masked-text = A hidden score becomes −∞, and softmax gives it a weight of exactly 0.
stage-masked-text-why = A hidden score becomes −∞, and softmax gives it a weight of exactly 0. Setting weights to 0 after the softmax instead would leave rows that no longer sum to 1, with the hidden scores still in the denominator.
stage-masked-text-fill = A hidden score becomes { $value } instead of −∞. Its weight vanishes only as long as the other scores are much larger.
stage-masked-text-add = { $value } is added to a hidden score instead of replacing it by −∞. Its weight vanishes only as long as the other scores are much larger.
mask-causal = The causal mask hides every later token: a model that predicts the next one must not see it.
mask-causal-last = No query may look ahead: the causal mask hides later keys, counted from the end. The last query sees all { $keys } keys.
mask-causal-first = No query may look ahead: the causal mask hides later keys, counted from the start. The first query sees the first key alone.
mask-window-causal = So that distant tokens cost nothing, the window leaves { $window ->
    [one] only the token itself visible.
   *[other] only the last { $window } tokens visible, the token itself included.
}
mask-window = { $window ->
    [one] So that distant tokens cost nothing, the window hides keys more than 1 position away.
   *[other] So that distant tokens cost nothing, the window hides keys more than { $window } positions away.
}
mask-sinks = { $count ->
    [one] The first key stays visible as a sink, wherever the window is.
   *[other] The first { $count } keys stay visible as sinks, wherever the window is.
}
mask-padding = Padding only fills up the length: as keys it is hidden, so no other token’s result depends on it. Its own rows are computed and ignored.
mask-allow = Some pairs must not see each other: a given mask hides them.
stage-weights_unmasked-text = What if softmax came before the mask, over all keys? Hidden keys get a part of each row’s weight too.
stage-weights_unmasked-text-sink = What if softmax came before the mask, over all keys and a sink? Hidden keys too get a part, and so does the sink, to which no key belongs.
stage-zeroed-text = Nothing may come from hidden keys, so their weights become 0. A row with hidden keys then sums to less than 1, and the hidden scores are still in its denominator: if a hidden token changes, these weights change.
stage-weights-text = Scores can be any numbers, but each token must share out its attention. Softmax makes each row of scores into attention weights, none negative, that sum to 1. Their order stays the same; a score higher by 1 gives a weight e ≈ 2.72 times as large, whatever the scores are.
stage-weights-text-sink = A row of weights must sum to 1, even if no key is of use to its token. So a sink takes part in softmax with its own score but has no key: its part is lost, the weights sum to less than 1, and a head can attend to almost nothing.
stage-weights-text-leak = What if rows are not divided by their new sums? Those with hidden keys sum to less than 1, and hidden tokens leak: they are still in the denominators, so if a hidden token changes, the output changes.
stage-weights-text-renormalised = Rows should sum to 1 again, so each is divided by its sum. The hidden scores cancel out: this equals masking before the softmax, and nothing leaks. It fails only if all remaining weights have underflowed to 0: then it is 0/0.
stage-weights-text-renormalised-sink = Hidden scores should not count, so each row is divided by its sum plus the sink’s part. They cancel out: this equals masking before the softmax, and nothing leaks. The weights sum to less than 1: the rest is the sink’s.
weights-hidden = Hidden keys get exactly 0.
weights-hidden-vanish = The weights of hidden keys are 0 as well: e to such a negative power underflows.
weights-hidden-leak = Some hidden keys keep a weight: { $value } is not far enough below the other scores.
weights-empty = Some rows have all keys hidden: their weights are exactly 0, and so is their context. Many frameworks give NaN instead.
weights-empty-fill = Some rows have all keys hidden: their scores are all { $value }, so they spread their weight evenly over keys that should be hidden.
weights-empty-add = Some rows have all keys hidden: their scores all fall by the same amount, which softmax ignores, so they attend to keys that should be hidden.
stage-dropped-text = So that a model does not rely on any single key, each weight is dropped in training with probability { $p }; the others are divided by 1 − p = { $kept }, so that sums stay the same on average. A dropped key is not hidden: it is left out at random this once, while a mask hides it always.
stage-dropped-text-all = What if every weight is dropped? At a probability of 1 nothing is left.
stage-context-text = What does each token gather? The sum of the value rows, each times its attention weight. It depends on whom a token attends to and on what they pass on.
stage-context-text-shaw = What does each token gather? The sum of the value rows, each times its attention weight, and each value has a learned vector added that depends on its key’s distance from the query: weight·(v + relV).
context-dropped = A dropped weight leaves its value row out this time.
context-sink = Where a row’s weights sum to less than 1, its context is smaller: the sink passes nothing on.
context-empty = A row with all keys hidden has the context 0.
stage-concat-text = What each head gathered must be kept apart, so the heads’ contexts are placed side by side, token by token: heads × d_v columns. Nothing is added up yet, and the heads do not mix.
stage-concat-text-one = The heads’ contexts would be placed side by side; with one head, concat is its context.
stage-output-text-zero = This model’s answer is its attention weights, so it needs no output: Wo is 0, and so is the output.
stage-output-text = No head knows what the others found, so Wo mixes their results: each column of the output uses all of them. The rows have width d_model again; a transformer adds them to X and continues with a feed-forward layer.
stage-output-text-one = One head has nobody to mix with, but its context must become as wide as X again: each column of Wo makes a column of the output of all its columns. A transformer adds these rows to X and continues with a feed-forward layer.
stage-output-text-answer = This model’s answer is its attention weights, so it needs no Wo to mix the heads: the output is concat itself.
stage-output-text-none = Wo would mix the heads, but there is none here: the output is concat itself.
