## Figure

figure-head = head { $head } of { $heads }
figure-head-short = head { $head }
figure-kv-head = key/value head { $head } of { $heads }
figure-kv-head-short = key/value head { $head }
figure-reads = reads key/value head { $head }
figure-read-by = { $count ->
    [2] read by heads { $from } and { $to }
   *[other] read by heads { $from } to { $to }
}
figure-hidden = hidden
figure-dropped = dropped
figure-queries = query
figure-keys = key
operation-Q_rot = rotate
operation-Q_rot-note = each pair, by position
operation-Q_rot-note-halves = columns p, p + d_k/2
operation-K_rot = rotate
operation-K_rot-note = each pair, by position
operation-K_rot-note-halves = columns p, p + d_k/2
operation-relative-note = row j − i
operation-scaled = ÷ √{ $d_k }
operation-scaled-note = d_k = { $d_k }
operation-scaled-off = × 1
operation-scaled-off-note = not scaled
operation-scaled-other = × { $scale }
operation-scaled-other-note = d_k = { $d_k }
operation-bias-alibi = slope { $slope }
operation-bias-t5 = by bucket
operation-bias-linear = λ = { $lambda }
operation-bias-gaussian = σ = { $sigma }
operation-bias-matrix = given
operation-capped = cap · tanh
operation-capped-note = cap = { $softcap }
operation-masked = mask
operation-masked-note = hide keys
operation-masked-note-fill = hidden: { $value }
operation-masked-note-add = hidden: + { $value }
operation-weights_unmasked = softmax
operation-weights_unmasked-note = each row, all keys
operation-weights_unmasked-note-sink = all keys, sink { $sink }
operation-zeroed = hide
operation-zeroed-note = weights to 0
operation-weights = softmax
operation-weights-note = each row
operation-weights-note-sink = with sink { $sink }
operation-renormalised = ÷ sum
operation-dropped-note = 1 − p
operation-concat = side by side

badge-trained = trained
badge-untrained = random, no meaning yet
badge-row = only row “it” is trained
badge-computed = computed from the position
badge-written = written by hand
badge-set = set number by number
badge-unused = random, not used for the answer
