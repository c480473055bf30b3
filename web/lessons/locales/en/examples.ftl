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
