## Arithmetic

ask-hint = Point at any number to see where it comes from.
ask-clear = clear
ask-input-embedding = Drawn from the generator for the token “{ $token }” and seed { $seed }.
ask-input-weight = Drawn from the generator for seed { $seed }.
ask-input-article = Drawn as the published example draws it.
ask-input-named = Chosen by hand.
ask-mask = Hidden: { $reasons }. The score { $score } becomes −∞.
ask-allow-hidden = Hidden: { $reasons }.
ask-allow-open = No mask hides this key.
ask-seen = No mask hides this key, so its score stays.
ask-column = column { $number }
ask-rounded = Numbers are shown rounded; the result was computed from all their digits.
ask-share = So { $percent } % of what { $query } gathers in this head is the value row of { $key }. A large weight is not yet importance: the value counts too.
ask-heard-pair = { $name }, from { $query } to { $key }
ask-heard-head = { $name }, head { $head }
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
reason-padding = { $key } is padding
reason-allow = the given mask says so
reason-join = { $first }, and { $second }
