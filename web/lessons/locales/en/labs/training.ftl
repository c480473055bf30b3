## Training

training-text = A language model is trained to predict the next token. The causal mask lets one pass over a sentence do that for all its prefixes at once: row i sees only tokens 1 to i, so its output is what a pass over that prefix would give.
training-same = { $count ->
    [one] The one prefix, computed alone, gives the same bits as the one pass.
   *[other] { $same } of { $count } prefixes, each computed alone, give the same bits in their last row as the one pass.
}
training-cost = One pass takes { $one } multiply-adds; the { $count } prefixes one by one take { $alone }.
training-table = Prefixes of the sentence and what comes next
training-prefix = prefix
training-next = next token
training-row = its row, head { $head }
training-alone = computed alone
training-leak = weight on later tokens without the mask
training-answer = on the answer itself
training-end = (end of sentence)
training-equal = same bits
training-differs = differs
training-strongest = most on “{ $token }”: { $weight }
training-more = The first { $max } of { $count } prefixes.
training-end-text = The last row predicts a token too: vocabularies have one that means “the text ends here” (GPT-2 writes it <|endoftext|>). A model that has learned to predict it knows when to stop. Other special tokens: [pad] fills up a batch and is masked; BERT puts [CLS] before a text and [SEP] after it.
training-weights = Training changes the weight matrices, never the formula. { $random ->
    [true] Wq, Wk, Wv and Wo begin as random numbers, as they are here, so attention means nothing yet.
   *[false] Wq, Wk, Wv and Wo begin as random numbers, with which attention means nothing.
  } After each pass each of these numbers moves a small step against its gradient, which makes the right next tokens a little more likely. After very many texts the heads look for what helps to predict. Where these gradients come from: “{ $question }”
training-mask = Without the mask each row would see the tokens that it must predict: the answer is among its keys, so the model would only learn to copy it. When it then generates text, one token at a time, there is nothing to copy.
training-dropout = Dropout is only for training. With { $percent } % of the attention weights dropped, two passes over this sentence differ by { $apart } at most; without dropout, as when the model is used, they differ by { $again }.
