### The trained models of the next word. Loaded after the page's first frame.

## The trained models of the next word: translation and grammar

next-title-translation = Which French word comes next?
next-title-grammar = Which word comes next?
next-title-own = { $task ->
    [reverse] The letters backwards: what the model answers
    [previous] The letter before: what the model answers
    [induction] The letter after an earlier twin: what the model answers
    [majority] The most frequent letter: what the model answers
    [translation] Which French word comes next?
    [text] Which character comes next?
    [names] Which letter comes next?
   *[other] Which word comes next?
}
next-examples = Examples
next-after = the next word after:
next-heads = Head
next-head-translation = { $head ->
    [1] head 1 · mostly at the noun
   *[other] head 2 · mostly at the word to translate
}
next-head-grammar = head { $head }
next-answer = Head { $head } of “{ $reader }” puts { $weight } of its attention on “{ $key }”. The model’s first guess for the next word is “{ $word }”, with { $share }.
next-words = The most probable next words
next-add = Add “{ $word }” to the sentence
next-end = the end
next-how = How does it get there?
next-on-translation = on { $sentences } made-up pairs of sentences with { $sourceWords } English and { $words } French words, by the engine of this page. It knows only noun phrases, and sentences such as “the red car is small”. Of { $heldOut } with pairs of noun and adjective that it never saw, it gets { $accuracy } % right to the last word. Where it writes an article, head 2 looks most at the English article in { $own } % of them, and head 1 at the noun, whose gender decides, in { $noun } %.
next-on-grammar = on { $sentences } made-up sentences with { $words } words, by the engine of this page. It knows only such sentences. In { $heldOut } with pairs of first noun and verb that it never saw, its first guess is one that the grammar allows at { $accuracy } % of the places. It is worst where a verb must agree with the first of two nouns and the second has another number: there it is right in { $agreement } %.

draw-title = Draw what comes next by chance
draw-text = Nothing forces a model to write its first guess. Temperature divides the logits before softmax: below 1 the likely become likelier, and 0 always takes the first. Top-k keeps the k likeliest, top-p the fewest that share at least that much. A random number then falls into one of the ranges.
draw-temperature = Temperature
draw-top_k = Top-k
draw-top_p = Top-p
draw-seed = Seed
draw-chance = chance
draw-range = range of the random number
draw-left-out = left out
draw-table = What may come next, with its chance
draw-drawn = Random number { $number } of this seed is { $uniform }: it falls on “{ $word }”, whose chance is { $chance }.
draw-add = Add “{ $word }”
draw-all = Write to the end

## A model that the reader trained on a task that does not ask for the next word

own-answer-after = the answer at:
own-answer-answer = Head { $head } of “{ $reader }” puts { $weight } of its attention on “{ $key }”. Here the model answers “{ $word }”, with { $share }.
own-answer-right = Right is “{ $word }”.
own-answer-words = The most probable answers

## A model that the reader trained on a text, whose tokens are characters

own-character-after = the next character after:
own-character-answer = Head { $head } of “{ $reader }” puts { $weight } of its attention on “{ $key }”. The model’s first guess for the next character is “{ $word }”, with { $share }.
own-character-words = The most probable next characters

## From the output to the next word

way-heading = From output to the next word
way-heading-answer = From output to the answer
way-output = output
way-output-text = what attention found for “{ $word }”: row { $row }, { $count } numbers
way-residual = + residual
way-residual-text = X’s own row is added: the word is not forgotten
way-feed-forward = feed-forward
way-feed-forward-text = a large model works on each row once more here, with two further matrices, and keeps its numbers in a fixed range (normalisation); this model does neither
way-stream = last row
way-stream-text = what left the last layer for “{ $word }”: row { $row }, { $count } numbers, the sum of all that was written into it
way-norm = norm
way-norm-text = brings the row to one size, so that the readout always reads numbers of the same range
way-readout = readout
way-readout-text = one column of a matrix for each of the { $words } tokens of the vocabulary (words and signs): the dot product with it, plus one number that is added (a bias), is the token’s logit
way-readout-text-plain = one column of a matrix for each of the { $words } tokens of the vocabulary: the dot product with it is the token’s logit
way-softmax = softmax
way-softmax-text = makes probabilities of the logits: all { $words } add up to 1
way-table = The most probable next words after “{ $word }”
way-table-answer = The most probable answers at “{ $word }”
way-word = next word
way-word-answer = answer
way-logit = logit
way-probability = probability
way-rest = { $count } other tokens
way-sum = X + output
way-sum-all = the sum
way-normed = The norm before the readout, of
way-row = The { $count } numbers of the row of “{ $word }”
way-column = column { $number }
way-why = How the probability of “{ $word }” comes about
way-logit-is = logit
way-probability-is = probability
way-choose = Explain “{ $word }”
parts-heading = What wrote the logit of “{ $word }”
parts-text = The row that is read is a sum: each part of the model added its own row to it. So the logit is a sum, too. And after each part, the row so far can be read out: what would the model answer there?
parts-part = part
parts-logit = adds to the logit
parts-guess = first guess after it
parts-embedding = embedding
parts-attention = attention
parts-mlp = MLP
parts-layer = layer { $layer }, { $part }
parts-bias = bias of the readout
parts-sum = the logit
way-none = A model that writes would go on from here: to each output row its row of X is added (the residual connection); the sum goes through a feed-forward network and more such layers; at the end a matrix, the readout, gives every word of the vocabulary a score, and softmax makes probabilities of the scores. These weights have no readout, so there is no next word to show.
way-none-layer-1 = This output is added to X (the residual connection), and the sum is the X of layer 2. A large model would send each row through a feed-forward network first; this model has none. It has no readout either: the attention weights of layer 2 are its answer, so there is no next word to show.
way-none-first = This output is added to X (the residual connection), and the sum is the X of layer 2. The model’s answer is read out after layer 2.
way-none-pointer = This model ends at the attention weights: they say what “it” means. It has no readout, and training never used this output, so there is no next word to show.
way-open = Show a trained model that guesses the next word

## The heads' shares of a number of the output

shares-heading = What each head brought to this number
shares-text = The number is a sum of products, and concat holds the { $heads } heads side by side: so each head has its own part of the sum.
shares-from = from
shares-head = head { $head }
shares-sum = sum
shares-terms = terms
shares-count = { $count } products
shares-all = together

## From layer to layer

layers-title = A model of two layers
layers-from = Where this number of X comes from
layers-layer = layer { $layer }
layers-both = Both were trained together. What is changed in layer 1 reaches layer 2.
layers-leaves = What leaves layer 1 is what enters layer 2. Choose it to see how it was computed.
layers-normed = The number that is normed is that of the embedding of “{ $word }”, { $embedding }, plus that of position { $position }, { $place }: { $sum }. Training found both; nothing comes before them.
layers-normed-alone = The number that is normed is that of the embedding of “{ $word }”. Training found it; nothing comes before it.
layers-sum = The number of layer 1’s X, plus what layer 1 computed for the same row and column, its output (the residual connection). Choose one of the two to see how it was computed.
layers-embedding = The number of the embedding of “{ $word }”, plus that of position { $position }. Training found both; nothing comes before them.
layers-number = { $stage } of layer 1
