## Terms that explain themselves, each in a sentence or two

term-token = A piece of text that the model treats as one unit: here a word; in large models often a part of one.
term-embedding = The row of numbers that stands for a token. Here it has d_model = { $d_model } numbers.
term-d_model = The length of a token's row of numbers, here { $d_model }.
term-query = The row of numbers with which a token looks for others: its row of X times Wq. Here it has d_k = { $d_k } numbers.
term-key = The row of numbers with which a token is found by others: its row times Wk. It has as many numbers as a query, here { $d_k }.
term-value = The row of numbers that a token passes on to those who attend to it: its row times Wv.
term-head = One attention with matrices of its own. Here there { $heads ->
    [one] is one head
   *[other] are { $heads } heads
  }.
term-dot-product = Multiply two rows of numbers column by column and add up the products.
term-score = The dot product of a query and a key: how well they fit. A score can be any number.
term-softmax = Turns any numbers into shares: e to the power of each, divided by the sum of all. Larger numbers get larger shares, and all shares add up to 1.
term-attention-weight = The share of a token's attention that another token gets. A row of attention weights adds up to 1. These are computed for each sentence; they are not the weight matrices, which are learned.
term-variance = How far numbers spread around their mean: the mean of the squared distances from it.
term-standard-deviation = The square root of the variance: a typical distance from the mean.
term-saturation = When softmax gives nearly everything to one token, a small change of the scores no longer changes the shares, and nothing can be learned from it.
term-gradient = For each number, how much the loss would change if that number grew a little. Training moves numbers against it.
term-entropy = How undecided a row of shares is, in bits: 0 if one token gets everything, 1 for two equal shares, 2 for four.
term-residual = What a layer computes is added to what came in, so that nothing is lost.
