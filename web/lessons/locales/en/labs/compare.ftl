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
compare-dropping-text = In training, dropout sets attention weights to 0 at random, and divides the others by 1 − p. B does so with p = 0.2, so that no row can rely on one key alone. A model that answers drops nothing, as in A.
compare-dropping-expect = The rows of B then sum to …
compare-dropping-one = 1
compare-dropping-varies = sometimes more, sometimes less than 1
compare-dropping-finding = In B { $dropped } of { $all } attention weights are dropped, and rows sum to { $least } up to { $most }. The mean over many draws is 1: that is what the division is for.
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
