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
cache-legend = Outlined in orange: computed now. The other rows of K and V come from the cache; the previous rows of Q, weights and output are not needed.
cache-legend-without = Outlined in orange: computed now. Without the cache that is every row so far, although only the last one is new.
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
