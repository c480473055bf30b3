## Backward

backward-text = For every number, training needs to know: if it grew a little, how much would the loss change? That is its gradient. It is known first at the output and flows back, stage by stage, to the input and the weight matrices. The loss is one that models are trained with. To follow single numbers, it can also be one output or a sum of outputs.
backward-step = Gradient descent then subtracts from every number of a weight matrix its gradient times a small number, the learning rate. Repeating this step for very many batches of texts is how random weight matrices become useful. Here they stay unchanged.
backward-loss = Loss
backward-loss-own = the one this model was trained with
backward-loss-text = the next words: cross-entropy
backward-loss-all = the sum of all outputs: no loss that anybody trains with
backward-loss-row = output of { $number }: “{ $token }”
backward-answer = right answer
backward-answer-none = none: the loss is the sum
backward-answer-own = what the model answers
backward-answer-token = { $number }: “{ $token }”
backward-answer-text = Read out as a guess: the logit of each token is the dot product of this output and the token’s row of X, and softmax makes probabilities: { $probabilities }. The loss is the cross-entropy −ln p of token { $number }, “{ $token }”: { $loss } nats. The readout stays as it is.
backward-sum-text = One output, or a sum of them, shows how gradients flow; it is not a loss that makes a model better at anything.
backward-pointer-text-2 = The attention weights of “{ $reader }” are this model’s answer: it puts { $probability } on “{ $token }”. If that is right, the loss is the cross-entropy −ln { $probability } = { $loss } nats.
backward-pointer-text-1 = The attention weights of “{ $reader }” in layer 2 are this model’s answer: it puts { $probability } on “{ $token }”. If that is right, the loss is the cross-entropy −ln { $probability } = { $loss } nats. It comes back to this layer through layer 2.
backward-words-text = The model guesses each next word: its readout makes logits of X + output, and softmax makes probabilities. Those of the words that follow: { $next }. The loss is −ln p of each of them, averaged: the cross-entropy, { $loss } nats. The readout’s own gradients are left out.
backward-task-text = The model answers: its readout makes logits of X + output, and softmax makes probabilities. Those of the right answers: { $next }. The loss is −ln p of each of them, averaged: the cross-entropy, { $loss } nats. The readout’s own gradients are left out.
backward-through-second = It comes back to this layer through layer 2.
backward-tied-text = Read out as a guess of the next word: the logit of each word of the sentence is the dot product of the output’s row and the word’s embedding, and softmax makes probabilities. Those of the words that follow: { $next }. The loss is −ln p of each of them, averaged: the cross-entropy, { $loss } nats. The readout stays as it is.
backward-tied-random = These weights are random, so the guesses are too.
backward-tied-opened = If all these numbers come from a training, it had another loss: that of its task, through a readout, which this state does not hold. So these gradients are not those that trained them.
backward-column = column
backward-column-all = its sum
backward-scaling = Scaling
backward-scaled = scaled by 1/√d_k
backward-unscaled = not scaled
backward-softmax = From the attention weights back to the scores, the norm of the gradient changes by a factor of { $share }. Where softmax is saturated (each weight near 0 or 1), almost no gradient passes.
backward-vanish = Turn the scaling off and raise d_k to see it vanish.
backward-softmax-none = No gradient reaches the attention weights at all.
backward-largest = Of the weight matrices, { $largest } has the largest gradient and would change most in one step of gradient descent; { $smallest } has the smallest.
backward-hidden = { $count } pairs are hidden by the mask; the gradients of their scores are exactly 0.
backward-leaks = { $count } pairs are hidden by the mask, but only { $zero } of their scores have a gradient of exactly 0: this mask leaks.
backward-strip = From the output back
backward-norm = norm { $norm }
backward-gradient = { $name }: numbers and gradients
backward-figure = Numbers, and their gradients
backward-hint = ∂ means: the gradient of. Select a number to see where its gradient comes from. Blue is below 0, red above; each matrix has its own scale, as labelled. The bar under each small picture is the norm of the whole gradient: the square root of the sum of all its squares.
backward-head = Showing head { $head }.
backward-table = The gradients as a table: arrow keys move, Enter inspects
backward-cell = Gradient of { $name }, { $place }, which is { $value }:
backward-at-head = head { $number }
backward-at-row = row { $number }
backward-at-column = column { $number }
backward-given-sum = The gradient starts here: 1 for what the loss counts, 0 for everything else.
backward-given-words = The gradient starts here: the readout’s columns, each times its word’s probability, added, minus the column of the right word; divided by the number of words that are guessed.
backward-given-task = The gradient starts here: the readout’s columns, each times its answer’s probability, added, minus the column of the right answer; divided by the number of answers.
backward-given-tied = The gradient starts here: the words’ embeddings, each times its probability, added, minus that of the right word; divided by the number of words that are guessed.
backward-given-second = The gradient comes from layer 2: it is that of the same number of layer 2’s X.
backward-given-pointer = by the loss itself, −1 / probability at the right answer, 0 elsewhere: { $value }
backward-given-residual = by the residual connection, which adds X to the output: { $value }
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
