## Figure

figure-head = head { $head } of { $heads }
figure-head-short = head { $head }
figure-kv-head = key/value head { $head } of { $heads }
figure-kv-head-short = key/value head { $head }
figure-hidden = hidden
figure-queries = query
figure-keys = key
operation-scaled = ÷ √{ $d_k }
operation-scaled-note = d_k = { $d_k }
operation-scaled-off = × 1
operation-scaled-off-note = not scaled
operation-masked = mask
operation-masked-note = hide keys
operation-weights = softmax
operation-weights-note = each row
operation-P = sin, cos
operation-P-note = of the place
