### The place Train. Loaded with the place.

## Train: tasks

train-tagline = A small model learns what to look for. You see it happen: every step is computed in your browser, just now.
train-tasks = Tasks
train-to-course = ← back to the course
train-task-count = one of { $count } tasks
train-summary = { $layers ->
    [one] 1 layer
   *[other] { $layers } layers
  } · { $heads ->
    [one] 1 head
   *[other] { $heads } heads
  } · d_k { $d_k } · [[learning rate]] { $lr }
train-task-reverse = Reverse
train-task-reverse-what = a b c d → d c b a
train-task-reverse-question = The answer is the sequence backwards: a b c d → d c b a. Which token must the first position look at?
train-task-previous = Previous token
train-task-previous-what = look one back
train-task-previous-question = Each position must name the token before it. Where must it look?
train-task-induction = After its twin
train-task-induction-what = A B … A → B
train-task-induction-question = A letter comes a second time. Its twin, the same letter earlier, has a letter after it: that one is the answer (A B … A → B). Can one layer of attention find it, or does it take two? This run has { $layers ->
    [one] one layer
   *[other] two layers
  }.
train-both = train both: one layer, and two layers
train-task-majority = Majority
train-task-majority-what = which token is there most often?
train-task-majority-question = The answer is the token that is there most often. To count, should a position look at one token or at all of them?
train-task-pronoun = Who is “it”?
train-task-pronoun-what = tired → animal, wide → road
train-task-pronoun-question = “The animal cannot cross the road because it is too tired”: the answer is what “it” means. Which word must “it” look at first: the noun, or the adjective at the end?
train-task-translation = Translate
train-task-translation-what = the red car → la voiture rouge
train-task-translation-question = English puts the adjective before its noun, French after it. What will that do to the picture?
train-task-grammar = Next word
train-task-grammar-what = a small grammar
train-task-grammar-question = The answer is a word that may come next. Which earlier words decide what may come next?
train-task-names = Names
train-task-names-what = letter by letter: new names
train-task-names-question = The answer is the next letter of a name, or its end. Will the model write names that sound like names, and that are not in its list?
train-task-text = Next character
train-task-text-what = of a text, yours or ours
train-task-text-question = How far back must a model look to guess the next character better than by the one before it?
train-task-pairs = Own pairs
train-task-pairs-what = your lines, source => target
train-task-pairs-question = Which word of the source does each word of the target need?

train-experiments = Experiments
train-experiment-scaling = three pairs of runs, d_k = 64
train-experiment-descent = gradient descent on one number

## Train: the run

train-play = play
train-pause = pause
train-step = step
train-restart = start over
train-speed = speed
train-speed-slow = slow
train-speed-medium = speeding up
train-speed-full = full speed
train-step-number = step
train-run = The run
train-starting = Starting …
train-own-data = Your own data
train-failed-run = This model cannot be trained: { $reason }
train-said-running = Training.
train-said-paused = Paused after { $step ->
    [one] one step
   *[other] { $step } steps
  }. Held-out: { $accuracy } correct. “play” goes on up to step { $until }.
train-said-done = The { $planned } planned steps are done, so the run has stopped. { $isLearned ->
    [yes] Next: ask a “What if …” question, or choose another task.
   *[no] “play” goes on for { $more } more steps; or change one setting.
  }
train-said-learned = Learned: after { $step } steps, { $accuracy } of the held-out answers are correct.
train-finding = What the run has found
train-see-most = what each head looks at, in words
train-diverged-title = The run has diverged
train-diverged = After { $step } steps the loss is { $loss }, far above { $chance }, that of pure guessing. Each step was too long: instead of going down into the valley, it jumped across it and further up. The history stays here to look at.
train-diverged-infinite = After { $step } steps the loss is no longer a finite number. Each step was too long: instead of going down into the valley, it jumped across it and further up. The history stays here to look at.
train-diverged-less = learning rate { $lr } instead: tried for 100 steps, it does not diverge

## Train: what the heads look at

train-maps = { $layers ->
    [one] { $heads ->
        [one] What its one head looks at
       *[other] What its { $heads } heads look at
    }
   *[other] What its { $layers } layers look at, { $heads ->
        [one] with one head each
       *[other] with { $heads } heads each
    }
}
train-maps-pick = Choose a head to see its map with the tokens.
train-maps-hint = Row: who looks. Column: at what. The stronger the colour, the more attention. The example stays the same; only the weight matrices change.
train-maps-hint-next = A row has the name of the token that was read last, and looks for the one that comes next: row “{ $query }” for “{ $answer }”.
train-maps-hint-pronoun = Only the row of “it” counts{ $layers ->
    [one] :
   *[other] , in both layers:
  } nothing teaches the other rows where to look.
train-map = layer { $layer }, head { $head }
train-map-head = head { $head }
train-map-step = step { $step }
train-most = In words: where each position looks most
train-most-pair = “{ $query }” ({ $row }) at “{ $key }” ({ $column }), { $share }
train-most-pair-next = “{ $query }” ({ $row }), before “{ $answer }”, at “{ $key }” ({ $column }), { $share }
train-save = Save the figures
train-past = The map at earlier steps
train-now = now
train-scrub = Look back through the run
train-scrub-at = after { $step } of the { $steps } steps so far
train-thinned = { $kept } of { $recorded } recorded steps are kept, so that their maps and weights take at most { $megabytes } MB; the curves have them all.
train-open = open in Explore
train-open-layer = open layer { $layer } in Explore
train-open-step = (step { $step })
train-latest = back to now

## Train: curves

train-loss = Loss
train-loss-hint = How surprised the model is by the right answers: the mean of minus the natural logarithm of the probability that it gave to each (the unit is the nat). 0 is certain and right.
train-loss-cut = Loss (cut off at { $limit })
train-loss-cut-hint = Losses above { $limit }, { $times } times that of guessing, are drawn at that height; the table has them as they are.
train-rate = lr { $lr }
train-rate-from = After step { $step }, the learning rate is { $lr }.
train-curves = More curves of the run
train-accuracy = Accuracy
train-accuracy-hint = The share of right answers.
train-accuracy-hint-grammar = Held-out: how often the first choice is a word that the grammar allows. Training: how often it is the very word that came.
train-gradient = Gradient of Wq
train-gradient-hint = The length of the gradient of Wq on a few fixed examples (the axis is logarithmic). It reaches Wq only through the softmax: where that is saturated, or nothing is left to learn, it vanishes. Below 10⁻¹² it is drawn as 10⁻¹².
train-series-gradient = your run
train-series-training = training
train-series-heldout = held-out
train-series-chance = guessing
train-series-uniform = uniform
train-series-unigram = unigram
train-series-bigram = bigram
train-series-other = what if
train-table = Table of the run
train-table-caption = The run at the steps where the held-out examples were evaluated

train-descent = How a step is taken

## Train: settings

train-heldout = right on unseen, held-out examples
train-heldout-chance = By guessing, { $chance } would be right.
train-parameters = { $count } numbers are learned.
train-settings = Settings
train-settings-hint = A change starts the run over; “learning rate now” changes the run that goes on. SGD subtracts the [[gradient]] times the [[learning rate]]; momentum adds what is left of earlier steps; Adam also divides the step of each number by the usual size of its gradient. Dropout: this share of the attention weights is set to 0 at random in each step of training, and the others are divided by 1 minus the share. A layer with an MLP has one of four times the width after its attention; norms stand before both.
train-set-seed = seed
train-set-heads = heads per layer
train-set-d_k = d_k
train-set-layers = layers
train-set-block = layer
train-block-attention = attention alone
train-block-mlp = with MLP
train-block-norm-mlp = with norms and MLP
train-rate-now = learning rate now
train-set-lr = learning rate
train-set-batch = batch
train-set-optimizer = optimizer
train-optimizer-adam = Adam
train-optimizer-sgd = SGD
train-optimizer-momentum = SGD with momentum 0.9
train-set-mask = mask
train-mask-none = none
train-mask-causal = causal
train-set-position = positions
train-position-none = none
train-position-learned = learned
train-position-sinusoidal = sinusoidal
train-position-rope = RoPE
train-position-alibi = ALiBi
train-set-dropout = dropout
train-set-init = initial Wq, Wk
train-set-scaling = scores
train-scaling-on = ÷ √d_k
train-scaling-off = not scaled

## Train: what if

train-whatif = What if … { $what }
train-whatif-hint = Will it still learn the task? Two runs show it.
train-whatif-number = question { $at } of { $count }
train-whatif-next = another question
train-whatif-other = change something else
train-whatif-positions = no positions?
train-whatif-causal = a causal mask?
train-whatif-narrow = d_k = 1?
train-whatif-one-layer = only one layer?
train-whatif-two-layers = two layers?
train-whatif-one-head = only one head?
train-whatif-unscaled = scores not divided by √d_k?
train-whatif-setting = Setting to change
train-whatif-value = Its other value
train-whatif-any = { $setting }: { $value }?
train-whatif-ask = compare
train-guess-learns = yes, as well
train-guess-partly = only in part
train-guess-fails = no, it will only guess
train-close = close
train-side-own = your run
train-side-other = what if: { $what }
train-outcome-running = Both are being trained …
train-outcome = Your guess: { $guess }. It reached { $other } on held-out examples, your run { $own }. { $verdict }
train-outcome-right = Correct.
train-outcome-wrong = Not so.
train-to-runs = see both runs
train-outcome-learns = It learned the task as well.
train-outcome-partly = It learned the task in part.
train-outcome-unordered = Without positions it knows which tokens there are, but not where. To guess one of those is right more often than to guess among all.
train-outcome-fails = It learned hardly more than guessing.

## Train: why scores are divided by √d_k

scaling-title = Why divide scores by √d_k?
scaling-text = A score is a sum of d_k products, so it grows with √d_k: from numbers of about ±1 come scores of about ±8 for d_k = 64. Where scores are far apart, softmax gives nearly all attention to one token: the row is saturated, hardly changes when the scores do, and lets hardly any gradient through. Divided by √64 = 8, the scores are about ±1 again.
scaling-factor = Here models with d_k = 64 learn to reverse, in pairs: the same first numbers and the same data, but only one divides its scores. The numbers of q and k begin at about ±0.35 in Train; with the first Wq and Wk times 4 they begin at about ±1.4, times 12 at about ±4.
scaling-width = Why is d_k the same in all of them? Two models of different d_k differ in more than their scores: in how many numbers they learn. What d_k does to the first scores can be said without training: with Wq and Wk times { $init }, and not divided, they are about ±{ $off4 } for d_k = 4, ±{ $off16 } for 16 and ±{ $off } for 64; divided by √d_k they are about ±{ $divided } for every d_k.
scaling-more = About these models
scaling-runs = All runs have the seed { $seed } and plain SGD with the learning rate 0.3. They are apart from your own run.
scaling-ask = With the first Wq and Wk times { $init }: will the model that does not divide its scores learn the task?
scaling-on = divided by 8
scaling-off = not divided
scaling-running = Both are being trained …
scaling-maps = What the head looks at before the first step
scaling-times = The pair with Wq and Wk times { $init }, step by step
scaling-accuracy = Accuracy on held-out examples
scaling-table = What is seen in all runs
scaling-first = first Wq, Wk
scaling-init = × { $init }
scaling-scores = scores
scaling-first-scores = at the start, about
scaling-about = ±{ $value }
scaling-saturated = saturated rows at the start (one weight above 0.99)
scaling-saturated-value = { $count } of { $rows }
scaling-learned = steps until 99 % is right
scaling-learned-never = not in { $steps }
scaling-accuracy-end = right in the end
scaling-outcome = Your guess: { $guess }. { $verdict } Divided by 8, the model got { $on } of the held-out answers right; not divided, { $off }.
scaling-vanished = Not divided, { $count } of the { $rows } rows were saturated from the start; divided, { $countOn }, so the others could begin to learn. In the second half of the run, the undivided model’s gradient of Wq was mostly shorter than { $late }, although its loss was still { $loss } in the end: the error hardly reaches Wq any more.
scaling-partly = How can { $off } be right all the same? A saturated row is not wrong if it looks at the right token. Early in the run some gradients did get through and moved rows by leaps, until each gave nearly everything to one token: in { $found } of the example’s { $rows } rows to the one that it needs (divided, in { $foundOn }). Those rows answer right. The others can only guess, and hardly any gradient is left to move them.
scaling-longer = Before the first step the undivided model’s gradient was the longer one, because the division makes gradients 8 times shorter too.
scaling-read = All six models have d_k = 64. The larger the first scores, the more rows are saturated; the division makes them 8 times smaller.
scaling-slower = Where they are small already, nothing needs it: it only makes the gradient shorter, and plain SGD slower.
scaling-neither = Here the model that divides its scores has not learned the task either, so this pair of runs shows nothing. Try another seed.

## Train: more to do with a trained model

train-changed-heads = Is each head needed?
train-weight-files = Weights as files

## A link to a model that a reader trained

again-title = Training
again-text = This link leads to a model that a reader trained. It is trained again here, { $steps } steps, to the same numbers: at the end they are compared with the link’s checksum.
again-stop = Stop
refused-run-file = The model of this link began with weights from a file, which a link does not hold: it cannot be trained again here.
refused-run-data = The model of this link was trained on a reader’s own data, which a link does not hold: it cannot be trained again here.
refused-run-size = The settings of this link make a model with { $size } { $wanted }, but the link says { $got }. It was changed by hand.
refused-run-written = This link names a run in another way than this page writes it, so it was not trained: another version made the link, or it was changed by hand.
refused-run-other = Training with this link’s settings ends at other weights than those that the link means. Another version of this page made the link, or it was changed by hand.
refused-run-stopped = The model of this link was not trained to the end.

## Train: weights as files

weights-save = Save the weights of step { $step }:
weights-code = PyTorch code that reads
weights-code-hint = The code needs torch and numpy alone. It reads the file beside it, computes the model’s answer to the example above, and has a function that trains the model further.
weights-load = Start a run from the weights in a file:
weights-load-hint = .npz, safetensors or JSON, for a model with these settings. You may drop the file here.
weights-loaded = A run started with the weights of { $name }.

## Train: changed heads

heads-hint = Change how one head attends, and compare what the model of step { $step } then gets right.
heads-replacement = the head
heads-replacement-off = is switched off
heads-replacement-uniform = looks at all tokens evenly
heads-replacement-itself = looks at its own position
heads-replacement-previous = looks at the previous token
heads-replacement-first = looks at the first token
heads-replacement-mirrored = looks at the mirrored position
heads-replacement-swap = swaps with the next head
heads-replacement-mean = averages its layer’s heads
heads-measure = compare
heads-measuring = Comparing …
heads-table = Held-out examples with one head changed
heads-changed = changed
heads-nothing = nothing
heads-loss = loss
heads-accuracy = correct
heads-head = layer { $layer }, head { $head }
heads-answer = its weights are the answer
heads-alone = its layer has no other
heads-infinite = infinite
heads-examples = The head { $replacement }: measured on { $count } held-out examples, with the weights of step { $step }.
heads-verdict-needed = Most needed: layer { $layer }, head { $head }. Without its own attention the model gets { $percent } right, { $whole } with it.
heads-verdict-none = No head is needed as it is: with any one of them changed, the model gets nearly as much right.


## Train: what a run has found

found-title = Found:
found-learns = It learned the task: { $accuracy } of its answers to examples that it never saw are right; guessing would get { $chance }.
found-partly = It learned the task in part: { $accuracy } of its answers to examples that it never saw are right; guessing would get { $chance }.
found-fails = It learned hardly more than guessing: { $accuracy } of its answers to examples that it never saw are right; guessing would get { $chance }.
found-row = { $map }: “{ $query }” ({ $row }) looks most at “{ $key }” ({ $column }), { $share }.
found-pattern = { $rows ->
    [one] the one position with such a token looks most
   *[other] { $hits } of { $rows } positions look most
  } at { $place } ({ $share } of their attention on average).
found-place-mirrored = their mirror image, the token as far from the other end
found-place-previous = the token before them
found-place-itself = themselves
found-place-after-twin = the token after their earlier twin
found-place-one = “{ $token }”
found-even = { $hits } of { $rows } positions look nearly evenly at all that they may see: none gives one token more than { $share } of its attention.
found-pronoun = So it reads “{ $adjective }” first, and with it finds “{ $noun }”.
found-crosses = { $map }: the order crosses. To write “{ $first }” it looks at “{ $from }”, word { $column }; for the next word, “{ $second }”, it goes back to “{ $to }”, word { $back }.
found-verb = { $map }: at “{ $query }”, where the verb “{ $verb }” comes next, it looks most at “{ $key }” ({ $share }){ $isFirst ->
    [yes] , the first noun: that one decides between singular and plural.
   *[no] ; the first noun is “{ $noun }”.
  }
found-pair-word = “{ $word }” from “{ $key }” ({ $share })
found-pair-words = Each word of the target, and the word of the source that a head looks at most to write it: { $words }.
found-text = Held-out loss { $loss } nats; by the character before alone (bigram) it would be { $bigram }. { $isBelow ->
    [yes] So looking further back than one character helps.
   *[no] So it does no better yet than that one character allows.
  } In the example its heads look { $min } to { $max } characters back on average (0 is the character itself).
found-copy = How two layers copy: in layer 1, “{ $after }” ({ $place }) looks at the token before it, “{ $token }”, { $first }, and so takes in what came before. In layer 2 the later “{ $token }” ({ $row }) looks for a position that has taken in “{ $token }”, finds “{ $after }”, { $second }, and answers with it.
found-no-copy = In the example, “{ $token }” ({ $row }) should find “{ $after }” ({ $place }), the token after its earlier twin. { $layers ->
    [one] With one layer no position knows what stood before it, so nothing marks that token.
   *[other] Layer 1 would have to look from it at the token before it (now { $first }), and layer 2 from the later “{ $token }” at it (now { $second }).
  }
found-layers = With one layer { $one } of the held-out answers are right, with two { $two } (by guessing { $chance }). { $verdict ->
    [needed] So one layer does not find “B”, and two do.
    [enough] So one layer is enough.
    [only] So one layer is enough; the model with two has not learned it in these steps.
   *[neither] In these steps neither has learned the task.
  }
found-pair = Your run: { $own } of the held-out answers are right; what if { $what } { $other }. By guessing: { $chance }.

## Train on your own data: what is trained on

data-text = The text
data-text-shipped = “Alice’s Adventures in Wonderland” by Lewis Carroll, 1865, chapters I to III. The author died in 1898: the book is in the public domain.
data-text-own = Your own text. It stays in this page: the link restores task, settings and seed, not the text.
data-text-lost = This link was made with a text of its author’s own, and links hold no text. So here is “Alice’s Adventures in Wonderland”; paste that text below to train on it.
data-text-counts = { $training } characters to train on; the last { $heldOut } are held out. { $alphabet } different characters.
data-text-model = { $layers ->
    [one] One layer of attention sees up to 64 characters and guesses
   *[other] Two layers of attention see up to 64 characters and guess
  } the next.
data-text-use = Use your own text
data-text-paste = Paste a text, or drop a file here
data-text-limits = { $min } to { $max } characters, { $different } different ones at most. It is not sent anywhere.
data-text-start = train on this text
data-text-back = back to Alice
data-names = The names
data-names-shipped = A list that ships: given names of many languages, without accents, compiled for this page.
data-names-own = Your own names. They stay in this page: the link restores task, settings and seed, not the names.
data-names-lost = This link was made with its author’s own names, and links hold none. So here are those that ship; paste the others below to train on them.
data-names-counts = { $training } names to train on; every fifth, { $heldOut } in all, is held out. { $tokens } tokens: the letters, and “·” before the first letter of a name and after its last.
data-names-model = { $layers ->
    [one] One layer of attention sees up to 16 tokens and guesses
   *[other] Two layers of attention see up to 16 tokens and guess
  } the next.
data-names-use = Use your own names
data-names-paste = Paste names, one a line, or drop a file here
data-names-limits = { $minNames } to { $names } names of 1 to { $letters } letters, { $different } different letters, { $lines } lines and { $characters } characters at most. Hyphens and apostrophes count as letters. Nothing is sent anywhere.
data-names-start = train on these names
data-names-back = back to the names that ship
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
data-block-attention = There is nothing but attention in this model (as in Elhage et al. 2021).
data-block-mlp = Each attention is followed by an MLP.
data-block-norm-mlp = Each attention is followed by an MLP, with a norm before both, as in a GPT.
data-file = Or choose a file
data-refused = { $count ->
    [one] One line is left out:
   *[other] { $count } lines are left out:
}
data-refused-more = and { $count } more

refused-text-length = The text must have { $min } to { $max } characters; this one has { $got }.
refused-text-alphabet = The text must have 2 to { $max } different characters; this one has { $got }.
refused-names-few = There must be at least { $min } names; here are { $got }.
refused-names-many = There may be at most { $max } names; here are { $got }.
refused-names-alphabet = The names may have at most { $max } different letters; these have { $got }.
refused-name-letters = Line { $line }: must be a name of 1 to { $max } letters; it has { $got } characters.
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
report-names-hint = Each name begins after “·”, which also ends it. Each letter is drawn from its probabilities: at temperature 0 always the likeliest, at 1 as the model says, above more evenly. A name that it was trained on is marked; all others are its own.
report-name-known = in its list
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
report-heads-hint = Three scores: the mean attention to the token before, to the same character earlier, and to the character after that one (induction). They are measured on { $sequences } sequences of random characters, each written twice, not on the { $of ->
    [names] names:
   *[text] text:
  } there, only copying helps. A head that copies as in the task “After its twin” has a high induction score; on so little to learn from, such heads hardly appear. Last: how much the held-out loss rises without the head.
report-head = layer { $layer }, head { $head }
report-head-name = head
report-previous = token before
report-same = same character
report-induction = induction
report-without = loss without it

## Train: gradient descent in one dimension

descent-text = Gradient descent does only this: look at the slope where you are, and step against it, by the learning rate η times the slope. With one number instead of thousands of weights, every step can be seen.
descent-choice = Function
descent-square = x²
descent-valleys = two valleys
descent-wave = x · cos(πx)
descent-loss = the loss of your run
descent-start = start
descent-eta = η
descent-play = play
descent-pause = pause
descent-step = step
descent-restart = start over
descent-figure = The function, its tangent where you are, the bound, and the steps taken
descent-series-f = f(x)
descent-series-tangent = tangent
descent-series-bound = bound
descent-hint = The large dot is where you are, the small ones where you were. The tangent knows only the slope here. The bound is the parabola that touches the function here and whose slope changes by L per unit of x: as far as L holds, the function is nowhere above it.

descent-at = Step { $count }: x = { $x }, f(x) = { $value }, slope f′(x) = { $slope }. Next: x − η · f′(x) = { $x } − { $eta } · ({ $slope }) = { $next }.
descent-down = It goes down, to { $nextValue }.
descent-level = It lands exactly as high, on the other side: this goes on forever.
descent-up = It goes up, to { $nextValue }: the step is so long that it jumps across the valley and lands higher than before.
descent-arrived = Arrived: the slope is 0 to six digits, so there is nowhere to step to.
descent-diverged = Diverged: after { $count } steps the next x is { $next }, far outside of the picture. Each step was too long, landed where it is steeper, and made the next one longer still. Choose a smaller η.
descent-lowest = It has stopped in a valley that is not the lowest: gradient descent sees only the slope where it is.

descent-smooth-square = For x² the slope changes by L = 2 per unit of x, everywhere.
descent-smooth = Between { $low } and { $high } the slope changes by at most L = { $L } per unit of x (|f″| ≤ L).
descent-bound = So Taylor’s theorem promises that the step ends no higher than f(x) − η · (1 − L · η / 2) · f′(x)² = { $bound }; it ends at { $nextValue }.
descent-bound-square = It holds with equality: the bound is the function itself.
descent-bound-loose = With η above 2 / L = { $limit } that is no promise to go down.
descent-bound-promise = With η below 2 / L = { $limit } that is always a step down.
descent-bound-none = The next x lies outside, where this L need not hold: nothing is promised.

descent-table = Table of the steps
descent-table-step = step
descent-table-bound = bound of the next f(x)

descent-slice-text = Here t takes the place of η: all { $count } weights move together, to weight − t · gradient, and the loss of one fixed batch is computed at each t.
descent-slice-figure = The loss along its gradient, the tangent at t = 0, and the bound
descent-slice-loss = loss
descent-slice-rate = learning rate { $lr }
descent-slice-far = as far as
descent-slice-far-all = across the valley
descent-slice-far-10 = 10 learning rates
descent-slice-far-2 = 2 learning rates
descent-slice-found = After { $step } steps of training, the loss is { $loss } and its slope along t is { $slope }, minus the squared length of the gradient. At the learning rate, t = { $lr }, the tangent predicts { $predicted }; the loss is { $real }. The lowest loss on this line is { $lowest }, at t = { $at }.
descent-slice-bound = No L is known for this loss, so nothing is promised. The large dot is where the weights are now.
descent-slice-curvature = Between the points computed here, the slope along t changes by at most about { $L } per unit of t. The bound is drawn with that as L: as far as these points show, every t from 0 to { $limit } leads down.
descent-slice-adam = Your run uses Adam: its step has another direction, and another length. This line is the step of plain gradient descent.
descent-slice-momentum = Your run uses momentum: its step also goes on in the direction of the steps before. This line is the step of plain gradient descent.
descent-slice-wait = The line is computed when the run pauses.
descent-slice-none = The run has diverged: its loss is no longer a number.
descent-slice-table = Table of the line
