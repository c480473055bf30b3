## Arithmetic

ask-hint = Point at any number to see where it comes from.
ask-clear = clear
ask-input-embedding = Drawn from the generator for the token “{ $token }” and seed { $seed }.
ask-input-weight = Drawn from the generator for seed { $seed }.
ask-input-article = Drawn as the published example draws it.
ask-input-named = Chosen by hand.
ask-input-place = A learned row for place { $place }: training would shape it. Here it is drawn from the generator for seed { $seed }.
ask-input-learned = Learned, in a trained model. Here it is drawn from the generator for seed { $seed }.
ask-input-matrix = Given, one number for each pair of places. Here it is drawn from the generator for seed { $seed }.
ask-input-sink = The sink’s score, as set with the controls: one number for each head. In a trained model it is learned, or 0 (off by one).
ask-input-token = 1: a token that may be seen.
ask-input-padding = 0: padding, hidden as a key.
ask-input-kept = 1: this weight is kept.
ask-input-dropped = 0: this weight is dropped. Chance decided, once for each head, query and key.
ask-mask = Hidden: { $reasons }. The score { $score } becomes −∞.
ask-mask-added = Hidden: { $reasons }. The mask value is added to its score.
ask-fill = Hidden: { $reasons }. The score { $score } becomes { $value }.
ask-zero = Hidden: { $reasons }. The weight { $score } becomes 0.
ask-allow-hidden = Hidden: { $reasons }.
ask-allow-open = No mask hides this key.
ask-seen = No mask hides this key, so the number stays.
ask-column = column { $number }
ask-rounded = Numbers are shown rounded; the result was computed from all their digits.
ask-share = So { $percent } % of what { $query } gathers in this head is the value row of { $key }. A large weight is not yet importance: the value counts too.
ask-heard-pair = { $name }, from { $query } to { $key }
ask-heard-head = { $name }, head { $head }
ask-sink-share = So { $percent } % of this row goes to the sink: it is lost, and the weights of the row sum to the rest.
ask-heard-kv-head = { $name }, key/value head { $head }
ask-softmax-sink = The first power is the sink’s: its score is { $sink }.
ask-share-hidden = Hidden, so exactly 0.
ask-share-sink = The sink’s share counts in the sum, first.
ask-dropped = Dropped: the weight { $weight } becomes 0 this time.
ask-kept = Kept, and divided by 1 − p.
ask-scale = { $scale } is 1/√{ $d_k }: one divided by the root of d_k.
ask-distance = { $places ->
    [0] { $query } and { $key } stand at the same place.
    [one] { $query } and { $key } stand 1 place apart.
   *[other] { $query } and { $key } stand { $places } places apart.
}
ask-bias-alibi = The slope is that of head { $head }.
ask-bias-t5 = That far, in this direction, is bucket { $bucket } of the table, counted from 0; its number for head { $head } is learned.
ask-bias-linear = λ is { $lambda }.
ask-bias-gaussian = σ is { $sigma }.
ask-bias-matrix = The number for this pair of places is given.
ask-relative = So it is row { $row } of { $table }.
ask-relative-values = The relV rows come first, by how far each key stands; then, in brackets, the values.
ask-turn = { $token } stands at place { $place }. Pair { $pair } turns by { $speed } for each place, so by { $angle } radians; these are its cosine and sine.
ask-softmax-hidden = Hidden, so exactly 0: e to the power −∞.
ask-empty = This token may see nothing, so the result is 0.
ask-softmax-max = The row’s largest score, { $max }, is taken off first: it changes no ratio, and no power can grow too large for the machine.
ask-empty-context = All its weights are 0, so the sum is 0.
ask-skipped = { $count ->
    [one] One hidden key is left out of the sum.
   *[other] { $count } hidden keys are left out of the sum.
}
ask-more-terms = and { $count } more
reason-causal = { $key } comes after { $query }
reason-window = { $key } is outside the window of { $query }
reason-padding = { $key } is padding
reason-allow = the given mask says so
reason-join = { $first }, and { $second }
