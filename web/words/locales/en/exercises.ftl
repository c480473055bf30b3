### Exercises in which a reader writes attention. Loaded with the place Write, and with the list of lessons.
### What stands between ` is code.

exercises-title = Write it yourself
exercises-lead = Attention in a few lines of JavaScript at a time, from dot products to a whole block; about { $minutes } minutes in all. What your code returns is compared with the engine’s numbers.
exercises-private = What you write is stored in this browser only. It runs when you press “run”, and never because you opened a link.
exercises-minutes = { $minutes } min
exercises-done = done
exercises-all = all exercises
exercises-lessons = all lessons
exercises-where = exercise { $at } of { $of }
exercises-size = { $rows } × { $columns }
exercises-code = Your code
exercises-keys = Ctrl+Enter runs it. Tab leaves the field; Ctrl+] and Ctrl+[ indent lines, and back.
exercises-run = Run
exercises-running = Running…
exercises-reset = Reset to start
exercises-restore = Bring back the code before
exercises-not-stored = This browser does not store your code: it will be gone when you close this page.
exercises-solution = Show one solution
exercises-solution-of = One solution
exercises-next = next: { $title } →
exercises-to-list = to the list of exercises →
exercises-right = Yes: all numbers are the engine’s, in { $cases } cases.
exercises-case = Case { $at } of { $of }
exercises-yours = Yours
exercises-engine = The engine’s
exercises-differs = differs
exercises-wrong = `{ $entry }` is { $got }; the engine has { $wanted }. { $differing ->
    [one] No other number of `{ $stage }` differs.
   *[other] { $differing } numbers of `{ $stage }` differ.
  }
exercises-shape = `{ $stage }` has { $got } rows × columns; the engine has { $wanted }.
exercises-unfit-object = Return an object with `{ $stages }`; your function returned `{ $got }`.
exercises-unfit-rows = `{ $stage }` must be an array of rows; it is `{ $got }`.
exercises-unfit-returned = `{ $stage }` is `undefined`: the function ended without a `return`, or returned what has no value, such as what `forEach` gives.
exercises-unfit-there = The object that your function returned has no `{ $stage }`.
exercises-unfit-numbers = `{ $entry }` must be a number; it is `{ $got }`.
exercises-unfit-even = The rows of `{ $stage }` must be equally long; `{ $entry }` has { $got } numbers.
exercises-large = Your function returned more than { $most } numbers or other values. Those are too many to compare; the engine’s numbers are below.
exercises-failed = Your code stopped: { $message }
exercises-failed-line = Line { $line }
exercises-unread = Your code cannot be read as JavaScript: look for a bracket, a comma or a quotation mark. This browser names the line only in its console (F12).
exercises-slow = Your code took longer than { $seconds } seconds, and was ended. Does a loop never stop?
exercises-no-function = There is no function `{ $name }` any more. Reset brings its first line back.
exercises-no-worker = This browser does not let the page run your code: it refuses a Worker. Open the page by itself, not in a frame.

exercise-dot-products = Dot products
exercise-dot-products-text = A score says how well a query fits a key: their dot product, the sum of products of numbers in the same place. Return a row for each query, with a score for each key.
exercise-dot-products-comment = one row for each query, one number for each key
exercise-dot-products-transposed = These are the scores turned: a row for each key. A row belongs to one query, so the outer loop goes over `Q`.
exercise-dot-products-product = This is the matrix product Q·K, which is what “multiply Q and K” sounds like. A score needs a whole row of `K`, not a column: Q·Kᵀ.
exercise-dot-products-last = Only the last product is left: each overwrites the one before. A dot product adds them up, with `+=`.
exercise-dot-products-lengths = This is cosine similarity, which divides by both lengths. Attention does not: a long key may get a large score.

exercise-scaling = Scaling
exercise-scaling-text = Dot products of longer vectors are larger, and softmax would give nearly all to one key. So each score is divided by the root of `d_k`, the width of queries and keys.
exercise-scaling-comment = S holds rows of scores; d_k is a number
exercise-scaling-not = These are the scores as they came. With a larger `d_k` they are larger, and softmax gives nearly all to one key: divide them by the root of `d_k`.
exercise-scaling-no-root = You divided by `d_k` itself. A sum of `d_k` products grows with the root of `d_k`, so its root brings it back.
exercise-scaling-keys = You divided by the root of a row’s length, which is the number of keys. What makes scores large is the width of queries and keys.
exercise-scaling-times = You multiplied by the root. It makes large scores larger; divide by it.

exercise-mask = Mask
exercise-mask-text = Some keys must not be seen, such as words that come later. `allow[i][j]` is 1 where query i may see key j, else 0. Hidden scores become `-Infinity`; a row may be hidden as a whole.
exercise-mask-comment = S and allow have the same shape
exercise-mask-zero = Hidden scores are 0 here. But 0 is an ordinary score: softmax would give it exp(0) = 1 and a share. Only `-Infinity` becomes exactly 0.
exercise-mask-inverted = You hid what may be seen. In `allow` a 1 means allowed; in some libraries it means hidden, so look it up.
exercise-mask-future = You hid what comes later, whatever `allow` says. That is the causal mask; this one may also hide padding or anything else.
exercise-mask-large = −1,000,000,000 works until a row is hidden as a whole: softmax then gives equal shares to what must not be seen. Use `-Infinity`.
exercise-mask-times = 0 times `-Infinity` is `NaN`, so allowed scores are lost. Choose between two values instead of computing with both.
exercise-mask-added = You added the 0 and 1 of `allow` to the scores. A mask that is added has 0 where one may look and `-Infinity` elsewhere.

exercise-softmax = Softmax
exercise-softmax-text = Each row becomes shares that sum to 1: `Math.exp` of each score, divided by their sum. It must hold for scores of 1000 too. A row of `-Infinity` alone, where nothing may be seen, becomes zeros.
exercise-softmax-comment = each row by itself
exercise-softmax-no-max = The formula is right, but `Math.exp(1000)` is `Infinity`, and `Infinity / Infinity` is `NaN`. Subtract the row’s largest score first: the shares stay the same.
exercise-softmax-zero-max = Your largest score is never below 0. In a row far below 0 every power is then 0, and 0 / 0 is `NaN`: start from the row’s first score or from `-Infinity`, not from 0.
exercise-softmax-empty = Only the row that is hidden as a whole is wrong: `-Infinity - -Infinity` and 0 / 0 are `NaN`. Nothing can be seen there, so return zeros.
exercise-softmax-axis = Your columns sum to 1, not your rows. A row belongs to one query, which shares its attention among the keys.
exercise-softmax-whole = All numbers together sum to 1. Each query has its own whole to share, so each row needs its own sum.
exercise-softmax-one-max = You subtracted the largest score of all rows. A row far below it becomes 0 / 0: subtract each row’s own largest.
exercise-softmax-no-sum = These are the powers before division. Divide each by the sum of its row, so that a row is a whole.
exercise-softmax-no-exp = You divided scores by their sum. With negative scores that gives shares below 0 or above 1; `Math.exp` makes all of them positive first.

exercise-mix = The mix
exercise-mix-text = A query’s output is a mix of values: each row of `V`, times its weight, all added up. `A` has a row of weights for each query, with one weight for each row of `V`.
exercise-mix-comment = one row for each row of A, as wide as V
exercise-mix-transposed = You took the columns of `A` for weights. A row of `A` belongs to one query and sums to 1; a column does not.
exercise-mix-rows = You took dot products of weights with rows of `V`, as with queries and keys. Here a weight multiplies a whole row of `V`, and these rows are added.
exercise-mix-mean = Every value has the same share here: this is their mean. The weights in `A` say how much each counts.
exercise-mix-sum = The values are added, but not weighted. Multiply each row of `V` by its weight first.
exercise-mix-largest = You took the value with the largest weight alone. Attention mixes: smaller weights count, too, and so training can change all of them.
exercise-mix-again = You applied softmax to `A` once more. Its rows are shares already; each sums to 1.

exercise-head = One whole head
exercise-head-text = Put it together: queries, keys and values from `X`, then scaled scores, weights, and the mix. `scores`, `scale`, `softmax` and `mix` are there, and `matmul(A, B)`, the matrix product.
exercise-head-comment = queries first: matmul(X, Wq)
exercise-head-exchanged = This is X·Wk: queries and keys are exchanged. The shapes are equal, so nothing complains; but row and column change places.
exercise-head-not-projected = This is `X` itself. Queries, keys and values are each `X` times a matrix of their own.
exercise-head-not-scaled = The scores are not scaled: divide them by the root of `d_k` before softmax.
exercise-head-no-root = These scores are divided by `d_k` itself. `scale` takes the root by itself, so it wants `d_k`.
exercise-head-d_model = You scaled by the width of `X`. What was multiplied and added are queries and keys: their width counts, that of `Wq`.
exercise-head-tokens = You scaled by the number of tokens. Scores grow with the width of queries and keys, not with the length of the text.
exercise-head-transposed = The scores are turned: a row for each key. Queries come first, `scores(Q, K)`.
exercise-head-weights-not-scaled = The scaled scores are right, but your weights come from the scores before scaling.
exercise-head-axis = The columns of your weights sum to 1, not the rows. Each query shares its attention among the keys.
exercise-head-not-values = The weights are right, but they mix something else than the values. What is passed on is `V`, the tokens times `Wv`.
exercise-head-weights-transposed = The weights are turned before they mix. Row i holds the weights of query i.

exercise-norm = Layer norm
exercise-norm-text = Before each part of a block, every row is brought to the same size: subtract its mean, divide by the root of its variance plus 0.00001. The variance is the mean of the squared distances.
exercise-norm-comment = each row by itself
exercise-norm-columns = You took means of columns, across tokens. A token must not depend on its neighbours here: layer norm takes each row by itself.
exercise-norm-unbiased = You divided by one less than the count, as for a sample in statistics. Layer norm divides by the count.
exercise-norm-no-root = You divided by the variance. It is in squares; its root is in the units of the row.
exercise-norm-no-division = Your variance is the sum of squared distances. Divide it by how many there are.
exercise-norm-no-mean = You divided without subtracting the mean. That is nearly RMSNorm, which many newer models use; layer norm subtracts it.
exercise-norm-only-mean = The mean is gone, but the size is still that of the row. Divide by the root of the variance.
exercise-norm-no-epsilon = A row of equal numbers has variance 0, and 0 / 0 is `NaN`. The 0.00001 is for this row; add it before the root.
exercise-norm-sometimes-epsilon = You have spared a row of equal numbers from 0 / 0. But the 0.00001 belongs to every row, and rows of small numbers show it: add it to each variance.
exercise-norm-epsilon-outside = You added 0.00001 after the root. It belongs to the variance, before the root: there it makes a larger difference for rows of small numbers.
exercise-norm-epsilon = You added another number than 0.00001 to the variance. In rows of small numbers that makes a difference.
exercise-norm-whole = You took one mean and one variance of all rows. Each row has its own.

exercise-block = A whole block
exercise-block-text = `head` and `norm` are there. Attention reads the normed rows; `Wo` follows, and the result is added to `X`. Then norm, `W_up`, negative numbers to 0 (ReLU), `W_down`, and added again.
exercise-block-comment = norm_1 = norm(X); output = matmul(head(norm_1, Wq, Wk, Wv).context, Wo); go on
exercise-block-not-normed = There is no norm here. Attention and the MLP each read normed rows; only the sums have no norm.
exercise-block-no-norm = This was computed from rows without a norm. Compute it from the normed ones.
exercise-block-no-residual = This is what the part computed, alone. It is added to what came in, so that nothing is lost on the way.
exercise-block-from-norm = You added to the normed rows. Add to the rows before the norm: attention and the MLP read normed rows, but what they compute is added to the others.
exercise-block-norm-of-output = You took the norm of what attention computed. The MLP reads the norm of the sum.
exercise-block-no-relu = Negative numbers are still there. Without ReLU two matrices in a row would be no more than one matrix.
exercise-block-from-X = You added to `X`. Attention has already been added to it: go on from `residual_1`.
