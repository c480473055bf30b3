### The place Learn and its lessons. Loaded with the place.

## The place Learn: what is the same in all lessons

learn-title = Attention, one word at a time
learn-tagline = Seven lessons, about { $minutes } minutes. You guess first; then it is computed in front of you. In the end you can say what attention does, number by number, and have taught a model yourself.
learn-private = What you have done is stored in this browser only.
learn-deeper = Deeper, whenever you like
learn-deeper-what = Single lessons for after the course; none needs the others.
learn-start = Start
learn-continue = Continue with lesson { $lesson }
learn-to-finish = To the finish
learn-to-go = { $minutes ->
    [one] One minute to go
   *[other] { $minutes } minutes to go
  }
learn-group-numbers = Numbers and shapes
learn-group-masks = Masks and batches
learn-group-positions = Positions
learn-group-cost = Cache and cost
learn-group-training = Training and the backward pass
learn-group-transformer = The whole transformer
learn-group-real = Real models
learn-finish = The finish
learn-finish-what = what you can do then, and ways on
learn-finish-title = The course is done
learn-finish-before = The finish
learn-finish-done = Lessons done: { $done }{ $skipped ->
    [0] {""}
   *[other] , skipped: { $skipped }
  }; questions answered: { $answers }. See whether you can now:
learn-finish-left = { $left } lessons are still open.
learn-finish-open = { $left ->
    [one] One lesson is still open:
   *[other] { $left } lessons are still open:
  }
learn-finish-see = { $left ->
    [one] After it
   *[other] After them
  }, see whether you can:
learn-finish-signs = ✓ your answers have shown it; ○ not yet
learn-finish-on = Go on with the course
learn-ability-purpose = say what attention is for
learn-ability-score = compute the score of a query and a key
learn-ability-table = read a table of scores: who looks, who is looked at
learn-ability-softmax = say what softmax makes of scores
learn-ability-scaling = say why scores are divided by the root of d_k
learn-ability-value = follow a number from the output back to the words
learn-ability-heads = say why there are several heads
learn-ability-order = say why order is added and the future hidden
learn-ability-training = say how training changes the numbers of a model
learn-card-title = Your model
learn-card-none = You have taught none here yet: the card with its map will stand here.
learn-card-what = Attention in the model that you trained. After { $steps } steps, { $right } of its answers to examples that it never saw are right.
learn-card-again = No file holds its learned numbers. It is trained again to the same ones, in some seconds.
learn-card-show = show its map
learn-card-map = The attention map of your model
learn-card-run = its run in Train
learn-card-copy = copy its link
learn-ways-on = Ways on
learn-on-train = Teach a model
learn-on-deeper = Go deeper
learn-on-deeper-what = masks, positions, the cache, and attention in your own JavaScript
learn-on-model = Open a real model
learn-on-model-what = from files on your computer; nothing leaves it
learn-on-class = Prepare a class
learn-on-class-what = screens with your own questions
learn-begun = { $minutes } min to go
learn-where = lesson { $lesson } of { $lessons } · step { $step } of { $of }
learn-figure = The figure of this step
learn-where-deeper = step { $step } of { $of }
learn-open = open in Explore
learn-aside = Open, save or embed this figure
learn-train = open in Train
learn-training = This lesson’s model is trained here and now, from random numbers: { $steps } steps, a few seconds.
learn-commit = that is my guess
learn-first-hint = of the first word of the sentence
learn-edit = { $input }, row { $row }, column { $column }
learn-looking = looks
learn-looked-at = looked at
learn-lines-note-row = Thicker means more attention; none below 2 %. Only “it” was trained, so only its lines are drawn.
learn-lines-hint-row = Point at a line to see what “it” looks at; click to keep it. The tables have every share, also those that mean nothing.
learn-lines-hint-row-touch = Tap a line to see what “it” looks at. The tables have every share, also those that mean nothing.
learn-badge-row = only “it” is trained
learn-share = So { $query } gives { $percent } of its attention to { $key }.
learn-again = answer again
learn-solved = Solved already.
learn-unsolved = Not solved yet.
learn-sources = To read on
learn-ways = Steps of the course
learn-back = ← back
learn-next = next →
learn-next-lesson = next lesson →
learn-skip = skip →
learn-given = Your answer: { $answer }
learn-given-cell = row { $row }, column { $column }
learn-tap-token = Choose a word in the sentence.
learn-tap-cell = Choose a cell of the table.
learn-more = More
learn-keys = { $options ->
    [0] Enter answers or goes on.
   *[other] Keys 1 to { $options } answer, Enter goes on.
  } The left and right arrow keys lead to the step before and after.
learn-back-to = back: { $where }
learn-skip-to = skip to: { $where }
learn-next-to = next: { $where }
learn-next-lesson-to = next lesson: { $where }
learn-row-before = before
learn-row-after = after
learn-row-difference = difference
learn-row-query = query, with “{ $word }”
learn-row-key = key of “{ $word }”
learn-row-variance = variance
learn-row-deviation = standard deviation
learn-row-with = with “{ $word }”
learn-row-d_model = d_model
learn-row-head = head { $word }
learn-row-heads = heads
learn-row-kv_heads = key/value heads
learn-row-d_k = d_k
learn-row-layers = layers
learn-row-batch = in the batch
learn-row-alone = alone
learn-row-masked = with { $word } added
learn-row-added = score, with { $word } added
learn-row-Q = Q
learn-row-scores = scores
learn-row-without-cache = without a cache
learn-row-with-cache = with the cache
learn-row-loss = change of the loss
learn-row-unit = for each unit
learn-row-products = their product
learn-row-width = numbers
learn-row-probability = probability
learn-row-place = place { $word }
learn-row-row = row “{ $word }”
learn-row-scaled = score
learn-row-bias = added
learn-row-score-gradient = gradient of the score
learn-row-key2 = second number of the key
learn-row-weights = attention weight
learn-row-wanted = wanted
learn-row-attention = attention adds
learn-row-added-to = rows added to
learn-row-replaced = rows replaced
learn-rounded = Computed with all digits, then rounded to { $digits } after the point.
picture-word = word
picture-share = share
picture-line = What “{ $word }” looks at
picture-writes = { $row ->
    [0] the place before the first word to write
   *[other] looks, to write “{ $next }”
  }
picture-bars = Scores, and their shares
picture-shares-sum = shares of 100 %, each rounded
picture-score-of = score of “{ $word }”
picture-arrows = The query and the keys
picture-thing = a thing
picture-can-be-tired = can be tired
picture-asks = “{ $word }” asks for
picture-asks-for = asks for “{ $name }”
picture-mix = Values, mixed by shares
picture-alive = alive
picture-long = long
picture-product-sum = “{ $word }”: { $sum } = { $value }
picture-clock = The query and the keys, turned: how far to the right, how far up
picture-clock-query = query of “{ $word }”
picture-clock-key = key of “{ $word }”
picture-clock-gets = gets { $share }
picture-clock-dashed = dashed: before it is turned
picture-clock-turned = { $steps ->
    [one] turned 1 step
   *[other] turned { $steps } steps
  }
picture-grid = Attention weights: a row for each word that looks
picture-grid-scores = Scores: a row for each word that looks
picture-cell = “{ $row }” looking at “{ $column }”: { $value }
picture-in-percent = Attention weights in %, rounded.
picture-loss = loss
picture-weight = the number
picture-loss-curve = The loss, by the number
picture-layer = A layer: attention, then MLP; what each finds is added to the words’ rows
picture-layer-reaches = A layer: attention reaches over all words, the MLP reads one word’s row each; what they find is added to the words’ rows
picture-layer-attention = attention
picture-layer-mlp = MLP
picture-stack = Rows of the words, as they enter the first layer and as they leave each
picture-stack-layer = layer { $layer }
picture-stack-cosine = lowest cosine of two rows
picture-stack-length = mean length of the rows
picture-lens = What would be read out at each depth
picture-lens-after = { $layers ->
    [0] before layer 1
   *[other] after layer { $layers }
  }
picture-lens-first = first guess
picture-maps = How much of its attention each head gives to the letter before
picture-maps-head = layer { $layer }, head { $head }
picture-maps-off = off
picture-maps-back = before: { $share }
picture-maps-before = on the letter before
picture-spread = How far random scores spread
picture-spread-width = { $width } columns
picture-spread-of = spread { $far }
picture-spread-far = spread
picture-spread-divided = divided by the root of the columns
picture-spread-is = { $divided ->
    [true] lower bar: divided by √ of the columns
   *[false] bar: how far scores typically lie from 0
  }
picture-sampling = What may come next
picture-sampling-rest = { $words } more
picture-sampling-probability = probability
picture-sampling-chance = chance of being drawn
picture-sampling_temperature = temperature
picture-sampling_top_k = top-k
picture-sampling_top_p = top-p
picture-maps-guess = { $text } → { $word }, { $share }
picture-maps-says = Right for { $right } of { $texts } texts.
learn-misconception = Often said, not so:

## The words of the path

lesson-purpose = What does “it” mean?
lesson-purpose-tired = Alone, “it” means nothing. So a model (a program trained on examples) lets “it” take something from other words, most from those that fit: [[attention]]. This one was trained for “it” alone: what “it” looks at most is its answer. A dot begins every sentence.
lesson-purpose-tired-ask = Which word will “it” look at?
lesson-purpose-tired-right = “{ $word }” gets { $value } of the attention of “it”: an animal can be tired, a road cannot.
lesson-purpose-wide = The last word becomes “wide”.
lesson-purpose-wide-ask = Which word will “it” look at now?
lesson-purpose-wide-right = “{ $word }” gets { $value }: the last word alone made the line jump.
lesson-purpose-early = The last word becomes “early”. The dot stands for “none of these words”.
lesson-purpose-early-ask = Which word will “it” look at?
lesson-purpose-early-right = The dot gets { $value }: here “it” is the time, neither animal nor road, and the model was trained to look at the dot when no word fits.
lesson-purpose-gather = The model has two [[layer|layers]], each with one round of attention; you saw the second. In the first, “it” collects what it needs to find its noun.
lesson-purpose-gather-ask = Which word does “it” look at most in the first layer?
lesson-purpose-gather-right = “{ $word }” gets { $value }: then, in the second layer, “it” looks for a noun that can be { $word }.
lesson-purpose-now-you = Test it: write other words into the box. The model knows about 200, such as bridge, narrow and hungry.
lesson-purpose-now-you-task = Change it so that “it” means “street”.
lesson-purpose-now-you-done = Solved: “{ $word }” gets { $value } of the attention of “it”.
lesson-purpose-now-you-open = { $why ->
    [no-it] The sentence needs the word “it”.
    [unknown] The model has never seen { $words }, so its answer means nothing. It knows animals (cat, dog), places (street, bridge, river) and what they can be (hungry, narrow, steep, dark).
   *[other] “it” looks at “{ $word }”.
  }

lesson-query-key = A query looks, a key is found
lesson-query-key-ask = What “it” looks for is a row of numbers, its [[query]] (1, 2): 1 for “a thing”, 2 for “can be tired”. Each word offers such a row, its [[key]]. All these numbers were written by hand.
lesson-query-key-ask-ask = Which key fits the query best?
lesson-query-key-ask-right = “{ $word }” fits best: it is a thing ({ $thing }), and it can be tired ({ $tired }).
lesson-query-key-dot = How well they fit is a number, the [[score]]: multiply column by column, and add up (a [[dot product]]). For “animal” that is 1 · 1.5 + 2 · 1 = { $animal }.
lesson-query-key-dot-ask = “it” is (1, 2), “road” (1.5, −0.5). What is their score?
lesson-query-key-dot-right = 1 · 1.5 + 2 · (−0.5) = { $score }: a road is a thing, but one that cannot be tired.
lesson-query-key-below = The query’s line is a ruler. Each key drops onto it at a right angle: how far along it lands, times the length of the query, is its score.
lesson-query-key-below-ask = Which word’s score is below 0?
lesson-query-key-below-right = “{ $word }” gets { $value }: both its columns are against what “it” asks for.
lesson-query-key-table = Every word asks, not only “it”. One table holds all scores: a row for each word that looks, a column for each that is looked at (here “it” only looks).
lesson-query-key-table-ask = Where is the score of “cross” looking at “animal”?
lesson-query-key-table-right = Row “cross”, column “animal” holds { $score }, one of { $count } scores.
lesson-query-key-matrices = In a model nobody writes queries. Each word comes as a row of numbers (X), and a [[weight matrix]], Wq, makes its query: row times column, like a score, as shown for “it”. Wk makes the keys. Training finds X, Wq and Wk.
lesson-query-key-matrices-ask = The framed number of Wq becomes 2. Which queries change?
lesson-query-key-matrices-one = only that of “it”
lesson-query-key-matrices-all = those of all words
lesson-query-key-matrices-right = All five change, in their first number: one Wq makes the queries of all words.
lesson-query-key-matrices-more = “it” gets 1 · 2 + 1.5 · 0 = 2 and 1 · 0.5 + 1.5 · 1 = 2: its row in X with each column of Wq. As Wk is another matrix, a word can offer what it does not look for.
lesson-query-key-now-you = Drag the tip of the query, or move the sliders.
lesson-query-key-now-you-task = Turn the query until “road” scores highest.
lesson-query-key-now-you-done = Solved: “it” now asks for a thing that can *not* be tired.
lesson-query-key-now-you-open = { $tie ->
    [true] “{ $word }” scores as high as “road”.
   *[other] “{ $word }” leads “road” by { $lead }.
  }

lesson-shares = From scores to shares
lesson-shares-share = Scores, as in lesson 2, can be negative, shares cannot. [[softmax]] takes e (2.718…) to the power of each score: always above 0, and 2.7 times as large for a score 1 higher. Each power, divided by the sum, is a share: the [[attention weight]].
lesson-shares-share-ask = The powers, rounded here, add up to { $sum }. What share has “animal”, with { $power }?
lesson-shares-share-right = “animal” has { $power } of { $sum }: { $share }.
lesson-shares-rise = “road” has { $before }. Now its score rises by 2, so its power of e becomes e² = 7.4 times as large.
lesson-shares-rise-ask = How large does its share become?
lesson-shares-rise-right = “road” goes from { $before } to { $after }, not to 7.4 times as much: the sum has grown too.
lesson-shares-add = “road” is back at { $road }. Now all four scores rise by 1.
lesson-shares-add-ask = What happens to the shares?
lesson-shares-add-same = they stay
lesson-shares-add-evener = they become more even
lesson-shares-add-sharper = the largest grows
lesson-shares-add-right = All shares stay, for each power of e grows 2.7 times, and so does their sum: only differences of scores count, and their order is kept.
lesson-shares-wide = Queries and keys may have more than 2 columns; how many is called d_k: here 4, often 64. Before training all their numbers are *random*. A score adds up d_k products.
lesson-shares-wide-ask = Now 64 random columns: what becomes of the shares?
lesson-shares-wide-as-before = as even as before
lesson-shares-wide-one = one gets nearly all
lesson-shares-wide-right = “{ $word }” gets { $share }, by chance: the more products are added up, the further apart scores lie, here from { $least } to { $most }.
lesson-shares-divide = One word wins by chance: a bad start. *Training* follows small changes that help, but here a small change of a score leaves the shares as they are. So scores must spread less until they are trained. Each stroke is a random score.
lesson-shares-divide-ask = How far do scores spread with 256 columns?
lesson-shares-divide-right = Four times as many products spread twice as far, as some are below 0 and cancel others: divided by √d_k ([[scaling]]), all spread alike (lower bars).
lesson-shares-divide-more = So the last step’s largest share falls from { $before } to { $after }. After training one word may still get nearly all, but not by chance.
lesson-shares-now-you = Drag the bar of “road”, or move the slider. (With 2 columns: undivided.)
lesson-shares-now-you-task = Give “road” about half: 45 to 55 %.
lesson-shares-now-you-done = Solved: { $share }, with a score of { $score }.
lesson-shares-now-you-open = “road” has { $share }.

lesson-mix = A mix of values
lesson-mix-alive = What a word passes on is a third row, its [[value]]; here its columns are “alive” and “long”, by hand. Each value is multiplied by its word’s share, and all are added up: the [[context]] of “it”.
lesson-mix-alive-ask = “animal” has 2 for “alive” and gets { $animal }, “tired” has 1 and gets { $tired }. How alive does “it” become?
lesson-mix-alive-right = “it” becomes { $alive } alive: close to 2, the value with the largest share.
lesson-mix-value = Suppose the road were twice as long: in its value, 3 becomes 6.
lesson-mix-value-ask = What happens to the share of “road”?
lesson-mix-value-same = it stays
lesson-mix-value-grows = it grows
lesson-mix-value-shrinks = it shrinks
lesson-mix-value-right = The share stays { $share }, for only query and key decide it; but “it” becomes { $long } long, no longer { $before }.
lesson-mix-back = Numbers lead back to words: “it” is also { $long } long.
lesson-mix-back-ask = From which word does most of that come?
lesson-mix-back-right = “{ $word }” gives { $value } with only { $share } of the attention, as its value is { $has } long; { $animal } of 0 stays 0.
lesson-mix-trained = The trained model of lesson 1 does the same: a learned matrix, Wv, makes its values, of { $width } columns that nobody named. The bars are scores, of four of its { $words } words.
lesson-mix-trained-ask = What does the mix for “it” consist of?
lesson-mix-trained-one = nearly one value alone
lesson-mix-trained-all = all values, evenly
lesson-mix-trained-right = “animal” has { $share }, so its value goes nearly alone into the mix, which models add to the row of “it” (lesson 7).
lesson-mix-now-you = The slider changes the query: how much “it” asks for what can be tired.
lesson-mix-now-you-task = Make “it” more long than alive.
lesson-mix-now-you-done = Solved: { $long } long, { $alive } alive.
lesson-mix-now-you-open = “it” is { $alive } alive and { $long } long.

lesson-several-heads = Several heads
lesson-several-heads-gender = One query makes one mix. To fetch two things apart takes two queries: models have several [[head|heads]], each with its own Wq, Wk and Wv. Another trained model has two. At “<start>” it seeks “the” in French: le (masculine) or la (feminine).
lesson-several-heads-gender-ask = Head 1 finds the gender. At which word does it look most?
lesson-several-heads-gender-right = “{ $word }” gets { $value }, because the noun decides between “le” and “la”.
lesson-several-heads-gender-more = For articles, head 1 looks most at the noun in { $measured } of new sentences. Looking at another text is [cross-attention](two-sentences).
lesson-several-heads-article = But “car” does not say that an article comes first. Head 2, with a query of its own, stands at the same place.
lesson-several-heads-article-ask = At which word does head 2 look most?
lesson-several-heads-article-right = “{ $word }” gets { $value }: here head 2 fetches the word to translate, and head 1 “{ $noun }”.
lesson-several-heads-article-more = Each head’s Wq, Wk and Wv read all columns of X.
lesson-several-heads-off = Now “the red book”, masculine: from what both heads found, the model writes “le” (bars: how probable each word is). Then head 1, which looks at the noun, is switched off.
lesson-several-heads-off-ask = With which word does the model begin then?
lesson-several-heads-off-le = still “le”
lesson-several-heads-off-la = “la”: an article, of the wrong gender
lesson-several-heads-off-livre = “livre”: the noun, without an article
lesson-several-heads-off-right = “{ $word }” gets { $share }: head 2 still brings an article, but nothing says that the noun is masculine, and the model falls back on “{ $word }”.
lesson-several-heads-mix = The two mixes are laid side by side ([[concat]]), and one more learned matrix, Wo, mixes them into one row: the output. The bars show both heads again; next, only head 2 is off.
lesson-several-heads-mix-ask = What is lost then?
lesson-several-heads-mix-gender = whether the noun is masculine
lesson-several-heads-mix-article = that an article comes first
lesson-several-heads-mix-right = Most probable are { $words }, all masculine nouns: head 1 looks at “book”, but passes on little more than its gender, and no article comes.

lesson-order-future = Order, and hiding the future
lesson-order-future-swap = A word’s query, key and value are made from its row alone. Nothing in them says where it stands. Here, by hand, “chased” looks for nouns: it gives “dog” and “cat” { $share } each.
lesson-order-future-swap-ask = “dog” and “cat” change places. What becomes of the output of “chased”?
lesson-order-future-swap-same = it stays
lesson-order-future-swap-different = it changes
lesson-order-future-swap-right = The output stays: “chased” meets the same rows, in another order.
lesson-order-future-turn = Order is lost. [[RoPE]] brings it back: queries and keys are turned, a step further at each place (the first: 0). Words close together then point more alike, and score higher: scores depend on distance.
lesson-order-future-turn-ask = Now “dog” and “cat” change places. What will “chased” look at most?
lesson-order-future-turn-dog = “dog”, as before
lesson-order-future-turn-alike = both alike
lesson-order-future-turn-cat = “cat”
lesson-order-future-turn-right = “cat” gets { $share }, for it now stands closest: the output now depends on where words stand.
lesson-order-future-turn-more = A step is 57° (one radian), counter-clockwise, so a query can tell before from after; other pairs of columns turn more slowly.
lesson-order-future-why = A model that writes text learns from finished texts: at every word it must say the next one. Suppose that, as here by hand, it sees the whole text.
lesson-order-future-why-ask = “journey” must say the next word. Which word gives the answer away?
lesson-order-future-why-right = “{ $word }” comes next, and gets { $value }: “journey” copies it, and never learns to find it.
lesson-order-future-count = In lesson 1 “it” looked at the later “tired”: that model reads whole sentences. One that writes text must not look ahead: each word sees only itself and earlier ones. All other scores become −∞, and their shares exactly 0: the [[causal mask]].
lesson-order-future-count-ask = How many of 36 cells get hidden?
lesson-order-future-count-right = { $hidden } of { $all } are hidden, all above the diagonal.
lesson-order-future-first = Softmax then shares among what is left.
lesson-order-future-first-ask = Which share does the first word, “Your”, give itself?
lesson-order-future-first-right = All of it, for “Your” sees nothing else; the other rows add up to { $sum } % too.

lesson-learns = How it learns, and the next word
lesson-learns-slope = *Training* changes the numbers of a model’s matrices, here still *random*. It measures how far the output is from an example’s, the [[loss]] ({ $loss }), and moves each number a little to lower it. With one number of Wv 0.5 larger, the loss would be { $more }.
lesson-learns-slope-ask = Should training make that number of Wv larger or smaller?
lesson-learns-slope-up = larger
lesson-learns-slope-down = smaller
lesson-learns-slope-right = The loss falls as this number, a *learned weight* (not an attention weight), grows; how steep the curve is there is the [[gradient]], which training computes for every learned weight.
lesson-learns-guess = Another model learned to say the next word of a small made-up grammar: its output becomes a probability for each word it knows. “<start>” begins each text. After “the dogs near this cat” 24 verbs fit, so each gets little.
lesson-learns-guess-ask = Which word does it find more probable next?
lesson-learns-guess-know = know
lesson-learns-guess-knows = knows
lesson-learns-guess-right = “know” has a probability of { $first }, “knows” { $second }: attention carried “dogs” past the nearer “cat”; head 1 looks most at “dogs”, then at “near”.
lesson-learns-guess-more = With “near” hidden from “cat”, all 24 verbs together fall below 1 %.
lesson-learns-added = So far you saw the mix alone. In models it is *added* to the word’s own row, the [[residual|residual connection]]. From the sum, “know” has a probability of { $know }.
lesson-learns-added-ask = Without what attention found, what becomes of “know”?
lesson-learns-added-stays = it stays about the same
lesson-learns-added-falls = it falls to less than half
lesson-learns-added-right = “know” falls to { $know }, and { $first } leads with { $value }: the row of “cat” alone says nothing of “dogs”.
lesson-learns-layer = Attention only mixes. To work out something new from the mix, each row then passes two more learned matrices, the [[feed-forward|MLP]]; what they make is added at the second ⊕. Attention and MLP together are one [[layer]].
lesson-learns-layer-ask = Which carries something from word to word?
lesson-learns-layer-attention = attention
lesson-learns-layer-mlp = the MLP
lesson-learns-layer-both = both of them
lesson-learns-layer-right = Only attention does: the MLP works on each row alone.
lesson-learns-layer-more = So does a *norm*, which keeps numbers at a common size before each of the two.
lesson-learns-train = { $taught ->
    [true] This is your model’s map. To write backwards, its first row must look at the last column, each further row one column before.
   *[other] Now teach a model yourself: to write a row of letters backwards. Its map of attention is still *random*; open it in Train and press play: a diagonal grows within a minute.
  }

## The words of the deeper lessons

lesson-rows = Words as rows of numbers
lesson-rows-tokens = A text is cut into [[token|tokens]], here words; each becomes a row of numbers, its [[embedding]]. All rows together are the matrix X.
lesson-rows-tokens-ask = How many rows does X have for “the dog chased the cat”?
lesson-rows-tokens-right = { $rows } tokens make { $rows } rows of { $columns } numbers: [[d_model]] is { $columns } here, and 768 in GPT‑2 small.
lesson-rows-bank = A row is looked up by the word alone. Now “river” becomes “boss”, and to you “bank” means something else.
lesson-rows-bank-ask = Is the row of “bank” different now?
lesson-rows-bank-same = no, it is the same
lesson-rows-bank-different = yes
lesson-rows-bank-right = “bank” keeps its row: only other words say which bank is meant, and attention brings them in.
lesson-rows-now-you = The sentence and d_model are yours.
lesson-rows-now-you-task = Make an X of exactly 60 numbers.
lesson-rows-now-you-done = Solved: { $count } numbers.
lesson-rows-now-you-open = { $count ->
    [one] X has one number.
   *[other] X has { $count } numbers.
  }

lesson-who-acts = Who acts?
lesson-who-acts-query = All numbers here were written by hand: “chased” is an action. Its row of X times Wq is its [[query]]: “actor” asks for one who can act, “deed” for an action.
lesson-who-acts-query-ask = What does “chased” look for?
lesson-who-acts-query-actor = somebody who acts
lesson-who-acts-query-deed = an action
lesson-who-acts-query-right = “chased” looks for somebody who acts: its 1 in “action” takes that row of Wq, { $value } for “actor” and 0 for “deed”.
lesson-who-acts-query-given = X in numbers
lesson-who-acts-score = Here are the [[key|keys]], which Wk makes: what each word offers. The query of “chased” is 2 for “actor” and 0 for “deed”.
lesson-who-acts-score-ask = With which word will “chased” score highest?
lesson-who-acts-score-right = With “{ $word }”: { $sum } = { $score }; with “{ $last }” { $last_sum } = { $last_score }, because a ball cannot act here.
lesson-who-acts-now-you = The matrices know: the, big, small, quick, dog, cat, mouse, ball, mat, chased, ran, sat, on.
lesson-who-acts-now-you-task = Change the sentence so that “chased” gives two words the same, largest share.
lesson-who-acts-now-you-done = Solved: two words get { $weight } each. Which of them did it? Only [their order](order-future) could tell.
lesson-who-acts-now-you-open = { $count ->
    [0] The sentence needs the word “chased”.
    [one] One word gets the largest share, { $weight }.
   *[other] { $count } words share the largest one, { $weight } each{ $offers ->
        [true] .
       *[false] , but none of them offers an actor.
    }
  }

lesson-scores = Scores for all pairs
lesson-scores-transpose = All scores are one product of matrices, Q · Kᵀ. It multiplies rows with *columns*, but queries and keys are both rows: K is turned on its side, Kᵀ (transposed).
lesson-scores-transpose-ask = Queries and keys get 6 columns instead of 3. Which shape do the scores have then?
lesson-scores-transpose-tokens = 5 × 5: words by words
lesson-scores-transpose-columns = 6 × 6: columns by columns
lesson-scores-transpose-mixed = 5 × 6, as Q
lesson-scores-transpose-right = Scores stay { $n } × { $n }, as each query meets each key; but each score now adds up { $d_k } products, not { $few }.
lesson-scores-directions = “dog” looks at “cat”, and “cat” looks at “dog”.
lesson-scores-directions-ask = Are the two scores the same?
lesson-scores-directions-same = the same
lesson-scores-directions-different = different
lesson-scores-directions-right = One is { $there }, the other { $back }: with one matrix for both, or none, “dog” would want from “cat” just what “cat” wants from “dog”.
lesson-scores-now-you = That can be forced, by one of three settings.
lesson-scores-now-you-task = Make the table symmetric: the same score both ways, for every pair.
lesson-scores-now-you-done = Solved: the table mirrors itself at the diagonal.
lesson-scores-now-you-open = The largest difference between two mirrored scores is { $difference }.

lesson-scaling = Why divide by the square root of d_k?
lesson-scaling-grow = A score adds up d_k random products, each with a [[variance]] of about 1 (here { $product }). Variances add up, too; the root of their sum, the [[standard deviation]], says how far scores spread.
lesson-scaling-grow-ask = d_k goes from 4 to 64. How far do the scores spread?
lesson-scaling-grow-2 = twice as far
lesson-scaling-grow-4 = 4 times as far
lesson-scaling-grow-16 = 16 times as far
lesson-scaling-grow-right = The standard deviation goes from { $narrow } to { $wide }, { $ratio } times as far, like √d_k.
lesson-scaling-grow-table = How far the scores spread
lesson-scaling-gradient = Unscaled, at d_k = 64, “it” gives one word nearly everything. Learning needs shares that follow their scores: one of 0.50 becomes 0.52 if its score grows by 0.1.
lesson-scaling-gradient-ask = Where is a small change of the score still felt?
lesson-scaling-gradient-as-much = with and without scaling alike
lesson-scaling-gradient-hardly = hardly at all without scaling
lesson-scaling-gradient-right = Without scaling the largest share is { $weight }, and follows { $times } times less than with it: this is [[saturation]], where hardly any gradient passes back.
lesson-scaling-now-you = d_k, scaling and the seed are yours.
lesson-scaling-now-you-task = Make an attention weight pass 0.9.
lesson-scaling-now-you-done = Solved: the largest attention weight is { $weight }{ $scaling ->
    [true] .
   *[false] . With scaling it would be { $scaled }.
  }
lesson-scaling-now-you-open = The largest attention weight is { $weight }.

lesson-softmax = Softmax: differences, and temperature
lesson-softmax-ratio = “one” has the scores 1, 2, 3 and 4, “two” has 2, 4, 6 and 8. In row “one” the last share is about { $ratio } times the first.
lesson-softmax-ratio-ask = How many times is it in row “two”?
lesson-softmax-ratio-4 = 4 times
lesson-softmax-ratio-20 = about 20 times
lesson-softmax-ratio-400 = about 400 times
lesson-softmax-ratio-right = About { $ratio } times, or e⁶: softmax keeps no proportions, only the *difference* of two scores counts, 8 − 2 = 6.
lesson-softmax-ratio-table = The shares with more digits
lesson-softmax-temperature = Divide all scores by one number before softmax, the [[temperature]], and their differences shrink.
lesson-softmax-temperature-ask = What becomes of the shares at temperature 2?
lesson-softmax-temperature-evener = they become more even
lesson-softmax-temperature-sharper = the largest grows
lesson-softmax-temperature-same = they stay
lesson-softmax-temperature-right = The largest falls from { $before } to { $after }, and the order stays; near temperature 0 it would get all, so softmax is a soft arg max.
lesson-softmax-now-you = The temperature is yours.
lesson-softmax-now-you-task = Bring the largest share of “one” below 0.3.
lesson-softmax-now-you-done = Solved: the largest share is { $largest }.
lesson-softmax-now-you-open = The largest share in row “one” is { $largest }.

lesson-values = Attention weights times values
lesson-values-even = A value can be wider than a key. Here it has [[d_v]] = 3 columns: animal, size and speed. “The” has a query of zeros, so its weights are equal.
lesson-values-even-ask = What will its context hold?
lesson-values-even-own = its own value
lesson-values-even-mean = the mean of all values
lesson-values-even-sum = the sum of all values
lesson-values-even-right = { $count } weights of { $weight } give the mean of all values, { $context } in the column “speed”.
lesson-values-lookup = A dictionary gives the one value whose key fits; attention, a *soft* lookup, a share of every value. Here “chased” gets { $before } “animal”.
lesson-values-lookup-ask = At temperature 0.1, how much “animal” does it get?
lesson-values-lookup-less = less than before
lesson-values-lookup-same = about as much
lesson-values-lookup-all = nearly 1, all of it
lesson-values-lookup-right = “chased” gets { $context }, nearly the value of “dog” alone.
lesson-values-now-you = The matrices know words such as big, mouse, ball, ran.
lesson-values-now-you-task = Give the context of “chased” more than 0.9 “animal”.
lesson-values-now-you-done = Solved: { $context }.
lesson-values-now-you-open = { $found ->
    [0] The sentence needs the word “chased”.
   *[other] It has { $context }.
  }

lesson-whole-walk = The whole walk once
lesson-whole-walk-meet = These are all stages of this walk, each computed from those before it.
lesson-whole-walk-meet-ask = Where do words meet for the first time?
lesson-whole-walk-meet-projections = in Q, K and V
lesson-whole-walk-meet-raw = in the scores
lesson-whole-walk-meet-context = in the context
lesson-whole-walk-meet-right = In the scores, each made of one word’s query and another’s key.
lesson-whole-walk-reach = Each row of the output is one row of the context, times Wo; with one head, “concat” is the context.
lesson-whole-walk-reach-ask = From which words does the output of “cat” come?
lesson-whole-walk-reach-own = from “cat” alone
lesson-whole-walk-reach-all = from all words
lesson-whole-walk-reach-right = From all: the context mixes the values of all words, so the first word reaches the output of “{ $last }”.
lesson-whole-walk-now-you = A window lets each word look only at near ones. It adds a stage, “masked”.
lesson-whole-walk-now-you-task = Make the output of “cat” come from exactly three words.
lesson-whole-walk-now-you-done = Solved: it comes from { $words }.
lesson-whole-walk-now-you-open = The output of “{ $last }” comes from { $words }.

lesson-future = Masking before softmax
lesson-future-leak = A causal mask makes scores −∞ *before* softmax. Here weights were set to 0 *after* it: all rows but the last no longer add up to 1.
lesson-future-leak-ask = The last word changes. Does the first word’s output, which must not see it, stay?
lesson-future-leak-same = it stays the same
lesson-future-leak-different = it changes
lesson-future-leak-right = The first word’s output changes: its weights add up to { $sum }: softmax had divided by a sum with the hidden words in it.
lesson-future-leak-weights = The first word’s attention weights, before and after the change
lesson-future-leak-output = The first numbers of its output
lesson-future-divided = Now each row is then divided by what is left of its sum.
lesson-future-divided-ask = Does the first word’s output stay now?
lesson-future-divided-same = it stays the same
lesson-future-divided-different = it changes
lesson-future-divided-right = Nothing leaks now: the sum with the hidden words in it cancels, and each row is what −∞ before softmax gives.
lesson-future-divided-more = But where all weights left round to 0, this divides 0 by 0.
lesson-future-now-you = Here the mask is right. There are three ways to apply it.
lesson-future-now-you-task = Make it leak, with the causal mask on.
lesson-future-now-you-done = Solved: a change of the last word now reaches the first word’s output.
lesson-future-now-you-open = { $causal ->
    [true] Nothing leaks: the first word’s output stays.
   *[other] Without a mask nothing is hidden that could leak.
  }

lesson-padding = Sentences of different lengths
lesson-padding-fill = Several sentences are computed as one block, a [[batch]]; shorter ones are filled with [[padding]]. This batch has “I love Science”, “The quick brown fox” and “Lunch was very delicious today”.
lesson-padding-fill-ask = How many places of padding does it need?
lesson-padding-fill-right = { $sum } = { $empty }: all are filled up to { $longest } places.
lesson-padding-hidden = Padding must not have a say, so a [[mask]] hides its keys with −∞.
lesson-padding-hidden-ask = Are the attention weights of “I love Science” those that it has alone?
lesson-padding-hidden-same = the same
lesson-padding-hidden-different = different
lesson-padding-hidden-right = The words’ weights are the same, bit for bit: padding gets { $padded } from everyone; its own rows are thrown away.
lesson-padding-hidden-table = The attention weights of “Science”
lesson-padding-blind = Here padding stands *before* the words, under a causal mask. The first place sees only itself, which is padding: all its scores are −∞, and softmax would divide 0 by 0.
lesson-padding-blind-ask = Which attention weights should such a row get?
lesson-padding-blind-even = shared evenly
lesson-padding-blind-zero = all 0
lesson-padding-blind-self = 1 for itself
lesson-padding-blind-right = All 0, here in { $rows } rows; many programs write NaN, “not a number”, which spreads.
lesson-padding-finite = Many programs add −10,000 instead of −∞. For rows that see anything that is the same. In the first row all is hidden; these are its scores before the mask.
lesson-padding-finite-ask = With −10,000 added, which attention weights does the first row get?
lesson-padding-finite-zero = all 0, as with −∞
lesson-padding-finite-self = 1 for itself
lesson-padding-finite-all = shares for all, also for later words
lesson-padding-finite-right = Shares for all, { $weight } for “{ $word }”, the last word: every score lost the same 10,000, and softmax sees only differences.
lesson-padding-finite-more = With −1,000,000,000 the differences are lost in rounding, and each gets { $even }: such a row sees padding and future.
lesson-padding-finite-table = The first row: scores and attention weights
lesson-padding-now-you = Padding, its side and the mask are yours.
lesson-padding-now-you-task = Make at least three rows that see nothing.
lesson-padding-now-you-done = Solved: { $rows } rows see nothing.
lesson-padding-now-you-open = { $rows ->
    [0] Every row sees something.
    [one] One row sees nothing.
   *[other] { $rows } rows see nothing.
  }

lesson-two-sentences = Looking at another text
lesson-two-sentences-shape = A translator’s *decoder* writes, and looks at what its *encoder* has read: [[cross-attention]]. Queries come from rows X of one text, keys and values from rows C of the other.
lesson-two-sentences-shape-ask = “I love Science” looks at “Lunch was very delicious today”. Which shape do the weights have?
lesson-two-sentences-shape-three-five = 3 × 5
lesson-two-sentences-shape-five-three = 5 × 3
lesson-two-sentences-shape-three-three = 3 × 3
lesson-two-sentences-shape-right = { $queries } × { $keys }: rows look, columns are looked at.
lesson-two-sentences-widths = The two texts may come from different models, with embeddings of different width.
lesson-two-sentences-widths-ask = Which widths must agree?
lesson-two-sentences-widths-embeddings = the two embeddings
lesson-two-sentences-widths-queries-keys = queries and keys
lesson-two-sentences-widths-right = Queries and keys, with { $width } numbers each, because a score multiplies them column by column.
lesson-two-sentences-widths-table = How many numbers a row has
lesson-two-sentences-same = Now both texts are the same one.
lesson-two-sentences-same-ask = Does the output differ from that of the text looking at itself?
lesson-two-sentences-same-same = no
lesson-two-sentences-same-different = yes
lesson-two-sentences-same-right = The output is the same, bit for bit: [[self-attention]] is the case in which both texts are one.
lesson-two-sentences-now-you = Both texts are yours.
lesson-two-sentences-now-you-task = Make attention weights of 2 rows and 7 columns.
lesson-two-sentences-now-you-done = Solved: { $shape }.
lesson-two-sentences-now-you-open = The attention weights are { $shape } now.

lesson-windows = Windows and sinks
lesson-windows-window = A [[sliding window]] makes long texts cheaper: each word sees itself and the last few before it. Scores grow with the length, not its square.
lesson-windows-window-ask = With a window of 3, how many words does the last one see?
lesson-windows-window-right = { $seen } instead of { $before }, itself and two before it; words farther back reach it through the next layers.
lesson-windows-sink = In trained models the first words get much attention: a [[head]] that needs nothing leaves it there. Without them, models wrote nonsense (2023), so they stay, as [[sink|sinks]].
lesson-windows-sink-ask = With a window of 3 and one sink, how many words does the last one see?
lesson-windows-sink-right = { $seen }: the window, and “{ $word }”.
lesson-windows-off-by-one = A sink can also be part of softmax: one more score, here 0, without a word or a [[value]].
lesson-windows-off-by-one-ask = What do the attention weights of the last row add up to then?
lesson-windows-off-by-one-one = to 1, as ever
lesson-windows-off-by-one-below = to less than 1
lesson-windows-off-by-one-above = to more than 1
lesson-windows-off-by-one-right = To { $after }, no longer to { $before }: the rest goes to the sink, which passes nothing on, so a head can look at nothing.
lesson-windows-now-you = The score of the sink is yours.
lesson-windows-now-you-task = Make the last word give less than half of its attention to words.
lesson-windows-now-you-done = Solved: words get { $total }, the sink the rest.
lesson-windows-now-you-open = Words get { $total } of the attention of the last one.

lesson-softcap = A ceiling for scores
lesson-softcap-limit = Very large scores saturate softmax. Gemma 2 (2024) bends them with a [[softcap]]: it divides by a cap, takes tanh, between −1 and 1, and multiplies by the cap. “four” has 4, 8, 12 and 16.
lesson-softcap-limit-ask = With a cap of 5, what becomes of 16?
lesson-softcap-limit-right = 5 · tanh(16 / 5) = { $after }: no score passes the cap.
lesson-softcap-small = “one” has the scores 1, 2, 3 and 4.
lesson-softcap-small-ask = What does the same cap make of 1?
lesson-softcap-small-20 = 0.2
lesson-softcap-small-99 = 0.99
lesson-softcap-small-500 = 5
lesson-softcap-small-right = 1 becomes { $one } and 2 becomes { $two }: small scores pass nearly unchanged, and as tanh always rises, the order stays.
lesson-softcap-now-you = Wide queries and keys without scaling, and a cap of 50: some words get everything.
lesson-softcap-now-you-task = Choose a cap with which no attention weight is above 0.5.
lesson-softcap-now-you-done = Solved: the largest attention weight is { $weight }.
lesson-softcap-now-you-open = The largest attention weight is { $weight }.

lesson-order = Where does the order come from?
lesson-order-added = One way to tell the order (2017): add to each embedding a row of numbers for its place, P ([[position encoding|a position encoding]]). Its columns are sin and cos of the place, from fast waves to slow.
lesson-order-added-ask = Which columns change most from one place to the next?
lesson-order-added-first = the first ones
lesson-order-added-last = the last ones
lesson-order-added-all = all equally
lesson-order-added-right = The first ones: from place 0 to place 1, column 1 moves from 0 to { $here }, and column 15 hardly at all; together they tell all places apart.
lesson-order-added-table = Four of the columns of P
lesson-order-distance = [[RoPE]] turns queries and keys by their place, like hands of a clock: their score depends on the angle between them. Places 1 and 3 are { $angle }° apart: { $score }. Now the whole sentence moves ten places on.
lesson-order-distance-ask = Does the score of these two words change?
lesson-order-distance-same = no
lesson-order-distance-different = yes
lesson-order-distance-right = The score stays { $score }: both hands turned by the same angle, and only their distance counts.
lesson-order-distance-more = With waves added to the rows, the move would take the score from { $added } to { $far_added }.
lesson-order-distance-table = The hands of the two words, ten places on
lesson-order-mask = A way without positions: under a causal mask each word sees only itself and those before it.
lesson-order-mask-ask = “dog” and “cat” change places. Does the output of “chased” change?
lesson-order-mask-same = no
lesson-order-mask-different = yes
lesson-order-mask-right = The output changes, by up to { $difference }: first “chased” sees “dog”, afterwards “cat”.
lesson-order-mask-table = The output of “chased”, before and after the exchange
lesson-order-now-you = No mask, and no positions yet.
lesson-order-now-you-task = Choose positions that leave X as it is, and with which exchanging “dog” and “cat” changes the output of “chased”.
lesson-order-now-you-done = Solved: X is as it was, and the output changes by up to { $difference }.
lesson-order-now-you-open = { $added ->
    [true] The output changes by up to { $difference }, but these positions are added to the rows: X = E + P.
   *[false] It changes by { $difference }.
  }

lesson-alibi = ALiBi: far words count less
lesson-alibi-penalty = [[ALiBi]] (2021) subtracts from each [[score]] a penalty that grows with the distance, in head 1 by ¼ for each place. All words here are alike.
lesson-alibi-penalty-ask = What is added to the score of the word four places back?
lesson-alibi-penalty-right = 4 · ({ $one }) = { $four }: nothing is learned, so even distances that no training text had get their penalty.
lesson-alibi-slopes = Each [[head]] has its own slope. With four heads: ¼, 1/16, 1/64 and 1/256.
lesson-alibi-slopes-ask = Which head looks farthest back?
lesson-alibi-slopes-1 = head 1
lesson-alibi-slopes-4 = head 4
lesson-alibi-slopes-all = all equally far
lesson-alibi-slopes-right = Head 4: there the last word looks { $fourth } places back on average, and { $first } in head 1.
lesson-alibi-gaussian = A penalty need not be a straight line. A Gaussian one (2018) adds −½ · distance²: one place away, −0.5.
lesson-alibi-gaussian-ask = What does it add two places away?
lesson-alibi-gaussian-1 = −1
lesson-alibi-gaussian-2 = −2
lesson-alibi-gaussian-4 = −4
lesson-alibi-gaussian-right = { $two }, and { $three } three places away.
lesson-alibi-now-you = If n is a power of 2, the slopes of n heads are 2 to the power of −8/n, −16/n and so on.
lesson-alibi-now-you-task = Choose a number of heads with which the last word gives itself more than half, in head 1.
lesson-alibi-now-you-done = Solved: { $weight }, with a slope of { $slope }.
lesson-alibi-now-you-open = It gives itself { $weight }, with a slope of { $slope }.

lesson-t5 = T5: one number for each range of distances
lesson-t5-far = T5 (2019) adds a *learned* number to each [[score]], looked up by distance. Short distances have one each; longer ones share a [[bucket]], here one of 8. All words are alike, the numbers random.
lesson-t5-far-ask = Do the words 12 and 13 places back get the same number?
lesson-t5-far-same = the same
lesson-t5-far-different = different ones
lesson-t5-far-right = Both get { $far }: the first four buckets hold one distance each, two hold two, one four, and the last all beyond.
lesson-t5-far-table = Added to the last row, by place (0: itself)
lesson-t5-sign = These are the attention weights of the last row.
lesson-t5-sign-ask = Can a farther word get a larger number than a nearer one?
lesson-t5-sign-never = no, farther always counts less
lesson-t5-sign-yes = yes
lesson-t5-sign-right = Five places back { $far } is added, one place back { $near }: training decides which distances a [[head]] prefers; ALiBi always prefers near ones.
lesson-t5-sign-table = The last row, by place (0: itself)
lesson-t5-now-you = Yours are the number of buckets, and where the last one begins.
lesson-t5-now-you-task = Bring the last row down to exactly four different numbers.
lesson-t5-now-you-done = Solved: { $count } different numbers for 14 distances.
lesson-t5-now-you-open = { $count ->
    [one] The last row has one number throughout.
   *[other] The last row has { $count } different numbers.
  }
lesson-t5-now-you-table = Added to the last row, by place (0: itself)

lesson-shaw = Shaw: a vector for each distance
lesson-shaw-vectors = Shaw’s relative positions (2018) learn a row of numbers for each *distance*, added to the [[key]] before the [[query]] meets it. Distances go from −2, two places before, to 2; all beyond count as these.
lesson-shaw-vectors-ask = How many such rows are learned?
lesson-shaw-vectors-right = { $count } rows, for −2, −1, 0, 1 and 2, each as wide as a key, { $width } numbers, however long the text.
lesson-shaw-query = “The” stands one place before “dog”, and “dog” one place before “chased”. ALiBi or T5 would add the same number to both scores.
lesson-shaw-query-ask = Is the part from the distance the same here?
lesson-shaw-query-same = the same
lesson-shaw-query-different = different
lesson-shaw-query-right = The two parts are { $one } and { $other }: the same row meets two queries, so a verb can care about what stands before it.
lesson-shaw-now-you = With distances up to 2, exchanging “dog” and “cat” changes the output of “chased”.
lesson-shaw-now-you-task = Choose a farthest distance with which the exchange changes nothing.
lesson-shaw-now-you-done = Solved: with one row for all distances, the order is lost.
lesson-shaw-now-you-open = The exchange changes the output by { $difference }.

lesson-cache = Writing one word at a time
lesson-cache-old-rows = A model that writes is about to add “step” to five words, then computes again.
lesson-cache-old-rows-ask = Which of the five rows of K change then?
lesson-cache-old-rows-none = none
lesson-cache-old-rows-all = all
lesson-cache-old-rows-right = None of the { $rows }: a key comes from its own row of X, which under a causal mask no later word changes, in any layer.
lesson-cache-old-rows-table = The first number of each key, before and after “step” came
lesson-cache-not-queries = The new word needs one new row of the output: its query against all keys, its weights times all values.
lesson-cache-not-queries-ask = Which rows of earlier words does that need?
lesson-cache-not-queries-keys-values = keys and values
lesson-cache-not-queries-all-three = queries, keys and values
lesson-cache-not-queries-queries = queries
lesson-cache-not-queries-right = Keys and values are kept, in a [[KV cache]]: an earlier query is used only in its own row, which is finished.
lesson-cache-watch = “Your journey starts” is the *prompt*; reading it is the [[prefill]]. Then the model writes “with”, “one” and “step”. Without a cache it computes all rows so far again for each.
lesson-cache-watch-ask = How many rows of K does that make for these three words?
lesson-cache-watch-right = { $rows } = { $all }, and { $kept } with the cache; a thousand words after a prompt of one take 500,500 instead of 1,000.
lesson-cache-watch-table = Rows of K that are computed to write each word
lesson-cache-shared = The cache takes memory: 4 heads keep 4 numbers in K and 4 in V for each of 6 words. At 4 bytes each, { $bytes } bytes.
lesson-cache-shared-ask = All heads share *one* set of keys and values. How many bytes are kept then?
lesson-cache-shared-right = { $after } bytes: one set for all heads is multi-query attention; a few sets, as in today’s large models, are [[grouped-query attention]].
lesson-cache-now-you = Between one set for all heads and one for each lies a middle way.
lesson-cache-now-you-task = Halve the cache, to 384 bytes, and keep 4 heads of width 4.
lesson-cache-now-you-done = Solved: pairs of heads share keys and values, { $bytes } bytes.
lesson-cache-now-you-open = { $bytes } bytes, with { $heads ->
    [one] one head
   *[other] { $heads } heads
  } of width { $width }.

lesson-cost = What it costs
lesson-cost-double = Every word looks at every word, here four at four.
lesson-cost-double-ask = The text becomes twice as long. How many attention weights are there?
lesson-cost-double-2 = 2 times as many
lesson-cost-double-4 = 4 times as many
lesson-cost-double-8 = 8 times as many
lesson-cost-double-right = { $short } become { $long }: the table grows with the *square* of the length, while Q, K and V only double.
lesson-cost-heads = One head of width 4 is split into four heads of width 1.
lesson-cost-heads-ask = What grows?
lesson-cost-heads-projections = Q, K and V
lesson-cost-heads-scores = the scores
lesson-cost-heads-right = The scores grow from { $before } to { $after }: each head has its own table; Q keeps { $queries } numbers.
lesson-cost-work = For n words and d × d matrices, Q takes n · d · d multiplications, and all scores n · n · d. Here d is 16: four words need { $Q } for Q, and { $scores } for scores.
lesson-cost-work-ask = At how many words do the scores take as much as Q?
lesson-cost-work-right = At { $words } words, as many as d, with { $Q } each; beyond, scores take more, in GPT‑2 small from 768 words on.
lesson-cost-work-table = Multiplications, by the number of words
lesson-cost-now-you = Four words again, with 64 numbers in X and 16 attention weights.
lesson-cost-now-you-task = Find settings with more attention weights than numbers in X.
lesson-cost-now-you-done = Solved: { $weights } attention weights for { $embeddings ->
    [one] one number
   *[other] { $embeddings } numbers
  } in X.
lesson-cost-now-you-open = { $weights ->
    [one] One attention weight
   *[other] { $weights } attention weights
  } for { $embeddings ->
    [one] one number
   *[other] { $embeddings } numbers
  } in X.

lesson-tiles = FlashAttention: softmax without the whole row
lesson-tiles-held = Softmax divides by a whole row’s sum. Yet [[FlashAttention]] (2022) works in *tiles*: a few queries against a few keys at a time.
lesson-tiles-held-ask = With tiles of two queries and two keys, how many of these scores are in memory at once?
lesson-tiles-held-right = { $held } of { $all }: a tile does not grow with the text; the table grows with its square.
lesson-tiles-rescale = One query and two keys at a time: “one” has seen 1 and 2. It keeps the largest, 2, and the sum of e to the power of (1 − 2) and (2 − 2). The next tile brings 3 and 4.
lesson-tiles-rescale-ask = By what must the old sum be multiplied, so that it counts from 4?
lesson-tiles-rescale-100 = by 1: it stays
lesson-tiles-rescale-50 = by 0.5
lesson-tiles-rescale-14 = by 0.14
lesson-tiles-rescale-right = The factor is e to the power of (2 − 4) = { $factor }, also for the weighted sum of [[value|values]]; only a new largest score changes what was kept.
lesson-tiles-same = Here are all tiles of a longer sentence.
lesson-tiles-same-ask = How does the result compare with that of the whole table?
lesson-tiles-same-same = it is the same, up to rounding
lesson-tiles-same-close = it is a good approximation
lesson-tiles-same-right = The largest difference is { $difference }, because sums are added in another order: nothing is left out.
lesson-tiles-now-you = Under a causal mask, tiles in which all is hidden are skipped: here one of four.
lesson-tiles-now-you-task = Choose tiles of which more than a third are skipped.
lesson-tiles-now-you-done = Solved: { $skipped } of { $all } tiles are skipped, { $share }.
lesson-tiles-now-you-open = { $skipped ->
    [0] No tile is skipped.
    [one] One of { $all } tiles is skipped.
   *[other] { $skipped } of { $all } tiles are skipped.
  }

lesson-learning = How weight matrices come to be
lesson-learning-square = The selected number, { $number }, should be 1. Its [[loss]] is (number − 1)². How much it changes for each unit of a number is that number’s [[gradient]]. The table takes ever smaller steps.
lesson-learning-square-given = The loss, when the number of the output grows a little
lesson-learning-square-ask = What does the change for each unit come near?
lesson-learning-square-once = number − 1
lesson-learning-square-twice = 2 · (number − 1)
lesson-learning-square-square = (number − 1)²
lesson-learning-square-right = The change comes near 2 · ({ $number } − 1) = { $output }, because (d + step)² grows by 2 · d + step for each unit, with d = number − 1.
lesson-learning-back = This number adds up products. One is a number of [[concat]] times { $weight }, of Wo: for each unit of it, the output grows by { $weight }; for each unit of the output, the loss changes by { $output }.
lesson-learning-back-ask = What is the gradient of that number of concat?
lesson-learning-back-right = The gradient of the output times what comes in between: { $output } · { $weight } = { $concat }, computed with all their digits.
lesson-learning-dropout = In training, many models set some attention weights to 0 at random: [[dropout]]. The rest are enlarged: on average a row still adds up to 1.
lesson-learning-dropout-ask = Half of the attention weights are dropped. By what are the others multiplied?
lesson-learning-dropout-100 = by 1: they stay
lesson-learning-dropout-150 = by 1.5
lesson-learning-dropout-200 = by 2
lesson-learning-dropout-right = The others double, as 1 / (1 − 0.5) = { $ratio }; this row adds up to { $sum }, and in use nothing is dropped.
lesson-learning-dropout-table = The attention weights of “chased”, before and after dropout
lesson-learning-now-you = Training moves each number against its gradient, in small steps: the [[learning rate]] says how small. You move the first number of Wv.
lesson-learning-now-you-task = Bring the loss below 0.01.
lesson-learning-now-you-done = Solved: the number is { $number }, the loss { $loss }.
lesson-learning-now-you-open = The number is { $number }, the loss { $loss }.

lesson-backward = How a gradient passes softmax
lesson-backward-weights = “it” looks at three words, without matrices. A word’s first number is its [[score]], its second what it passes on: { $values }. The loss L is the second number of the *context* of “it”: the lower, the better.
lesson-backward-weights-ask = To make L smaller, which word’s [[attention weight]] should grow most?
lesson-backward-weights-right = That of “{ $word }”: the [[gradient]] of an attention weight is what its word passes on, and { $value } is the lowest.
lesson-backward-below = But softmax makes the weights add up to 1: a word gains only what others lose. “dog” passes on −0.5, below 0.
lesson-backward-below-ask = If the *score* of “dog” grows a little, what does L do?
lesson-backward-below-grows = it grows
lesson-backward-below-shrinks = it shrinks
lesson-backward-below-right = L grows, by { $slope } for each unit, because { $value } is above the weighted mean, { $mean }: a score’s gradient is attention weight · (value − mean).
lesson-backward-watch = Every stage has its gradient of L, of the same shape; ∂ means: gradient of. Moving the outlined score of “cat” gives { $slope }; the backward pass finds it without trying.
lesson-backward-matrix = Now with matrices that change nothing. The gradient of the query’s second number is the sum of the products in the table, { $query }. The query is X · Wq, and X of “it” is (1, 0).
lesson-backward-matrix-ask = Which numbers of Wq have a gradient that is not 0?
lesson-backward-matrix-row = its first row
lesson-backward-matrix-column = its second column
lesson-backward-matrix-all = all four
lesson-backward-matrix-right = The first row, which meets the { $x1 } of X: its second column gets { $x1 } · { $query } = { $gradient }.
lesson-backward-matrix-more = In one product, the gradient of Wq (2 × 2) is Xᵀ (2 × 1) times the gradient of Q (1 × 2).
lesson-backward-matrix-given = From the scores to the second number of the query
lesson-backward-now-you = At temperature 0.1 “dog” gets nearly everything, and the score of “cat” has hardly any gradient: saturation.
lesson-backward-now-you-task = Find a temperature at which the gradient of the score of “cat” is below −0.4.
lesson-backward-now-you-done = Solved: { $slope }. Colder, softmax is stuck; warmer, every score matters less.
lesson-backward-now-you-open = The gradient is { $slope }.

lesson-next-word = From output to the next word
lesson-next-word-every-row = This model knows 125 [[token|tokens]] of a made-up grammar. A row, times one column of numbers for each, gives the [[logits]]; [[softmax]] makes probabilities of them. Every row guesses its next word.
lesson-next-word-every-row-ask = What is more probable after “the dogs near this”?
lesson-next-word-every-row-cat = cat
lesson-next-word-every-row-cats = cats
lesson-next-word-every-row-right = “cat” gets { $first }, “cats” { $second }: “this” asks for a single thing.
lesson-next-word-every-row-table = How probable these words are after “this”, in %
lesson-next-word-wrong = A harder sentence: “the quiet dog near these cats”.
lesson-next-word-wrong-ask = What does the model find more probable next?
lesson-next-word-wrong-laugh = laugh
lesson-next-word-wrong-laughs = laughs
lesson-next-word-wrong-right = “laugh” gets { $first } and “laughs” { $second }: wrong, though the model follows the first noun in { $agreement } of sentences it never saw.
lesson-next-word-wrong-table = The attention weights of “cats”
lesson-next-word-wrong-words = How probable these words are after “cats”, in %
lesson-next-word-now-you = To write on, a program adds a word, and asks again. The model knows dog, teacher, king, sees, likes and sleeps.
lesson-next-word-now-you-task = Write a sentence after which the model’s first guess is the full stop.
lesson-next-word-now-you-done = Solved: the full stop gets { $share }.
lesson-next-word-now-you-open = { $known ->
    [false] The model has never seen { $unknown }, so its guess means nothing.
   *[true] Its first guess is “{ $word }”, with { $share }.
  }

lesson-places = Layers, and where attention is used
lesson-places-layers = The model of lesson 1 has two layers. Here is the output of layer 1.
lesson-places-layers-ask = What is the input X of layer 2?
lesson-places-layers-output = the output of layer 1
lesson-places-layers-sum = X of layer 1 plus its output
lesson-places-layers-words = the embeddings again
lesson-places-layers-right = The sum, bit for bit: each layer adds to a row that runs through all of them, the [[residual|residual stream]].
lesson-places-query = Now “tired” becomes “wide”. Layer 2 makes queries from the new rows, and keys, in this model, from the words’ own embeddings (C).
lesson-places-query-ask = What changes in layer 2, so that “it” finds another word?
lesson-places-query-query = the query of “it”
lesson-places-query-keys = the keys of “animal” and “road”
lesson-places-query-both = both
lesson-places-query-right = The query of “it”, whose row has now collected “wide”; the keys stay the same to the last digit.
lesson-places-query-rows = Two queries of “it”, and two keys
lesson-places-query-scores = The scores, not yet divided by √16
lesson-places-later = An *encoder* (BERT) reads a complete text, each word looking at all others. In a *decoder* (GPT, Llama) a causal mask hides later words. Suppose both layers had it.
lesson-places-later-ask = With “tired” at the end and with “wide”, would “it” look at two different words?
lesson-places-later-same = no, at the same one
lesson-places-later-different = yes
lesson-places-later-right = At the same one, “{ $word }”, with { $value } both times: the word that decides comes after “it” and is hidden.
lesson-places-later-table = The attention weights of “it”, under the mask
lesson-places-before = Before attention, a [[recurrent network]] read word after word, and kept all in one row, which each word changed.
lesson-places-before-ask = How often is that row changed after “animal”, up to and with “it”?
lesson-places-before-right = { $steps } times, and “animal” must survive each; this model takes two steps, one in each layer: first to “{ $asked }”, then to “animal”.
lesson-places-sizes = GPT‑2 small (2019) has 12 layers, each of 12 [[head|heads]] side by side, together as wide as d_model, 768.
lesson-places-sizes-ask = How many numbers does a query have in one head?
lesson-places-sizes-right = { $d_model } / { $heads } = { $each }; the figure shows { $heads } heads too, but of { $thin } columns.
lesson-places-sizes-table = Known models
lesson-places-now-you = An encoder’s attention, with four heads.
lesson-places-now-you-task = Make it a small GPT‑2: 12 heads, together as wide as d_model, and no word looks at a later one.
lesson-places-now-you-done = Solved: { $columns } columns, as many as d_model, and the future is hidden.
lesson-places-now-you-open = { $columns ->
    [one] One column
   *[other] { $columns } columns
  } side by side, and d_model is { $d_model }. { $later ->
    [0] No word looks at a later one.
   *[other] Words look at later ones.
  }

lesson-residual = The residual stream
lesson-residual-alike = Three layers of attention, with the same random weights. Suppose that what each gives *replaces* the rows.
lesson-residual-alike-ask = How do the five rows compare after the third?
lesson-residual-alike-apart = they differ more
lesson-residual-alike-as-before = they differ as much
lesson-residual-alike-alike = they are nearly the same
lesson-residual-alike-right = Nearly the same: the lowest cosine of two is { $least }, because means of means hardly differ.
lesson-residual-kept = Transformers *add* it: the rows are then the [[residual|residual stream]]. Now the first number of “dog” in X grows by 1.
lesson-residual-kept-ask = By how much does it grow after three layers?
lesson-residual-kept-hardly = hardly at all
lesson-residual-kept-one = by about 1
lesson-residual-kept-three = by about 3
lesson-residual-kept-right = The change is { $kept }, and { $lost } where rows are replaced: a sum lets numbers pass, and on the way back [[gradient|gradients]].
lesson-residual-kept-table = How much that number grows
lesson-residual-now-you = Nothing is overwritten: to remove something, a layer adds its negative.
lesson-residual-now-you-task = Move this number of Wo until the first number of “dog” leaves as 0.
lesson-residual-now-you-done = Solved: { $before } came in, { $added } was added, { $after } leaves.
lesson-residual-now-you-open = { $before } came in, { $added } was added, { $after } leaves.

lesson-norm = Norms: rows of one size
lesson-norm-long = Layers add, so rows grow. Suppose that all numbers of these rows double. The bars are the scores of “dog”.
lesson-norm-long-ask = By what is every score multiplied?
lesson-norm-long-1 = by 1
lesson-norm-long-2 = by 2
lesson-norm-long-4 = by 4
lesson-norm-long-right = Query and key double, and the largest share of “dog” goes from { $before } to { $after }; a norm before attention prevents that.
lesson-norm-constant = A norm takes each row alone. [[RMSNorm]] divides it by its size; [[LayerNorm]] first subtracts its mean.
lesson-norm-constant-ask = 5 is added to every number of “dog”. Which norm’s result changes?
lesson-norm-constant-layernorm = LayerNorm
lesson-norm-constant-rmsnorm = RMSNorm
lesson-norm-constant-both = both
lesson-norm-constant-by-layernorm = LayerNorm
lesson-norm-constant-by-rmsnorm = RMSNorm
lesson-norm-constant-right = RMSNorm, by up to { $difference }; LayerNorm subtracts the 5 with the mean.
lesson-norm-place = Most models norm what attention and the MLP *read* (pre-norm); the first transformer normed each *sum* (post-norm).
lesson-norm-place-ask = With pre-norm and random weights, how do lengths change in four layers?
lesson-norm-place-as-before = they stay
lesson-norm-place-longer = they grow
lesson-norm-place-one = they become equal
lesson-norm-place-right = Lengths grow from { $first } to { $last } on average, because pre-norm leaves the stream alone until one last norm; post-norm keeps each at { $post }.
lesson-norm-now-you = Norm and place are yours.
lesson-norm-now-you-task = Let every row leave with mean 0 and length √8, about 2.83.
lesson-norm-now-you-done = Solved: LayerNorm, after the sum.
lesson-norm-now-you-open = Lengths: { $least } to { $most }; means: up to { $mean }.

lesson-mlp = What the MLP adds
lesson-mlp-xor = Two numbers of each row, by hand, say left and right. The third should become 1 for “left” and “right” alone. Each word sees only itself.
lesson-mlp-xor-ask = Can any Wv and Wo do that?
lesson-mlp-xor-yes = yes
lesson-mlp-xor-no = no
lesson-mlp-xor-right = None can, as “neither” and “both” together always get what “left” and “right” get, here { $sum } with random matrices, not 0 and 2.
lesson-mlp-xor-table = The third number
lesson-mlp-curve = An [[feed-forward|MLP]] computes left − right and right − left. [[activation|ReLU]] makes negative numbers 0; the sum is added to the third.
lesson-mlp-curve-ask = Without ReLU, what would “left” get?
lesson-mlp-curve-0 = 0
lesson-mlp-curve-1 = 1
lesson-mlp-curve-2 = 2
lesson-mlp-curve-right = { $first } and { $second } cancel, as for every word: without a curve, two matrices are one; with ReLU the words get { $values }.
lesson-mlp-share = GPT‑2’s attention has four matrices of d_model × d_model. Its MLP leads to rows four times as wide, and back.
lesson-mlp-share-ask = How much of these weights has the MLP?
lesson-mlp-share-right = The MLP has { $share }: { $mlp } · d_model², and attention { $attention } · d_model².
lesson-mlp-now-you = Here “both” gets 1.
lesson-mlp-now-you-task = Move this weight until only “left” and “right” get 1.
lesson-mlp-now-you-done = Solved: { $values }. Any weight of −1 or less does it.
lesson-mlp-now-you-open = The words get { $values }.

## What is often said, and is not so

misconception-dot-similarity-said = “The dot product measures similarity.”
misconception-dot-similarity-so = It measures direction and length together. A key twice as long points no better, and scores twice as high.
misconception-weight-importance-said = “A large attention weight means that the word is important.”
misconception-weight-importance-so = It says how much of that word’s value is mixed in. What matters is found by changing something and looking.
misconception-scaling-lengths-said = “Scaling keeps the weight vectors short.”
misconception-scaling-lengths-so = It changes no vector’s length. It keeps the variance of the scores near 1.
misconception-minus-infinity-said = “The mask is 0 for what may be seen and infinity for what may not.”
misconception-minus-infinity-so = It is *minus* infinity: the mask is added, and e to the power of −∞ is 0.
misconception-signed-distance-said = “For a distance bias, add j − i to the score.”
misconception-signed-distance-so = That rewards words after and punishes words before. −slope · |i − j| treats both sides alike.
misconception-relative-adds-said = “Relative positions: add a vector for the place to the query.”
misconception-relative-adds-so = A vector for the place alone is an absolute position; Shaw adds one for the *distance* to the key: q · (k + a).
misconception-cache-per-token-said = “The cache makes attention linear.”
misconception-cache-per-token-so = Linear for each new word, which still looks at all earlier ones. For a whole text that adds up to the square.
misconception-prefill-mask-said = “Prefill needs no mask, because only the last word’s output is used.”
misconception-prefill-mask-so = Earlier outputs become keys and values of the next layer, which the cache keeps. Only a single new word needs no mask.
misconception-shared-width-said = “For grouped-query attention, make keys and values d_model / groups wide.”
misconception-shared-width-so = Wk and Wv have d_k columns for each set of keys and values: here 4 for one set, not 16.
misconception-heads-cost-said = “More heads cost more multiplications.”
misconception-heads-cost-so = Not with the same width in all: d_k = d_model / heads.
misconception-tiles-multiply-said = “FlashAttention avoids the quadratic cost of attention.”
misconception-tiles-multiply-so = It avoids *storing* the table. All scores are still computed.
misconception-head-job-said = “Each head has one job.”
misconception-head-job-so = Mostly, at best, and only in this model. Switch a head off and see what gets worse.
misconception-cross-is-self-said = “Cross-attention is self-attention between two sentences.”
misconception-cross-is-self-so = In it a word looks only at the *other* text.

## What is said of wrong answers before the right one: why they are wrong, in the order of the course

learn-above = Your guess is too large.
learn-below = Your guess is too small.

lesson-purpose-tired-not = “{ $other }” gets { $got }: “it” looks for what is too tired to cross.
lesson-purpose-wide-not = “{ $other }” gets { $got }: “it” looks for what is too wide to cross.
lesson-purpose-early-not = “{ $other }” gets { $got }: here “it” stands for none of these words.
lesson-purpose-gather-not = “{ $other }” gets { $got }: before it finds a noun, “it” must know what is said of it.
lesson-query-key-ask-not = { $fits ->
    [thing] “{ $other }” is a thing ({ $thing }), but cannot be tired ({ $tired }).
    [tired] “{ $other }” fits “can be tired” ({ $tired }), but not “a thing” ({ $thing }).
   *[none] “{ $other }” fits neither “a thing” ({ $thing }) nor “can be tired” ({ $tired }).
  }
lesson-query-key-dot-above-not = The second product is below 0: it takes away.
lesson-query-key-dot-below-not = Only the second product is below 0.
lesson-query-key-below-not = “{ $other }” gets { $got }: it lands on the query’s side of 0.
lesson-query-key-table-not = You chose { $chosen }, the score of “{ $looks }” looking at “{ $seen }”.
lesson-query-key-matrices-one-not = Every row goes through Wq.
lesson-shares-share-above-not = The other powers count in the sum, too.
lesson-shares-share-below-not = Shares follow the powers: the other three have far less.
lesson-shares-rise-above-not = The power grows 7.4 times, the share does not.
lesson-shares-rise-below-not = Adding to a score multiplies its power.
lesson-shares-add-evener-not = That would take smaller differences of scores.
lesson-shares-add-sharper-not = The largest gains no more than the others do.
lesson-shares-wide-as-before-not = Scores do not stay so close.
lesson-shares-divide-above-not = From row to row it only doubles.
lesson-shares-divide-below-not = From row to row it doubles.
lesson-mix-alive-above-not = Shares add up to 1: a mix cannot exceed 2.
lesson-mix-alive-below-not = This mix is no plain mean: “animal” counts far more.
lesson-mix-value-grows-not = A value is passed on; it is never compared.
lesson-mix-value-shrinks-not = A share changes only when some score does.
lesson-mix-back-not = “{ $other }” gives { $got }.
lesson-mix-trained-all-not = That would take even shares.
lesson-several-heads-gender-not = “{ $other }” gets { $got }: it does not decide between “le” and “la”.
lesson-several-heads-article-not = “{ $other }” gets { $got }: it is not the next word to translate.
lesson-several-heads-off-le-not = To find “le” was the work of head 1.
lesson-several-heads-off-livre-not = Head 2 says that an article comes first.
lesson-several-heads-mix-gender-not = Head 1 finds the gender, and it is on.
lesson-order-future-swap-different-not = To you the sentence changes, for you know the order.
lesson-order-future-turn-dog-not = At its new place “dog” is turned too far to fit.
lesson-order-future-turn-alike-not = They start alike, but are turned differently.
lesson-order-future-why-not = “{ $other }” is not the word after “journey”.
lesson-order-future-count-21-not = 21 remain: those on the diagonal and below it.
lesson-order-future-count-18-not = 18 is half of them, but the diagonal is not hidden.
lesson-order-future-first-below-not = Later words would take some, but are hidden.
lesson-learns-slope-down-not = Then the loss would grow.
lesson-learns-guess-knows-not = “knows” fits “cat”, which is nearer but not the subject.
lesson-learns-added-stays-not = Then attention would have brought nothing.
lesson-learns-layer-mlp-not = The MLP reads one word’s row at a time.
lesson-learns-layer-both-not = Only one of them reads other words.

lesson-rows-tokens-above-not = Each word makes one row, however many numbers it has.
lesson-rows-tokens-below-not = “the” stands there twice, and makes two rows.
lesson-rows-bank-different-not = Only its meaning is.

lesson-who-acts-query-deed-not = That is what “chased” is, not what it looks for.
lesson-who-acts-score-not = With “{ $other }” it is { $got }: its key offers no actor.

lesson-scores-transpose-mixed-not = That is the shape of Q itself.
lesson-scores-transpose-columns-not = { $d_k } is how many products make one score.
lesson-scores-directions-same-not = Only with one row for both, query and key.

lesson-scaling-grow-16-not = That is how the variance grows.
lesson-scaling-grow-2-not = It would double if d_k were 4 times as large.
lesson-scaling-gradient-as-much-not = The score changes equally, its share does not.

lesson-softmax-ratio-4-not = 4 times is how the scores compare, not the shares.
lesson-softmax-ratio-20-not = About { $first } times it is in row “one”.
lesson-softmax-temperature-same-not = They stay if a number is *subtracted* from all scores.
lesson-softmax-temperature-sharper-not = That is what a temperature below 1 does.

lesson-values-even-own-not = Its own value is only one of five.
lesson-values-even-sum-not = A sum would take attention weights of 1 each.
lesson-values-lookup-same-not = All differences of scores grow tenfold.
lesson-values-lookup-less-not = That would take a higher temperature.

lesson-whole-walk-meet-projections-not = A row of Q, K or V is made of one row of X.
lesson-whole-walk-meet-context-not = In the context they meet again.
lesson-whole-walk-reach-own-not = Each row that Wo reads is already a mixture.

lesson-future-leak-same-not = Each weight still depends on every score, through the sum.
lesson-future-divided-different-not = The hidden words came in only through the sum.

lesson-padding-fill-above-not = They are filled only up to the longest.
lesson-padding-fill-below-not = Both shorter sentences are filled.
lesson-padding-hidden-different-not = They would differ if padding got a share.
lesson-padding-blind-even-not = Then it would look at padding, and at the future.
lesson-padding-blind-self-not = Then it would pass on padding.
lesson-padding-finite-self-not = Nothing raises its own score above the others.
lesson-padding-finite-zero-not = −∞ leaves nothing to share, but −10,000 is a number like others.

lesson-two-sentences-shape-five-three-not = Rows are the words that look.
lesson-two-sentences-shape-three-three-not = It would be 3 × 3 if the text looked at itself.
lesson-two-sentences-widths-embeddings-not = Here they differ, { $x } and { $c }, and it works.
lesson-two-sentences-same-different-not = Both texts give the same rows.

lesson-windows-window-above-not = The 3 count the word itself.
lesson-windows-window-below-not = It sees itself, too.
lesson-windows-sink-above-not = One sink adds one word.
lesson-windows-sink-below-not = The sink stands outside the window.
lesson-windows-off-by-one-above-not = One more score takes, it does not give.
lesson-windows-off-by-one-one-not = Only with the share of the sink do they add up to 1.

lesson-softcap-limit-above-not = tanh stays below 1.
lesson-softcap-limit-below-not = 16 / 5 is large: there tanh is nearly 1.
lesson-softcap-small-500-not = That is the cap, which only large scores come near.
lesson-softcap-small-20-not = That is 1 / 5, before tanh and before multiplying again.

lesson-order-added-all-not = Fast waves and slow ones do not.
lesson-order-added-last-not = Column 15 is a slow wave.
lesson-order-distance-different-not = Their places changed, their distance did not.
lesson-order-mask-same-not = That is so without the mask.

lesson-alibi-penalty-above-not = Each of the four places adds its ¼.
lesson-alibi-penalty-below-not = The word’s own place counts as 0.
lesson-alibi-slopes-all-not = Each has a slope of its own.
lesson-alibi-slopes-1-not = Its slope is the steepest.
lesson-alibi-gaussian-4-not = The square is 4, and half of it counts.
lesson-alibi-gaussian-1-not = That would be a straight line, as with ALiBi.

lesson-t5-far-different-not = That would take an entry for every distance.
lesson-t5-sign-never-not = That is so with a fixed penalty.

lesson-shaw-vectors-above-not = Beyond 2 no row is new.
lesson-shaw-vectors-below-not = Both directions count, and the distance 0.
lesson-shaw-query-same-not = The distance is the same, the queries are not.

lesson-cache-old-rows-all-not = No earlier row of X has changed.
lesson-cache-not-queries-queries-not = Earlier queries are just what no later row uses.
lesson-cache-not-queries-all-three-not = No later row uses an earlier query.
lesson-cache-watch-5-not = 5 is what it takes with the cache.
lesson-cache-watch-18-not = 18 counts six rows more, for a word after “step”.
lesson-cache-watch-above-not = To write a word, only rows before it are needed.
lesson-cache-watch-below-not = Each of the words computes all rows again.
lesson-cache-shared-above-not = One set in place of four is a quarter.
lesson-cache-shared-below-not = Both K and V are kept, for all words.

lesson-cost-double-8-not = That would take three sides; the table has two.
lesson-cost-double-2-not = That is how Q grows; the table has two sides.
lesson-cost-heads-projections-not = They keep their size.
lesson-cost-work-above-not = There, scores take more already.
lesson-cost-work-below-not = There, Q still takes more.

lesson-tiles-held-above-not = One tile is held at a time.
lesson-tiles-held-below-not = Both queries meet both keys.
lesson-tiles-rescale-100-not = Then old terms would count from 2 and new ones from 4.
lesson-tiles-rescale-50-not = 0.5 is 2 / 4, but these are powers of e.
lesson-tiles-same-close-not = An approximation would leave scores out.

lesson-learning-square-square-not = That is { $loss }, the loss itself.
lesson-learning-square-once-not = That is { $away }, half of it.
lesson-learning-back-above-not = The output’s gradient is below 0, and passes that on.
lesson-learning-back-below-not = Only { $weight } of the output’s gradient arrives here.
lesson-learning-dropout-150-not = 1.5 times a half is not yet the whole.
lesson-learning-dropout-100-not = Then half would be missing on average.

lesson-backward-weights-not = “{ $other }” passes on { $got }.
lesson-backward-below-shrinks-not = Being below 0 is not what counts.
lesson-backward-matrix-column-not = Its lower number meets only the { $x2 } of X.
lesson-backward-matrix-all-not = What meets the { $x2 } of X changes nothing.

lesson-next-word-every-row-cats-not = “dogs” is several, but “this” decides here.
lesson-next-word-wrong-laughs-not = Good English would go on so, but this model does not.

lesson-places-layers-words-not = Then layer 1 would be in vain.
lesson-places-layers-output-not = Alone, it would lose what X had.
lesson-places-query-both-not = That is so in most models; here keys come from C.
lesson-places-query-keys-not = Their rows in C have not changed.
lesson-places-later-different-not = The two texts differ only after “it”.
lesson-places-before-above-not = Only words after “animal” count.
lesson-places-before-below-not = Each word after “animal” changes it, “it” too.
lesson-places-sizes-above-not = All heads together have { $d_model }.
lesson-places-sizes-below-not = Twelve such heads would be too narrow.

lesson-residual-alike-apart-not = Means lie between the rows.
lesson-residual-alike-as-before-not = All words take nearly the same mean.
lesson-residual-kept-hardly-not = That is so where rows are replaced.
lesson-residual-kept-three-not = Each layer only passes the 1 on.

lesson-norm-long-1-not = That is so with a norm.
lesson-norm-long-2-not = The query alone would do that.
lesson-norm-constant-layernorm-not = Its mean grows by 5, too.
lesson-norm-constant-both-not = LayerNorm subtracts what all share.
lesson-norm-place-as-before-not = Each layer adds to them.
lesson-norm-place-one-not = That is post-norm.

lesson-mlp-xor-yes-not = Then 0 and 2 would be equal.
lesson-mlp-curve-1-not = That is with ReLU.
lesson-mlp-curve-2-not = Only if −1 became 1.
lesson-mlp-share-above-not = Attention has four matrices, the MLP two.
lesson-mlp-share-below-not = Each matrix of the MLP is four times as large.
## Reading out between layers

lesson-lens = The logit lens
lesson-lens-between = Each layer adds to the row of “cat”. The *logit lens* reads that row out early, as if no layer followed. This model learned that after “the dogs near this cat” the verb must fit “dogs”.
lesson-lens-between-ask = After layer 1, which verbs have more?
lesson-lens-between-dogs = see, like: they fit “dogs”
lesson-lens-between-cat = sees, likes: they fit “cat”
lesson-lens-between-dogs-not = Only layer 2 brings “dogs”.
lesson-lens-between-right = Verbs that fit “cat” have { $cat }, those that fit “dogs” { $dogs }, and { $later } after layer 2.
lesson-lens-between-more = The lens is a probe: the model reads out only after its last layer. In many models early lenses mean little.
lesson-lens-brought = Layer 2 turned the guess. This is its head 2.
lesson-lens-brought-ask = Which word does “cat” look at most?
lesson-lens-brought-not = “{ $other }” gets { $got }.
lesson-lens-brought-right = “{ $word }” gets { $value }, and with this head switched off, verbs that fit “dogs” fall from { $dogs } to { $left }.
lesson-lens-brought-more = From another seed, heads may divide the work otherwise: a finding holds for one model.
lesson-lens-now-you = The model knows dog, cats, king, sleeps, sees and the like.
lesson-lens-now-you-task = Write a text whose first guess has more than half after layer 1 already.
lesson-lens-now-you-done = Solved: “{ $word }” has { $early } after layer 1, and layer 2 confirms it.
lesson-lens-now-you-open = { $known ->
    [false] The model has never seen { $unknown }, so its guess means nothing.
   *[true] After layer 1 its first guess, “{ $word }”, has { $early }.
  }

## A head of a real model

lesson-real-head = Find a head, switch it off
lesson-real-head-find = The last letter came before, and this small model says what followed it then: “e”. A map for each head: a row for each letter, dark where it looks, dotted at itself.
lesson-real-head-find-ask = Which head looks back one letter?
lesson-real-head-find-1-1 = layer 1, head 1
lesson-real-head-find-1-2 = layer 1, head 2
lesson-real-head-find-2-1 = layer 2, head 1
lesson-real-head-find-2-2 = layer 2, head 2
lesson-real-head-find-1-1-not = That head gives { $got }.
lesson-real-head-find-2-1-not = That head gives { $got }.
lesson-real-head-find-2-2-not = That head gives { $got }.
lesson-real-head-find-right = Head { $head } of layer { $layer } gives { $back } to the letter before, on average over 12 texts.
lesson-real-head-off = Switched off, a head adds 0 to the rows. The 12 texts are this one with its letters moved on.
lesson-real-head-off-ask = Without head 2 of layer 1, for how many is it right?
lesson-real-head-off-above-not = The second head needs what this one writes.
lesson-real-head-off-below-not = Even guessing gets some.
lesson-real-head-off-right = For { $right }, where guessing gets 1: layer 2 looks for the row whose letter *before* is “l”, and rows now hardly know it.
lesson-real-head-off-more = Two such heads, one after the other, are an induction head; large language models have them.
lesson-real-head-now-you = Tap heads to switch them off. Then in a real model, such as GPT‑2: its grid says which head is most “on the token before”.
lesson-real-head-now-you-task = Switch two heads off, and keep at least 11 texts right.
lesson-real-head-now-you-done = Solved: { $right } of 12 with { $off } heads off.
lesson-real-head-now-you-open = Heads off: { $off }. Texts right: { $right }.
lesson-real-head-now-you-more = Later layers never met a 0 there; a head’s mean over the tokens is fairer. “Open a model” offers both.

## From logits to one word

lesson-sampling = From logits to one word
lesson-sampling-temperature = After “the dogs near” this model’s [[logits]] make these shares. To write on, one takes the largest (*greedy*), or draws a word by them. *Temperature* divides the logits first.
lesson-sampling-temperature-ask = At temperature 0.5, what becomes of the largest share?
lesson-sampling-temperature-rises = it rises
lesson-sampling-temperature-falls = it falls
lesson-sampling-temperature-same = it stays
lesson-sampling-temperature-falls-not = That is so above 1.
lesson-sampling-temperature-same-not = Dividing by a half doubles all differences.
lesson-sampling-temperature-right = “{ $word }” rises from { $before } to { $after }; the order never changes, and near 0 one is back at greedy.
lesson-sampling-top-k = *Top-k* keeps the k most probable words; their shares are divided by their sum.
lesson-sampling-top-k-ask = With k = 2, what is the chance of “the”?
lesson-sampling-top-k-above-not = The second word keeps a share, too.
lesson-sampling-top-k-below-not = What others lose goes to these two.
lesson-sampling-top-k-right = “{ $word }” gets { $chance }: its { $first }, divided by { $first } + { $second }.
lesson-sampling-top-p = *Top-p* keeps the fewest words that share at least p together (nucleus sampling).
lesson-sampling-top-p-ask = With p = 0.9, how many words stay?
lesson-sampling-top-p-above-not = Once p is reached, no word is added.
lesson-sampling-top-p-below-not = These share less than 90 % together.
lesson-sampling-top-p-right = { $count }, with { $sum }; after “the” { $many } would stay, after “the dogs know the cat” only { $one }; top-k keeps as many everywhere.
lesson-sampling-now-you = All three: temperature first, then top-k, then top-p.
lesson-sampling-now-you-task = Leave exactly three words, none with 40 % or more.
lesson-sampling-now-you-done = Solved: the largest chance is { $largest }.
lesson-sampling-now-you-open = Words left: { $count }. Largest chance: { $largest }.
