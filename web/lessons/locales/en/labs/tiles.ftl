## Tiles

tiles-text = The n × n scores of a long text do not fit in a processor’s fast memory. FlashAttention (Dao et al. 2022) never stores them all: it takes a few queries and a few keys at a time, and keeps only three things for each query: its largest score so far, the sum of its exponentials so far, and the weighted sum of values so far. When a larger score comes, both sums are scaled down.
tiles-after-softmax = The mask is applied after the softmax over all keys, which tiles cannot do. Choose a mask before the softmax.
tiles-long = This experiment takes at most { $max } tokens. Shorten the sentence.
tiles-tile_queries = Queries per tile
tiles-tile_keys = Keys per tile
tiles-at = Tile { $number } of { $count }, head { $head }: queries “{ $queries }”, keys “{ $keys }”
tiles-at-skipped = Tile { $number } of { $count }, head { $head }: “{ $queries }” may see none of “{ $keys }”, so it is skipped
tiles-figure = Scores of one head as tiles
tiles-legend = Outlined in orange: the only scores in memory now. Grey tiles are done and no longer stored; struck-through ones were skipped, because the mask hides them completely.
tiles-rows = What each query keeps
tiles-column-max = largest score
tiles-column-factor = scaled down by
tiles-column-sum = sum of exponentials
tiles-column-mixture = weighted sum of values so far
tiles-arithmetic = “{ $token }” has the scores { $scores }; the largest so far is { $max }. The sum becomes { $before } · { $factor } + { $terms } = { $after }.
tiles-factor = Each new term is e to the power (score − largest), and the factor is e to the power (old largest − new largest). The weighted sum of values is updated in the same way.
tiles-divided = These were the last keys: the weighted sum divided by the sum of exponentials is the row of the context.
tiles-held = Numbers in memory now: { $now }, of which { $tile } scores of this tile and { $rows } kept for its queries; the whole matrix of one head has { $matrix }.
tiles-growth = The tile does not grow with the text; the matrix grows with its square.
tiles-end = All tiles are done. Their context was compared with that of the walk above: the largest difference is { $difference }. It is rounding: the sums were added in another order.
