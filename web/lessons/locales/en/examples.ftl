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
preset-dot-product = One dot product: chased · dog = 0.68
preset-causal = Causal self-attention, one head
preset-encoder = Encoder: every token sees every token
preset-cross = Cross-attention: two sentences, two widths
preset-cross-self = Cross-attention with itself is self-attention
preset-decoder-step = One step of a decoder: the newest word asks
preset-today = A model of today: RoPE, shared keys, window, softcap
preset-mask-five = Five words, one causal mask
preset-leak = Mask after the softmax: it leaks
preset-renormalised = Mask after the softmax, then renormalise
preset-mask-1e4 = A mask of −10,000 instead of −∞
preset-mask-1e4-empty = −10,000 added, and rows that see nothing
preset-batch = A batch of three sentences
preset-padding = Padding
preset-padding-causal = Padding first: rows that see nothing
preset-window = Sliding window
preset-window-sinks = Sliding window that keeps the first token
preset-multi-head = Eight heads
preset-gqa = Eight heads share two keys and values (GQA)
preset-mqa = Eight heads share one key and value (MQA)
preset-tied = Tied Wk = Wq: symmetric scores
preset-order-blind = Rearranged words, no positions
preset-positions = Rearranged words, sinusoidal positions
preset-learned = Rearranged words, learned positions
preset-shaw = Rearranged words, relative keys (Shaw)
preset-t5 = Rearranged words, relative bias (T5)
preset-alibi = ALiBi: a slope for each head
preset-rope = Rotary positions (RoPE)
preset-rope-half = Rotary positions, halves paired
preset-distance-linear = Distance penalty, linear
preset-distance-gaussian = Distance penalty, Gaussian
preset-distance-matrix = Distance bias from a matrix
preset-softmax-1234 = The softmax of 1, 2, 3, 4
preset-unscaled = Not scaled: the softmax saturates
preset-temperature = A low temperature
preset-softcap = Not scaled, but capped
preset-softmax-sink = A sink in the softmax
preset-dropout = Dropout, as in training
preset-named = Who acts?
preset-named-adjective = What is described?
preset-named-unmasked = Who acts? Without the mask
preset-article-self = Self-attention
preset-article-multi-head = Four heads
preset-article-cross = Cross-attention
preset-article-causal = Causal mask
preset-article-causal-after = Causal mask after the softmax, renormalised
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
