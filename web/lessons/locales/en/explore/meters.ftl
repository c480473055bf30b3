## Shapes under the figure

shapes-slice = { $width ->
    [one] (in the figure: column { $to }, that of { $head })
   *[other] (in the figure: columns { $from } to { $to }, those of { $head })
  }

## Meters

meters-title = Meters
meters-head = head { $head }
meters-all = all heads
meters-training = For training: the gradient
meter-bits = { $value } bits
meter-count = { $value }
meter-of = { $count } of { $all }
meter-inspected = Row “{ $token }”: { $value }.
meter-raw-variance = variance of q·k
meter-raw-variance-text = Independent components of variance 1 would give d_k = { $d_k } (the mark): a standard deviation of √d_k = { $deviation }.
meter-variance-reason = Here the numbers of Q have a mean square of { $q } and those of K of { $k }, and they are not independent: { $origin ->
    [random] { $scores } scores share { $queries } queries and { $keys } keys, drawn at random. With another seed or other words the variance is different.
    [none] they are the embeddings themselves.
   *[set] training or a hand has set them.
  }
meter-scaled-variance = variance of scores
meter-scaled-variance-text = After scaling. Independent components of variance 1 would give { $expected } (the mark) at d_k = { $d_k }.
meter-largest = largest weight
meter-largest-text = The largest of each row, averaged. 1 means that each row attends to one key only.
meter-entropy = entropy
meter-entropy-text = Per row, averaged: 0 if one key has all the weight, { $max } if { $keys } keys have equal weights.
meter-gradient = softmax gradient
meter-gradient-text = How much a row’s attention weights change when its scores change a little: the norm of ∂weights/∂scores, averaged over the rows. Near 0, training hardly changes the scores.
meter-hidden = hidden pairs
meter-hidden-text = Pairs of query and key that the masks hide.
meter-empty = rows with all keys hidden
meter-empty-text = Their weights are exactly 0, and so is their context.
meter-dropped = dropped weights
meter-dropped-text = Of those that were not 0. The others are divided by 1 − p, so that the sum stays the same on average.
