### Tensors from files: what they hold, and what is computed from them.

given-title = Your tensors
given-here = They are read on this device only.
given-list = { $count ->
    [one] 1 array
   *[other] { $count } arrays
} in { $files }
given-list-more = { $count } more are not listed.
given-name = Name
given-shape = Shape
given-type = Type
given-none = No attention was found by the names: queries, keys and values (q, k, v), or their weights with X, such as q_proj, k_proj and v_proj, c_attn, in_proj_weight, query_key_value, or Wq, Wk and Wv. Add a file that has them.
given-layer = What to compute
given-kind-projected = queries, keys and values{ $name ->
    [none] {""}
   *[other] : { $name }
}
given-kind-joined = X and weights, joined{ $name ->
    [none] {""}
   *[other] : { $name }
}
given-kind-separate = X and weights{ $name ->
    [none] {""}
   *[other] : { $name }
}
given-X = X, what enters the weights (after the norm)
given-C = Context, for keys and values
given-C-none = none: they come from X
given-heads = Heads
given-heads-each = { $count ->
    [one] 1 head
   *[other] { $count } heads
}, { $width } columns each
given-item = Which of the batch
given-axes = Order of axes
given-axes-heads = heads, tokens, columns
given-axes-tokens = tokens, heads, columns
given-labels = Labels of the tokens, with blanks between them (without: 1, 2, 3, …)
given-causal = Causal mask
given-show = Show this attention
given-more = Add files
given-close = Cancel
refused-given-x = X is missing: an array [tokens, { $width }], which enters the weights. Add its file.
