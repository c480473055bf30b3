## The page

app-name = Attention Stepper
app-tagline = Every number here was computed just now.
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
token-ask = { $token }, token { $number }: mark its row

## Controls

control-d_k = Width of each head's queries and keys (d_k)
control-d_k-short = d_k
control-heads = Number of heads
control-heads-short = heads
control-causal = causal mask
control-causal-hint = No token sees a later one.
control-scaling = scale by 1/√d_k
control-scaling-hint = Keeps the scores' spread the same whatever d_k is.
control-more = more
control-less = fewer
control-weights = trainable weights
control-weights-hint = Off: queries, keys and values are the embeddings themselves.
control-d_model = Width of the embeddings (d_model)
control-d_model-short = d_model
control-d_v = Width of each head's values (d_v)
control-d_v-short = d_v
control-padding = Padding tokens
control-padding-short = padding
control-padding_side = padding first
control-padding_side-hint = On: padding stands before the words, not after them.
control-position = add positions
control-position-hint = Sinusoidal positions are added to the embeddings.
control-seed = Seed
control-seed-short = seed
control-seed-next = another seed
kind-random = weights: random, untrained · seed { $seed }
kind-random-none = no weights · embeddings: random, seed { $seed }
kind-article = weights: a published example's (PyTorch, seed { $seed }), untrained
kind-article-none = no weights · embeddings: a published example's, seed { $seed }
kind-named = weights: built by hand, with named dimensions
kind-named-none = no weights · embeddings: built by hand, with named dimensions
kind-article-context = The second input is drawn at random, as in the published example: its rows are not words.
kind-article-redraw = This recipe draws at the exact sizes, so changing a size changes every number.

## Walk

walk-label = Stages of the walk
stage-position = Stage { $number } of { $count }: { $name }
previous = ← { $name }
next = { $name } →
previous-label = Previous stage: { $name }
next-label = Next stage: { $name }
heads-label = Heads
head-all = all heads
head-one = head { $number }
figure-label = { $name }, { $shape }
figure-scroll = Figure, wider than the window: scroll sideways
figure-hint = Point at a number, or move with the arrow keys, to see where it comes from. Escape clears.
tables-show = show as tables
tables-hide = hide the tables
ledger-label = Shapes
ledger-heads = { $count ->
    [one] 1 head
   *[other] { $count } heads
}
ledger-scores = scores
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
stage-X-text = One row per token: its embedding. The same word is the same row, wherever it stands, so attention alone cannot tell the order of the words.
stage-X-text-positions = Embedding plus position, number by number. The same word in two places now has two different rows, and that is how order enters.
stage-C = C
stage-C-op = second input
stage-C-title = Second input
stage-C-text = In cross-attention the keys and values come from here, the queries from X. The two sequences may differ in length.
stage-Q = Q
stage-Q-op = queries
stage-Q-title = Queries
stage-Q-text = Each row of X, multiplied by Wq, becomes a query: what this token is looking for. Every head reads the whole row and has its own columns of Wq.
stage-Q-text-none = Without trainable weights the query is the embedding itself.
stage-K = K
stage-K-op = keys
stage-K-title = Keys
stage-K-text = The same input times Wk gives the keys: what each token can be found by. Wq and Wk differ, so what a token looks for need not be what it offers.
stage-K-text-none = Without trainable weights the key is the embedding itself, so every token is found by what it looks for.
stage-V = V
stage-V-op = values
stage-V-title = Values
stage-V-text = Times Wv: what each token hands on when it is attended to. Values take no part in deciding who attends to whom, so their width d_v is free.
stage-V-text-none = Without trainable weights the value is the embedding itself.
stage-raw = raw
stage-raw-op = Q·Kᵀ
stage-raw-title = Raw scores
stage-raw-text = Every query meets every key: one dot product for each pair. K is transposed so that each column is one key. A dot product grows with length as well as with direction, so it is not a similarity.
stage-scaled = scaled
stage-scaled-op = ÷ √{ $d_k }
stage-scaled-op-off = × 1
stage-scaled-title = Scaled scores
stage-scaled-text = A dot product of d_k independent parts of variance 1 has variance d_k. Dividing by √d_k brings it back to 1, so that softmax does not saturate as d_k grows.
stage-scaled-text-off = Scaling is off: the factor is 1. Raise d_k and watch the softmax: scores spread by √d_k, one weight takes all, and its gradient vanishes.
stage-masked = masked
stage-masked-op = hide
stage-masked-title = Masked scores
stage-masked-text = The causal mask hides every later token: its score becomes −∞. Hiding before the softmax gives it a weight of exactly 0, and the other weights still sum to 1.
stage-masked-text-padding = Padding tokens only fill up the length. Their scores become −∞, so they get a weight of exactly 0 and change nothing.
stage-masked-text-both = The causal mask hides later tokens, the padding mask hides the filling. A score of −∞ becomes a weight of exactly 0.
stage-weights = weights
stage-weights-op = softmax
stage-weights-title = Softmax
stage-weights-text = Each row of scores becomes weights: none negative, together 1. Order is kept, and a difference of scores becomes a ratio of weights. Hidden keys get exactly 0.
stage-weights-text-open = Each row of scores becomes weights: none negative, together 1. Order is kept, and a difference of scores becomes a ratio of weights.
stage-weights-text-empty = A row that may see nothing gets weights of exactly 0, and a context of 0. Many frameworks give NaN here.
stage-context = context
stage-context-op = ·V
stage-context-title = Context
stage-context-text = Each row mixes the value rows by its weights. What a token becomes depends on whom it attends to; that is all a head can do.
stage-concat = concat
stage-concat-op = side by side
stage-concat-title = Concatenation
stage-concat-text = The heads' contexts are set side by side, token by token: heads × d_v columns. Nothing is added up yet, and no head has seen another.
stage-concat-text-one = With one head there is nothing to set side by side: concat is the context.
stage-output = output
stage-output-op = ·Wo
stage-output-op-none = concat
stage-output-title = Output
stage-output-text = Wo mixes what the heads found: each column of the output draws on all of them. One row per token again, ready for the next layer.
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
ask-softmax-hidden = Hidden, so exactly 0: e to the power −∞.
ask-empty = This token may see nothing, so the result is 0.
ask-softmax-max = The row’s largest score, { $max }, is taken off first: it changes no ratio, and nothing can overflow.
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

preset-no-weights = Without trainable weights
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
