## The page

app-name = Attention Stepper
app-tagline = Attention lets each word gather from other words. Follow one sentence through it: every number here was computed just now.
start = start at { $name }
skip-link = Skip to the figure
theme-label = Theme
theme-auto = as the system
theme-light = light
theme-dark = dark
loading = Starting the engine…
failed = The engine could not start: { $reason }

## Sentence

sentence-label = Sentence
sentence-hint = Words and punctuation become tokens, { $most } at most.
problem-empty = Type at least one word.
problem-tokens = { $most } tokens at most; these are { $count }.
problem-characters = { $most } characters at most; these are { $count }.
context-label = Second sentence (keys and values)
context-hint = Leave it empty for self-attention: the sentence attends to itself.
examples-label = Examples
examples-choose = choose an example
examples-systems = Kinds of attention
examples-sentences = Sentences
tokens-label = Tokens
tokens-context-label = Tokens of the second sentence
token-ask = Ask about token { $number }, { $token }

## Controls

control-d_k = Width of each head’s queries and keys (d_k)
control-d_k-short = d_k
control-d_k-hint = numbers per query and key
control-heads = Number of heads
control-heads-short = heads
control-heads-hint = attend side by side
control-causal = causal mask
control-causal-hint = no token sees a later one
control-scaling = scale by 1/√d_k
control-scaling-hint = keeps the spread of scores the same
control-more = more settings
control-less = fewer settings
control-weights = weights Wq, Wk, Wv
control-weights-hint = off: queries, keys and values are X itself
control-d_model = Width of the embeddings (d_model)
control-d_model-short = d_model
control-d_model-hint = numbers per token
control-d_v = Width of each head's values (d_v)
control-d_v-short = d_v
control-d_v-hint = numbers per value
control-padding = Padding tokens
control-padding-short = padding
control-padding-hint = tokens that only fill up
control-padding_side = padding first
control-padding_side-hint = before the words, not after them
control-position = add positions
control-position-hint = sinusoids, added to the embeddings
control-seed = Seed
control-seed-short = seed
control-seed-hint = where the random numbers start
control-seed-next = another seed
kind-random = random, untrained weights Wq, Wk, Wv, Wo · seed { $seed }
kind-random-none = no weights · random embeddings, seed { $seed }
kind-article = weights Wq, Wk, Wv of a published example, untrained (PyTorch, seed { $seed })
kind-article-none = no weights · embeddings of a published example, seed { $seed }
kind-named = weights Wq, Wk, Wv, Wo built by hand, with named columns
kind-named-none = no weights · embeddings built by hand, with named columns
kind-article-context = The second input is drawn at random, as in the published example: its rows are not words.
kind-article-redraw = This recipe draws at the exact sizes, so changing a size changes every number.

## Walk

walk-label = Stages of the walk
stage-position = Stage { $number } of { $count }: { $name }
previous = ← { $name }
next = { $name } →
previous-label = Previous stage: { $name }
next-label = Next stage: { $name }
previous-none = This is the first stage
next-none = This is the last stage
heads-label = Heads
head-all = all heads
head-one = head { $number }
figure-label = { $name }, { $shape }
figure-scroll = Figure, wider than the window: scroll sideways
figure-hint = Point at a number to see where it comes from; click to keep it, Escape to let go. By keyboard: Tab into the figure, arrow keys from number to number, Enter to keep one.
figure-large = These are many numbers. Show them as tables to walk them by keyboard.
tables-show = show as tables
tables-hide = hide the tables
ledger-label = Shapes
ledger-heads = { $count ->
    [one] 1 head
   *[other] { $count } heads
}
ledger-scores = scores
ledger-weights-label = Shapes of the weights
formula-label = Formula
formula-allowed = where allowed
formula-hidden = where hidden

stage-E = E
stage-E-op = embeddings
stage-E-title = Embeddings
stage-E-text = Each token is a row of numbers. The same word is the same row, wherever it stands: nothing here says which word came first.
stage-P = P
stage-P-op = positions
stage-P-title = Positions
stage-P-text = Each place in the sentence has a row of its own, made of sines and cosines from short waves to long ones. It depends on the place alone, not on the word.
stage-X = X
stage-X-op = input
stage-X-title = Input
stage-X-text = One row of numbers per token: its embedding. The same word is the same row wherever it stands, so without a mask or positions attention cannot tell the order of the words.
stage-X-text-positions = Embedding plus position, number by number. The same word in two places now has two different rows, and that is how order enters.
stage-C = C
stage-C-op = second input
stage-C-title = Second input
stage-C-text = In cross-attention the keys and values come from here, the queries from X. A translator writes one sentence (X) while reading another (C); the two may differ in length.
stage-Q = Q
stage-Q-op = queries
stage-Q-title = Queries
stage-Q-text = Each row of X, multiplied by Wq, becomes a query: what this token is looking for. Every head reads the whole row and has its own columns of Wq.
stage-Q-text-untrained = With random weights this means nothing yet; training gives it meaning.
stage-Q-text-none = Without weights the query is the row of X itself.
stage-K = K
stage-K-op = keys
stage-K-title = Keys
stage-K-text = Each row of { $source } times Wk is a key: what this token can be found by. Wq and Wk differ, so what a token looks for need not be what it offers.
stage-K-text-none = Without weights the key is the row of { $source } itself: a token is found by what it looks for.
stage-V = V
stage-V-op = values
stage-V-title = Values
stage-V-text = Each row of { $source } times Wv is a value: what this token hands on when it is attended to. Values do not decide who attends to whom, so their width d_v is free.
stage-V-text-none = Without weights the value is the row of { $source } itself.
stage-raw = raw
stage-raw-op = Q·Kᵀ
stage-raw-title = Raw scores
stage-raw-text = Every query meets every key: one dot product for each pair. K is transposed so that each column is one key. A dot product depends on the lengths of both vectors as well as on the angle between them, so a high score need not mean similar.
stage-scaled = scaled
stage-scaled-op = ÷ √{ $d_k }
stage-scaled-op-off = × 1
stage-scaled-title = Scaled scores
stage-scaled-text = If the d_k parts of query and key are independent, with mean 0 and variance 1, their dot product has variance d_k: scores spread by √d_k. Dividing by √d_k brings the spread back to 1; otherwise, as d_k grows, softmax gives nearly all weight to one key and hardly learns.
stage-scaled-text-off = Scaling is off: the factor is 1. Raise d_k and watch the softmax: scores spread by √d_k, one weight takes all, and its gradient vanishes.
stage-masked = masked
stage-masked-op = hide: −∞
stage-masked-title = Masked scores
stage-masked-text = The causal mask hides every later token: its score becomes −∞, and softmax gives it a weight of exactly 0. Setting weights to 0 after the softmax instead would leave rows that no longer sum to 1, with the hidden scores still in the denominator.
stage-masked-text-padding = Padding only fills up the length. As keys, padding tokens get −∞ and so weight 0: no other token’s result depends on them. Their own rows are computed and ignored.
stage-masked-text-both = The causal mask hides later tokens, the padding mask hides the filling. A score of −∞ becomes a weight of exactly 0.
stage-weights = weights
stage-weights-op = softmax
stage-weights-title = Softmax
stage-weights-text = Each row of scores becomes weights: none negative, together 1. Order is kept; a score higher by 1 gives a weight e ≈ 2.72 times as large, whatever the scores are. Hidden keys get exactly 0.
stage-weights-text-open = Each row of scores becomes weights: none negative, together 1. Order is kept; a score higher by 1 gives a weight e ≈ 2.72 times as large, whatever the scores are.
stage-weights-text-empty = Each row of scores becomes weights: none negative, together 1. Here some row may see nothing: its weights are exactly 0, and so is its context. Many frameworks give NaN instead.
stage-context = context
stage-context-op = ·V
stage-context-title = Context
stage-context-text = Each row is the sum of the value rows, times its weights: what a token gathers depends on whom it attends to and on what they hand on.
stage-concat = concat
stage-concat-op = side by side
stage-concat-title = Concatenation
stage-concat-text = The heads' contexts are set side by side, token by token: heads × d_v columns. Nothing is added up yet, and no head has seen another.
stage-concat-text-one = With one head there is nothing to set side by side: concat is the context.
stage-output = output
stage-output-op = ·Wo
stage-output-op-none = concat
stage-output-title = Output
stage-output-text = Wo mixes what the heads found: each column of the output draws on all of them. The rows are d_model wide again; a transformer adds them to X and goes on with a feed-forward layer.
stage-output-text-none = This walk has no Wo, so the output is concat itself.

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

## Figure

figure-head = head { $head } of { $heads }
figure-head-short = head { $head }
figure-kv-head = key/value head { $head } of { $heads }
figure-kv-head-short = key/value head { $head }
figure-hidden = hidden
figure-queries = query
figure-keys = key
operation-scaled = ÷ √{ $d_k }
operation-scaled-note = d_k = { $d_k }
operation-scaled-off = × 1
operation-scaled-off-note = not scaled
operation-masked = mask
operation-masked-note = hide keys
operation-weights = softmax
operation-weights-note = each row
operation-P = sin, cos
operation-P-note = of the place

## Order experiment

order-heading = Does order matter?
order-text = Rearrange the words and see what happens to the output.
order-cross = Only the first sentence is rearranged; the keys and values stay as they are.
order-swap = rearrange the words
order-restore = put the words back
order-blind = Each word kept its output row; the rows only moved with the words. Largest difference: { $difference }, which is rounding (the sums run in another order).
order-blind-exact = Each word kept its output row; the rows only moved with the words. Largest difference: exactly 0.
order-sees-positions = With positions the outputs themselves changed: largest difference { $difference }. The same words in another order are another sentence.
order-sees-mask = The causal mask knows the order, so the outputs changed: largest difference { $difference }. Take the mask off to see attention alone.

## The hand-built example: heads and columns

head-actors = who acts?
head-descriptions = what is described?
dimension-article = article
dimension-adjective = adjective
dimension-animal = animal
dimension-thing = thing
dimension-action = action
dimension-size = size
dimension-speed = speed
dimension-actor = actor
dimension-deed = deed

## Presets

preset-no-weights = Without weights: Q = K = V = X
preset-encoder = Encoder: every token sees every token
preset-causal = Causal, one head
preset-multi-head = Eight heads
preset-cross = Cross-attention: two sentences
preset-padding = Padding
preset-padding-causal = Padding first: rows that see nothing
preset-unscaled = Not scaled: the softmax saturates
preset-order-blind = Rearranged words, no positions
preset-positions = Rearranged words, with positions
preset-article-self = Published example: self-attention
preset-article-multi-head = Published example: four heads
preset-article-cross = Published example: cross-attention
preset-article-causal = Published example: causal mask
preset-named = Weights one can read: who acts?
preset-named-adjective = Weights one can read: what is described?
preset-named-unmasked = Weights one can read: without the mask
preset-life = Life is short, eat dessert first
preset-animal-tired = The animal cannot cross the road because it is too tired
preset-animal-wide = The animal cannot cross the road because it is too wide
preset-animal-dark = The animal cannot cross the road because it is too dark
preset-cat-mat = The cat sat on the mat
preset-lunch = Lunch was very delicious today
preset-dog-ball = The dog chased the ball
preset-dog-cat = The dog chased the cat
preset-big-dog = The big dog ran
preset-fox = The quick brown fox
preset-bank = The bank of the river
preset-science = I love Science
preset-journey = Your journey starts with one step
