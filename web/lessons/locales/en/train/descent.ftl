## Train: gradient descent in one dimension

descent-text = Gradient descent does only this: look at the slope where you are, and step against it, by the learning rate η times the slope. With one number instead of thousands of weights, every step can be seen.
descent-choice = Function
descent-square = x²
descent-valleys = two valleys
descent-wave = x · cos(πx)
descent-loss = the loss of your run
descent-start = start
descent-eta = η
descent-play = play
descent-pause = pause
descent-step = step
descent-restart = start over
descent-figure = The function, its tangent where you are, the bound, and the steps taken
descent-series-f = f(x)
descent-series-tangent = tangent
descent-series-bound = bound
descent-hint = The large dot is where you are, the small ones where you were. The tangent knows only the slope here. The bound is the parabola that touches the function here and whose slope changes by L per unit of x: as far as L holds, the function is nowhere above it.

descent-at = Step { $count }: x = { $x }, f(x) = { $value }, slope f′(x) = { $slope }. Next: x − η · f′(x) = { $x } − { $eta } · ({ $slope }) = { $next }.
descent-down = It goes down, to { $nextValue }.
descent-level = It lands exactly as high, on the other side: this goes on forever.
descent-up = It goes up, to { $nextValue }: the step is so long that it jumps across the valley and lands higher than before.
descent-arrived = Arrived: the slope is 0 to six digits, so there is nowhere to step to.
descent-diverged = Diverged: after { $count } steps the next x is { $next }, far outside of the picture. Each step was too long, landed where it is steeper, and made the next one longer still. Choose a smaller η.
descent-lowest = It has stopped in a valley that is not the lowest: gradient descent sees only the slope where it is.

descent-smooth-square = For x² the slope changes by L = 2 per unit of x, everywhere.
descent-smooth = Between { $low } and { $high } the slope changes by at most L = { $L } per unit of x (|f″| ≤ L).
descent-bound = So Taylor’s theorem promises that the step ends no higher than f(x) − η · (1 − L · η / 2) · f′(x)² = { $bound }; it ends at { $nextValue }.
descent-bound-square = It holds with equality: the bound is the function itself.
descent-bound-loose = With η above 2 / L = { $limit } that is no promise to go down.
descent-bound-promise = With η below 2 / L = { $limit } that is always a step down.
descent-bound-none = The next x lies outside, where this L need not hold: nothing is promised.

descent-table = Table of the steps
descent-table-step = step
descent-table-bound = bound of the next f(x)

descent-slice-text = Here t takes the place of η: all { $count } weights move together, to weight − t · gradient, and the loss of one fixed batch is computed at each t.
descent-slice-figure = The loss along its gradient, the tangent at t = 0, and the bound
descent-slice-loss = loss
descent-slice-rate = learning rate { $lr }
descent-slice-far = as far as
descent-slice-far-all = across the valley
descent-slice-far-10 = 10 learning rates
descent-slice-far-2 = 2 learning rates
descent-slice-found = After { $step } steps of training, the loss is { $loss } and its slope along t is { $slope }, minus the squared length of the gradient. At the learning rate, t = { $lr }, the tangent predicts { $predicted }; the loss is { $real }. The lowest loss on this line is { $lowest }, at t = { $at }.
descent-slice-bound = No L is known for this loss, so nothing is promised. The large dot is where the weights are now.
descent-slice-curvature = Between the points computed here, the slope along t changes by at most about { $L } per unit of t. The bound is drawn with that as L: as far as these points show, every t from 0 to { $limit } leads down.
descent-slice-adam = Your run uses Adam: its step has another direction, and another length. This line is the step of plain gradient descent.
descent-slice-momentum = Your run uses momentum: its step also goes on in the direction of the steps before. This line is the step of plain gradient descent.
descent-slice-wait = The line is computed when the run pauses.
descent-slice-none = The run has diverged: its loss is no longer a number.
descent-slice-table = Table of the line
