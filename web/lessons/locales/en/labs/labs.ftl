## The experiments under the walk

labs-heading = All questions
labs-search = Search
labs-found = { $count ->
    [0] No question contains this. Try another word.
    [one] { $count } of { $all } questions
   *[other] { $count } of { $all } questions
  }
labs-hint = Each one opens an experiment with a walk of its own (all stages, from embeddings to output), on which its answer can be seen: yours where that shows it, otherwise random weights. It says which. Your walk stays as it is.
labs-close = close
labs-gradients = The gradients
labs-differs = In this experiment: { $settings }.
labs-setting = { $setting } (yours: { $own })
labs-take = Take this to the walk
labs-elsewhere = These settings do not show the answer. These do: { $where }
labs-there = Go there
labs-on = { $own ->
    [yes] On your own walk ({ $source })
   *[no] On { $source }
}
labs-source-random = random weights
labs-source-none = embeddings alone, without weights
labs-source-edited = numbers set by hand
labs-source-article = the weights of a published example
labs-source-named = weights built by hand
labs-source-pronoun = a trained model
labs-source-translation = a trained model
labs-source-grammar = a trained model
labs-source-trained = the model that you trained
labs-scores = Scores and softmax
labs-masks = Masks
labs-heads = Heads
labs-order = Order
labs-whole = The whole model
labs-calculators = Calculators
labs-yours = Your own
lab-training = How can one sentence be many examples?
lab-cost = What does attention cost?
lab-compare = Compare any two settings
lab-backward = How do weight matrices learn: what flows back?
lab-tiles = How can attention avoid the n × n matrix?
lab-numbers = What if this number were different?
lab-export = Take it with you: figures, numbers, code

## The walk on which each experiment shows its answer

lab-comparing-where = { $on }, without positions.
lab-scaling-where = { $on }, at d_k = { $d_k }.
lab-temperature-where = { $on }, starting at temperature 1.
lab-explaining-where = On the trained translation model, for “la voiture rouge est”.
lab-tying-where = { $on }, without positions.
lab-masking-where = { $on }, with the causal mask.
lab-causality-where = { $on }, with the causal mask.
lab-mask-where = { $on }, with the masks below.
lab-seeing-where = { $on }, in 4 heads.
lab-splitting-where = { $on }.
lab-mixing-where = { $on }, in 4 heads.
lab-sharing-where = { $on }, in 4 heads.
lab-order-where = { $order ->
    [hidden] { $on }, without positions and without a mask.
   *[seen] { $on }.
}
lab-positions-where = { $on }.
lab-rotation-where = { $on }.
lab-distances-where = { $on }, in 4 heads.
lab-dropping-where = { $on }.
lab-training-where = { $on }, with the causal mask.
lab-cache-where = { $on }, with the causal mask.
lab-tiles-where = { $on }, tile by tile.
lab-backward-where = { $on }.
lab-cost-where = { $on }.
lab-place-where = The last line of the last table is your own walk ({ $source }).
lab-dot-where = On the two vectors of the number that you inspect, or on others.
lab-softmax-where = On the scores of the row that you inspect, or on others.
lab-numbers-where = On your own walk: what you change here changes it.
lab-export-where = All of it from your own walk ({ $source }).
lab-compare-where = { $on }.

## Words by which the search finds a question, beside its own

lab-scaling-words = sqrt square root variance saturation gradient query key
lab-explaining-words = interpretability attribution meaning ablation translation
lab-temperature-words = sharp flat softmax sampling
lab-comparing-words = query key value Wv weight matrix projection
lab-tying-words = query key symmetric weight matrix projection
lab-masking-words = padding infinity −∞ renormalise
lab-causality-words = decoder future next word GPT autoregressive
lab-mask-words = padding window future paint
lab-seeing-words = query key column projection subspace
lab-mixing-words = Wo output projection residual
lab-place-words = encoder decoder transformer residual feed-forward layer cross-attention RNN recurrent BERT GPT T5
lab-splitting-words = multi-head parallel width d_k
lab-sharing-words = key value grouped-query multi-query GQA MQA
lab-order-words = permutation swap position
lab-positions-words = sinusoidal learned encoding embedding
lab-distances-words = ALiBi T5 relative Gaussian position
lab-dropping-words = regularisation training random
lab-rotation-words = rotary angle relative position query key
lab-cache-words = key value prefill generate next word decoder speed memory
lab-dot-words = vector cosine angle similarity query key score
lab-softmax-words = exponential probability share maximum temperature
lab-training-words = next word teacher forcing loss parallel GPT
lab-cost-words = memory complexity quadratic FLOPs long sentence
lab-compare-words = two walks difference own
lab-backward-words = gradient backpropagation loss derivative learning training
lab-tiles-words = flash FlashAttention online softmax memory long
lab-numbers-words = edit change input weights by hand
lab-export-words = PyTorch NumPy JavaScript download save SVG PNG
