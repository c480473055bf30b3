### The walk: what happens in each stage, settings, arithmetic, examples, why a value is refused. The page loads it after its first frame; the element has it too.

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
formula-slow-pairs = for pairs that rotate slowly, less for others
analogy-summary = An analogy, and where it ends

stage-E-text = A model computes with numbers, so each [[token]] is a row of them: its [[embedding]]. The same word always has the same row: nothing here says which word came first.
stage-P-text = So that order counts, each position in the sentence has its own row, made of sines and cosines from short waves to long ones. It depends on the position alone, not on the word.
stage-P-text-learned = So that order counts, each position in the sentence has its own row, learned as [[weight-matrix|weight matrices]] are. It depends on the position alone, not on the word; positions that never occur in training have no row.
stage-X-text = A model computes with numbers, so each [[token]] is a row of them: its [[embedding]]. The same word always has the same row, so without a [[mask]] or positions attention cannot tell the order of the words.
stage-X-text-later = A model computes with numbers, so each [[token]] is a row of them: its [[embedding]]. The same word always has the same row. The order of the words matters later, in the [[score|scores]].
stage-X-text-positions = A row should say which word stands where, so [[embedding]] and position are added, number by number. The same word at two positions now has two different rows: this is how attention learns about order.
stage-X-text-residual = What did layer 1 find? Layer 2 starts from it: its X is the X of layer 1 plus the output of layer 1, number by number (the residual connection; the sum of a selected number stands below the figure). So each row still holds its word, and also what it gathered.
stage-X-text-stream = What did layer 1 find? Layer 2 starts from it: its X is what leaves layer 1. Each row still holds its word, and also what [[attention]] and the [[feed-forward|MLP]] added to it.
stage-X-text-normed = A model computes with numbers, so each [[token]] has a row of them, its [[embedding]], and each position has one, too. They are added, and the sum is brought to one size (a norm; a selected number is written out below the figure). The same token at two positions has two different rows.
stage-X-text-given = A model computes with numbers, so each [[token]] is a row of them: here the rows that you gave. They are what enters the [[weight-matrix|weight matrices]]; inside a transformer, that is what leaves the norm before attention.
stage-C-text = A translator must read one sentence (C) while writing another (X), so in [[cross-attention]] [[key|keys]] and [[value|values]] are computed from C, [[query|queries]] from X. The two may differ in length.
stage-C-text-own = Words should be found by what they are, not by where they are: [[key|keys]] and [[value|values]] are computed from here, [[query|queries]] from X. In this model, C holds the [[embedding|embeddings]] of the same words, without positions.
stage-Q-text = What does each [[token]] look for? Its row of { $input }, multiplied by [[weight-matrix|Wq]], becomes its [[query]]. Every [[head]] reads the whole row and has its own columns of Wq.
stage-Q-text-untrained = With a random [[weight-matrix|Wq]] this has no meaning yet; training gives it one.
stage-Q-text-none = What does each [[token]] look for? Without [[weight-matrix|weight matrices]] the [[query]] is the row of { $input } itself.
stage-Q-text-given = What does each [[token]] look for? Its [[query]], a row of numbers in each [[head]]. You gave these rows, so the walk starts here.
stage-K-text = How can others find a [[token]]? Its row of { $source } times [[weight-matrix|Wk]] is its [[key]]. Wq and Wk differ, so what a token looks for need not be what it offers.
stage-K-text-tied = How can others find a [[token]]? Its row of { $source } times [[weight-matrix|Wk]] is its [[key]]. Wk is the same matrix as Wq here, so what a token looks for is also what it offers.
stage-K-text-none = How can others find a [[token]]? Without [[weight-matrix|weight matrices]] the [[key]] is the row of { $source } itself: a token is found by what it looks for.
stage-K-text-given = How can others find a [[token]]? By its [[key]], a row of numbers in each [[head]]. You gave these rows.
stage-V-text = What does a [[token]] pass on when it is attended to? Its row of { $source } times [[weight-matrix|Wv]]: its [[value]]. Values do not decide who attends to whom, so their width [[d_v]] can be chosen freely.
stage-V-text-none = What does a [[token]] pass on when it is attended to? Without [[weight-matrix|weight matrices]] the [[value]] is the row of { $source } itself.
stage-V-text-given = What does a [[token]] pass on when it is attended to? Its [[value]], a row of numbers in each [[head]]. You gave these rows.
stage-all-text-bias = A bias, one number for each column, is added to every row.
stage-all-text-layernorm = Each row of each [[head]] is then brought to one size ([[LayerNorm]]), so that [[score|scores]] cannot grow large.
stage-all-text-rmsnorm = Each row of each [[head]] is then brought to one size ([[RMSNorm]]), so that [[score|scores]] cannot grow large.
stage-all-text-shared = { $shared ->
    [one] All { $heads } [[query]] [[head|heads]] read this one head ([[grouped-query-attention|multi-query attention]]): less to compute, and a smaller [[KV-cache|cache]].
   *[other] { $heads } [[query]] [[head|heads]] share { $shared } of these, { $each } each ([[grouped-query attention]]): less to compute, and a smaller [[KV-cache|cache]]. The input is not split: every head reads whole rows.
}
stage-Q_rot-text = So that distance counts, [[query|queries]] rotate with their positions: columns 1 and 2 are a pair, 3 and 4 the next, and each pair rotates like the hand of a clock, further with every position, the first fastest. Rotation changes the direction of a query, not its length.
stage-Q_rot-text-halves = So that distance counts, [[query|queries]] rotate with their positions: column p and column p + [[d_k]]/2 are a pair, and each pair rotates like the hand of a clock, further with every position, the first fastest. Rotation changes the direction of a query, not its length.
stage-K_rot-text = [[score|Scores]] should depend on the distance between two [[token|tokens]], not on where they are. So [[key|keys]] rotate with their own positions too: a [[dot product]] depends only on the difference of the two rotations. [[value|Values]] are not rotated.
rotation-part = Only the first { $dims } of { $d_k } columns are rotated; the others say nothing of the position.
rotation-slowed = So that texts may be longer than those of training, rotations are slowed down.
stage-raw-text = How well does each [[query]] fit each [[key]]? One [[dot product]] for each pair says it. K is transposed, because a matrix product combines rows with columns. A dot product depends on the lengths of both vectors as well as on the angle between them, so a high [[score]] need not mean similar.
stage-raw-text-rope = How well does each [[query]] fit each [[key]]? One [[dot product]] for each pair of rotated query and rotated key says it. It depends on the content of the two [[token|tokens]] and on their distance, not on where they are in the sentence.
stage-raw-text-shaw = How well does each [[query]] fit each [[key]]? One [[dot product]] for each pair says it, and each key has a learned vector added that depends on its distance from this query: q·(k + relK). Distances beyond { $clip } share the last row. Adding a vector to the query instead would not be relative: it would not depend on the key’s position.
stage-raw-text-symmetric = [[query|Queries]] and [[key|keys]] are the same here, so the [[score|scores]] are symmetric: i scores j as j scores i. Separate [[weight-matrix|Wq]] and Wk remove this restriction.
stage-raw-text-groups = Each group of { $each } [[query]] [[head|heads]] uses the [[key|keys]] of one shared head.
stage-scaled-text = Without scaling, as [[d_k]] grows, [[softmax]] would give nearly all [[attention-weight|weight]] to one [[key]], and its [[gradient]] would nearly vanish: if the d_k components of [[query]] and key are independent, with mean 0 and [[variance]] 1, their [[dot product]] has variance d_k, a [[standard deviation]] of √d_k. Dividing by √d_k makes it 1 again.
stage-scaled-text-off = What if [[score|scores]] are not scaled? The factor is 1 here. The larger [[d_k]], the wider scores spread, by √d_k if the components are independent: [[softmax]] then gives nearly all [[attention-weight|weight]] to one [[key]], and its [[gradient]] nearly vanishes.
stage-scaled-text-other = How sharp should attention be? [[score|Scores]] are multiplied by { $scale } here instead of 1/√[[d_k]] = { $usual }. A smaller factor (a higher [[temperature]]) makes the [[attention-weight|weights]] more even, a larger one (a lower temperature) sharpens them; their order stays the same.
stage-scaled-text-negative = How sharp should attention be? [[score|Scores]] are multiplied by { $scale } here instead of 1/√[[d_k]] = { $usual }. A factor of 0 makes all [[attention-weight|weights]] equal; a negative one reverses their order.
stage-biased-text = So far a [[score]] depends on what two [[token|tokens]] are, not on where they are. So a number that depends only on the two positions is added.
stage-biased-text-alibi = In [[ALiBi]] it is minus a slope times the distance: distant [[key|keys]] count less, whatever their content. Each [[head]] has its own slope, fixed beforehand and not learned: heads with a steep slope attend nearby, others far.
stage-biased-text-t5 = In T5 it is learned: one for each [[head]] and [[bucket]] of distances. Short distances have a bucket each, longer ones share buckets, and the largest all share one.
stage-biased-text-linear = Here it is −λ times the distance, with λ = { $lambda }. With λ above 0, distant [[key|keys]] count less, whatever their content.
stage-biased-text-gaussian = Here it is −½ (distance / σ)², with σ = { $sigma }. This multiplies each [[attention-weight|weight]] by a bell curve around the [[query]]’s own position, before each row is normalised.
stage-biased-text-matrix = Here it is given for each pair of positions, the same in every [[head]].
stage-capped-text = One very high [[score]] would get nearly all attention, so scores are bounded: each score s becomes { $softcap } · tanh(s / { $softcap }). Small ones hardly change, and none leaves the range from −{ $softcap } to { $softcap }. The order stays the same.
stage-masked-text = A hidden [[score]] becomes −∞, and [[softmax]] gives it a [[attention-weight|weight]] of exactly 0.
stage-masked-text-why = A hidden [[score]] becomes −∞, and [[softmax]] gives it a [[attention-weight|weight]] of exactly 0. Setting weights to 0 after the softmax instead would leave rows that no longer sum to 1, with the hidden scores still in the denominator.
stage-masked-text-fill = A hidden [[score]] becomes { $value } instead of −∞. Its [[attention-weight|weight]] vanishes only as long as the other scores are much larger.
stage-masked-text-add = { $value } is added to a hidden [[score]] instead of replacing it by −∞. Its [[attention-weight|weight]] vanishes only as long as the other scores are much larger.
mask-causal = The [[causal mask]] hides every later [[token]]: a model that predicts the next one must not see it.
mask-causal-last = No [[query]] may look ahead: the [[causal mask]] hides later [[key|keys]], counted from the end. The last query sees all { $keys } keys.
mask-causal-first = No [[query]] may look ahead: the [[causal mask]] hides later [[key|keys]], counted from the start. The first query sees the first key alone.
mask-window-causal = So that distant [[token|tokens]] cost nothing, the [[sliding-window|window]] leaves { $window ->
    [one] only the token itself visible.
   *[other] only the last { $window } tokens visible, the token itself included.
}
mask-window = { $window ->
    [one] So that distant [[token|tokens]] cost nothing, the [[sliding-window|window]] hides [[key|keys]] more than 1 position away.
   *[other] So that distant [[token|tokens]] cost nothing, the [[sliding-window|window]] hides [[key|keys]] more than { $window } positions away.
}
mask-sinks = { $count ->
    [one] The first [[key]] stays visible as a [[sink]], wherever the [[sliding-window|window]] is.
   *[other] The first { $count } [[key|keys]] stay visible as [[sink|sinks]], wherever the [[sliding-window|window]] is.
}
mask-padding = [[padding|Padding]] only fills up the length: as [[key|keys]] it is hidden, so no other [[token]]’s result depends on it. Its own rows are computed and ignored.
mask-allow = Some pairs must not see each other: a given [[mask]] hides them.
stage-weights_unmasked-text = What if [[softmax]] came before the [[mask]], over all [[key|keys]]? Hidden keys get a part of each row’s [[attention-weight|weight]] too.
stage-weights_unmasked-text-sink = What if [[softmax]] came before the [[mask]], over all [[key|keys]] and a [[sink]]? Hidden keys too get a part, and so does the sink, to which no key belongs.
stage-zeroed-text = Nothing may come from hidden [[key|keys]], so their [[attention-weight|weights]] become 0. A row with hidden keys then sums to less than 1, and the hidden [[score|scores]] are still in its denominator: if a hidden [[token]] changes, these weights change.
stage-weights-text = [[score|Scores]] can be any numbers, but each [[token]] must share out its attention. [[softmax|Softmax]] makes each row of scores into [[attention-weight|attention weights]], none negative, that sum to 1. Their order stays the same; a score higher by 1 gives a weight e ≈ 2.72 times as large, whatever the scores are.
stage-weights-text-sink = A row of [[attention-weight|weights]] must sum to 1, even if no [[key]] is of use to its [[token]]. So a [[sink]] takes part in [[softmax]] with its own [[score]] but has no key: its part is lost, the weights sum to less than 1, and a [[head]] can attend to almost nothing.
stage-weights-text-leak = What if rows are not divided by their new sums? Those with hidden [[key|keys]] sum to less than 1, and hidden [[token|tokens]] leak: they are still in the denominators, so if a hidden token changes, the output changes.
stage-weights-text-renormalised = Rows should sum to 1 again, so each is divided by its sum. The hidden [[score|scores]] cancel out: this equals [[mask|masking]] before the [[softmax]], and nothing leaks. It fails only if all remaining [[attention-weight|weights]] have underflowed to 0: then it is 0/0.
stage-weights-text-renormalised-sink = Hidden [[score|scores]] should not count, so each row is divided by its sum plus the [[sink]]’s part. They cancel out: this equals [[mask|masking]] before the [[softmax]], and nothing leaks. The [[attention-weight|weights]] sum to less than 1: the rest is the sink’s.
weights-hidden = Hidden keys get exactly 0.
weights-hidden-vanish = The weights of hidden keys are 0 as well: e to such a negative power underflows.
weights-hidden-leak = Some hidden keys keep a weight: { $value } is not far enough below the other scores.
weights-empty = Some rows have all keys hidden: their weights are exactly 0, and so is their context. Many frameworks give NaN instead.
weights-empty-fill = Some rows have all keys hidden: their scores are all { $value }, so they spread their weight evenly over keys that should be hidden.
weights-empty-add = Some rows have all keys hidden: their scores all fall by the same amount, which softmax ignores, so they attend to keys that should be hidden.
stage-dropped-text = So that a model does not rely on any single [[key]], each [[attention-weight|weight]] is [[dropout|dropped]] in training with probability { $p }; the others are divided by 1 − p = { $kept }, so that sums stay the same on average. A dropped key is not hidden: it is left out at random this once, while a [[mask]] hides it always.
stage-dropped-text-all = What if every [[attention-weight|weight]] is [[dropout|dropped]]? At a probability of 1 nothing is left.
stage-context-text = What does each [[token]] gather? The sum of the [[value]] rows, each times its [[attention weight]]. It depends on whom a token attends to and on what they pass on.
stage-context-text-shaw = What does each [[token]] gather? The sum of the [[value]] rows, each times its [[attention weight]], and each value has a learned vector added that depends on its [[key]]’s distance from the [[query]]: weight·(v + relV).
context-dropped = A [[dropout|dropped]] [[attention-weight|weight]] leaves its [[value]] row out this time.
context-sink = Where a row’s [[attention-weight|weights]] sum to less than 1, its [[context]] is smaller: the [[sink]] passes nothing on.
context-empty = A row with all [[key|keys]] hidden has the [[context]] 0.
stage-concat-text = What each [[head]] gathered must be kept apart, so the heads’ [[context|contexts]] are placed side by side, [[token]] by token: heads × [[d_v]] columns. Nothing is added up yet, and the heads do not mix.
stage-concat-text-one = The [[head|heads]]’ [[context|contexts]] would be placed side by side; with one head, [[concat]] is its context.
stage-output-text-zero = This model’s answer is its [[attention-weight|attention weights]], so it needs no output: [[weight-matrix|Wo]] is 0, and so is the output.
stage-output-text = No [[head]] knows what the others found, so [[weight-matrix|Wo]] mixes their results: each column of the output uses all of them. The rows have width [[d_model]] again.
stage-output-text-one = One [[head]] has nobody to mix with, but its [[context]] must become as wide as X again: each column of [[weight-matrix|Wo]] makes a column of the output of all its columns.
stage-output-text-answer = This model’s answer is its [[attention-weight|attention weights]], so it needs no [[weight-matrix|Wo]] to mix the [[head|heads]]: the output is [[concat]] itself.
stage-output_dropped-text = No layer should rely on any single number that attention adds to the [[residual|stream]]. So in training each is [[dropout|dropped]] with probability { $p_residual }, and the others are divided by 1 − p = { $kept_residual }, so that sums stay the same on average.
stage-output-text-none = [[weight-matrix|Wo]] would mix the [[head|heads]], but there is none here: the output is [[concat]] itself.
output-after = A transformer adds these rows to X and continues with a [[feed-forward]] layer.
stage-norm_1-text = Rows of X can be of very different sizes, but what attention finds should not depend on that. So each row, by itself, is brought to one size before attention reads it.
stage-norm_1-text-post = Rows that are added to in every layer would grow, so each is brought to one size right after attention (post-norm, as in the first transformer, 2017). Most later models put the norm before attention instead: many layers are then easier to train.
stage-output_norm-text = What attention gives to the [[residual|stream]] should not depend on how large its numbers happen to be. So each row of the output is brought to one size too, as in Gemma 2 (2024).
stage-residual_1-text = If attention replaced the row of a [[token]], the token would forget itself. So what attention gives is added to X, number by number: each row keeps what it was and gains what it gathered. These sums are the [[residual|residual stream]]; every part of every layer reads from it and adds to it.
stage-norm_2-text = The [[feed-forward|MLP]], too, should not depend on how large a row has become. So each row is brought to one size before the MLP reads it.
stage-norm_2-text-parallel = The [[feed-forward|MLP]] reads X, as attention does, not what attention has found, and it should not depend on how large a row has become. So each row of X is brought to one size before the MLP reads it.
stage-norm_2-text-post = Rows that are added to in every layer would grow, so each is brought to one size again after the [[feed-forward|MLP]].
mlp-after = Attention has moved information between [[token|tokens]]; now each token should make something of it, by itself.
mlp-beside = Attention moves information between [[token|tokens]]; beside it, each token’s own row should be worked on by itself.
stage-mlp_hidden-text = That is what the [[feed-forward|MLP]] does: it never looks at another row. It multiplies the row of { $stream } by W_up, which gives { $d_ff } hidden numbers. Each says how well the row fits one learned pattern.
stage-mlp_hidden-text-gated = That is what the [[feed-forward|MLP]] does: it never looks at another row. This MLP is [[gated-MLP|gated]]: the row of { $stream } times W_gate gives { $d_ff } numbers that will decide how much of another product passes.
stage-mlp_up-text = What may pass the gate? The same row of { $stream }, times W_up: { $d_ff } numbers, one for each number of the gate.
stage-mlp_activated-text = Two matrix products, one after the other, would do no more than a single one. So a curve comes between them: the [[activation]], which changes each number by itself.
stage-mlp_activated-text-gated = How much may pass? The [[activation]] of each number of the gate says it: it multiplies the number at the same place in MLP up.
activation-relu = ReLU sets negative numbers to 0 and leaves the others as they are.
activation-relu2 = ReLU² sets negative numbers to 0 and squares the others.
activation-gelu = [[GELU]] leaves large numbers nearly as they are and brings very negative ones near 0, with a smooth bend between.
activation-gelu_tanh = This [[GELU]] is computed with tanh, which gives nearly the same curve as the exact one with erf.
activation-silu = SiLU is x times sigmoid(x), a share between 0 and 1: large numbers stay nearly as they are, very negative ones come near 0, with a smooth bend between.
activation-quick_gelu = Quick GELU is x times sigmoid(1.702 x): close to [[GELU]], and simple to compute.
stage-mlp_dropped-text = No single pattern of the [[feed-forward|MLP]] should decide alone. So in training each of its hidden numbers is [[dropout|dropped]] with probability { $p_mlp }, and the others are divided by 1 − p = { $kept_mlp }.
stage-mlp_output-text = The row must become as wide as the [[residual|stream]] again, [[d_model]] numbers. So W_down is applied: each of the { $d_ff } activated numbers says how much of one learned row is added.
stage-mlp_output_dropped-text = The next layer should not rely on any single number of the [[feed-forward|MLP]] either. So what it adds to the [[residual|stream]] is [[dropout|dropped]] in part, as attention’s output was: each number with probability { $p_residual }; the others are divided by 1 − p = { $kept_residual }.
stage-mlp_output_norm-text = What the [[feed-forward|MLP]] gives to the [[residual|stream]] should not depend on how large its numbers happen to be either. So each of its rows is brought to one size.
stage-residual_2-text = What the [[feed-forward|MLP]] made of a row should not replace it, so it is added, number by number, as attention’s output was.
stage-residual_2-text-parallel = Attention and [[feed-forward|MLP]] should not have to wait for each other, so both have read X here. Now what each has made is added to X, number by number.
norm-layernorm = [[LayerNorm]] subtracts the mean of the row and divides by its spread, the root of the [[variance]].
norm-rmsnorm = [[RMSNorm]] divides the row by the root of the mean of its squares.
norm-weight = Each column is then multiplied by a weight that training learns; it begins as 1.
norm-weight-offset = Each column is then multiplied by 1 plus a weight that training learns.
norm-bias = A bias, which training learns too, is added to each column; it begins as 0.
layer-end = These rows leave the layer: they are the X of the next one.

## The map of the layer

layer-view-label = What is computed
layer-view-alone = attention alone
layer-view-whole = the whole layer
layer-map-label = Map of the layer
layer-map-title = One layer, whole
layer-map-text = Each [[token]] is a lane. In attention, and only there, lanes read each other. Nothing is overwritten: what the branches find is added to the lanes.
layer-map-text-alone = Nothing is added here: what a branch gives takes the place of what it has read.
layer-map-attention = Attention
layer-map-mlp = MLP: each token alone
layer-map-reads = reads { $parts }

## What the next stage of the walk does, as the last sentence about the stage before it

next-P = Next: a row for each position.
next-X = Next: add the two.
next-C = Next: the text that [[key|keys]] and [[value|values]] come from.
next-Q = Next: what each [[token]] looks for.
next-K = Next: how others can find a [[token]].
next-V = Next: what a [[token]] passes on.
next-Q_rot = Next: rotate [[query|queries]] by their positions.
next-K_rot = Next: rotate [[key|keys]] by their positions.
next-raw = Next: compare each [[query]] with each [[key]].
next-scaled = Next: divide by √{ $d_k }.
next-scaled-off = Next: leave the [[score|scores]] unscaled.
next-scaled-other = Next: multiply by { $scale }.
next-biased = Next: let positions change the [[score|scores]].
next-capped = Next: bound the [[score|scores]].
next-masked = Next: hide what may not be seen.
next-weights_unmasked = Next: [[softmax]] makes shares of the [[score|scores]].
next-zeroed = Next: hide what may not be seen.
next-weights = Next: [[softmax]] makes shares of the [[score|scores]].
next-weights-leak = Next: use these [[attention-weight|weights]] as they are.
next-weights-renormalised = Next: divide each row by its sum.
next-dropped = Next: drop some [[attention-weight|weights]] at random.
next-context = Next: mix the [[value|values]] by these [[attention-weight|weights]].
next-concat = Next: put the [[head|heads]] side by side.
next-output = Next: [[weight-matrix|Wo]] mixes the [[head|heads]].
next-output-one = Next: [[weight-matrix|Wo]] makes the output of it.
next-output-none = Next: the output, without [[weight-matrix|Wo]].
next-norm_1 = Next: bring each row to one size.
next-output_norm = Next: bring each row to one size.
next-residual_1 = Next: add it to X.
next-norm_2 = Next: bring each row to one size.
next-mlp_hidden = Next: the [[feed-forward|MLP]] works on each row by itself.
next-mlp_up = Next: what the gate acts on.
next-mlp_activated = Next: a curve changes each number.
next-mlp_activated-gated = Next: the gate opens or closes for each number.
next-output_dropped = Next: drop some numbers of the output at random.
next-mlp_dropped = Next: drop some hidden numbers at random.
next-mlp_output_dropped = Next: drop some numbers of the MLP’s output at random.
next-mlp_output = Next: back to the width of the [[residual|stream]].
next-mlp_output_norm = Next: bring each row to one size.
next-residual_2 = Next: add it to the [[residual|stream]].
next-residual_2-parallel = Next: add both results to X.

## Analogies for stages, and where each ends

analogy-search = It is like a search: the [[query]] is what you look for, each [[key]] is a title to compare it with, each [[value]] is the text behind the title. Where this ends: a search returns the best few texts, attention a mix of all visible values, each by its [[attention-weight|weight]]. And nobody wrote the titles: [[weight-matrix|Wq]], Wk and Wv come from training.
analogy-torch = It is like a torch in a dark room, and each [[head]] is another lens: the [[query]] aims it, the [[attention-weight|weights]] say how its light falls on the words. There is only so much light, at most 1 per row, so more on one word is less on the others. Where this ends: light shows where a [[token]] looks, not what it gets. A bright word whose [[value]] is near 0 adds almost nothing.
analogy-kernels = It is like the kernels of a convolution, whose feature maps are stacked: each [[head]] makes its own map from the same input. Where this ends: a kernel has the same few numbers and the same small range everywhere; a head’s [[attention-weight|weights]] are computed anew for each sentence and reach as far as the [[mask]] allows.
analogy-notes = It is like experts’ notes that an editor merges into one report: each [[head]] contributes its columns, [[weight-matrix|Wo]] merges them. Where this ends: nobody assigned subjects to the experts, training did, and a subject need not have a name. And the editor does not read: Wo mixes every [[token]] of every sentence in the same way.

## Arithmetic

ask-hint = Point at any number to see where it comes from.
ask-clear = clear
ask-input-embedding = Drawn at random for the token “{ $token }” with seed { $seed }.
ask-input-weight = Drawn at random with seed { $seed }.
ask-input-norm = Before training, the weights of a norm are 1 and its biases 0, so that they change nothing.
ask-input-article = Drawn as in the published example.
ask-input-trained = Found by training.
ask-input-given = As it stands in your tensors.
ask-input-named = Chosen by hand.
ask-input-place = A learned row for position { $place }: training would shape it. Here it is drawn at random with seed { $seed }.
ask-input-learned = Learned in a trained model. Here it is drawn at random with seed { $seed }.
ask-input-matrix = Given: one number for each pair of positions. Here it is drawn at random with seed { $seed }.
ask-input-sink = The sink’s score, as set with the controls: one number per head. In a trained model it is learned, or 0 (off by one).
ask-input-token = 1: a token that may be attended to.
ask-input-padding = 0: padding, hidden as a key.
ask-input-kept = 1: this weight is kept.
ask-input-dropped = 0: this weight is dropped. This was decided at random, once for each head, query and key.
ask-mask = Hidden: { $reasons }. The score { $score } becomes −∞.
ask-mask-added = Hidden: { $reasons }. The mask value is added to its score.
ask-fill = Hidden: { $reasons }. The score { $score } becomes { $value }.
ask-zero = Hidden: { $reasons }. The weight { $score } becomes 0.
ask-allow-hidden = Hidden: { $reasons }.
ask-allow-open = No mask hides this key.
ask-seen = No mask hides this key, so the number stays.
ask-column = column { $number }
ask-rounded = Numbers are shown rounded; the result was computed from all their digits.
ask-share = So { $percent } of what { $query } gathers in this head is the value row of { $key }. A large weight alone does not mean importance: the value counts too.
ask-heard-pair = { $name }, from { $query } to { $key }
ask-heard-head = { $name }, head { $head }
ask-sink-share = So { $percent } of this row goes to the sink and is lost: the row’s weights sum to what remains.
ask-heard-kv-head = { $name }, key/value head { $head }
ask-softmax-sink = The first exponential belongs to the sink, whose score is { $sink }.
ask-share-hidden = Hidden, so exactly 0.
ask-share-sink = The sink’s share is the first term of the sum.
ask-dropped = Dropped: the weight { $weight } becomes 0 this time.
ask-kept = Kept, and divided by 1 − p.
ask-scale = { $scale } is 1/√{ $d_k }: one divided by the square root of d_k.
ask-distance = { $places ->
    [0] { $query } and { $key } are at the same position.
    [one] { $query } and { $key } are 1 position apart.
   *[other] { $query } and { $key } are { $places } positions apart.
}
ask-bias-alibi = The slope is that of head { $head }.
ask-bias-t5 = This distance and direction belong to bucket { $bucket } of the table, counted from 0; its number for head { $head } is learned.
ask-bias-linear = λ is { $lambda }.
ask-bias-gaussian = σ is { $sigma }.
ask-bias-matrix = The number for this pair of positions is given.
ask-relative = So row { $row } of { $table } is used.
ask-relative-values = The rows of relV come first, by the distance of each key; then, in brackets, the values.
ask-turn = { $token } is at position { $place }. Pair { $pair } rotates by { $speed } per position, so by { $angle } radians; these are its cosine and sine.
ask-norm-mean = mean
ask-norm-variance = variance
ask-norm-squares = mean of squares
ask-norm-root = root
ask-norm-epsilon = { $epsilon } is added so that nothing is divided by 0, even in a row of equal numbers.
ask-norm-epsilon-rms = { $epsilon } is added so that nothing is divided by 0, even in a row of zeros.
ask-gate = times the number of MLP up
ask-not-rotated = Only the first { $dims } columns rotate; this number stays as it is.
ask-turn-yarn = Both are multiplied by { $factor }, as YaRN does for long texts.
ask-softmax-hidden = Hidden, so exactly 0: e to the power of −∞.
ask-empty = This token may not attend to any key, so the result is 0.
ask-softmax-max = The row’s largest score, { $max }, is subtracted first: this changes no ratio, and no exponential can overflow.
ask-empty-context = All its weights are 0, so the sum is 0.
ask-skipped = { $count ->
    [one] One hidden key is left out of the sum.
   *[other] { $count } hidden keys are left out of the sum.
}
ask-more-terms = and { $count } smaller ones
reason-causal = { $key } comes after { $query }
reason-window = { $key } is outside the window of { $query }
reason-padding = { $key } is padding
reason-allow = the given mask hides it
reason-join = { $first }, and { $second }

## The way from number to number

trail-label = How you got here
uses-heading = Used by
uses-count = { $name }: { $count ->
    [one] 1 number,
   *[other] { $count } numbers,
}
uses-largest = the largest in size is
uses-end = Nothing: this is the last stage.
uses-none = Nothing: everything that it could affect is hidden.
bench-open-dot = try these numbers in the dot-product calculator
bench-open-softmax = try these numbers in the softmax calculator

## How a number comes about, step by step

player-play = play
player-pause = pause
player-back = step back
player-next = step forward
player-step = step
player-speed = speed
player-result = show the result
player-steps = Step by step
motion-label = Watch it being computed
motion-select = { $name }: select one of these numbers to watch it being computed.
motion-go = Go to { $name }
motion-count = step { $step } of { $steps }
motion-product = { $a } × { $b } = { $product }; sum so far { $sum }
motion-bias = plus the bias { $a }: { $sum }
motion-power = e^({ $exponent }) = { $power }; sum so far { $sum }
motion-division = each divided by the sum: { $power } ÷ { $sum } = { $weight }
motion-turned = { $before } becomes { $after }
motion-row = row { $row }: { $hidden } hidden
motion-head = head { $head } takes its columns

## Shapes under the figure

shapes-slice = { $width ->
    [one] (in the figure: column { $to }, that of { $head })
   *[other] (in the figure: columns { $from } to { $to }, those of { $head })
  }

## Meters

meters-title = Meters
meters-head = head { $head }
meters-all = all heads
meters-training = For training: the gradient
meter-bits = { $value } bits
meter-count = { $value }
meter-of = { $count } of { $all }
meter-inspected = Row “{ $token }”: { $value }.
meter-raw-variance = variance of q·k
meter-raw-variance-text = Independent components of variance 1 would give d_k = { $d_k } (the mark): a standard deviation of √d_k = { $deviation }.
meter-variance-reason = Here the numbers of Q have a mean square of { $q } and those of K of { $k }, and they are not independent: { $origin ->
    [random] { $scores } scores share { $queries } queries and { $keys } keys, drawn at random. With another seed or other words the variance is different.
    [none] they are the embeddings themselves.
    [given] they are yours.
   *[set] training or a hand has set them.
  }
meter-scaled-variance = variance of scores
meter-scaled-variance-text = After scaling. Independent components of variance 1 would give { $expected } (the mark) at d_k = { $d_k }.
meter-largest = largest weight
meter-largest-text = The largest of each row, averaged. 1 means that each row attends to one key only.
meter-entropy = entropy
meter-entropy-text = Per row, averaged: 0 if one key has all the weight, { $max } if { $keys } keys have equal weights.
meter-gradient = softmax gradient
meter-gradient-text = How much a row’s attention weights change when its scores change a little: the norm of ∂weights/∂scores, averaged over the rows. Near 0, training hardly changes the scores.
meter-hidden = hidden pairs
meter-hidden-text = Pairs of query and key that the masks hide.
meter-empty = rows with all keys hidden
meter-empty-text = Their weights are exactly 0, and so is their context.
meter-dropped = dropped weights
meter-dropped-text = Of those that were not 0. The others are divided by 1 − p, so that the sum stays the same on average.

## Where the numbers of a figure come from

kind-random = random, untrained weights Wq, Wk, Wv, Wo · seed { $seed }
kind-random-none = no weights · random embeddings, seed { $seed }
kind-article = weights Wq, Wk, Wv of a published example, untrained (PyTorch, seed { $seed })
kind-article-none = no weights · embeddings of a published example, seed { $seed }
kind-trained = weights of layer { $layer } of a model trained { $recipe ->
    [pronoun] to find what “it” means
    [translation] to translate noun phrases
    [grammar] to guess the next word of simple sentences
   *[trained] in Train
}
kind-named = weights Wq, Wk, Wv, Wo built by hand, with named columns
kind-named-none = no weights · embeddings built by hand, with named columns
kind-given = { $file ->
    [none] your tensors
   *[other] your tensors, from { $file }
}
kind-edited-all = every weight and embedding was set, by training or by hand
kind-edited-none = no weights · embeddings set by hand
kind-edited = { $count ->
    [one] one number set by hand
   *[other] { $count } numbers set by hand
}

## More settings

group-sizes = Sizes
group-position = Positions
group-masks = Masks
group-scores = Scores and weights
group-layer = The layer around attention
group-weights = Where the numbers come from
group-sentences = More sentences

control-fixed = d_k, heads and positions belong to these weights, so they cannot be changed here.
control-fixed-change = Change to random weights

control-d_model = Width of the embeddings (d_model)
control-d_model-short = d_model
control-d_model-hint = numbers per token
control-d_v = values have their own width (d_v)
control-d_v-hint = off: as wide as queries and keys
control-d_context = second sentence has its own width (d_context)
control-d_context-hint = off: as wide as the first; only d_k must match
control-kv_heads = key/value heads
control-kv_heads-hint = { $each ->
    [one] each query head has keys and values of its own
   *[other] { $each } query heads share the same keys and values
}
control-kv_heads-multi-head = { $count } (multi-head)
control-kv_heads-multi-query = 1 (multi-query)
control-kv_heads-grouped = { $count } (grouped)

control-first_position = first position
control-first_position-hint = of the sentence; RoPE’s scores depend on distances only
control-rope_style = pairs
control-rope_style-hint = which columns are rotated together
option-rope_style-interleaved = neighbours: 0 1, 2 3, …
option-rope_style-half_split = half a row apart
control-rope_base = base
control-rope_base-hint = the larger, the slower the last pairs rotate
control-partial_rotary_factor = part that rotates
control-partial_rotary_factor-hint = of each row’s columns, the first ones; the others compare what words mean at any distance
control-rope_scaling = for longer texts
control-rope_scaling-hint = angles are made smaller, so that positions beyond those of training look like known ones
option-rope_scaling-none = as trained
option-rope_scaling-linear = all angles (linear)
option-rope_scaling-llama3 = slow pairs (Llama 3.1)
option-rope_scaling-yarn = slow pairs, scores too (YaRN)
control-rope_factor = factor
control-rope_factor-hint = the text may be so many times as long
control-rope_original = longest text of training
control-rope_original-hint = in tokens: pairs that turn less than about once in it are slow
control-shaw_clip = farthest distance
control-shaw_clip-hint = larger distances count as this one
control-shaw_values = for values too
control-shaw_values-hint = the context also gets a vector for each distance
control-t5_buckets = buckets
control-t5_buckets-hint = ranges of distances, each with a bias
control-t5_max_distance = last bucket from
control-t5_max_distance-hint = all larger distances share one bucket
control-distance_form = penalty
control-distance_form-hint = what is added to each score
option-distance_form-linear = −λ · distance
option-distance_form-gaussian = −distance² / 2σ²
option-distance_form-matrix = a given matrix (here: random)
control-distance_lambda = λ
control-distance_lambda-hint = how fast scores fall
control-distance_sigma = σ
control-distance_sigma-hint = the width of the bell curve

control-align = causal mask of two sentences
control-align-hint = with two sentences: where its diagonal ends
control-align-hint-both = whether a query sees the keys after it
option-align-none = none: every key is visible
option-align-bottom_right = last query sees last key
option-align-top_left = first query sees first key
option-align-both = later keys are hidden
control-window = sliding window
control-window-hint = hides keys farther away than this
control-sink_tokens = first tokens stay visible
control-sink_tokens-hint = number of tokens, even outside the window
control-padding = padding
control-padding-hint = tokens that only fill up the length
control-padding_side = padding comes
control-padding_side-hint = on this side of the words
option-padding_side-end = after the words
option-padding_side-start = before the words
control-mask_mode = hide keys
control-mask_mode-hint-before_softmax = their scores become −∞ and their weights 0
control-mask_mode-hint-after_softmax = rows no longer sum to 1, and hidden scores still count
control-mask_mode-hint-after_softmax_renormalised = each row is divided by its remaining sum: the same as before the softmax
option-mask_mode-before_softmax = before the softmax
option-mask_mode-after_softmax = after it: weights set to 0
option-mask_mode-after_softmax_renormalised = after it, then renormalise
control-mask_value = a finite number, not −∞
control-mask_value-hint = on: a row with all keys hidden still spreads its weight
control-mask_how = this number
control-mask_how-hint = added: differences between hidden scores remain
option-mask_how-fill = replaces hidden scores
option-mask_how-add = is added to hidden scores

control-temperature = temperature
control-temperature-hint = divides the scores: low sharpens, high flattens
control-softcap = cap the scores (softcap)
control-softcap-hint = limits them to ± this, by tanh
control-softmax_sink = a sink in the softmax
control-softmax_sink-hint = this score takes part, but has no value: weights may sum to less than 1
control-dropout = dropout
control-dropout-hint = this fraction of the weights is dropped, as in training
control-dropout_seed = dropout seed
control-dropout_seed-hint = which weights and other numbers are dropped

control-norm = norm of the rows
control-norm-hint = brings each row to one size
option-norm-none = none
option-norm-layernorm = LayerNorm
option-norm-rmsnorm = RMSNorm
control-norm_place = the norm comes
control-norm_place-hint = before: the stream itself is not changed by it
option-norm_place-pre = before attention and MLP (pre-norm)
option-norm_place-post = after each sum (post-norm)
option-norm_place-both = before and after each of them
control-qk_norm = norm of queries and keys (QK-norm)
control-qk_norm-hint = keeps scores from growing large
option-qk_norm-none = none
option-qk_norm-layernorm = LayerNorm
option-qk_norm-rmsnorm = RMSNorm
control-residual = residual connection
control-residual-hint = adds results to the rows they were made from
option-residual-none = none
option-residual-sequential = attention first, then the MLP
option-residual-parallel = both from X, added together
control-mlp = MLP (feed-forward)
control-mlp-hint = works on each token by itself
option-mlp-none = none
option-mlp-plain = two matrices
option-mlp-gated = gated: three matrices
control-activation = activation
control-activation-hint = the curve between the MLP’s matrices
option-activation-relu = ReLU
option-activation-relu2 = ReLU²
option-activation-gelu = GELU
option-activation-gelu_tanh = GELU by tanh
option-activation-silu = SiLU
option-activation-quick_gelu = quick GELU
control-d_ff = hidden width of the MLP (d_ff)
control-d_ff-hint = hidden numbers per token; often 4 · d_model
control-norm_epsilon = epsilon of the norms
control-norm_epsilon-hint = is added before the root, so that a row of zeros is not divided by 0
control-norm_offset = norms multiply by 1 + weight
control-norm_offset-hint = as in Gemma: a weight of 0 changes nothing
control-residual_dropout = dropout of what is added
control-residual_dropout-hint = this fraction of what attention and the MLP add to the stream is dropped, as in training
control-mlp_dropout = dropout in the MLP
control-mlp_dropout-hint = this fraction of the MLP’s hidden numbers is dropped, as in training

control-recipe = source
control-recipe-hint = three trained models ship; you can train others
option-recipe-random = drawn at random
option-recipe-article = a published example
option-recipe-named = built by hand, readable
option-recipe-pronoun = trained: what “it” means
option-recipe-translation = trained: translation
option-recipe-grammar = trained: next word
option-recipe-trained = trained in Train
option-recipe-given = your tensors
control-seed = seed
control-seed-hint = starts the random number generator
control-seed-next = another
control-projections = weights Wq, Wk, Wv
control-projections-hint = off: queries, keys and values are X itself
control-projection_bias = biases
control-projection_bias-hint = a number added to each column of Q, K, V and the output
control-tied = tied: Wk is Wq
control-tied-hint = keys are queries, so raw scores are symmetric

kind-article-context = The second input is drawn at random, as in the published example: its rows are not words.
kind-article-redraw = The example’s numbers depend on the exact sizes: changing a size changes every number.

## Examples

preset-no-weights = Without weights: Q = K = V = X
preset-dot-product = One dot product: chased · dog = 0.68
preset-causal = Causal self-attention, one head
preset-encoder = Encoder: every token sees every token
preset-cross = Cross-attention: two sentences, two widths
preset-cross-self = Cross-attention with itself is self-attention
preset-decoder-step = One decoding step: only the newest word is a query
preset-today = The parts of a modern model: RoPE, shared keys, window, softcap
preset-mask-five = Five words, one causal mask
preset-leak = Mask after the softmax: it leaks
preset-renormalised = Mask after the softmax, then renormalise
preset-mask-1e4 = A mask of −10,000 instead of −∞
preset-mask-1e4-empty = −10,000 added, and rows with all keys hidden
preset-batch = A batch of three sentences
preset-padding = Padding
preset-padding-causal = Padding first: rows with all keys hidden
preset-window = Sliding window
preset-window-sinks = Sliding window that keeps the first token
preset-multi-head = Eight heads
preset-gqa = Eight heads share two keys and values (GQA)
preset-mqa = Eight heads share one key and value (MQA)
preset-tied = Tied Wk = Wq: symmetric scores
preset-order-blind = Rearranged words, no positions
preset-positions = Rearranged words, sinusoidal positions
preset-learned = Rearranged words, learned positions
preset-shaw = Rearranged words, relative keys (Shaw)
preset-t5 = Rearranged words, relative bias (T5)
preset-alibi = ALiBi: a slope for each head
preset-rope = Rotary positions (RoPE)
preset-rope-half = Rotary positions, halves paired
preset-distance-linear = Distance penalty, linear
preset-distance-gaussian = Distance penalty, Gaussian
preset-distance-matrix = Distance bias from a matrix
preset-softmax-1234 = The softmax of 1, 2, 3, 4
preset-unscaled = Not scaled: the softmax saturates
preset-temperature = A low temperature
preset-softcap = Not scaled, but capped
preset-softmax-sink = A sink in the softmax
preset-dropout = Dropout, as in training
preset-named = Who acts?
preset-named-adjective = What is described?
preset-named-unmasked = Who acts? Without the mask
preset-article-self = Self-attention
preset-article-multi-head = Four heads
preset-article-cross = Cross-attention
preset-article-causal = Causal mask
preset-article-causal-after = Causal mask after the softmax, renormalised
preset-life = Life is short, eat dessert first
preset-animal-tired = The animal cannot cross the road because it is too tired
preset-animal-wide = The animal cannot cross the road because it is too wide
preset-pronoun-layer-1 = The animal cannot cross the road …: its first layer
preset-translation = English to French: head 2 reads the article
preset-grammar = The next word: “cat” looks at “dogs”
preset-grammar-output = The next word: from the output to probabilities
preset-animal-dark = The animal cannot cross the road because it is too dark
preset-cat-mat = The cat sat on the mat
preset-lunch = Lunch was very delicious today
preset-dog-ball = The dog chased the ball
preset-dog-cat = The dog chased the cat
preset-big-dog = The big dog ran
preset-fox = The quick brown fox
preset-bank = The bank of the river
preset-science = I love Science
preset-journey = Your journey starts with one step

examples-trained = Trained models
examples-kinds = Kinds of attention · untrained
examples-masks = Masks and padding · untrained
examples-heads = Heads · untrained
examples-positions = Positions · untrained
examples-scores = Scores and softmax · untrained
examples-readable = Weights that can be read
examples-published = A published example
examples-sentences = Sentences, with the current settings

# Words by which the examples of each group are found as well.

examples-trained-words = learned, “it”, pronoun, translate, grammar, probabilities
examples-kinds-words = self-attention, encoder, decoder, cross, dot product
examples-masks-words = hide, hidden, future, leak, −∞, window, batch
examples-heads-words = multi-head, grouped-query, multi-query, share keys and values
examples-positions-words = order, position encoding, bias, distance, rotate
examples-scores-words = scale, divide, saturate, logits, sampling
examples-readable-words = by hand, named columns, verb, animal
examples-published-words = article, blog
examples-sentences-words = words, text
examples-found = { $isAll ->
    [yes] { $count ->
        [0] No example has these words.
        [one] One example.
       *[other] { $count } examples.
    }
   *[no] { $shown } of { $count } examples: type a word to find others.
}

## Questions beside the figures

questions-here = Questions about this figure
questions-more = more questions
experiment-failed = This experiment could not be loaded. Check the connection, then close it and open it again.
experiment-scaling = Why divide by √d_k?
experiment-explaining = Do attention weights explain the answer?
experiment-temperature = What does a temperature do?
experiment-comparing = Why three matrices, not the embeddings themselves?
experiment-tying = Why keep Wq and Wk apart?
experiment-masking = Why mask before the softmax?
experiment-causality = What does the causal mask do, and when?
experiment-mask = Where can a mask leak?
experiment-seeing = What does each head see?
experiment-mixing = Why project after concat?
experiment-place = Where is attention used, and what came before it?
experiment-splitting = Why several heads and not one wide one?
experiment-sharing = Does every head need its own keys?
experiment-order = Does attention see the order of words?
experiment-positions = Where does word order come from?
experiment-distances = What does a bias on distance change?
experiment-dropping = What does dropout do to attention?
experiment-norming = Why norms: how large would the rows become?
experiment-placing = A norm before or after: what changes?
experiment-adding = Why is what a branch gives added, and not passed on?
experiment-feeding = How much of a layer is the MLP?
experiment-activating = What does the activation drop?
experiment-rotation = What does rotation (RoPE) change?
experiment-cache = What does a KV cache save, and why not queries?
experiment-dot = What does a dot product measure?
experiment-softmax = What does softmax keep, and why “soft max”?

## The element alone

failed-build = This browser is too old: it has no WebAssembly SIMD, and wasm-scalar.js, which does without, could not be loaded.

## Why something cannot be used: field is its name in links and files, got is the value that was given

refused-integer = { $field }: must be an integer from { $min } to { $max }, { $got ->
  [NaN] but the field is empty
 *[other] got { $got }
}
refused-number = { $field }: must be a number from { $min } to { $max }, { $got ->
  [NaN] but the field is empty
 *[other] got { $got }
}
refused-choice = { $field }: must be one of { $known }; got { $got }
refused-characters = { $field }: at most { $max } characters, got { $got }
refused-tokens = { $field }: at most { $max } tokens, got { $got }
refused-empty = { $field }: must contain a word, got { $got }
refused-divide = { $field }: must divide the { $heads } heads, got { $got }
refused-pairs = RoPE rotates pairs of numbers, so { $size } must be even: change it first.
refused-model = { $field }: the trained model decides it: { $wanted }, not { $got }.
refused-tensors = { $field }: your tensors decide it: { $wanted }, not { $got }.
refused-labels = One label for each token: { $wanted }, with blanks between them, not { $got }.
refused-given-size = The page can draw at most { $max } { $name ->
    [n_q] queries
    [n_k] keys
    [heads] heads
    [kv_heads] key/value heads
    [d_model] columns of X (d_model)
    [d_context] columns of C (d_context)
    [d_k] columns of a query (d_k)
   *[d_v] columns of a value (d_v)
}; these tensors have { $got }. The command line has no such limit.
refused-given-numbers = The page can hold at most { $max } numbers; these tensors have { $got }. The command line has no such limit.
refused-words = { $field }: the hand-built weights know only these words: { $known }. They do not know { $got }.
problem-memory = These settings need more memory than there is, so the settings before them are shown again. { $reason }
refused-twice = { $field } appears twice in the link.
refused-gone-speed = The experiment “How fast is it?” is no longer on this page. The documentation shows how fast the engine is: “The engine”, “How fast”.
refused-unknown = Unknown field { $got }.
refused-misspelt = Unknown field { $got }. Did you mean { $near }?
refused-whole = { $field }: must be a whole number from 0 up, got { $got }
refused-head = { $field }: must be the index of a head, from 0, or all; got { $got }
refused-unreadable = { $field }: the link has { $got }, which cannot be read.
refused-file-size = { $field }: at most { $max } MB, got { $got }
refused-no-file = { $field } cannot be read. Is it a folder, or has it been moved?
refused-no-state = { $field } is not a state saved by this page. A file of numbers (.npy, .npz, CSV) belongs to “What if this number were different?” below.
refused-case = { $field } is a case for the command line: attention-stepper check { $field }. The page opens states, and the cases that it saved itself.
refused-whole-state = { $field } is a saved state or a case. Drop it on the page outside this table, or load it in “Take it with you: figures, numbers, code”; only numbers belong here.
refused-columns = { $field }: line { $line } has { $got } columns, the lines before it have { $columns }.
refused-no-number = { $field }: { $got } in line { $line }, column { $column } is not a number.

link-left-out = Part of the link cannot be used and is left out:
link-left-out-more = And { $count } more.

## A figure, saved as a file

export-paper = background
export-paper-page = as on the page
export-paper-light = white
export-paper-dark = dark
export-copy = copy
export-png-large = This figure is too large for a PNG here. Use the SVG.
export-copy-png = copy as PNG
export-copied = Copied.
export-not-copied = The browser did not allow copying: select the text and press Ctrl+C.
export-image-copied = Copied. Paste it into a mail or a post.
export-image-not-copied = The browser did not allow copying: save the PNG instead.
export-save-as = save as
export-save-figure = Save the figure: { $name }
figure-numbers = The numbers are in a table below the figure.
