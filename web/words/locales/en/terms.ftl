## Terms that explain themselves, each in a sentence or two, and what is so here and now (`-here`), where there is something.
## The glossary is made from them too; it has no `-here`. A term's name is its id with spaces for dashes, or its `-name`.

term-activation = A curve through which each hidden number of an MLP goes, such as ReLU or GELU. Without it, the MLP’s matrices would do no more than a single one.
term-ALiBi = Attention with linear biases: a score loses a slope times the distance of the two tokens. Nothing about it is learned.
term-attention = Each token, a word or a part of one, looks at those that it may see and collects something from each: much from those that fit, little from the rest.
term-attention-weight = The share of a token’s attention that another token gets. A row of attention weights adds up to 1, but for a few special cases. They are computed for each sentence; they are not the weight matrices, which are learned.
term-attention-weight-here = In the row of “{ $row }” the largest is { $largest }.
term-batch = Several sentences that are computed at once, filled up with padding to one length.
term-bucket = A range of distances that share one learned number, in T5’s relative positions.
term-causal-mask = Hides from each token all that come after it. The scores of hidden pairs become minus infinity.
term-causal-mask-here = { $pairs ->
    [0] No mask is applied in this figure.
   *[other] { $hidden ->
        [0] No score is hidden here.
        [one] One of { $pairs } scores is hidden here.
       *[other] { $hidden } of { $pairs } scores are hidden here.
    }
  }
term-concat = The contexts of all heads side by side, one row for each token. In code that is a transpose, then a reshape: a reshape alone would put different tokens side by side.
term-concat-here = Here { $heads } × { $d_v } columns.
term-context = What a token collects in one head: the values of the tokens it looks at, each times its attention weight, added up.
term-cross-attention = Attention from one text to another: queries come from the one, keys and values from the other.
term-d_k = How many numbers a query and a key have in one head. Both need the same, because they are multiplied with each other.
term-d_k-here = Here d_k = { $d_k }.
term-d_model = How many numbers the row of a token has, where a layer begins and where it ends.
term-d_model-here = Here d_model = { $d_model }.
term-d_v = How many numbers a value has in one head. It need not be d_k.
term-d_v-here = Here d_v = { $d_v }.
term-dot-product = Multiply two rows of numbers column by column and add up the products.
term-dropout = In training, some numbers are set to 0 at random and the others enlarged, so that the model does not rely on any single one.
term-embedding = The row of numbers that stands for a token.
term-embedding-here = Here it has d_model = { $d_model } numbers.
term-feed-forward = A multilayer perceptron (MLP), also feed-forward network: learned matrices with a curve between them, which each row passes alone.
term-feed-forward-name = feed-forward
term-FlashAttention = A way to compute attention in tiles, without ever storing all scores. The result is the same.
term-gated-MLP = A feed-forward network with a third matrix. Two products are made of each row; the activation of the one multiplies the other, number by number, and so decides how much of it passes. With SiLU it is called SwiGLU.
term-GELU = Gaussian error linear unit: a number x times the probability that a random number of the standard normal distribution is below x. Large numbers stay nearly as they are, very negative ones come near 0.
term-gradient = For each number, how much the loss would change if that number grew a little. Training moves numbers against it.
term-grouped-query-attention = Several query heads share one set of keys and values, which makes the KV cache smaller. With a single set for all, it is called multi-query attention.
term-grouped-query-attention-here = Here { $heads ->
    [one] there is one query head
   *[other] there are { $heads } query heads
  } and { $kv_heads ->
    [one] one set of keys and values.
   *[other] { $kv_heads } sets of keys and values.
  }
term-head = Attention done once, with its own Wq, Wk and Wv. Several run side by side.
term-head-here = Here { $heads ->
    [one] there is one head.
   *[other] there are { $heads } heads.
  }
term-key = What a token offers to be found by, as a row of numbers, as many as a query has. A model computes it by a matrix, Wk.
term-key-here = Here it has { $d_k } numbers.
term-KV-cache = Keys and values of earlier tokens, kept while a model writes, so that each new token needs only its own.
term-KV-cache-here = For the tokens here it would hold { $cache } numbers.
term-layer = One round of attention, with what belongs to it. Large models stack dozens: what comes out of one goes into the next.
term-LayerNorm = Brings a row to mean 0 and variance 1: its mean is subtracted, and it is divided by the root of its variance. Learned weights and biases, one of each for each column, may follow.
term-learning-rate = How far training moves each number of the weight matrices against its gradient in one step.
term-logits = One number for each possible next token, before softmax makes probabilities of them.
term-loss = One number that says how wrong a model’s answer is. Training makes it smaller.
term-mask = Decides which pairs of tokens must not look at each other: their scores become minus infinity, and their attention weights 0.
term-mask-here = { $pairs ->
    [0] No mask is applied in this figure.
   *[other] { $hidden ->
        [0] No score is hidden here.
        [one] One of { $pairs } scores is hidden here.
       *[other] { $hidden } of { $pairs } scores are hidden here.
    }
  }
term-padding = Places that hold no word and only fill up a sentence to the length of a batch. As keys they are hidden.
term-position-encoding = What tells a model where a token stands: numbers added to its embedding, a rotation of its query and key, or numbers added to its scores.
term-prefill = Reading all tokens of a prompt at once, before the first new one is written.
term-query = What a token looks for, as a row of numbers. A model computes it by a matrix, Wq.
term-query-here = Here it has { $d_k } numbers.
term-recurrent-network = What came before attention: a network that reads one word after the other and must carry all it needs in one row of numbers.
term-residual = What a layer computes is added to what came in, so that nothing is lost. The sums that pass through all layers are called the residual stream.
term-RMSNorm = Brings a row to one size: it is divided by the root of the mean of its squares. It does not subtract the mean, as LayerNorm does. A learned weight for each column may follow.
term-RoPE = Rotary position embedding: each query and key is rotated by an angle that grows with its position, so that scores depend on the distance of two tokens.
term-saturation = When softmax gives nearly everything to one token, a small change of the scores hardly changes the shares, and hardly any of a gradient passes back to the scores.
term-scaling = Scores are divided by the square root of d_k, so that their spread does not grow with the width of queries and keys.
term-scaling-here = Here √d_k = { $root }.
term-score = The dot product of a query and a key: how well they fit. A score can be any number.
term-score-here = Here each head has { $queries } × { $keys } scores.
term-self-attention = Attention within one text: queries, keys and values all come from the same rows.
term-sink = A token at the start of the text that stays visible for all, or a score in softmax to which no token belongs. It takes the attention that nothing else needs.
term-sliding-window = A mask that leaves only near tokens visible.
term-softcap = A ceiling for scores: cap · tanh(score / cap) bends large ones and leaves small ones nearly as they are.
term-softmax = Turns any numbers into shares: e to the power of each, divided by the sum of all. Larger numbers get larger shares, and all shares add up to 1.
term-standard-deviation = The square root of the variance: a typical distance from the mean.
term-standard-deviation-here = That of the raw scores here is { $deviation }.
term-temperature = Scores are divided by it before softmax: below 1, shares become less even, above 1 more even.
term-token = A piece of text that the model treats as one unit: here a word; in large models often a part of one.
term-token-here = { $queries ->
    [one] This text has one.
   *[other] This text has { $queries }.
  }
term-value = The row of numbers that a token passes on to those who attend to it: its row times Wv.
term-value-here = Here it has d_v = { $d_v } numbers.
term-variance = How far numbers spread around their mean: the mean of the squared distances from it.
term-variance-here = That of the raw scores here is { $variance }.
term-weight-matrix = A matrix of learned numbers, such as Wq, Wk, Wv and Wo. It is the same for every sentence; attention weights are not.

## Below the words about a stage: the lesson that explains it, with the title that the lesson has

stage-lesson = lesson: { $title }
stage-lesson-rows = Words as rows of numbers
stage-lesson-norm = Norms: rows of one size
stage-lesson-mlp = What the MLP adds
stage-lesson-residual = The residual stream
stage-lesson-future = Masking before softmax
stage-lesson-order = Where does the order come from?
stage-lesson-two-sentences = Looking at another text
stage-lesson-query-key = A query looks, a key is found
stage-lesson-mix = A mix of values
stage-lesson-scores = Scores for all pairs
stage-lesson-shaw = Shaw: a vector for each distance
stage-lesson-scaling = Why divide by the square root of d_k?
stage-lesson-alibi = ALiBi: far words count less
stage-lesson-t5 = T5: one number for each range of distances
stage-lesson-softcap = A ceiling for scores
stage-lesson-shares = From scores to shares
stage-lesson-learning = How weight matrices come to be
stage-lesson-several-heads = Several heads
stage-lesson-whole-walk = The whole walk once
