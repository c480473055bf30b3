## More settings

group-sizes = Sizes
group-position = Positions
group-masks = Masks
group-scores = Scores and weights
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
control-dropout_seed-hint = which weights are dropped

control-recipe = source
control-recipe-hint = three trained models ship; you can train others
option-recipe-random = drawn at random
option-recipe-article = a published example
option-recipe-named = built by hand, readable
option-recipe-pronoun = trained: what “it” means
option-recipe-translation = trained: translation
option-recipe-grammar = trained: next word
option-recipe-trained = trained in Train
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
