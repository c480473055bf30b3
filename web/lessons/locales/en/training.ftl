## Training

training-text = A language model is trained to guess the next token. The causal mask lets one pass over a sentence do that for all its prefixes at once: row i sees tokens 1 to i alone, so its output is what a pass over that prefix would give.
training-same = { $count ->
    [one] The one prefix, walked alone, gives the same bits as the one pass.
   *[other] { $same } of { $count } prefixes, each walked alone, give the same bits in their last row as the one pass.
}
training-cost = One pass takes { $one } multiply-adds; the { $count } prefixes one by one take { $alone }.
training-table = Prefixes of the sentence and what comes next
training-prefix = prefix
training-next = next token
training-row = its row, head { $head }
training-alone = walked alone
training-leak = weight on later tokens without the mask
training-answer = on the answer itself
training-end = (end of sentence)
training-equal = same bits
training-differs = differs
training-strongest = most on “{ $token }”: { $weight }
training-more = The first { $most } of { $count } prefixes.
training-end-text = The last row is asked for a token too: vocabularies have one that says “the text ends here” (GPT-2 writes it <|endoftext|>). A model that has learned when it comes knows when to stop. Other special tokens stand for no word either: [pad] fills a batch up and is masked; BERT puts [CLS] before a text and [SEP] after it.
training-weights = Training changes the weights, never the formula. Wq, Wk, Wv and Wo begin as random numbers, as they are here, so attention means nothing yet. After each pass every weight moves a small step against its gradient, so that the right next tokens would have been a little likelier. After very many texts the heads look for what helps to guess. Where these gradients come from: “{ $question }”
training-mask = Without the mask each row would look at the tokens it is asked to guess: the answer is among its keys, so the model would learn to copy it and nothing else. When it then writes, one token at a time, there is nothing to copy.
training-dropout = Dropout is for training alone. With { $percent } % of the weights dropped, two passes over this sentence differ by { $apart } at most; without dropout, as when the model is used, they differ by { $again }.
