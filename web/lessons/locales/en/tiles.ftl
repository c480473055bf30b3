## Tiles

tiles-text = The n × n scores of a long text do not fit where a processor is fast. FlashAttention (Dao et al. 2022) never holds them: some queries meet some keys at a time, and each query keeps three things alone: its largest score so far, the sum of its exponentials so far, and the values mixed so far. When a larger score turns up, what was gathered is scaled down.
tiles-after-softmax = The mask in view comes after softmax over all keys, which tiles cannot do. Choose the mask before softmax.
tiles-long = Here up to { $most } tokens can be stepped through. Shorten the sentence.
tiles-tile_queries = Queries per tile
tiles-tile_keys = Keys per tile
tiles-at = Tile { $number } of { $count }, head { $head }: “{ $queries }” asks “{ $keys }”
tiles-at-skipped = Tile { $number } of { $count }, head { $head }: “{ $queries }” may see none of “{ $keys }”, so it is skipped
tiles-figure = Scores of one head as tiles
tiles-legend = Outlined in orange: the only scores in memory now. Grey tiles are done and forgotten; struck-through ones were skipped, since the mask hides all of them.
tiles-rows = What each query keeps
tiles-column-max = largest score
tiles-column-factor = scaled down by
tiles-column-sum = sum of exponentials
tiles-column-mixture = values mixed so far
tiles-arithmetic = “{ $token }” meets scores { $scores }; the largest so far is { $max }. The sum becomes { $before } · { $factor } + { $terms } = { $after }: each new term is e to the power (score − largest), and the factor is e to the power (old largest − new largest). The mixed values follow in the same way.
tiles-divided = These were the last keys: the mixture divided by the sum is the row of the context.
tiles-held = Numbers in memory now: { $now }, of which { $tile } scores of this tile and { $rows } kept for its queries; the whole matrix of one head has { $matrix }. The tile’s size does not grow with the text, the matrix grows with its square.
tiles-end = All tiles are done. Their context was compared with that of the walk above: the largest difference is { $difference }. It is rounding: the sums ran in another order.
