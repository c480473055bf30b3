## Meters

meters-title = Meters
meters-head = head { $head }
meters-all = all heads
meter-bits = { $value } bit
meter-count = { $value }
meter-of = { $count } of { $all }
meter-inspected = Row “{ $token }”: { $value }.
meter-raw-variance = variance of q·k
meter-raw-variance-text = Independent parts of variance 1 would give d_k = { $d_k } (the mark): a spread of √d_k = { $deviation }.
meter-scaled-variance = variance of scores
meter-scaled-variance-text = After the factor; { $expected } (the mark) is what independent parts of variance 1 would give at d_k = { $d_k }.
meter-largest = largest weight
meter-largest-text = Of each row, on average. 1 means that a row looks at one key alone.
meter-entropy = entropy
meter-entropy-text = Of a row, on average: 0 for one key alone, { $most } for { $keys } keys alike.
meter-gradient = softmax gradient
meter-gradient-text = Norm of ∂weights/∂scores of a row, on average. Near 0 the scores hardly learn.
meter-hidden = hidden pairs
meter-hidden-text = Query and key pairs that the masks take out.
meter-empty = rows that see nothing
meter-empty-text = Their weights are exactly 0, and so is their context.
meter-dropped = dropped weights
meter-dropped-text = Of those that were not 0. The kept ones grow by 1/(1 − p), so that the sum stays the same on average.
