## Arithmetic

ask-hint = Point at any number to see where it comes from.
ask-clear = clear
ask-input-embedding = Drawn at random for the token “{ $token }” with seed { $seed }.
ask-input-weight = Drawn at random with seed { $seed }.
ask-input-article = Drawn as in the published example.
ask-input-trained = Found by training.
ask-input-named = Chosen by hand.
ask-input-place = A learned row for position { $place }: training would shape it. Here it is drawn at random with seed { $seed }.
ask-input-learned = Learned in a trained model. Here it is drawn at random with seed { $seed }.
ask-input-matrix = Given: one number for each pair of positions. Here it is drawn at random with seed { $seed }.
ask-input-sink = The sink’s score, as set with the controls: one number per head. In a trained model it is learned, or 0 (off by one).
ask-input-token = 1: a token that may be attended to.
ask-input-padding = 0: padding, hidden as a key.
ask-input-kept = 1: this weight is kept.
ask-input-dropped = 0: this weight is dropped. This was decided at random, once for each head, query and key.
ask-mask = Hidden: { $reasons }. The score { $score } becomes −∞.
ask-mask-added = Hidden: { $reasons }. The mask value is added to its score.
ask-fill = Hidden: { $reasons }. The score { $score } becomes { $value }.
ask-zero = Hidden: { $reasons }. The weight { $score } becomes 0.
ask-allow-hidden = Hidden: { $reasons }.
ask-allow-open = No mask hides this key.
ask-seen = No mask hides this key, so the number stays.
ask-column = column { $number }
ask-rounded = Numbers are shown rounded; the result was computed from all their digits.
ask-share = So { $percent } of what { $query } gathers in this head is the value row of { $key }. A large weight alone does not mean importance: the value counts too.
ask-heard-pair = { $name }, from { $query } to { $key }
ask-heard-head = { $name }, head { $head }
ask-sink-share = So { $percent } of this row goes to the sink and is lost: the row’s weights sum to what remains.
ask-heard-kv-head = { $name }, key/value head { $head }
ask-softmax-sink = The first exponential belongs to the sink, whose score is { $sink }.
ask-share-hidden = Hidden, so exactly 0.
ask-share-sink = The sink’s share is the first term of the sum.
ask-dropped = Dropped: the weight { $weight } becomes 0 this time.
ask-kept = Kept, and divided by 1 − p.
ask-scale = { $scale } is 1/√{ $d_k }: one divided by the square root of d_k.
ask-distance = { $places ->
    [0] { $query } and { $key } are at the same position.
    [one] { $query } and { $key } are 1 position apart.
   *[other] { $query } and { $key } are { $places } positions apart.
}
ask-bias-alibi = The slope is that of head { $head }.
ask-bias-t5 = This distance and direction belong to bucket { $bucket } of the table, counted from 0; its number for head { $head } is learned.
ask-bias-linear = λ is { $lambda }.
ask-bias-gaussian = σ is { $sigma }.
ask-bias-matrix = The number for this pair of positions is given.
ask-relative = So row { $row } of { $table } is used.
ask-relative-values = The rows of relV come first, by the distance of each key; then, in brackets, the values.
ask-turn = { $token } is at position { $place }. Pair { $pair } rotates by { $speed } per position, so by { $angle } radians; these are its cosine and sine.
ask-softmax-hidden = Hidden, so exactly 0: e to the power of −∞.
ask-empty = This token may not attend to any key, so the result is 0.
ask-softmax-max = The row’s largest score, { $max }, is subtracted first: this changes no ratio, and no exponential can overflow.
ask-empty-context = All its weights are 0, so the sum is 0.
ask-skipped = { $count ->
    [one] One hidden key is left out of the sum.
   *[other] { $count } hidden keys are left out of the sum.
}
ask-more-terms = and { $count } smaller ones
reason-causal = { $key } comes after { $query }
reason-window = { $key } is outside the window of { $query }
reason-padding = { $key } is padding
reason-allow = the given mask hides it
reason-join = { $first }, and { $second }
