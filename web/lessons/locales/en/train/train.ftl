## Train: tasks

train-tagline = A small model learns what to look for. You see it happen: every step is computed in your browser, just now.
train-tasks = Task
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
train-speed-slow = 10 steps a second
train-speed-medium = slow, then faster
train-speed-full = as fast as it goes
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

train-heldout = Held-out: { $accuracy }
train-heldout-hint = right answers on examples that it never trained on; by guessing { $chance }.
train-parameters = { $count } numbers are learned.
train-settings = Settings
train-settings-hint = A change starts the run over; “learning rate now” changes the run that goes on. SGD subtracts the gradient times the learning rate; momentum adds what is left of earlier steps; Adam also divides the step of each number by the usual size of its gradient. Dropout: this share of the attention weights is set to 0 at random in each step of training, and the others are divided by 1 minus the share.
train-set-seed = seed
train-set-heads = heads per layer
train-set-d_k = d_k
train-set-layers = layers
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

train-whatif = What if …
train-whatif-hint = Guess first. Then two runs stand side by side, with one thing changed.
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
train-guess = What if { $what } Will it still learn the task?
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
