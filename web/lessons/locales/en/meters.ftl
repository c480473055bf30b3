## Meters

meters-title = Meters
meters-head = head { $head }
meters-all = all heads
meter-bits = { $value } bits
meter-count = { $value }
meter-of = { $count } of { $all }
meter-inspected = Row “{ $token }”: { $value }.
meter-raw-variance = variance of q·k
meter-raw-variance-text = Independent components of variance 1 would give d_k = { $d_k } (the mark): a standard deviation of √d_k = { $deviation }.
meter-scaled-variance = variance of scores
meter-scaled-variance-text = After scaling. Independent components of variance 1 would give { $expected } (the mark) at d_k = { $d_k }.
meter-largest = largest weight
meter-largest-text = The largest of each row, averaged. 1 means that each row attends to one key only.
meter-entropy = entropy
meter-entropy-text = Per row, averaged: 0 if one key has all the weight, { $max } if { $keys } keys have equal weights.
meter-gradient = softmax gradient
meter-gradient-text = Norm of ∂weights/∂scores per row, averaged. Near 0, training hardly changes the scores.
meter-hidden = hidden pairs
meter-hidden-text = Pairs of query and key that the masks hide.
meter-empty = rows with all keys hidden
meter-empty-text = Their weights are exactly 0, and so is their context.
meter-dropped = dropped weights
meter-dropped-text = Of those that were not 0. The others are divided by 1 − p, so that the sum stays the same on average.
