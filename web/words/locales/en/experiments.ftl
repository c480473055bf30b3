### The experiments of Explore. Loaded when a question is asked.

## The experiments under the walk

experiments-heading = All questions
experiments-search = Search
experiments-found = { $count ->
    [0] No question contains this. Try another word.
    [one] { $count } of { $all } questions
   *[other] { $count } of { $all } questions
  }
experiments-hint = Each one opens an experiment with a walk of its own (all stages, from embeddings to output), on which its answer can be seen: yours where that shows it, otherwise random weights. It says which. Your walk stays as it is.
experiments-close = close
experiments-differs = In this experiment: { $settings }.
experiments-setting = { $setting } (yours: { $own })
experiments-take = Take this to the walk
experiments-elsewhere = These settings do not show the answer. These do: { $where }
experiments-there = Go there
experiments-on = { $own ->
    [yes] On your own walk ({ $source })
   *[no] On { $source }
}
experiments-source-random = random weights
experiments-source-none = embeddings alone, without weights
experiments-source-edited = numbers set by hand
experiments-source-article = the weights of a published example
experiments-source-named = weights built by hand
experiments-source-pronoun = a trained model
experiments-source-translation = a trained model
experiments-source-grammar = a trained model
experiments-source-given = your tensors
experiments-source-trained = the model that you trained
experiments-scores = How is attention shared out?
experiments-order = Who sees whom, and in which order?
experiments-heads = What do heads and layers add?
experiments-whole = How does it learn, and what does it cost?
experiments-gradients = The gradients
experiments-yours = Your own
experiment-training = How can one sentence be many examples?
experiment-cost = What does attention cost?
experiment-compare = Compare any two settings
experiment-backward = How do weight matrices learn: what flows back?
experiment-tiles = How can attention avoid the n × n matrix?
experiment-numbers = What if this number were different?
experiment-export = Take it with you: figures, numbers, code

## The walk on which each experiment shows its answer

experiment-comparing-where = { $on }, without positions.
experiment-scaling-where = { $on }, at d_k = { $d_k }.
experiment-temperature-where = { $on }, starting at temperature 1.
experiment-explaining-where = On the trained translation model, for “la voiture rouge est”.
experiment-tying-where = { $on }, without positions.
experiment-masking-where = { $on }, with the causal mask.
experiment-causality-where = { $on }, with the causal mask.
experiment-mask-where = { $on }, with the masks below.
experiment-seeing-where = { $on }, in 4 heads.
experiment-splitting-where = { $on }.
experiment-mixing-where = { $on }, in 4 heads.
experiment-sharing-where = { $on }, in 4 heads.
experiment-order-where = { $order ->
    [hidden] { $on }, without positions and without a mask.
   *[seen] { $on }.
}
experiment-positions-where = { $on }.
experiment-rotation-where = { $on }.
experiment-distances-where = { $on }, in 4 heads.
experiment-dropping-where = { $on }.
experiment-norming-where = { $on }, in a whole layer.
experiment-placing-where = { $on }, in a whole layer.
experiment-adding-where = { $on }, in a layer without norms.
experiment-feeding-where = { $on }, in a whole layer.
experiment-activating-where = { $on }, in a whole layer with ReLU.
experiment-training-where = { $on }, with the causal mask.
experiment-cache-where = { $on }, with the causal mask.
experiment-tiles-where = { $on }, tile by tile.
experiment-backward-where = { $on }.
experiment-cost-where = { $on }.
experiment-place-where = The last line of the last table is your own walk ({ $source }).
experiment-dot-where = On the two vectors of the number that you inspect, or on others.
experiment-softmax-where = On the scores of the row that you inspect, or on others.
experiment-numbers-where = On your own walk: what you change here changes it.
experiment-export-where = All of it from your own walk ({ $source }).
experiment-compare-where = { $on }.

## Words by which the search finds a question, beside its own

experiment-scaling-words = sqrt square root variance saturation gradient query key
experiment-explaining-words = interpretability attribution meaning ablation translation
experiment-temperature-words = sharp flat softmax sampling
experiment-comparing-words = query key value Wv weight matrix projection
experiment-tying-words = query key symmetric weight matrix projection
experiment-masking-words = padding infinity −∞ renormalise
experiment-causality-words = decoder future next word GPT autoregressive
experiment-mask-words = padding window future paint
experiment-seeing-words = query key column projection subspace
experiment-mixing-words = Wo output projection residual
experiment-place-words = encoder decoder transformer residual feed-forward layer cross-attention RNN recurrent BERT GPT T5
experiment-splitting-words = multi-head parallel width d_k
experiment-sharing-words = key value grouped-query multi-query GQA MQA
experiment-order-words = permutation swap position
experiment-positions-words = sinusoidal learned encoding embedding
experiment-distances-words = ALiBi T5 relative Gaussian position
experiment-dropping-words = regularisation training random
experiment-norming-words = LayerNorm RMSNorm normalisation residual stream size depth
experiment-placing-words = pre-norm post-norm LayerNorm RMSNorm normalisation depth
experiment-adding-words = residual skip connection stream vanishing gradient depth
experiment-feeding-words = feed-forward parameters weights size off
experiment-activating-words = ReLU GELU SiLU sparse zero feed-forward MLP
experiment-rotation-words = rotary angle relative position query key
experiment-cache-words = key value prefill generate next word decoder speed memory
experiment-dot-words = vector cosine angle similarity query key score
experiment-softmax-words = exponential probability share maximum temperature
experiment-training-words = next word teacher forcing loss parallel GPT
experiment-cost-words = memory complexity quadratic FLOPs long sentence
experiment-compare-words = two walks difference own
experiment-backward-words = gradient backpropagation loss derivative learning training
experiment-tiles-words = flash FlashAttention online softmax memory long
experiment-numbers-words = edit change input weights by hand
experiment-export-words = PyTorch NumPy JavaScript download save SVG PNG

## Where attention is used

place-heading = Three places in a transformer
place-caption = The three kinds of attention
place-kind = kind
place-queries = queries from
place-keys = keys and values from
place-mask = mask
place-use = used for
place-show = show it
place-show-label = Show it: { $name }
place-text = the text
place-own = the text itself
place-written = the text being written
place-read = the text that was read
place-causal = causal: no later tokens
place-padding = only padding
place-encoder = Encoder self-attention
place-encoder-use = Understanding a complete text: classifying it, searching in it, reading the sentence to translate (BERT; the encoder of a translation model).
place-decoder = Decoder self-attention
place-decoder-use = Writing: each row predicts the next token, so it must not see that token (GPT, Llama).
place-cross = Cross-attention
place-cross-use = Writing from something that was read: a translation, a transcript of speech. Queries come from the text being written, keys and values from the text that was read (the first transformer, T5, Whisper).
place-layer = Attention is one part of a layer. Its output is added to X; then each row goes separately through a feed-forward network, which is added too; normalisation keeps the numbers in range. A model is a stack of such layers.
place-before-heading = What came before
place-before-static = One vector per word. Word2vec and GloVe give a word the same vector in every sentence: “bank” by a river and “bank” with money cannot be told apart. Attention mixes each vector with those around it.
place-before-recurrent = Reading word by word. A recurrent network carries one state of fixed size from word to word: what it read early must survive every later step, and each step must wait for the one before. Attention connects any two words in one step, and in training all rows are computed at once.
place-models-heading = Known models, and this page
place-models = Sizes of known models and of this walk
place-model = model
place-walk = this walk
place-layers = layers
place-heads = heads
place-kv_heads = key/value heads
place-product = heads × d_k
place-tokens = longest text, in tokens
place-models-text = In all three models heads × d_k is d_model, but it need not be. Llama 3’s query heads share keys and values, four to one.

## Comparing two walks

compare-text = A is the walk above. B is the same walk with one change that you choose, so every difference comes from that change.
compare-other-text = B is the walk of A with one change, so every difference comes from that change.
compare-fixed = B cannot change this: { $setting }. It belongs to these trained weights.
compare-no-effect = Nothing in these walks depends on what B changes.
compare-none = Choose what B changes.
compare-show = just show me
compare-changes = B changes
compare-choose = choose
compare-to = to
compare-on = on
compare-off = off
compare-unset = not set
compare-by-hand = set by hand
control-token_order-short = order of the words
control-hidden_pairs-short = painted mask
control-context-short = second sentence
compare-value = { $name } { $value }
compare-both = { $field } of both
control-edits-short = numbers set by hand
compare-edited-other = in the other layer, { $count ->
    [0] original numbers
    [one] one number set by hand
   *[other] { $count } numbers set by hand
}
compare-edited = { $count ->
    [0] original numbers
    [one] one number set by hand
   *[other] { $count } numbers set by hand
}
compare-stage = compared at
compare-a = A · { $what }
compare-b = B · { $what }
compare-difference = A − B · { $stage }
compare-right = You expected: { $guess }. Correct.
compare-wrong = You expected: { $guess }. The measured result: { $outcome }.
compare-place = “{ $row }” → { $column }
compare-moved = { $moved } of { $all } numbers of { $stage } differ, by { $largest } at most ({ $place }).
compare-hidden = { $moved } of { $all } numbers of { $stage } differ: finite on one side, −∞ on the other.
compare-same = All numbers of { $stage } are the same, to the last bit.
compare-shapes = { $stage } is { $a } in A and { $b } in B: tensors of different shapes cannot be subtracted.
compare-shapes-output = { $stage } is { $a } in A and { $b } in B: tensors of different shapes cannot be subtracted. The outputs have the same shape; they differ by { $largest } at most.
compare-meters = all heads
compare-more = Also: softmax gradient, and memory
meter-multiply-adds = multiply-adds
meter-bytes = bytes of all stages

## Their questions

compare-scaling-text = A divides the scores by √d_k, B does not; all else is the same. Move d_k from 1 to 256 and watch B.
compare-scaling-expect = Without the division, at a large d_k, the attention weights of a row become …
compare-scaling-evener = more even
compare-scaling-sharper = nearly all for one key
compare-scaling-same = the same
compare-scaling-finding = At d_k = { $d_k } the scores have a variance of { $bVariance } without the division and { $aVariance } with it. Without it, the largest weight of a row is { $bLargest } on average and the norm of the softmax’s gradient is { $bGradient }; with it, they are { $aLargest } and { $aGradient }. Where the gradient is near 0, nothing is learned.
compare-masking-text = A hides scores before the softmax (−∞). B takes the softmax over all keys and zeroes the hidden attention weights afterwards.
compare-masking-expect = The rows of B then sum to …
compare-masking-one = 1
compare-masking-less = less than 1
compare-masking-finding = In B a row sums to as little as { $sum }: the hidden scores are still in the denominator, so tokens that are hidden still change the result. Dividing each row by its sum would fix both.
compare-splitting-text = A has one head of width 8, B two of width 4: 8 columns of queries in both.
compare-splitting-expect = Splitting into two heads costs …
compare-splitting-more = more multiply-adds
compare-splitting-same = the same number of multiply-adds
compare-splitting-fewer = fewer multiply-adds
compare-splitting-finding = A takes { $a } multiply-adds, B { $b }. What grows is the number of scores, { $aScores } against { $bScores }, and their exponentials. One head has one row of weights for each token, so everything that the token needs goes into one weighted average; two heads can look for two things at once, and Wo combines the results.
compare-tying-text = A has separate Wq and Wk. B uses one matrix for both, so a token’s query is also its key.
compare-tying-expect = The raw scores of B are then …
compare-tying-symmetric = symmetric
compare-tying-free = not symmetric
compare-tying-finding = A score and its mirror (query “a” with key “b”, query “b” with key “a”) differ by { $a } at most in A and by { $b } in B. With tied matrices, one token cannot look for another that does not look for it.
compare-comparing-text = A has its three matrices. B compares the embeddings themselves: Q = K = V = X.
compare-comparing-expect = In B the weight that a token gives itself is …
compare-comparing-more = larger
compare-comparing-same = about the same
compare-comparing-less = smaller
compare-comparing-finding = A token gives itself { $a } of its weight in A and { $b } in B, on average: a vector’s dot product with itself is its squared length, and only a longer vector can score higher. Three matrices make what a token looks for (Q), what it is found by (K) and what it passes on (V) independent.
compare-seeing-text = Does a head see a slice of each token, or all of it? B changes one number of the input: the last one of the first token. The figures show the queries, head by head.
compare-seeing-expect = The first token’s query then changes in …
compare-seeing-one = one head
compare-seeing-all = every head
compare-seeing-finding = It changed in { $moved } of { $all } heads. Every head reads the whole row of X and multiplies it by its own columns of Wq: the input is not split. Only the product is divided: each head has its own columns of Q.
compare-mixing-text = B changes one number of Wv in head 1, which changes one column of that head’s values. In concat, each column still belongs to one head.
compare-mixing-expect = How much of the output changes?
compare-mixing-own = one column
compare-mixing-all = every column
compare-mixing-finding = In concat { $moved } of { $all } columns changed, in the output { $outputs } of { $allOutputs }: each column of the output adds up all columns of concat, each times a number of its own from Wo. Without Wo every head would keep to its own columns; Wo also brings the width back to d_model, so that the result can be added to X.
compare-sharing-text = A has a key and value head for each query head. In B query heads share them (grouped-query attention; multi-query attention if all share one).
compare-sharing-finding = Keys and values take { $a } bytes in A and { $b } in B. A cache must hold these, so this is what grouping saves; every query head still has its own scores.
compare-causality-text = A hides later tokens, before the softmax. Models that generate text (GPT) do so in training, so that no row sees the token that it must predict, and when they read the prompt. When they then add one token at a time, there are no later tokens to hide. Models that read a finished text (BERT) hide only padding, as B does.
compare-causality-finding = The entropy of a row is { $a } bits on average in A and { $b } bits in B. The first token has no choice in A: its weight on itself is 1.
compare-positions-text = A has embeddings alone. B adds sines and cosines of each position.
compare-positions-finding = In A two words have the same score at any positions. In B the position is part of X, so the same words score differently at other positions.
compare-rotation-text = A compares queries and keys as they are. B first turns each pair of their columns by an angle that grows with the position, so that a score depends on how far apart two tokens are. Values are not turned.
compare-rotation-finding = A token’s distance from itself is 0, so the scores on the diagonal do not change, except for rounding. Every other score now depends on how far apart its two tokens are.
compare-distances-text = A compares words alone. B subtracts from each score the distance of its two words times a slope (ALiBi). Each head has its own slope.
compare-distances-expect = In B, a row looks on average …
compare-distances-nearer = nearer
compare-distances-farther = farther
compare-distances-same = as far
compare-distances-finding = On average a row looks { $a } words away in A and { $b } in B. The bias is the same whatever the words are, and a large enough score still overcomes it.
compare-norming-text = A brings each row to one size before attention and before the MLP read it. B has no norms; all else is the same. To see what many layers make of that, the layer is used six times, one after the other, with the same weights each time.
compare-norming-expect = Without norms, the rows that leave the sixth layer are …
compare-norming-larger = larger
compare-norming-same = about as large
compare-norming-smaller = smaller
compare-norming-finding = The rows of X have a size of { $first } on average (the root of the mean of squares). After { $layers } layers it is { $a } with norms and { $b } without. With a norm, each branch reads rows of one size and so adds about as much as in any other layer; without, it adds in proportion to what is there, and that grows from layer to layer.
compare-norming-table = Mean size of a row, after each layer
compare-placing-text = A has each norm before the branch that reads it (pre-norm), so that nothing divides the stream itself. B has it after each sum (post-norm), on the stream.
compare-placing-expect = The rows that leave the layer in B are …
compare-placing-one = all of one size
compare-placing-varied = of different sizes
compare-placing-finding = The sizes of the rows that leave the layer (the root of the mean of squares) are { $aMin } to { $aMax } in A, and { $bMin } to { $bMax } in B. After { $layers } such layers, they are { $a } in A on average, since every layer adds, and { $b } in B.
compare-placing-table = Mean size of a row, after each layer
compare-adding-text = In A, what attention and the MLP give is added to the rows that they read. In B, it takes the place of these rows. Training goes by gradients, from the end to the beginning. The layer is used six times, with the same weights each time; at every number that leaves the last, a gradient of 1 or −1 comes in. Neither has norms, which would make up for a part of it.
compare-adding-expect = Without the sums, the gradient that reaches the first X is …
compare-adding-smaller = smaller
compare-adding-same = about as large
compare-adding-larger = larger
compare-adding-finding = Of a gradient of size 1 (the root of the mean of squares, over four draws), { $a } reaches the first X with the sums, through { $layers } layers, and { $b } without. A sum passes the gradient on as it is, beside what comes through the branch; without it, all must come through the weights of every branch, and each takes some of it. What has vanished cannot train the first layers. (That it grows in A is what norms hold down.)
compare-adding-table = Size of the gradient at X, and after each layer
compare-feeding-text = A is a whole layer. B is the same without the MLP: attention, its norm and its sum are left.
compare-feeding-expect = Of the weights in all matrices of A, B has about …
compare-feeding-third = a third
compare-feeding-half = half
compare-feeding-most = nearly all
compare-feeding-finding = The matrices of A have { $a } weights, those of B { $b }: two thirds are in the MLP, whose hidden rows are 4 times as wide as the stream. In GPT-2 it is the same. What the MLP adds to the stream here has a size of { $mlp } (the root of the mean of squares); what attention adds, { $attention }.
compare-activating-text = A has ReLU as its activation, B has GELU; all else is the same. Both let large numbers pass, and hold back those below 0.
compare-activating-expect = In A, many activated numbers are exactly 0. In B there are …
compare-activating-same = as many
compare-activating-fewer = some
compare-activating-none = none
compare-activating-finding = ReLU makes every number below 0 exactly 0: { $a } of { $all } here ({ $share }). GELU makes them small, but not 0: { $b } of { $all }. So with GELU, a number that is held back can still learn.
compare-layer = layer
compare-layer-x = X
compare-dropping-text = In training, dropout sets attention weights to 0 at random, and divides the others by 1 − p. B does so with p = 0.2, so that no row can rely on one key alone. A model that answers drops nothing, as in A.
compare-dropping-expect = The rows of B then sum to …
compare-dropping-one = 1
compare-dropping-varies = sometimes more, sometimes less than 1
compare-dropping-finding = In B { $dropped } of { $all } attention weights are dropped, and rows sum to { $min } up to { $max }. The mean over many draws is 1: that is what the division is for.
compare-explaining-text = A is the trained translation: after each French word it guesses the next one. B hides from each row, in both heads, the English word to which head 1 gives its largest attention weight; softmax then shares the row’s attention among the other words.
compare-explaining-expect = Without that word, the most probable next word changes in …
compare-explaining-all = every row
compare-explaining-some = some rows
compare-explaining-none = no row
compare-explaining-finding = It changes in { $changed } of { $all } rows. After “{ $neededRow }”, head 1 gives { $neededWeight } of its attention to “{ $neededKey }”: without it, “{ $before }” becomes “{ $after }”. After “{ $spareRow }” it gives { $spareWeight } to “{ $spareKey }”: without it, the next word is still “{ $same }”. An attention weight says where a head reads; whether the answer depends on it, only a change shows. Jain and Wallace (Attention is not Explanation, 2019) found, in text classifiers, quite different attention weights that lead to nearly the same answer. Wiegreffe and Pinter (Attention is not not Explanation, 2019) replied that such weights must come from a model trained to use them, and that it depends on what one calls an explanation.
compare-temperature-text = B divides the scores by a temperature before the softmax.
compare-temperature-expect = At a temperature of 2 the attention weights of a row become …
compare-temperature-evener = more even
compare-temperature-sharper = sharper
compare-temperature-same = the same
compare-temperature-finding = The entropy of a row is { $a } bits on average in A and { $b } bits in B; the largest weight is { $aLargest } in A and { $bLargest } in B. The order of the weights does not change.

## Masks

mask-text = A mask says which keys a query may see. There are several ways to apply one, and not all of them hide everything.
mask-paint = Paint a mask
mask-paint-text = Select a pair to hide or show it. With a mouse you can drag over several; by keyboard, use the arrow keys and Space. Hatched pairs are hidden by the masks in the settings above.
mask-patterns = Patterns
mask-pattern-clear = clear
mask-pattern-causal = causal
mask-pattern-window = window
mask-pattern-block = blocks
mask-grid = Pairs of queries and keys
mask-painted = { $query } to { $key }: hidden by hand
mask-hidden = { $query } to { $key }: hidden by a mask
mask-open = { $query } to { $key }: visible
mask-large = There are too many pairs to paint by hand.
mask-none = Nothing is hidden now. Paint a pair, or turn the causal mask on.
mask-ways = Three masking methods
mask-way = method
mask-way-before = −∞ before the softmax
mask-way-before-text = e to the power −∞ is 0: hidden keys get a weight of exactly 0.
mask-way-renormalised = zeros after the softmax, rows divided by their sum
mask-way-renormalised-text = The same weights except for rounding; 0/0 where all remaining weights have underflowed.
mask-way-after = zeros after the softmax, rows left as they are
mask-way-after-text = Rows sum to less than 1: the hidden scores still count in the denominator.
mask-way-fill-9 = −10⁹ in place of the score
mask-way-add-9 = −10⁹ added to the score
mask-way-fill-4 = −10⁴ in place of the score
mask-way-add-4 = −10⁴ added to the score
mask-empty = Rows that may see no key
mask-empty-text = “{ $query }” may see no key. Here its weights and its context are 0. Many frameworks give NaN, from −∞ − (−∞); with finite masks the row sees keys that it may not see:
mask-empty-way = { $way }: weights sum to { $sum }, the largest is { $largest } (equal weights would be { $even }).
mask-leak = Leak test
mask-leak-text = The engine computes the walk again with 1 added to every number of one token’s embedding. Outputs of tokens that may not see it must not change; differences below 10⁻⁵ are rounding.
mask-token = token to change
mask-seen = Every other token may see “{ $key }”. Choose one that is hidden from some.
mask-tight = { $count } tokens may not see “{ $key }”, and their outputs do not change with any method (beyond rounding).
mask-leaks = { $count } tokens may not see “{ $key }”. Their outputs still change with: { $ways }.
mask-table = Masking methods, and what leaks
mask-apart = weights differ from those with −∞ by
mask-moved = outputs that change in any bit
mask-by = by at most

## Order experiment

order-text = Swap two words, and compare the output row of each word before and after.
order-cross = Only words of the first sentence are swapped; the keys and values stay as they are.
order-single = A single word has no order. Type a second one.
order-first = swap
order-second = with
order-swap = swap them
order-words = The words are now: { $words }
order-restore = restore the order
order-table = { $count ->
    [one] Output rows before and after: their one number. What differs is marked.
   *[other] Output rows before and after: their first { $count } numbers. What differs is marked.
  }
order-word = word
order-place = place
order-row = output row
order-before = before, { $place }
order-after = after, { $place }
order-blind = Attention alone is blind to order: each word kept its output row, and the rows only moved with the words. Largest difference: { $difference }, which is rounding (sums are added in another order). Turn positions or the causal mask on to see the outputs change.
order-blind-exact = Attention alone is blind to order: each word kept its output row, and the rows only moved with the words. Largest difference: exactly 0. Turn positions or the causal mask on to see the outputs change.
order-alike = The outputs did not change: largest difference exactly 0. The words that changed places are the same.
order-unmoved = The outputs did not change, except for rounding at most: largest difference { $difference }. What depends on places here ({ $causes }) makes no difference for these words.
order-large = Nothing here depends on places, but the numbers are so large that rounding shows: largest difference { $difference }.
order-sees-positions = With positions the outputs themselves changed: largest difference { $difference }. The same words in another order are a different sentence.
order-sees-causal = The causal mask depends on the order, so the outputs changed: largest difference { $difference }. Turn the mask off to see attention alone.
order-sees = The outputs themselves changed: largest difference { $difference }. What depends on places here: { $causes }.
order-cause-trained = positions, which this trained model adds to its words
order-cause-positions = positions
order-cause-causal = the causal mask
order-cause-window = the window
order-cause-painted = the painted mask
order-cause-ignored = keys marked as padding
order-cause-dropout = dropout
order-cause-edits = rows of X set by hand

## The calculators for dot products and softmax

bench-empty = Type at least one number.
bench-many = At most 256 numbers, got { $word }.
bench-number = “{ $word }” is not a number. Write numbers with a point, and spaces or commas between them.
bench-large = { $word } is too large for a float32.
bench-lengths = Both vectors need the same length: the first has { $a }, the second { $b }.
bench-temperature-range = The temperature must be a number from { $min } to { $max }, got “{ $word }”.
bench-inspected = These are the numbers of { $name }. Type others, or inspect another number in the walk.
bench-typed = These numbers are set by hand.
bench-take = use the inspected numbers
bench-example = example: { $name }
dot-text = Multiply column by column, then add up. Type two vectors and watch the sum grow.
dot-first = First vector
dot-second = Second vector
dot-component = column
dot-product = product
dot-sum = sum so far
dot-table = The dot product, step by step
dot-dot = dot product
dot-length-a = length of the first
dot-length-b = length of the second
dot-cosine = cosine
dot-no-direction = none: a vector of zeros has no direction
dot-longer = make the first vector twice as long
dot-lesson = A dot product is not similarity. It is length × length × cosine; the cosine says how well the directions agree: 1 if they are the same, 0 at a right angle. A vector twice as long doubles the dot product, although the angle stays the same.
dot-example-name = “chased” · “dog”
softmax-text = Type scores and change the temperature T: each weight is e^(score ÷ T), divided by the sum of all of these.
softmax-scores = Scores
softmax-temperature = Temperature
softmax-table = Softmax, score by score
softmax-key = key
softmax-score = score
softmax-divided = score ÷ T
softmax-power = e^(difference from the largest)
softmax-weight = weight
softmax-hard = hard max
softmax-gradient = gradient of “{ $key }”
softmax-gradient-of = Gradient of weight
softmax-example-name = 1 2 3 4
softmax-lesson = Softmax keeps the order, not the proportions: twice the score is not twice the weight. Only differences count; a score that is higher by 1 gets a weight e^(1 ÷ T) = { $ratio } times as large. It is a soft version of the arg max: as T falls, all weight goes to the largest score, and the gradient goes to 0.
softmax-hidden-hint = Type -inf for a hidden key.

## Numbers set by hand

numbers-none = Your tensors start at Q, K and V, which are shown as they are: there is nothing to set by hand.
numbers-text = Type over any number that the walk starts from. Everything above is updated at once; undo reverts it. Your numbers are stored in this page’s link, after #, so no server sees them. If there are too many for a link, save them in a file.
numbers-tensor = Which numbers
numbers-head = head
numbers-grid = { $head ->
    [0] Numbers of { $name }
   *[other] Numbers of { $name }, head { $head }
}
numbers-keys = Arrow keys move, typing starts an edit, Enter or Tab accepts it, Escape cancels it, Delete resets the number. A block pasted from a spreadsheet starts at the selected number.
numbers-keys-touch = Tap a number to change it; undo brings the old one back.
numbers-file = Numbers for { $name } from a file (CSV, TSV, JSON, .npy, .npz), or drop one on the grid:
numbers-typing = Row { $row }, column { $column }
numbers-was = Set by hand; was { $value }
numbers-bad = “{ $text }” is not a number that a float32 can hold, so row { $row }, column { $column } was not changed.
numbers-set = { $count ->
    [one] One number of { $name } was changed.
   *[other] { $count } numbers of { $name } were changed.
}
numbers-pasted = what was pasted
numbers-space = has the shape { $got }, and from here at most { $space } fits
numbers-shape = { $tensor } needs the shape { $wanted }, got { $got }
numbers-count = { $count ->
    [one] One number is set by hand
   *[other] { $count } numbers are set by hand
}, { $here } of them in { $name }.
numbers-reset-tensor = reset { $name }
numbers-reset-all = reset all
numbers-part = Rows { $row } to { $lastRow } of { $rows }, columns { $column } to { $lastColumn } of { $columns }
numbers-up = previous rows
numbers-down = next rows
numbers-left = previous columns
numbers-right = next columns

## Cost

cost-text = What the walk above costs, counted by the engine that computes it. Hidden pairs are counted too: this walk computes all scores and then masks them.
cost-unit = count
cost-unit-multiplyAdds = multiply-adds
cost-unit-otherOperations = other operations (e^x, divisions, additions)
cost-unit-bytes = bytes (float32)
cost-stage = stage
cost-share = share of the total
cost-all = total
cost-growth = How it grows
cost-axis = by
cost-axis-tokens = tokens n
cost-axis-d_model = d_model
cost-axis-d_k = d_k
cost-axis-heads = heads (same d_k)
cost-axis-split = heads (same heads × d_k)
cost-line-all = total
cost-line-projections = projections
cost-line-pairs = pairs of tokens
cost-here = the walk above
cost-chart = { $y } by { $x }
cost-times = × { NUMBER($value, maximumFractionDigits: 2) }
cost-summary = From { $from } to { $to } ({ $axis }): projections { $projections }, pairs of tokens { $pairs }, total { $all }.
cost-summary-split = With { $from } or { $to } heads, the walk takes { $first } and { $last } multiply-adds: splitting costs nothing. What grows is the number of scores and their exponentials; choose another count to see it.
cost-summary-split-other = { $from } or { $to } heads of the same total width: { $firstPairs } and { $lastPairs } for pairs of tokens. Every head has a score for every pair.
cost-no-curve = The current settings fix this size, so there is no curve.
cost-table-show = show the numbers
cost-table-hide = hide the numbers

## Token by token, with a KV cache

cache-text = A model that generates text computes one token, appends it, and computes the next. Only the new token’s row is unknown. The keys and values of all earlier tokens have not changed, so they can be stored: that is the KV cache. Earlier queries are not needed again: no later row reads them.
cache-not-causal = This walk has no causal mask: every new token would change all previous rows, so nothing could be cached.
cache-make-causal = turn the causal mask on
cache-cross = This walk has a second sentence. It gives the keys and values, which are computed once and never grow. Remove it to see a text grow.
cache-pointer = In this trained model every word reads all words, later ones too: every new word would change all previous rows, so nothing could be cached.
cache-long = Step by step, this experiment shows at most { $max } tokens: shorten the sentence. What the last token costs is counted below for any length.
cache-switch = Cache
cache-on = with a cache
cache-off = without
cache-prefill = Prompt
cache-prefill-tokens = { $count ->
    [one] 1 token
   *[other] { $count } tokens
}
cache-figure = Rows computed for this token, and rows from the cache
cache-at-prefill = { $count ->
    [one] Prefill: the first token, “{ $token }”
   *[other] Prefill: the first { $count } tokens in one pass, with the mask
}
cache-at-token = “{ $token }”, token { $number } of the { $of } in the text: one new row
cache-next = From the newest row a model chooses the next token; this text goes on with “{ $next }”.
cache-next-end = From the newest row a model would choose the token after this text.
cache-legend = Outlined: computed now. The other rows of K and V come from the cache; the previous rows of Q, weights and output are not needed.
cache-legend-without = Outlined: computed now. Without the cache that is every row so far, although only the last one is new.
cache-same = The new rows, computed with the cache, were compared with the same rows of full causal attention over all tokens: all { $numbers } numbers up to “{ $token }” are equal to the last bit.
cache-differs = Compared with full causal attention over all tokens, the rows up to “{ $token }” differ by up to { $difference }: with this mask a row depends on later tokens.
cache-numbers = The numbers for “{ $token }”
cache-weights-row = Attention weights of “{ $token }”, head { $head }
cache-output-row = Output of “{ $token }”
cache-with = with the cache
cache-full = full attention
cache-counters = What it costs
cache-model = Sizes of
cache-model-walk = this walk
cache-cost_layers = Layers
cache-cost_tokens = Tokens so far (n)
cache-model-sizes = { $name }: d_model { $d_model }, { $heads } heads, { $kv_heads } key/value heads, d_k { $d_k }, { $layers } layers ({ $source }). Attention alone, without its feed-forward layers.
cache-model-gqa = Heads share keys and values, so the cache is smaller.
cache-column-with = with cache
cache-column-without = without
cache-column-saved = saved
cache-column-now = this step
cache-column-sum = so far
cache-row-projections = Queries, keys and values of all heads: n·d² → d² multiply-adds
cache-row-mixing = Wo, which mixes the heads: n·d² → d² multiply-adds
cache-row-scores = Scores Q·Kᵀ of all heads: n²·d → n·d multiply-adds
cache-row-sums = Weighted sums of values, all heads: n²·d → n·d multiply-adds
cache-row-others = Scaling, softmax, biases: other operations
cache-row-bytes = Bytes of the results, 4 for each number
cache-saved = Generating all { $tokens } tokens one by one takes { $with } multiply-adds with the cache and { $without } without it: { $times } times as many.
cache-kept = The price: the cache holds { $rows ->
    [one] 1 row
   *[other] { $rows } rows
} × { $layers ->
    [one] 1 layer
   *[other] { $layers } layers
} × { $kv_heads } key/value heads × { $width } numbers = { $numbers } numbers, { $bytes } at 4 bytes each (half of that at 16 bits).
cache-questions = Why K and V and not Q, and is the mask still needed?
cache-why-query = Why are K and V cached, but not Q?
cache-because-query = A later token compares its own query with all earlier keys and averages all earlier values. Earlier queries are not needed again: no later row reads them.
cache-why-mask = Is the mask in the prefill redundant?
cache-because-mask = No. Without it, the prompt’s rows would see later prompt tokens. The next layer computes its keys and values from these rows, so wrong ones would be cached. Only a step of one token needs no mask: there are no later tokens.
cache-why-layers = Why must all rows be computed again without a cache?
cache-because-layers = One layer alone would need just the last row of Q. But the next layer’s keys and values are computed from all output rows of this one, so without a cache every row of every layer is computed again.

## Tiles

tiles-text = The n × n scores of a long text do not fit in a processor’s fast memory. FlashAttention (Dao et al. 2022) never stores them all: it takes a few queries and a few keys at a time, and keeps only three things for each query: its largest score so far, the sum of its exponentials so far, and the weighted sum of values so far. When a larger score comes, both sums are scaled down.
tiles-after-softmax = The mask is applied after the softmax over all keys, which tiles cannot do. Choose a mask before the softmax.
tiles-long = This experiment takes at most { $max } tokens. Shorten the sentence.
tiles-tile_queries = Queries per tile
tiles-tile_keys = Keys per tile
tiles-at = Tile { $number } of { $count }, head { $head }: queries “{ $queries }”, keys “{ $keys }”
tiles-at-skipped = Tile { $number } of { $count }, head { $head }: “{ $queries }” may see none of “{ $keys }”, so it is skipped
tiles-figure = Scores of one head as tiles
tiles-legend = Outlined: the only scores in memory now. Empty tiles are done and no longer stored; struck-through ones were skipped, because the mask hides them completely.
tiles-rows = What each query keeps
tiles-column-max = largest score
tiles-column-factor = scaled down by
tiles-column-sum = sum of exponentials
tiles-column-mixture = weighted sum of values so far
tiles-arithmetic = “{ $token }” has the scores { $scores }; the largest so far is { $max }. The sum becomes { $before } · { $factor } + { $terms } = { $after }.
tiles-factor = Each new term is e to the power (score − largest), and the factor is e to the power (old largest − new largest). The weighted sum of values is updated in the same way.
tiles-divided = These were the last keys: the weighted sum divided by the sum of exponentials is the row of the context.
tiles-held = Numbers in memory now: { $now }, of which { $tile } scores of this tile and { $rows } kept for its queries; the whole matrix of one head has { $matrix }.
tiles-growth = The tile does not grow with the text; the matrix grows with its square.
tiles-end = All tiles are done. Their context was compared with that of the walk above: the largest difference is { $difference }. It is rounding: the sums were added in another order.
tiles-overflow = All tiles are done, but a sum of values passed the largest number of float32 before it was divided. The values are too large for tiles.


## Backward

backward-text = For every number, training needs to know: if it grew a little, how much would the loss change? That is its gradient. It is known first at the output and flows back, stage by stage, to the input and the weight matrices. The loss is one that models are trained with. To follow single numbers, it can also be one output or a sum of outputs.
backward-step = Gradient descent then subtracts from every number of a weight matrix its gradient times a small number, the learning rate. Repeating this step for very many batches of texts is how random weight matrices become useful. Here they stay unchanged.
backward-loss = Loss
backward-loss-own = the one this model was trained with
backward-loss-text = the next words: cross-entropy
backward-loss-all = the sum of all outputs: no loss that anybody trains with
backward-loss-row = output of { $number }: “{ $token }”
backward-answer = right answer
backward-answer-none = none: the loss is the sum
backward-answer-own = what the model answers
backward-answer-token = { $number }: “{ $token }”
backward-answer-text = Read out as a guess: the logit of each token is the dot product of this output and the token’s row of X, and softmax makes probabilities: { $probabilities }. The loss is the cross-entropy −ln p of token { $number }, “{ $token }”: { $loss } nats. The readout stays as it is.
backward-sum-text = One output, or a sum of them, shows how gradients flow; it is not a loss that makes a model better at anything.
backward-pointer-text-2 = The attention weights of “{ $reader }” are this model’s answer: it puts { $probability } on “{ $token }”. If that is right, the loss is the cross-entropy −ln { $probability } = { $loss } nats.
backward-pointer-text-1 = The attention weights of “{ $reader }” in layer 2 are this model’s answer: it puts { $probability } on “{ $token }”. If that is right, the loss is the cross-entropy −ln { $probability } = { $loss } nats. It comes back to this layer through layer 2.
backward-words-text = The model guesses each next word: its readout makes logits of X + output, and softmax makes probabilities. Those of the words that follow: { $next }. The loss is −ln p of each of them, averaged: the cross-entropy, { $loss } nats. The readout’s own gradients are left out.
backward-task-text = The model answers: its readout makes logits of X + output, and softmax makes probabilities. Those of the right answers: { $next }. The loss is −ln p of each of them, averaged: the cross-entropy, { $loss } nats. The readout’s own gradients are left out.
backward-through-second = It comes back to this layer through layer 2.
backward-tied-text = Read out as a guess of the next word: the logit of each word of the sentence is the dot product of the output’s row and the word’s embedding, and softmax makes probabilities. Those of the words that follow: { $next }. The loss is −ln p of each of them, averaged: the cross-entropy, { $loss } nats. The readout stays as it is.
backward-tied-random = These weights are random, so the guesses are too.
backward-tied-opened = If all these numbers come from a training, it had another loss: that of its task, through a readout, which this state does not hold. So these gradients are not those that trained them.
backward-column = column
backward-column-all = its sum
backward-scaling = Scaling
backward-scaled = scaled by 1/√d_k
backward-unscaled = not scaled
backward-softmax = From the attention weights back to the scores, the norm of the gradient changes by a factor of { $share }. Where softmax is saturated (each weight near 0 or 1), almost no gradient passes.
backward-vanish = Turn the scaling off and raise d_k to see it vanish.
backward-softmax-none = No gradient reaches the attention weights at all.
backward-largest = Of the weight matrices, { $largest } has the largest gradient and would change most in one step of gradient descent; { $smallest } has the smallest.
backward-hidden = { $count } pairs are hidden by the mask; the gradients of their scores are exactly 0.
backward-leaks = { $count } pairs are hidden by the mask, but only { $zero } of their scores have a gradient of exactly 0: this mask leaks.
backward-strip = From the output back
backward-norm = norm { $norm }
backward-gradient = { $name }: numbers and gradients
backward-figure = Numbers, and their gradients
backward-hint = ∂ means: the gradient of. Select a number to see where its gradient comes from. Graphite is below 0, gold above; each matrix has its own scale, as labelled. The bar under each small picture is the norm of the whole gradient: the square root of the sum of all its squares.
backward-head = Showing head { $head }.
backward-table = The gradients as a table: arrow keys move, Enter inspects
backward-cell = Gradient of { $name }, { $place }, which is { $value }:
backward-at-head = head { $number }
backward-at-row = row { $number }
backward-at-column = column { $number }
backward-given-sum = The gradient starts here: 1 for what the loss counts, 0 for everything else.
backward-given-words = The gradient starts here: the readout’s columns, each times its word’s probability, added, minus the column of the right word; divided by the number of words that are guessed.
backward-given-task = The gradient starts here: the readout’s columns, each times its answer’s probability, added, minus the column of the right answer; divided by the number of answers.
backward-given-tied = The gradient starts here: the words’ embeddings, each times its probability, added, minus that of the right word; divided by the number of words that are guessed.
backward-given-second = The gradient comes from layer 2: it is that of the same number of layer 2’s X.
backward-given-norm = It went back through the norm before the readout.
backward-given-pointer = by the loss itself, −1 / probability at the right answer, 0 elsewhere: { $value }
backward-given-residual = by the residual connection, which adds X to the output: { $value }
backward-given-answer = The gradient starts here: the rows of X, each times its probability, added, minus the row of the right answer.
backward-op-copy = passed on unchanged by { $from }:
backward-op-sum = by { $from }, one term for each use:
backward-op-dot = by { $from }, gradient · factor for each use:
backward-op-zero = by { $from }: hidden or dropped, so nothing passes:
backward-op-dropout = by { $from }, which divides by the probability of keeping:
backward-op-softcap = by { $from }, gradient · (1 − (capped / cap)²):
backward-op-apply = by { $from }, gradient · slope of the activation:
backward-op-gate = by { $from }, gradient · MLP up · slope of the activation:
backward-op-norm = by { $from }, (gradient · weight − what the row has in common) / root:
backward-op-softmax = by { $from }, weight · (its gradient − the row’s mean gradient):
backward-op-share = by { $from }, (gradient − the row’s mean) / the row’s sum:
backward-op-sink = by { $from }, −mean / sum of the row:
backward-more = { $count ->
    [one] and 1 more term
   *[other] and { $count } more terms
}
backward-added = These { $count } parts are added.
backward-meaning = If this number grew by 0.001, the loss would change by about 0.001 · ({ $change }).

## Training

training-text = A language model is trained to predict the next token. The causal mask lets one pass over a sentence do that for all its prefixes at once: row i sees only tokens 1 to i, so its output is what a pass over that prefix would give.
training-same = { $count ->
    [one] The one prefix, computed alone, gives the same bits as the one pass.
   *[other] { $same } of { $count } prefixes, each computed alone, give the same bits in their last row as the one pass.
}
training-cost = One pass takes { $one } multiply-adds; the { $count } prefixes one by one take { $alone }.
training-table = Prefixes of the sentence and what comes next
training-prefix = prefix
training-next = next token
training-row = its row, head { $head }
training-alone = computed alone
training-leak = weight on later tokens without the mask
training-answer = on the answer itself
training-end = (end of sentence)
training-equal = same bits
training-differs = differs
training-strongest = most on “{ $token }”: { $weight }
training-more = The first { $max } of { $count } prefixes.
training-end-text = The last row predicts a token too: vocabularies have one that means “the text ends here” (GPT-2 writes it <|endoftext|>). A model that has learned to predict it knows when to stop. Other special tokens: [pad] fills up a batch and is masked; BERT puts [CLS] before a text and [SEP] after it.
training-weights = Training changes the weight matrices, never the formula. { $random ->
    [true] Wq, Wk, Wv and Wo begin as random numbers, as they are here, so attention means nothing yet.
   *[false] Wq, Wk, Wv and Wo begin as random numbers, with which attention means nothing.
  } After each pass each of these numbers moves a small step against its gradient, which makes the right next tokens a little more likely. After very many texts the heads look for what helps to predict. Where these gradients come from: “{ $question }”
training-mask = Without the mask each row would see the tokens that it must predict: the answer is among its keys, so the model would only learn to copy it. When it then generates text, one token at a time, there is nothing to copy.
training-dropout = Dropout is only for training. With { $percent } % of the attention weights dropped, two passes over this sentence differ by { $apart } at most; without dropout, as when the model is used, they differ by { $again }.

## Export

export-figure = The figure: { $name }
export-image-hint = Mail and WordPress refuse SVG: save or copy the PNG for them.
export-print = print all stages
export-print-hint = One page for each stage, with its text, formula and numbers. To print only the stage in view, use your browser’s own command.
export-numbers = The numbers
export-tensor = tensor
export-npz = all tensors (.npz)
export-case = the whole walk (case.json)
export-case-hint = The file contains the spec, the inputs and every stage: run “attention-stepper check attention-case.json” to compare it with your own. The page opens it too.
export-code = Code that computes the same
export-language = Language
export-pytorch = PyTorch
export-pytorch-hint = Every stage under its own name, in float32. Agrees with the page to 10⁻⁵, relative to the row’s largest number where that is above 1, because sums are added in another order. After scores larger than 32 the difference may be a little larger.
export-numpy = NumPy
export-numpy-hint = Every stage under its own name, in float32. Agrees with the page to 10⁻⁵, relative to the row’s largest number where that is above 1, because sums are added in another order. After scores larger than 32 the difference may be a little larger.
export-javascript = JavaScript
export-javascript-hint = This page’s own engine, in Node or a browser: the same bits.
export-beside = The inputs are too large for the code: save all tensors as { $file } in the same folder.
export-save = save as a file
export-link = A link to this state of the page
export-link-hint = The part after # holds everything; browsers do not send it to any server.
export-no-link = This state is too large for a link. Save it as a file instead.
export-state = The state as a file
export-state-save = save
export-state-load = load one:
export-state-hint = It can hold what a link cannot, such as many numbers set by hand. A saved state can also be dropped anywhere on the page.
