## Backward

backward-text = For every number, training needs to know: if it grew a little, how much would the loss change? That is its gradient. It is known first at the output and flows back, stage by stage, to the input and the weights. To see it flow, the loss may be one output or a sum of outputs. No model is trained with such a loss: choose an output and a right answer, and it is the cross-entropy that models of text are trained with.
backward-step = Gradient descent then subtracts from every weight its gradient times a small number, the learning rate. Repeating this step for very many batches of texts is how random weights become useful. Here the weights stay unchanged.
backward-loss = Loss
backward-loss-all = the sum of all outputs
backward-loss-row = output of { $number }: “{ $token }”
backward-answer = right answer
backward-answer-none = none: the loss is the sum
backward-answer-token = { $number }: “{ $token }”
backward-answer-text = Read out as a guess: the logit of each token is the dot product of this output and the token’s row of X, and softmax makes probabilities: { $probabilities }. The loss is the cross-entropy −ln p of token { $number }, “{ $token }”: { $loss } nats. The readout stays as it is.
backward-column = column
backward-column-all = its sum
backward-scaling = Scaling
backward-scaled = scaled by 1/√d_k
backward-unscaled = not scaled
backward-softmax = From the weights back to the scores, the norm of the gradient changes by a factor of { $share }. Where softmax is saturated (each weight near 0 or 1), almost no gradient passes. Turn the scaling off and raise d_k to see it vanish.
backward-softmax-none = No gradient reaches the weights at all.
backward-largest = Of the weight matrices, { $largest } has the largest gradient and would change most in one step of gradient descent; { $smallest } has the smallest.
backward-hidden = { $count } pairs are hidden by the mask; the gradients of their scores are exactly 0.
backward-leaks = { $count } pairs are hidden by the mask, but only { $zero } of their scores have a gradient of exactly 0: this mask leaks.
backward-strip = From the output back
backward-norm = norm { $norm }
backward-gradient = { $name }: numbers and gradients
backward-figure = Numbers, and their gradients
backward-hint = Select a number to see where its gradient comes from. Blue is below 0, red above; each matrix has its own scale, as labelled. The bar under each small picture is the norm of the whole gradient.
backward-head = Showing head { $head }.
backward-table = The gradients as a table: arrow keys move, Enter inspects
backward-cell = Gradient of { $name } [{ $place }], which is { $value }:
backward-given = The gradient starts here: 1 for what the loss counts, 0 for everything else.
backward-given-answer = The gradient starts here: the rows of X, each times its probability, added, minus the row of the right answer.
backward-op-copy = passed on unchanged by { $from }:
backward-op-sum = by { $from }, one term for each use:
backward-op-dot = by { $from }, gradient · factor for each use:
backward-op-zero = by { $from }: hidden or dropped, so nothing passes:
backward-op-dropout = by { $from }, which divides by the probability of keeping:
backward-op-softcap = by { $from }, gradient · (1 − (capped / cap)²):
backward-op-softmax = by { $from }, weight · (its gradient − the row’s mean gradient):
backward-op-share = by { $from }, (gradient − the row’s mean) / the row’s sum:
backward-op-sink = by { $from }, −mean / sum of the row:
backward-more = { $count ->
    [one] and 1 more term
   *[other] and { $count } more terms
}
backward-added = These { $count } parts are added.
backward-meaning = If this number grew by 0.001, the loss would change by about 0.001 · ({ $change }).
