## More settings

group-sizes = Sizes
group-position = Positions
group-masks = Masks
group-scores = Scores and weights
group-weights = Where the numbers come from
group-sentences = More sentences

control-d_model = Width of the embeddings (d_model)
control-d_model-short = d_model
control-d_model-hint = numbers per token
control-d_v = values of their own width (d_v)
control-d_v-hint = off: as wide as queries and keys
control-d_context = second sentence of its own width (d_context)
control-d_context-hint = off: as wide as the first; only d_k must agree
control-kv_heads = key/value heads
control-kv_heads-hint = { $each ->
    [one] each query head has keys and values of its own
   *[other] { $each } query heads share the same keys and values
}
control-kv_heads-multi-head = { $count } (multi-head)
control-kv_heads-multi-query = 1 (multi-query)
control-kv_heads-grouped = { $count } (grouped)

control-first = first place
control-first-hint = where the sentence starts; RoPE’s scores depend on distances alone
control-rope_style = pairs
control-rope_style-hint = which numbers turn together
option-rope_style-interleaved = neighbours: 0 1, 2 3, …
option-rope_style-half_split = half a row apart
control-rope_base = base
control-rope_base-hint = the larger, the slower the last pairs turn
control-shaw_clip = farthest distance
control-shaw_clip-hint = beyond it, all distances count as this one
control-shaw_values = for values too
control-shaw_values-hint = the context also gets a vector for each distance
control-t5_buckets = buckets
control-t5_buckets-hint = so many ranges of distances have a bias
control-t5_max_distance = last bucket from
control-t5_max_distance-hint = all that is farther shares one bucket
control-distance_form = penalty
control-distance_form-hint = what is added to each score
option-distance_form-linear = −λ · distance
option-distance_form-gaussian = −distance² / 2σ²
option-distance_form-matrix = a given matrix (here: random)
control-distance_lambda = λ
control-distance_lambda-hint = how steeply scores fall
control-distance_sigma = σ
control-distance_sigma-hint = how far a token sees well

control-align = causal mask
control-align-hint = across two sentences: where its diagonal ends
option-align-none = none: every key is seen
option-align-bottom_right = last query sees last key
option-align-top_left = first query sees first key
control-window = sliding window
control-window-hint = hides keys farther away than this
control-sink_tokens = first tokens stay
control-sink_tokens-hint = so many stay in view outside the window
control-padding = padding
control-padding-hint = tokens that only fill up
control-padding_side = padding stands
control-padding_side-hint = where the words are not
option-padding_side-end = after the words
option-padding_side-start = before the words
control-mask_mode = hide keys
control-mask_mode-hint-before_softmax = their scores become −∞ and their weights 0
control-mask_mode-hint-after_softmax = rows no longer sum to 1, and hidden scores still count
control-mask_mode-hint-after_softmax_renormalised = each row is divided by what is left: the same as before the softmax
option-mask_mode-before_softmax = before the softmax
option-mask_mode-after_softmax = after it: weights set to 0
option-mask_mode-after_softmax_renormalised = after it, then renormalise
control-mask_value = a finite number, not −∞
control-mask_value-hint = on: a row that may see nothing spreads its weight all the same
control-mask_how = this number
control-mask_how-hint = added: differences between hidden scores stay
option-mask_how-fill = replaces hidden scores
option-mask_how-add = is added to hidden scores

control-temperature = temperature
control-temperature-hint = divides the scores: low sharpens, high evens out
control-softcap = cap the scores (softcap)
control-softcap-hint = squeezes them into ± this, by tanh
control-softmax_sink = a sink in the softmax
control-softmax_sink-hint = this score takes part, but has no value: weights may sum to less than 1
control-dropout = dropout
control-dropout-hint = this share of weights is dropped, as in training
control-dropout_seed = dropout seed
control-dropout_seed-hint = which weights are dropped

control-recipe = recipe
control-recipe-hint = nothing here is trained
option-recipe-random = drawn at random
option-recipe-article = a published example
option-recipe-named = built by hand, readable
control-seed = seed
control-seed-hint = where the random numbers start
control-seed-next = another
control-weights = weights Wq, Wk, Wv
control-weights-hint = off: queries, keys and values are X itself
control-bias = biases
control-bias-hint = a number added to each column of Q, K, V and the output
control-tied = tied: Wk is Wq
control-tied-hint = keys are queries, so raw scores are symmetric

kind-article-context = The second input is drawn at random, as in the published example: its rows are not words.
kind-article-redraw = This recipe draws at the exact sizes, so changing a size changes every number.
