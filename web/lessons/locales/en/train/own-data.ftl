## Train on your own data: what is trained on

data-text = The text
data-text-shipped = “Alice’s Adventures in Wonderland” by Lewis Carroll, 1865, chapters I to III. The author died in 1898: the book is in the public domain.
data-text-own = Your own text. It stays in this page: the link restores task, settings and seed, not the text.
data-text-lost = This link was made with a text of its author’s own, and links hold no text. So here is “Alice’s Adventures in Wonderland”; paste that text below to train on it.
data-text-counts = { $training } characters to train on; the last { $heldOut } are held out. { $alphabet } different characters.
data-text-model = { $layers ->
    [one] One layer of attention sees up to 64 characters and guesses
   *[other] Two layers of attention with nothing between them (Elhage et al. 2021) see up to 64 characters and guess
  } the next.
data-text-use = Use your own text
data-text-paste = Paste a text, or drop a file here
data-text-limits = { $min } to { $max } characters, { $different } different ones at most. It is not sent anywhere.
data-text-start = train on this text
data-text-back = back to Alice
data-pairs = The pairs
data-pairs-shipped = A list that ships: sentences and their passive, “Ada sees the dog => the dog is seen by Ada”.
data-pairs-own = Your own pairs. They stay in this page: the link restores task, settings and seed, not the pairs.
data-pairs-lost = This link was made with its author’s own pairs, and links hold none. So here are those that ship; paste the others below to train on them.
data-pairs-counts = { $training } pairs to train on; every fifth, { $heldOut } in all, is held out.
data-pairs-unseen = { $unseen } of the held-out pairs have a word that no pair of the training has: the model cannot know it.
data-pairs-model = Cross-attention, here in { $layers ->
    [one] one layer,
   *[other] two layers,
  } writes the target word by word: each from the word before it, its place, and what it reads of the source. It can learn to reorder words, to replace each by another, and to make one agree with another. It cannot learn words it is never shown, nor, in one layer, steps that build on one another; two layers can take two. Right means: the right next word, with the right words before it.
data-pairs-use = Use your own pairs
data-pairs-paste = Paste lines “source => target”, or with a tab between, or drop a file here
data-pairs-limits = { $minPairs } to { $pairs } pairs with 1 to { $words } words on each side, { $different } different words on a side, { $characters } characters in all. Words are what stands between spaces. Nothing is sent anywhere.
data-pairs-start = train on these pairs
data-pairs-back = back to the pairs that ship
data-file = Or choose a file
data-refused = { $count ->
    [one] One line is left out:
   *[other] { $count } lines are left out:
}
data-refused-more = and { $count } more

refused-text-length = The text must have { $min } to { $max } characters; this one has { $got }.
refused-text-alphabet = The text must have 2 to { $max } different characters; this one has { $got }.
refused-pairs-few = There must be at least { $min } pairs; here are { $got }.
refused-characters-many = There may be at most { $max } characters; here are { $got }.
refused-lines-many = There may be at most { $max } lines; here are { $got }.
refused-pairs-many = There may be at most { $max } pairs; here are { $got }.
refused-source-words-many = The sources may have at most { $max } different words; these have { $got }.
refused-target-words-many = The targets may have at most { $max } different words; these have { $got }.
refused-pair-whole = Line { $line }: must be “source => target”, or have one tab between the two; it has neither.
refused-pair-parts = Line { $line }: must be “source => target”, or have one tab between the two; it has { $got } parts.
refused-pair-source = Line { $line }: the source must have 1 to { $max } words; it has { $got }.
refused-pair-target = Line { $line }: the target must have 1 to { $max } words; it has { $got }.
refused-pair-repeated = Line { $line }: has the same source as line { $before }.

## Train on a text: what the model writes

report-writes = What it writes
report-writes-hint = It goes on from the held-out text’s first characters (grey). Each new character is drawn from its probabilities: at temperature 0 always the likeliest, at 1 as the model says, above more evenly.
report-step = after { $step } steps
report-temperature = temperature
report-seed = seed of the sample
report-waiting = It is about to write …
report-character = Choose a character to see what else it might have been
report-chosen = character { $at } of { $count }: { $character }, { $probability }
report-likely = The likeliest characters in its place, before the temperature
report-likely-character = character
report-likely-probability = probability

## Train on a text: is it any good?

report-loss = Held-out loss: { $loss } nats per character
report-above-unigram = That is no better than knowing how often each character comes ({ $unigram }, the unigram).
report-below-unigram = That is better than knowing how often each character comes ({ $unigram }, the unigram), but not than knowing which one came before ({ $bigram }, the bigram).
report-below-bigram = That is better than knowing which character came before ({ $bigram }, the bigram): it looks further back.
report-overfits = It was lowest after { $step } steps ({ $loss }). Since then it rises, while the loss on the training part is { $training }: the model learns the text by heart.
report-baselines = Uniform { $uniform }: all characters alike. The three are counted on the training part and measured on the same held-out part.

## Train on a text: heads

report-heads = What each head does
report-heads-hint = Three scores: the mean attention to the token before, to the same character earlier, and to the character after that one (induction). They are measured on { $sequences } sequences of random characters, each written twice, not on the text: there, only copying helps. A head that copies as in the task “After its twin” has a high induction score; on texts of this size such heads hardly appear. Last: how much the held-out loss rises without the head.
report-head = layer { $layer }, head { $head }
report-head-name = head
report-previous = token before
report-same = same character
report-induction = induction
report-without = loss without it
