### What the page's first frame and the element both need: walk, settings, figure.

## A number beside a name, as the language writes it

number = { $value }

## Walk

walk-label = Stages, from embeddings to output
heads-label = Heads
head-all = all heads
head-one = head { $number }
head-shared = key/value head { $number }
figure-label = { $name }, { $shape }
figure-scroll = Figure wider than the screen: scroll it sideways.
figure-hint = Point at a number to see where it comes from; click to keep it, Escape to clear.
figure-keys-hint = Arrow keys move, Enter keeps a number, Escape clears it.
figure-hint-touch = Tap a number to see where it comes from.
figure-former = Lower rim of a cell: as it was before.
control-former = back to { $value }
figure-enlarge = enlarge
figure-large = Many numbers: show them as tables to reach them by keyboard.
tables-show = show as tables
tables-hide = hide the tables
# Two messages, because the rules of plurals take the browser as long as a frame to make, and the first frame has no others.
shapes-head = 1 head
shapes-heads = { $count } heads

stage-E = E
stage-E-op = embeddings
stage-E-title = Embeddings
stage-P = P
stage-P-op = positions
stage-P-title = Positions
stage-X = X
stage-X-op = input
stage-X-title = Input
stage-C = C
stage-C-op = for K and V
stage-C-title = Second input
stage-Q = Q
stage-Q-op = queries
stage-Q-title = Queries
stage-K = K
stage-K-op = keys
stage-K-title = Keys
stage-V = V
stage-V-op = values
stage-V-title = Values
stage-Q_rot = Q_rot
stage-Q_rot-op = rotate
stage-Q_rot-title = Rotated queries
stage-K_rot = K_rot
stage-K_rot-op = rotate
stage-K_rot-title = Rotated keys
stage-raw = raw
stage-raw-op = Q·Kᵀ
stage-raw-op-shaw = Q·(K+rel)ᵀ
stage-raw-title = Raw scores
stage-scaled = scaled
stage-scaled-op = ÷ √{ $d_k }
stage-scaled-op-off = × 1
stage-scaled-op-other = × { $scale }
stage-scaled-title = Scaled scores
stage-scaled-off = unscaled
stage-scaled-title-off = Unscaled scores
stage-title-unscaled = { $title } (unscaled)
stage-biased = biased
stage-biased-op = + bias
stage-biased-title = Scores with a position bias
stage-capped = capped
stage-capped-op = cap·tanh
stage-capped-title = Capped scores
stage-masked = masked
stage-masked-op = hide: −∞
stage-masked-op-fill = hide: { $value }
stage-masked-op-add = add { $value }
stage-masked-title = Masked scores
stage-weights_unmasked = unmasked
stage-weights_unmasked-op = softmax
stage-weights_unmasked-title = Softmax over all keys
stage-zeroed = zeroed
stage-zeroed-op = hide: 0
stage-zeroed-title = Zeroed weights
stage-weights = weights
stage-weights-op = softmax
stage-weights-op-leak = unchanged
stage-weights-op-renormalised = ÷ sum
stage-weights-title = Attention weights
stage-dropped = dropped
stage-dropped-op = drop { $p }
stage-dropped-title = Dropout
stage-context = context
stage-context-op = ·V
stage-context-op-shaw = ·(V+rel)
stage-context-title = Context
stage-concat = concat
stage-concat-op = joined
stage-concat-title = Concatenation
stage-output = output
stage-output-op = ·Wo
stage-output-op-one = ·Wo
stage-output-op-none = no Wo
stage-output-title = Output
stage-output_dropped = output dropped
stage-output_dropped-op = drop { $p_residual }
stage-output_dropped-title = Dropout of the output
stage-norm_1 = norm 1
stage-norm_1-op = LayerNorm
stage-norm_1-op-rmsnorm = RMSNorm
stage-norm_1-title = First norm
stage-output_norm = output norm
stage-output_norm-op = LayerNorm
stage-output_norm-op-rmsnorm = RMSNorm
stage-output_norm-title = Norm of attention’s output
stage-residual_1 = residual 1
stage-residual_1-op = + X
stage-residual_1-title = Residual stream after attention
stage-norm_2 = norm 2
stage-norm_2-op = LayerNorm
stage-norm_2-op-rmsnorm = RMSNorm
stage-norm_2-title = Second norm
stage-mlp_hidden = MLP hidden
stage-mlp_hidden-op = ·W_up
stage-mlp_hidden-op-gated = ·W_gate
stage-mlp_hidden-title = Hidden numbers of the MLP
stage-mlp_up = MLP up
stage-mlp_up-op = ·W_up
stage-mlp_up-title = What the MLP’s gate acts on
stage-mlp_activated = activated
stage-mlp_activated-op = { $activation ->
    [relu2] ReLU²
    [gelu] GELU
    [gelu_tanh] GELU, tanh
    [silu] SiLU
    [quick_gelu] quick GELU
   *[relu] ReLU
  }
stage-mlp_activated-op-gated = { $activation ->
    [relu2] ReLU² × up
    [gelu] GELU × up
    [gelu_tanh] GELU × up
    [silu] SiLU × up
    [quick_gelu] quick GELU × up
   *[relu] ReLU × up
  }
stage-mlp_activated-title = Activation of the MLP
stage-mlp_dropped = activated dropped
stage-mlp_dropped-op = drop { $p_mlp }
stage-mlp_dropped-title = Dropout in the MLP
stage-mlp_output = MLP output
stage-mlp_output-op = ·W_down
stage-mlp_output-title = Output of the MLP
stage-mlp_output_dropped = MLP output dropped
stage-mlp_output_dropped-op = drop { $p_residual }
stage-mlp_output_dropped-title = Dropout of the MLP’s output
stage-mlp_output_norm = MLP output norm
stage-mlp_output_norm-op = LayerNorm
stage-mlp_output_norm-op-rmsnorm = RMSNorm
stage-mlp_output_norm-title = Norm of the MLP’s output
stage-residual_2 = residual 2
stage-residual_2-op = + stream
stage-residual_2-op-parallel = X + both
stage-residual_2-title = Residual stream after the MLP

## Controls

control-more = more settings
control-more-awaited = These settings are still loading.
control-less = fewer settings
control-names = Setting to change
control-sentence-name = sentence
control-d_k-name = d_k { $value }
control-heads-name = heads { $value }
control-causal-name = mask
control-scaling-name = scale
control-position-name = positions

control-d_k = Width of each head’s queries and keys (d_k)
control-d_k-short = d_k
control-d_k-hint = numbers per query and key
control-heads = heads
control-heads-hint = work in parallel
control-causal = causal mask
control-causal-hint = no token sees a later one
control-scaling = scale by 1/√d_k
control-scaling-hint = keeps the spread of the scores the same
control-position = positions
control-position-hint-none = attention without a mask cannot tell the order of words
control-position-hint-none-causal = the causal mask alone tells something of the order: no word sees a later one
control-position-hint-none-window = the window alone tells something of the order: no word sees a distant one
control-position-hint-sinusoidal = sines and cosines of the position are added to the embedding
control-position-hint-learned = each position has a learned row (here: random)
control-position-hint-rope = rotates queries and keys by their position
control-position-hint-alibi = scores fall with distance, faster in some heads
control-position-hint-shaw = each distance has a learned key (here: random)
control-position-hint-t5 = each range of distances has a learned bias (here: random)
control-position-hint-distance = scores fall with distance
option-position-none = none
option-position-sinusoidal = sinusoidal, added to X
option-position-learned = learned, added to X
option-position-rope = rotary (RoPE)
option-position-alibi = ALiBi
option-position-shaw = relative keys (Shaw)
option-position-t5 = relative bias (T5)
option-position-distance = distance penalty

## Sentences, on the page and in the element

failed = The engine could not start: { $reason }
sentence-label = Sentence
problem-empty = Type at least one word.
problem-tokens = At most { $max } tokens are possible; these are { $count }.
problem-characters = At most { $max } characters are possible; these are { $count }.
sentence-label-given = Labels of the tokens
context-label-given = Labels of the keys
context-label = Second sentence (keys and values)
context-hint = Leave it empty for self-attention: the sentence attends to itself.
batch-label = Sentence { $number } of a batch
batch-hint = The sentences of a batch are padded to the same length.

## Figure

figure-head = head { $head } of { $heads }
figure-head-short = head { $head }
figure-kv-head = key/value head { $head } of { $heads }
figure-kv-head-short = key/value head { $head }
figure-reads = reads key/value head { $head }
figure-read-by = { $count ->
    [2] read by heads { $from } and { $to }
   *[other] read by heads { $from } to { $to }
}
figure-hidden = hidden
figure-dropped = dropped
figure-queries = query
figure-keys = key
operation-Q_rot = rotate
operation-Q_rot-note = each pair, by position
operation-Q_rot-note-halves = columns p, p + d_k/2
operation-K_rot = rotate
operation-K_rot-note = each pair, by position
operation-K_rot-note-halves = columns p, p + d_k/2
operation-Q_rot-note-partial = each pair of the first { $dims }
operation-Q_rot-note-partial-halves = columns p, p + { $half } of { $dims }
operation-K_rot-note-partial = each pair of the first { $dims }
operation-K_rot-note-partial-halves = columns p, p + { $half } of { $dims }
operation-relative-note = row j − i
operation-scaled = ÷ √{ $d_k }
operation-scaled-note = d_k = { $d_k }
operation-scaled-off = × 1
operation-scaled-off-note = not scaled
operation-scaled-other = × { $scale }
operation-scaled-other-note = d_k = { $d_k }
operation-bias-alibi = slope { $slope }
operation-bias-t5 = by bucket
operation-bias-linear = λ = { $lambda }
operation-bias-gaussian = σ = { $sigma }
operation-bias-matrix = given
operation-capped = cap · tanh
operation-capped-note = cap = { $softcap }
operation-masked = mask
operation-masked-note = hide keys
operation-masked-note-fill = hidden: { $value }
operation-masked-note-add = hidden: + { $value }
operation-weights_unmasked = softmax
operation-weights_unmasked-note = each row, all keys
operation-weights_unmasked-note-sink = all keys, sink { $sink }
operation-zeroed = hide
operation-zeroed-note = weights to 0
operation-weights = softmax
operation-weights-note = each row
operation-weights-note-sink = with sink { $sink }
operation-renormalised = ÷ sum
operation-dropped-note = 1 − p
operation-concat = side by side
operation-layernorm = LayerNorm
operation-layernorm-note = each row
operation-rmsnorm = RMSNorm
operation-rmsnorm-note = each row
operation-relu = ReLU
operation-relu-note = each number
operation-relu2 = ReLU²
operation-relu2-note = each number
operation-gelu = GELU
operation-gelu-note = each number
operation-gelu_tanh = GELU
operation-gelu_tanh-note = by tanh
operation-silu = SiLU
operation-silu-note = each number
operation-quick_gelu = quick GELU
operation-quick_gelu-note = x · σ(1.702x)

badge-trained = trained
badge-untrained = random, no meaning yet
badge-row = only row “it” is trained
badge-computed = computed from the position
badge-written = written by hand
badge-given = your numbers
badge-set = set number by number
badge-part = { $set } by hand, the rest random
badge-unused = random, not used for the answer

## Attention drawn as lines

picture-label = Drawn as
picture-matrix = matrix
picture-lines = lines
lines-note = Thicker means larger; none below 0.02.
lines-note-row = Thicker means larger; none below 0.02. Only “it” was trained, so only its lines are drawn.
lines-hint-row = Point at a line to see what “it” looks at; click to keep it. The tables have every weight, also those that mean nothing.
lines-hint-row-touch = Tap a line to see what “it” looks at. The tables have every weight, also those that mean nothing.
lines-hint = Point at a line or a word to see one query’s lines; click to keep it. The tables have every weight.
lines-hint-touch = Tap a line or a word to see one query’s lines. The tables have every weight.

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

## A model’s vocabulary, on the page and in the element

trained-unknown = { $count ->
    [one] The model does not know the word { $words }: all its embedding’s numbers are 0.
   *[other] The model does not know the words { $words }: all their embeddings’ numbers are 0.
}

## Embedding

open-explorer = Open in the explorer
lesson-frame = A lesson on attention
embed-this = Embed this
