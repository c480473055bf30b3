### The place Learn and its lessons. Loaded with the place.

## The place Learn: what is the same in all lessons

learn-title = Attention, one word at a time
learn-tagline = Seven lessons, about { $minutes } minutes. You guess first; then it is computed in front of you. In the end you can say what attention does, number by number, and have taught a model yourself.
learn-private = What you have done is stored in this browser only.
learn-deeper = Deeper, whenever you like
learn-done = done
learn-deeper-what = Single lessons for after the path; none needs the others.
learn-minutes = { $minutes } min
learn-start = Start
learn-continue = Continue with lesson { $lesson }
learn-to-finish = To the finish
learn-to-go = { $minutes } minutes to go
learn-group-numbers = Numbers and shapes
learn-group-masks = Masks and batches
learn-group-positions = Positions
learn-group-cost = Cache and cost
learn-group-training = Training and the backward pass
learn-group-transformer = The whole transformer
learn-finish = The finish
learn-finish-what = what you can do then, and ways on
learn-finish-title = You can explain attention
learn-finish-before = The finish: you can explain attention
learn-finish-done = Seven lessons done, { $answers } questions answered. Now you can:
learn-finish-left = { $left ->
    [one] One lesson of the path is still open.
   *[other] { $left } lessons of the path are still open.
  } After them you can:
learn-finish-on = Go on with the path
learn-ability-purpose = say what attention is for
learn-ability-score = compute the score of a query and a key
learn-ability-table = read a table of scores: who looks, who is looked at
learn-ability-softmax = say what softmax makes of scores
learn-ability-scaling = say why scores are divided by the root of d_k
learn-ability-value = follow a number from the output back to the words
learn-ability-heads = say why there are several heads, and what Wo does
learn-ability-order = say why order is added and the future hidden
learn-ways-on = Ways on
learn-on-train = Teach a model
learn-on-train-what = to write words backwards, in a minute; or another task
learn-on-deeper = Go deeper
learn-on-deeper-what = masks, positions, the cache, the backward pass
learn-on-model = Open a real model
learn-on-model-what = from files on your computer; nothing leaves it
learn-on-write = Write it yourself
learn-on-write-what = attention in a few lines of JavaScript
learn-on-class = Prepare a class
learn-on-class-what = screens with your own questions
learn-begun = { $minutes } min to go
learn-all = all lessons
learn-where = lesson { $lesson } of { $lessons } · step { $step } of { $of }
learn-figure = The figure of this step
learn-where-deeper = step { $step } of { $of }
learn-open = open in Explore
learn-train = open in Train
learn-commit = that is my guess
learn-point = Select a number in the figure: click or tap it, or use the keyboard in its tables.
learn-first-hint = of the first word of the sentence
learn-edit = { $input }, row { $row }, column { $column }
learn-looking = looks
learn-looked-at = looked at
learn-lines-note-row = Thicker means more attention; none below 2 %. Only “it” was trained, so only its lines are drawn.
learn-lines-hint-row = Point at a line to see what “it” looks at; click to keep it. The tables have every share, also those that mean nothing.
learn-lines-hint-row-touch = Tap a line to see what “it” looks at. The tables have every share, also those that mean nothing.
learn-badge-row = only “it” is trained
learn-share = So { $query } gives { $percent } of its attention to { $key }.
learn-right = Yes.
learn-wrong = Not quite.
learn-again = answer again
learn-solved = Solved already.
learn-sources = To read on
learn-ways = Steps of the course
learn-back = ← back
learn-next = next →
learn-skip = skip →
learn-given = Your answer: { $answer }
learn-given-cell = row { $row }, column { $column }
learn-tap-token = Choose a word in the sentence.
learn-tap-cell = Choose a cell of the table.
learn-more = More
learn-back-to = back: { $where }
learn-skip-to = skip to: { $where }
learn-next-to = next: { $where }
learn-next-lesson = next: { $title } →
learn-row-before = before
learn-row-after = after
learn-row-difference = difference
learn-row-query = query, with “{ $word }”
learn-row-key = key of “{ $word }”
learn-row-head = head { $word }
learn-row-variance = variance
learn-row-deviation = standard deviation
learn-row-with = with “{ $word }”
learn-row-d_model = d_model
learn-row-heads = heads
learn-row-kv_heads = key/value heads
learn-row-d_k = d_k
learn-row-layers = layers
learn-row-X = X alone
learn-row-input = X
learn-row-layer = output
learn-row-batch = in the batch
learn-row-alone = alone
learn-row-masked = with { $word } added
learn-row-added = score, with { $word } added
learn-row-product = product
learn-row-Q = Q
learn-row-scores = scores
learn-row-without-cache = without a cache
learn-row-with-cache = with the cache
learn-row-sum = X + output
learn-row-loss = change of the loss
learn-row-unit = for each unit
learn-row-Wv = number of Wv
learn-row-output = number of the output
learn-row-X1 = column 1 of X
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
learn-rounded = Computed with all digits, then rounded to { $digits } after the point.
picture-word = word
picture-share = share
picture-line = What “{ $word }” looks at
picture-writes = looks, to write “{ $next }”
picture-bars = Scores, and their shares
picture-shares-sum = shares, always 100 % together
picture-score-of = score of “{ $word }”
picture-arrows = The query and the keys
picture-thing = a thing
picture-can-be-tired = can be tired
picture-asks = “{ $word }” asks for
picture-asks-for = asks for “{ $name }”
picture-mix = Values, mixed by shares
picture-alive = alive
picture-long = long
picture-clock = Turned queries: how far to the right, how far up
picture-grid = Attention weights: a row for each word that looks
picture-grid-scores = Scores: a row for each word that looks
picture-cell = “{ $row }” looking at “{ $column }”: { $value }
picture-in-percent = Attention weights in %.
picture-by-hand = Written by hand: each column has a meaning.
picture-context = context
picture-heads = The context of “{ $word }” in each head
picture-loss = loss
picture-weight = the weight
picture-loss-curve = The loss, by the weight
picture-layer = A layer: norm, attention, norm and MLP; what attention and MLP find is added to the words’ rows
picture-layer-norm = norm
picture-layer-attention = attention
picture-layer-mlp = MLP
learn-misconception = Often said, not so:

## The words of the path

lesson-purpose = What does “it” mean?
lesson-purpose-tired = A word alone does not say what “it” means: a model must look at other words. That is [[attention]]. This small model was trained for this one question only: the word that “it” looks at most is its answer; the dot means “none”.
lesson-purpose-tired-ask = Which word will “it” look at?
lesson-purpose-tired-right = “{ $word }” gets { $value } of the attention of “it”, the only word that was asked in training.
lesson-purpose-wide = One word changes, the last: “tired” becomes “wide”.
lesson-purpose-wide-ask = Which word will “it” look at now?
lesson-purpose-wide-right = “{ $word }” gets { $value }: the last word alone made the line jump.
lesson-purpose-dark = And now “dark”. Neither the animal nor the road is meant.
lesson-purpose-dark-ask = Which word will “it” look at?
lesson-purpose-dark-right = The dot gets { $value }: the model was trained to look there when no word fits.
lesson-purpose-gather = The model works in two rounds, called [[layer|layers]]; you saw the second. In the first, “it” collects what it must know to find its noun later.
lesson-purpose-gather-ask = Which word should “it” look at first?
lesson-purpose-gather-right = “{ $word }” gets { $value }: then, in the second layer, “it” looks for a noun that can be { $word }.
lesson-purpose-now-you = The sentence is yours. The model knows about 200 words, such as cat, dog, bridge, narrow and hungry.
lesson-purpose-now-you-task = Change it so that “it” means “street”.
lesson-purpose-now-you-done = Solved: “{ $word }” gets { $value } of the attention of “it”.
lesson-purpose-now-you-open = { $why ->
    [no-it] The sentence needs the word “it”.
    [unknown] The model has never seen { $words }, so its answer means nothing. It knows animals (cat, dog, horse, lion), places (street, bridge, river, garden) and what they can be (hungry, afraid; narrow, steep; dark, rainy).
   *[other] “it” looks at “{ $word }”.
  }

lesson-query-key = A query looks, a key is found
lesson-query-key-ask = What “it” looks for is a row of numbers, its [[query]]: (1, 2), a little “a thing”, more “can be tired”. Each word offers such a row, its [[key]]. These two columns were written by hand.
lesson-query-key-ask-ask = Which key fits the query best?
lesson-query-key-ask-right = “{ $word }” fits best, with a score of { $value }: it is a thing, and it can be tired.
lesson-query-key-dot = How well they fit is a number, the [[score]]: multiply column by column, and add up. For “animal” that is 1 · 1.5 + 2 · 1 = { $animal }. It is called a [[dot product]].
lesson-query-key-dot-ask = “it” is (1, 2), “road” (1.5, −0.5). What is their score?
lesson-query-key-dot-right = 1 · 1.5 + 2 · (−0.5) = { $score }: a road is a thing, but one that cannot be tired.
lesson-query-key-below = The query’s line is a ruler. Each key drops onto it: how far along it lands, times the length of the query, is its score.
lesson-query-key-below-ask = Which word’s score is below 0?
lesson-query-key-below-right = “{ $word }” gets { $value }: both its columns are against what “it” asks for.
lesson-query-key-table = Every word asks, not only “it”. One table holds all scores: a row for each word that looks, a column for each that is looked at.
lesson-query-key-table-ask = Where is the score of “cross” looking at “animal”?
lesson-query-key-table-right = Row “cross”, column “animal” holds { $score }, one of { $count } scores.
lesson-query-key-matrices = In a model nobody writes queries. A word’s row in X times Wq, a matrix that is learned, is its query. Another matrix, Wk, makes the keys.
lesson-query-key-matrices-ask = How many matrices Wq do these five words need?
lesson-query-key-matrices-one = one for all words
lesson-query-key-matrices-each = one for each word
lesson-query-key-matrices-right = One Wq serves all words: their rows differ, and so do their queries.
lesson-query-key-now-you = Drag the tip of the query, or move the sliders.
lesson-query-key-now-you-task = Turn the query until “road” scores highest.
lesson-query-key-now-you-done = Solved: “it” now asks for a thing that can *not* be tired.
lesson-query-key-now-you-open = “{ $word }” leads “road” by { $lead }.

lesson-shares = From scores to shares
lesson-shares-share = These are the scores of lesson 2. To mix what words say, “it” needs shares of 100 %. [[softmax|Softmax]] takes e (2.718…) to the power of each score, and divides each by their sum. Such shares are called [[attention weight|attention weights]].
lesson-shares-share-ask = Which share does “animal” get?
lesson-shares-share-right = “animal” gets { $animal }: powers of e favour the largest score far more than { $plain }, its part of the scores’ sizes.
lesson-shares-rise = “road” has { $before }. Now its score rises by 2, so its power of e becomes e² = 7.4 times as large.
lesson-shares-rise-ask = How large does its share become?
lesson-shares-rise-right = “road” goes from { $before } to { $after }: not quite 7.4 times, because the sum by which all are divided has grown too.
lesson-shares-add = Now all four scores rise by 1.
lesson-shares-add-ask = What happens to the shares?
lesson-shares-add-same = they stay
lesson-shares-add-evener = they become more even
lesson-shares-add-sharper = the largest grows
lesson-shares-add-right = All shares stay: each power of e grows 2.7 times, and so does their sum.
lesson-shares-wide = These queries and keys are *random*, with d_k = 4 columns. A score adds up d_k products, so with more columns scores spread further.
lesson-shares-wide-ask = With d_k = 64, what becomes of the shares?
lesson-shares-wide-as-before = about as even as now
lesson-shares-wide-one = one word gets nearly all
lesson-shares-wide-right = “{ $word }” gets { $share }: such a row is stuck, as small changes of its scores no longer move the shares.
lesson-shares-divide = The cure: divide every score by √d_k before softmax, here by √64 = 8. That is called [[scaling]].
lesson-shares-divide-ask = What happens to the shares?
lesson-shares-divide-evener = they become more even
lesson-shares-divide-same = they stay
lesson-shares-divide-right = The largest falls from { $before } to { $after }: scaled scores spread about as far with many columns as with few.
lesson-shares-now-you = Drag the bar of “road”, or move the slider.
lesson-shares-now-you-task = Give “road” about half: 45 to 55 %.
lesson-shares-now-you-done = Solved: { $share }, with a score of { $score }.
lesson-shares-now-you-open = “road” has { $share }.

lesson-mix = A mix of values
lesson-mix-alive = What a word passes on is a third row, its [[value]]; here its columns are “alive” and “long”, by hand. “it” takes each value times its share, and adds them up: the [[context]].
lesson-mix-alive-ask = “animal” is 2 alive and gets { $animal }, “tired” 1 and { $tired }. How alive does “it” become?
lesson-mix-alive-right = “it” becomes { $alive } alive: most of the animal’s 2, and a little from “tired”.
lesson-mix-value = Suppose that the road is ten times as long: a number of its value changes from 3 to 30.
lesson-mix-value-ask = What happens to the share of “road”?
lesson-mix-value-same = it stays
lesson-mix-value-more = it grows
lesson-mix-value-less = it shrinks
lesson-mix-value-right = The share stays { $share }, for only query and key decide it; but “it” becomes { $long } long.
lesson-mix-back = Follow a number back: “it” is { $alive } alive, mostly from “animal”, which has { $share } of its attention.
lesson-mix-back-ask = What made that share so large?
lesson-mix-back-query-key = the query of “it”, and the keys
lesson-mix-back-values = the values
lesson-mix-back-order = the order of the words
lesson-mix-back-right = Query and keys give the scores, and softmax makes shares of these.
lesson-mix-trained = The trained model of lesson 1 does the same, with { $width } columns that nobody named. These are the five highest of its scaled scores for “it”.
lesson-mix-trained-ask = Which share does “animal” get there?
lesson-mix-trained-right = “animal” gets { $share }: training made its score so much larger than the others that hardly anything is left for them.
lesson-mix-now-you = The slider changes the query: how much “it” asks for what can be tired.
lesson-mix-now-you-task = Make “it” more long than alive.
lesson-mix-now-you-done = Solved: { $long } long, { $alive } alive.
lesson-mix-now-you-open = “it” is { $alive } alive and { $long } long.

lesson-several-heads = Several heads
lesson-several-heads-gender = This model learned from pairs of sentences to translate “the red car”. Before its first French word, “la” or “le”, it looks at the English with two [[head|heads]]. This is head 1.
lesson-several-heads-gender-ask = Which word does head 1 look at most?
lesson-several-heads-gender-right = “{ $word }” gets { $value }, because the noun decides between “le” and “la”.
lesson-several-heads-gender-more = For articles, head 1 looks most at the noun in { $measured } of the sentences that the model never saw. Reading one text to write another is called [cross-attention](two-sentences).
lesson-several-heads-article = But “car” does not say that an article is to be written. Here is head 2, at the same place.
lesson-several-heads-article-ask = Which word does head 2 look at most?
lesson-several-heads-article-right = “{ $word }” gets { $value }: this head fetches the word to translate, the other one “{ $noun }”.
lesson-several-heads-side-by-side = Each head has its own Wq, Wk and Wv, and collects a context of its own. Here are four *random* heads, 4 columns each. Side by side they are called [[concat]].
lesson-several-heads-side-by-side-ask = How many columns does concat have?
lesson-several-heads-side-by-side-right = { $heads } heads of { $width } columns are { $columns } columns.
lesson-several-heads-mix = In concat the heads stand side by side, like experts who have not talked yet. A last matrix, Wo, mixes what they found: the output.
lesson-several-heads-mix-ask = One number of the first head’s Wv changes. Which columns of the output change?
lesson-several-heads-mix-own = the first head’s four
lesson-several-heads-mix-all = all 16
lesson-several-heads-mix-right = All { $after } change, though in concat only { $before } column does: Wo mixes every head into every column.

lesson-order-future = Order, and hiding the future
lesson-order-future-swap = A word’s query, key and value are made from its row alone. Nothing in them says where it stands. These weights are *random*.
lesson-order-future-swap-ask = “dog” and “cat” change places. Does the output of “chased” change?
lesson-order-future-swap-same = no
lesson-order-future-swap-different = yes
lesson-order-future-swap-right = The output stays, with a difference of { $difference }: “chased” meets the same rows, in another order.
lesson-order-future-turn = One cure, [[RoPE]]: each query and key is turned by its place, like the hand of a clock, 57° for each place. Then a score depends on how far apart two words stand.
lesson-order-future-turn-ask = Where does the hand at place 3 point?
lesson-order-future-turn-rightward = to the right
lesson-order-future-turn-upward = up
lesson-order-future-turn-leftward = to the left
lesson-order-future-turn-downward = down
lesson-order-future-turn-right = To the left, as 3 · 57.3° = { $angle }°.
lesson-order-future-why = A language model is asked for the next word at all places of a text at once. Nothing hides the later words here, so each row may look at them.
lesson-order-future-why-ask = Row “journey” is asked what comes next. Which word would give the answer away?
lesson-order-future-why-right = “{ $word }” comes next: whoever sees it copies it, and learns nothing for the time when it is not there yet.
lesson-order-future-count = So each word may look only at itself and at earlier words. All other scores become −∞, and their shares exactly 0: the [[causal mask]].
lesson-order-future-count-ask = How many of these 36 cells will be hidden?
lesson-order-future-count-right = { $hidden } of { $all } are hidden, everything above the diagonal.
lesson-order-future-first = Softmax then shares among what is left.
lesson-order-future-first-ask = Which share does the first word, “Your”, give itself?
lesson-order-future-first-right = All of it, for “Your” sees nothing else; the other rows add up to { $sum } % too.

lesson-learns = How it learns, and the next word
lesson-learns-slope = Weights start random. Training measures how wrong the output is, the [[loss]], here { $loss }, and moves every weight to make it smaller. With this weight 0.5 larger, the loss is { $more }.
lesson-learns-slope-ask = Which way must the weight move?
lesson-learns-slope-up = up
lesson-learns-slope-down = down
lesson-learns-slope-right = Up is downhill here; how steep the valley is there is the [[gradient]], which training computes for every weight at once.
lesson-learns-guess = This model learned to say the next word of a small made-up grammar: its output becomes a probability for each word it knows. The text is “the dogs near this cat”.
lesson-learns-guess-ask = Which word does it find more probable next?
lesson-learns-guess-know = know
lesson-learns-guess-knows = knows
lesson-learns-guess-right = “know” gets { $first } and “knows” { $second }: attention carried “dogs” past the nearer “cat”.
lesson-learns-added = Attention replaces nothing. Its output is *added* to the word’s own row: the [[residual|residual connection]]. With it, “know” gets { $know }.
lesson-learns-added-ask = Without the output of attention, what becomes of “know”?
lesson-learns-added-stays = it stays about the same
lesson-learns-added-falls = it falls to less than half
lesson-learns-added-right = “know” falls to { $know }: the row of “cat” alone does not say that “dogs” is the subject.
lesson-learns-layer = A transformer’s [[layer]] has three kinds of parts: attention, a norm that evens out each row, and a [[feed-forward|feed-forward network]], or MLP. Large models stack dozens of layers.
lesson-learns-layer-ask = Which part carries something from word to word?
lesson-learns-layer-attention = attention
lesson-learns-layer-mlp = the MLP
lesson-learns-layer-norm = the norm
lesson-learns-layer-right = Only attention carries something across: where each word may see itself alone, no other word reaches its row.
lesson-learns-train = Now teach a model yourself: to write words backwards. This map of attention is *random*, as all are before training. Press play, and watch a diagonal grow within a minute.

## The words of the deeper lessons

lesson-rows = Words as rows of numbers
lesson-rows-tokens = A model computes with numbers, so the text is first cut into [[token|tokens]], here one for each word. Each token is replaced by a row of numbers, its [[embedding]]. The rows, one below the other, are the matrix X. Attention starts from such rows.
lesson-rows-tokens-ask = how many rows does X have for “the dog chased the cat”?
lesson-rows-tokens-right = { $rows } tokens make { $rows } rows, each of { $columns } numbers. These numbers are random, as in every model before training: they mean nothing yet.
lesson-rows-twice = The word “the” stands in this sentence twice, in front of two different words.
lesson-rows-twice-ask = are its two rows the same?
lesson-rows-twice-same = the same numbers
lesson-rows-twice-different = different numbers
lesson-rows-twice-right = The two rows are the same, number by number. A row belongs to the word and not to its place: it says nothing about where the word stands or what stands next to it.
lesson-rows-width = How many numbers a row has is called [[d_model]]. Here it is 4. GPT‑2 small has 768, Llama 2 7B has 4096: more numbers can say more about a word.
lesson-rows-width-ask = we make d_model 16. How many numbers are then in X?
lesson-rows-width-right = { $rows } rows of 16 are { $count } numbers.
lesson-rows-bank = For years, models had one such row for each word, whatever stood beside it. Take “the bank of the river”, and exchange the last word for “boss”. To you, “bank” is now another thing.
lesson-rows-bank-ask = is the row of “bank” different now?
lesson-rows-bank-same = it is the same
lesson-rows-bank-different = it is different
lesson-rows-bank-right = “bank” has the same row. To know which bank is meant, a word must look at the other words and take something from them. That is what attention is for.
lesson-rows-now-you = The sentence and d_model are yours now.
lesson-rows-now-you-task = make a matrix X with exactly 60 numbers.
lesson-rows-now-you-done = Solved: { $count } numbers.
lesson-rows-now-you-open = { $count ->
    [one] X has one number.
   *[other] X has { $count } numbers.
  }

lesson-scores = Scores for all pairs
lesson-scores-read = The [[score|scores]] of all pairs stand in one table. A row belongs to the word that looks, a column to the word it looks at.
lesson-scores-read-ask = where is the score of “dog” looking at “cat”?
lesson-scores-read-right = Row “{ $query }”, column “{ $key }”: { $score }. The two rows that were multiplied are outlined: the query of “{ $query }” in Q, and the key of “{ $key }” in Kᵀ, where it stands as a column.
lesson-scores-transpose = All scores together are one product of matrices, Q·Kᵀ. Q has a row of 3 columns for each word. A matrix product multiplies rows with *columns*; we want rows with rows, so K is turned on its side until its rows stand as columns: Kᵀ, K transposed.
lesson-scores-transpose-ask = suppose that queries and keys had 6 columns instead of 3. Which shape would the scores have then?
lesson-scores-transpose-tokens = 5 × 5: words by words
lesson-scores-transpose-columns = 6 × 6: columns by columns
lesson-scores-transpose-mixed = 5 × 6, as Q
lesson-scores-transpose-right = { $n } × { $n }, as with 3 columns: each of the { $n } rows of Q meets each of the { $n } columns of Kᵀ. What has grown is the number of products that are added up to one score, from { $few } to { $d_k }.
lesson-scores-directions = “dog” looks at “cat”, and “cat” looks at “dog”.
lesson-scores-directions-ask = are the two scores the same?
lesson-scores-directions-same = the same
lesson-scores-directions-different = different
lesson-scores-directions-right = { $there } one way and { $back } the other: each way another query meets another key. That takes two matrices. With one for both, or with none (Q = K = X), every pair would have a single score: what “dog” wants from “cat” would be what “cat” wants from “dog”.
lesson-scores-now-you = That can be forced. Here are three settings.
lesson-scores-now-you-task = make the table symmetric, so that every pair has the same score in both directions.
lesson-scores-now-you-done = Solved: mirror-equal numbers on both sides of the diagonal.
lesson-scores-now-you-open = The largest difference between two mirrored scores is { $difference }.

lesson-softmax = Softmax: differences, and temperature
lesson-softmax-ratio = The rows are so simple here that “one” has the scores 1, 2, 3 and 4, and “two” 2, 4, 6 and 8. (d_k is 1, so “scaled” and “raw” are the same.) In both rows the last score is 4 times the first; in the row “one” its share is about { $ratio } times the first share.
lesson-softmax-ratio-ask = how many times as large is it in the row “two”?
lesson-softmax-ratio-4 = 4 times
lesson-softmax-ratio-20 = about 20 times
lesson-softmax-ratio-400 = about 400 times
lesson-softmax-ratio-right = About { $ratio } times, which is e⁶: only the *difference* of two scores counts, 8 − 2 = 6. In the row “one” it was 4 − 1 = 3. So the engine may first subtract the largest score from each, as the formula shows: no power becomes too large.
lesson-softmax-ratio-table = The shares with more digits
lesson-softmax-temperature = Divide all scores by the same number before softmax, and their differences shrink. This number is called [[temperature]]. In the figure, “scaled” scores are divided by it too.
lesson-softmax-temperature-ask = at temperature 2, will the shares be
lesson-softmax-temperature-evener = more even
lesson-softmax-temperature-sharper = less even
lesson-softmax-temperature-same = as they are
lesson-softmax-temperature-right = More even: the largest falls from { $before } to { $after }. The order of the shares stays. Near temperature 0 the largest score would get everything. (Nor is there magic in e: powers of 2 give the same shares as powers of e at temperature { $two }.)
lesson-softmax-now-you = The temperature is yours.
lesson-softmax-now-you-task = bring the largest share of “one” below 0.3.
lesson-softmax-now-you-done = Solved: the largest share is { $largest }.
lesson-softmax-now-you-open = The largest share in row “one” is { $largest }.

lesson-values = Attention weights times values
lesson-values-even = These values were written by hand, with [[d_v]] = 3 numbers: whether a word is an animal, its size and its speed. “The” has a query of zeros, so all its scores are 0 and all its attention weights equal.
lesson-values-even-ask = what will its context hold?
lesson-values-even-own = its own value
lesson-values-even-mean = the mean of all values
lesson-values-even-sum = the sum of all values
lesson-values-even-right = Five attention weights of { $weight }: the mean of { $count } values, { $context } in the column “speed”. Softmax leaves it no way to look at nothing: the attention weights of a word that sees any word add up to 1. (There are two exceptions: [a row that sees no word](padding), and [a softmax with a sink](windows).)
lesson-values-lookup = A dictionary has keys and values too: you look up a key, and get the one value that belongs to it. Attention is a *soft* lookup: it fits the query to every key, and gives a share of every value. Here “chased” gets { $before } “animal”.
lesson-values-lookup-ask = at temperature 0.1, how much “animal” is in its context?
lesson-values-lookup-less = less than before
lesson-values-lookup-same = about as much
lesson-values-lookup-all = nearly 1, all of it
lesson-values-lookup-right = { $context }: now softmax gives nearly everything to the key that fits best, and what comes back is the value of “dog” alone, as from a dictionary. A model must begin soft so that it can learn: where one key takes nearly everything, a small change of a score changes next to nothing. Once it answers right, it may end hard, as that of lesson 1 did.
lesson-values-now-you = Longer sentences leave more small shares to words that have nothing to say.
lesson-values-now-you-task = change the sentence so that the context of “chased” has more than 0.9 “animal”. The words are: the, big, small, quick, dog, cat, mouse, ball, mat, chased, ran, sat, on.
lesson-values-now-you-done = Solved: { $context }.
lesson-values-now-you-open = { $found ->
    [0] The sentence needs the word “chased”.
   *[other] It has { $context }.
  }

lesson-whole-walk = The whole walk once
lesson-whole-walk-meet = These are all stages of this walk, from X to the output, each computed from those before it. Choose any of them. (“concat” is the same as the context here; [several heads](several-heads) say what it is for.)
lesson-whole-walk-meet-ask = where do words meet for the first time?
lesson-whole-walk-meet-projections = in Q, K and V
lesson-whole-walk-meet-raw = in the scores
lesson-whole-walk-meet-context = in the context
lesson-whole-walk-meet-right = In the scores: each is made of a query of one word and a key of another. Q, K and V are made word by word, with the same matrices for all.
lesson-whole-walk-reach = Every row of the output is made of one row of the context, times a last matrix, Wo. (The figure shows the context as “concat”.)
lesson-whole-walk-reach-ask = from which words does the output of “cat” come?
lesson-whole-walk-reach-own = from “cat” alone
lesson-whole-walk-reach-all = from all words
lesson-whole-walk-reach-right = From all: a row of the context is a mixture of the values of all words. When one number of the first word changes, the output of “{ $last }” changes. Press a number of the output, then the numbers that it was computed from, and follow it back to X.
lesson-whole-walk-shape = Layers are stacked. The output of a layer is added to its X, number by number, and the sum goes into the next layer: the [[residual|residual connection]]. So nothing is lost that X had.
lesson-whole-walk-shape-ask = which shape must the output have?
lesson-whole-walk-shape-input = that of X
lesson-whole-walk-shape-scores = that of the scores
lesson-whole-walk-shape-keys = that of K
lesson-whole-walk-shape-right = { $output }: a row for each word and d_model columns, as X. For “{ $word }”, the first number that goes on is { $x } + ({ $added }) = { $sum }.
lesson-whole-walk-shape-table = The first row of X, and what is added to it
lesson-whole-walk-now-you = A window lets each word look only at the words near it. It adds a stage, “masked”, in which the scores of all others are hidden. Switch it on, and choose how far it reaches.
lesson-whole-walk-now-you-task = make the output of “cat” come from exactly three words.
lesson-whole-walk-now-you-done = Solved: it comes from { $words }. The other words can change as they like, and the output of “{ $last }” does not change at all. Through several layers they could still be reached, step by step.
lesson-whole-walk-now-you-open = The output of “{ $last }” comes from { $words }.

lesson-order = Where does the order come from?
lesson-order-added = Attention alone does not know the order of the words. The first cure (2017): give every place a row of numbers of its own, P ([[position encoding|a position encoding]]), and add it to the embedding. Places count from 0: “The” is at place 0, “dog” at place 1. The columns are waves, sin and cos of the place, from fast ones to slow ones, like the hands of a clock.
lesson-order-added-ask = which columns change most quickly from one place to the next?
lesson-order-added-first = the first ones
lesson-order-added-last = the last ones
lesson-order-added-all = all equally
lesson-order-added-right = The first ones: at place 1, column 1 has moved from 0 to { $here }, and column 15 only to { $there }. Together they tell every place apart.
lesson-order-added-table = Four of the columns of P
lesson-order-swap-again = “dog” and “cat” change places, with these rows added.
lesson-order-swap-again-ask = does the output of “chased” change?
lesson-order-swap-again-same = no
lesson-order-swap-again-different = yes
lesson-order-swap-again-right = The output changes, by up to { $difference }. “dog at place 1” is another row than “dog at place 4”. GPT‑2 (2019) adds such rows too, but learns their numbers in training.
lesson-order-swap-again-table = The output of “chased”, before and after the exchange
lesson-order-distance = [[RoPE]] turns queries and keys by their place, like the hands of clocks. The dot product of two such hands, the score, depends on the angle between them alone: 1 if they point the same way, 0 at a right angle, −1 if they are opposite. The word at place 1 looks at the one at place 3: the angle is { $angle }°, the score { $score }. Now the whole sentence moves ten places on in the text.
lesson-order-distance-ask = does the score of these two words change?
lesson-order-distance-same = no
lesson-order-distance-different = yes
lesson-order-distance-right = The score stays { $score }. The hand of the first went from ({ $x }, { $y }) to ({ $far_x }, { $far_y }), that of the second was turned just as far, and so the angle between them is the same: what counts is only how far apart the two words are, and, where query and key differ, which of them comes first. Had the waves of step 1 been added to the rows, the same move would take the score from { $added } to { $far_added }: a model would have to learn what the turn gives by itself, and that is why the turn was proposed (Su et al., 2021). A head has many such pairs of columns: the first turn fast and tell near places apart, the slow ones tell far places apart.
lesson-order-distance-table = The hands of the two words, ten places on
lesson-order-mask = One more way, without any positions: a causal mask, with which each word sees only itself and those before it.
lesson-order-mask-ask = with the mask and no positions, does exchanging “dog” and “cat” change the output of “chased”?
lesson-order-mask-same = no
lesson-order-mask-different = yes
lesson-order-mask-right = The output changes, by up to { $difference }: before the exchange “chased” sees “dog”, afterwards it sees “cat”.
lesson-order-mask-table = The output of “chased”, before and after the exchange
lesson-order-now-you = No mask, no positions yet.
lesson-order-now-you-task = choose positions that leave the words’ rows X as they are, and with which the exchange changes the output of “chased”.
lesson-order-now-you-done = Solved: X is as it was, and the output changes by up to { $difference }. Such positions come in later, in queries and keys or in the scores.
lesson-order-now-you-open = { $added ->
    [true] The output changes by up to { $difference }, but these positions are added to the rows: X = E + P.
   *[false] It changes by { $difference }.
  }

lesson-future = Why hide the future?
lesson-future-count = So every word may look only at itself and at those before it. All other scores become −∞ before softmax; e to the power of −∞ is 0, so they get a share of exactly 0. This is the [[causal mask]].
lesson-future-count-ask = how many of these 36 scores will be hidden?
lesson-future-count-right = { $hidden } of { $all }: everything above the diagonal.
lesson-future-leak = Why −∞ *before* softmax? It seems simpler to set attention weights to 0 after it. Here that was done. Look at the rows: all but the last no longer add up to 1.
lesson-future-leak-ask = we change the last word. Does the output of the first word, which must not see it, stay the same?
lesson-future-leak-same = it stays the same
lesson-future-leak-different = it changes
lesson-future-leak-right = The output of the first word changes. Its attention weights add up to { $sum }, because softmax had divided by a sum with the hidden words in it. Through that sum the future leaks. Dividing each row by its own sum again would stop it; with −∞ before softmax there is nothing to stop.
lesson-future-leak-weights = The attention weights of the first word, before and after a change of the last
lesson-future-leak-output = The first numbers of the output of the first word
lesson-future-now-you = Here the mask is right. There are three ways to apply it.
lesson-future-now-you-task = make it leak, with the causal mask on.
lesson-future-now-you-done = Solved: a change of the last word now reaches the first word’s output.
lesson-future-now-you-open = { $causal ->
    [true] Nothing leaks: a change of the last word leaves the first word’s output as it is.
   *[other] There is no mask now, so nothing is hidden that could leak.
  }

lesson-padding = Sentences of different lengths
lesson-padding-fill = Computers work on many sentences at once, a [[batch]]: one block of numbers, in which each sentence has as many rows as the others. Shorter ones are filled up with [[padding]], which is no word. This batch has “I love Science”, “The quick brown fox” and “Lunch was very delicious today”; the figure shows its first sentence.
lesson-padding-fill-ask = how many places of padding does the batch need?
lesson-padding-fill-right = { $sum } = { $empty }: all are filled up to { $longest } places.
lesson-padding-hidden = Padding must not have a say, so its keys are hidden by a [[mask]], with −∞, like the future.
lesson-padding-hidden-ask = are the attention weights between the words of “I love Science” the same as for this sentence alone?
lesson-padding-hidden-same = the same
lesson-padding-hidden-different = different
lesson-padding-hidden-right = The same, bit for bit: padding gets { $padded } from everyone. So a batch gives each sentence what it would get alone. The padding has rows of its own, like any word; their output is thrown away.
lesson-padding-hidden-table = The attention weights of “Science”
lesson-padding-blind = Now the padding stands *before* the words, together with a causal mask. The first place may see only itself, and itself is padding: every score in its row is −∞, and softmax would have to divide 0 by 0.
lesson-padding-blind-ask = which attention weights should such a row get, so that it does no harm?
lesson-padding-blind-even = shared evenly
lesson-padding-blind-zero = all 0
lesson-padding-blind-self = 1 for itself
lesson-padding-blind-right = All 0: who sees nothing gets nothing. This engine does so, here in { $rows } rows. Many programs write NaN for 0 / 0, “not a number”, and whatever is computed with a NaN is NaN too, at last also the rows of real words.
lesson-padding-finite = In place of −∞ many programs add −10,000 or −1,000,000,000 to hidden scores. For a row that sees anything, that is the same: e to the power of −10,000 is 0 for a computer. Here are the scores before the mask; in the first row all are hidden.
lesson-padding-finite-ask = with −10,000 added, which attention weights does the first row get?
lesson-padding-finite-zero = all 0, as with −∞
lesson-padding-finite-self = 1 for itself
lesson-padding-finite-all = shares for all, also for words after it
lesson-padding-finite-right = Shares for all, { $weight } of them for “{ $word }”, the last word. Every score has lost the same 10,000, and softmax sees only differences: it shares as if there were no mask. (In the figure −1e4 is short for −1 · 10⁴ = −10,000, rounded; the table has the digits in which the scores differ.) With −1,000,000,000 the differences are lost in rounding, and each gets { $even }. So such a row looks at padding and at the future, and nothing warns you.
lesson-padding-finite-table = The first row: scores and attention weights
lesson-padding-now-you = Padding, its side and the mask are yours.
lesson-padding-now-you-task = make at least three rows that see nothing.
lesson-padding-now-you-done = Solved: { $rows } rows see nothing.
lesson-padding-now-you-open = { $rows ->
    [0] Every row sees something.
    [one] One row sees nothing.
   *[other] { $rows } rows see nothing.
  }

lesson-cache = Writing one word at a time
lesson-cache-old-rows = When a model writes, it adds one word, then computes again. Here it has five words and is about to add “step”.
lesson-cache-old-rows-ask = which of the five rows of K change when the sixth word comes?
lesson-cache-old-rows-none = none
lesson-cache-old-rows-all = all
lesson-cache-old-rows-right = None: a key is made of its own row of X, and the new word changes no earlier row. In deeper layers rows have collected other words, but under the causal mask only earlier ones, so a later word does not change them either. So the { $rows } rows can be kept instead of computed again.
lesson-cache-old-rows-table = The first number of each key, before and after “step” came
lesson-cache-not-queries = The new word needs one new row of the output: its query against all keys, then the attention weights times all values.
lesson-cache-not-queries-ask = which rows of earlier words does that need?
lesson-cache-not-queries-keys-values = keys and values
lesson-cache-not-queries-all-three = queries, keys and values
lesson-cache-not-queries-queries = queries
lesson-cache-not-queries-right = Keys and values. An earlier query is used only in its own row, which is finished. That is why it is called [[KV cache]], and not QKV cache.
lesson-cache-watch = Now the model has read “Your journey starts”: what it is given is called the *prompt*, and reading it all at once is the [[prefill]]. Then it writes “with”, “one” and “step”. Without a cache, it computes the rows of all words so far again for each word that it writes.
lesson-cache-watch-ask = to write these three words, how many rows of K are computed in all, without a cache?
lesson-cache-watch-right = { $rows } = { $all }: “with” is written from three words, “one” from four, “step” from five. With the cache each row is computed once, { $kept } in all, and the results are the same: step through them in the figure, which goes on to the row of “step” itself. A thousand words after a prompt of one word would take 500,500 rows instead of 1,000.
lesson-cache-watch-table = Rows of K that are computed to write each word
lesson-cache-shared = The cache has a price, memory: keys and values of every head, every layer and every word. Here four heads keep 4 numbers in K and 4 in V for each of 6 words, 192 numbers in one layer. At 4 bytes each that is 768 bytes.
lesson-cache-shared-ask = all four heads share *one* set of keys and values. How many bytes are kept then?
lesson-cache-shared-right = { $after } bytes instead of { $before }. Queries stay apart, so the heads can still ask different questions; the price is a little quality. One shared set is called multi-query attention, a few sets [[grouped-query attention]]; today’s large models use the latter.
lesson-cache-now-you = Between one set of keys and values for all heads and one for each lies a middle way.
lesson-cache-now-you-task = halve the cache, to 384 bytes, and keep 4 heads of width 4.
lesson-cache-now-you-done = Solved: pairs of heads share keys and values, { $bytes } bytes.
lesson-cache-now-you-open = { $bytes } bytes, with { $heads ->
    [one] one head
   *[other] { $heads } heads
  } of width { $width }.

lesson-cost = What it costs
lesson-cost-double = Every word looks at every word. Here are the attention weights of four words.
lesson-cost-double-ask = the sentence becomes twice as long. How many times as many attention weights are there?
lesson-cost-double-2 = 2 times
lesson-cost-double-4 = 4 times
lesson-cost-double-8 = 8 times
lesson-cost-double-right = 4 times: { $short } became { $long }. The table grows with the *square* of the length, while Q, K and V only doubled, from { $few } numbers each to { $many }. For 100,000 words the table is ten thousand million numbers, for one head of one layer.
lesson-cost-heads = Now one head of width 4 is split into four heads of width 1.
lesson-cost-heads-ask = what grows?
lesson-cost-heads-projections = Q, K and V
lesson-cost-heads-scores = the scores
lesson-cost-heads-right = The scores. Q keeps its { $queries } numbers, in thinner slices. But each head has a table of scores of its own: { $before } became { $after }.
lesson-cost-work = Now the work. For n words and matrices of d × d numbers, making Q takes n·d·d multiplications, and all scores take n·n·d. Here d_model and d_k are 16, and four words need { $Q } for Q and only { $scores } for the scores.
lesson-cost-work-ask = at how many words do the scores take as much work as Q?
lesson-cost-work-right = At { $words } words, as many as d: { $Q } each. From there on the scores take more. In GPT‑2 small that is so from 768 words, its d_model: all heads together make as many multiplications as one head of that width.
lesson-cost-work-table = Multiplications, by the number of words
lesson-cost-tiles = The table need not be there all at once. [[FlashAttention]] computes it tile by tile, a few rows against a few columns. For each row it keeps only the largest score and the sums so far, and corrects them when a larger score appears. The result is the same.
lesson-cost-tiles-ask = eight words become sixteen. How many scores must be in memory at once?
lesson-cost-tiles-1 = as many as before
lesson-cost-tiles-2 = twice as many
lesson-cost-tiles-4 = four times as many
lesson-cost-tiles-right = As many as before: the { $held } of one tile, although the table grew from { $short } scores to { $long }. All of them are still computed; only the memory no longer grows with the square. Step through the tiles, and change their size.
lesson-cost-now-you = Here are four words again, with 64 numbers in X and 16 attention weights.
lesson-cost-now-you-task = find settings with more attention weights than numbers in X.
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

misconception-dot-similarity-said = “The dot product measures similarity.”
misconception-dot-similarity-so = It measures direction and length together. A key twice as long points no better, and scores twice as high.
misconception-softmax-proportions-said = “Softmax keeps the proportions of the scores.”
misconception-softmax-proportions-so = It keeps their order. Ratios of shares come from differences of scores, as you have just seen.
misconception-weight-importance-said = “A large attention weight means that the word is important.”
misconception-weight-importance-so = It says how much of that word’s value is mixed in. If the value is small there, or later layers ignore it, a large attention weight changes little. What matters is found by changing something and looking at the result.
misconception-relative-adds-said = “Relative positions: add a vector for the place to the query.”
misconception-relative-adds-so = A vector that depends on the place alone is an absolute position. A relative one depends on the distance of two words: RoPE turns query and key by their places, so that only the difference counts; Shaw’s form adds a vector for the distance to the key, q · (k + a).
misconception-order-blind-said = “Attention cannot know the order of the words.”
misconception-order-blind-so = True only without positions and without a mask that depends on places. With a causal mask, each word sees another part of the sentence, and so the order counts.
misconception-minus-infinity-said = “The mask is 0 for what may be seen and infinity for what may not.”
misconception-minus-infinity-so = It is *minus* infinity: the mask is added, and e to the power of −∞ is 0.
misconception-cache-per-token-said = “The cache makes attention linear.”
misconception-cache-per-token-so = Linear for each new word: it still looks at all earlier ones. For a whole text that adds up to the square.
misconception-heads-cost-said = “More heads cost more multiplications.”
misconception-heads-cost-so = Not if they share the same width: d_k = d_model / heads. Only the number of scores grows with the heads, and with it their memory and the calls of e to the power of x.

lesson-who-acts = Who acts? A query looks, a key is found
lesson-who-acts-columns = Each word is a row of numbers, its [[embedding]]. Usually nobody knows what a column means. Here every column was *written by hand*, so you can read it: a dog is an animal, a ball is a thing.
lesson-who-acts-columns-ask = which word has a number other than 0 in the column “action”?
lesson-who-acts-columns-right = “{ $word }” has { $value } there, and the other words have 0. Its last column says that it is fast.
lesson-who-acts-query = From its row, each word makes a [[query]]: what it is looking for. The row is multiplied with a matrix, Wq, written by hand too. A query has two columns: “actor” (looks for one who can act) and “deed” (looks for an action). “chased” has a 1 in “action”, so it gets what the row “action” of Wq holds.
lesson-who-acts-query-ask = what does “chased” look for?
lesson-who-acts-query-actor = somebody who acts
lesson-who-acts-query-deed = an action
lesson-who-acts-query-right = Somebody who acts: its query has { $value } in the column “actor” and 0 in “deed”. (Its { $speed } in “speed” counts for nothing, because the row “speed” of Wq is all 0.) Press the number to see how it comes from the row of X.
lesson-who-acts-query-given = X in numbers
lesson-who-acts-key = From the same row, but with another matrix, Wk, each word makes a [[key]]: what it offers to those who look. A word can look for one thing and offer another.
lesson-who-acts-key-ask = which word offers an actor?
lesson-who-acts-key-right = Only “{ $word }”, with { $value }: it alone has anything but 0 in “animal”, and of all rows of Wk only “animal” has anything but 0 in the column “actor”. A ball is a thing: here it cannot act.
lesson-who-acts-key-given = X in numbers
lesson-who-acts-score = To see how well a query fits a key, multiply them column by column and add up: their [[dot product]]. That is the [[score]]; in figures the scores are called “raw”, because later stages change them. Here are the keys; the query of “chased” is 2 for “actor” and 0 for “deed”.
lesson-who-acts-score-ask = with which word will “chased” score highest?
lesson-who-acts-score-right = With “{ $word }”: { $sum } = { $score }. With “{ $last }” it is { $last_sum } = { $last_score }. In the figure, Kᵀ is K turned on its side: each key is a column.
lesson-who-acts-back = Every word looks at the same time. “dog” looks too, with its own query: 0 for “actor” and 2 for “deed”.
lesson-who-acts-back-ask = with which word will “dog” score highest?
lesson-who-acts-back-right = With “{ $word }”: { $sum } = { $score }. So “chased” finds “dog” as its actor, and “dog” finds “chased” as its deed: two different questions, each with a score of its own, although both are { $score } here.
lesson-who-acts-random = Now the same sentence with weight matrices drawn at random, as in every model *before training*. Here “chased” scores highest with “{ $word }”, and that means nothing. The seed is the number that the random numbers start from: with other seeds it is other words. Training is what gives queries and keys a use; [lesson 7](learns) shows how.
lesson-who-acts-now-you = These are the hand-built matrices again, and the [[attention weight|attention weights]]: the scores of each row turned into shares by [[softmax]]. (Before that, each score is divided by √2; [lesson 3](shares) says why.) They know only these words: the, big, small, quick, dog, cat, mouse, ball, mat, chased, ran, sat, on.
lesson-who-acts-now-you-task = change the sentence so that “chased” gives two words the same, largest share.
lesson-who-acts-now-you-done = Solved: two words get { $weight } each. Both offer an actor, and nothing here says which of the two did it: that needs the order of the words, which is what [lesson 6](order-future) is about.
lesson-who-acts-now-you-open = { $count ->
    [0] The sentence needs the word “chased”.
    [one] One word gets the largest share, { $weight }.
   *[other] { $count } words share the largest one, { $weight } each{ $offers ->
        [true] .
       *[false] , but none of them offers an actor.
    }
  }

lesson-scaling = Why divide by the square root of d_k?
lesson-scaling-grow = A query and a key have [[d_k]] numbers each, so a score is a sum of d_k products. The matrices are random, as before training, and each product has a [[variance]] of about 1 (measured here, from few numbers: { $product }). When independent numbers are added, their variances add up too: a score has a variance of about d_k. The [[standard deviation]], how far scores typically spread, is its square root. Here d_k is 4; the figure calls the scores “raw”.
lesson-scaling-grow-ask = we make d_k 16 times as large, 64. How large does the standard deviation become?
lesson-scaling-grow-2 = twice as large
lesson-scaling-grow-4 = four times
lesson-scaling-grow-16 = 16 times
lesson-scaling-grow-right = The standard deviation went from { $narrow } to { $wide }, { $ratio } times as far: the variance grows like d_k, and the standard deviation like its square root, √16 = 4. It is not exactly 4, because these are few scores and share their rows. And why a product has a variance of about 1: queries and keys have independent numbers with mean 0 and variance 1, so the mean of their squares is 1, and the mean of the product’s square is 1 · 1.
lesson-scaling-grow-table = How far the scores spread
lesson-scaling-gradient = At d_k = 64 without scaling, one word gets nearly everything. Why is that bad? A model learns by small changes: a score moves a little, and the share must follow. A share of 0.5 grows by 0.025 if its score grows by 0.1.
lesson-scaling-gradient-ask = a row without scaling and the same row with it: where can a small change of the score still be felt?
lesson-scaling-gradient-as-much = in both about equally
lesson-scaling-gradient-hardly = hardly at all without scaling
lesson-scaling-gradient-right = Hardly at all without scaling: there the largest share of “it” is { $weight }, and grows by { $gain } if its score grows by 0.1. With scaling it is { $scaled_weight }, and grows by { $scaled_gain }. Where shares hardly move, hardly any of a gradient passes back through softmax, even if the answer is wrong: this is called [[saturation]]. (In lesson 1, too, one word got nearly everything. There training had *ended* with that, at the right word, when hardly any loss was left; the harm is to begin with it, at a random one.)
lesson-scaling-now-you = Here are the attention weights at d_k = 4, with scaling.
lesson-scaling-now-you-task = find settings where an attention weight passes 0.9.
lesson-scaling-now-you-done = Solved: the largest attention weight is { $weight }{ $scaling ->
    [true] .
   *[false] . With scaling it would be { $scaled }.
  }
lesson-scaling-now-you-open = The largest attention weight is { $weight }.

misconception-head-found-it-said = “Look, it attends to the right word: attention works.”
misconception-head-found-it-so = With random weight matrices some word always gets the most. A map says something only about weight matrices that were trained, and only if it holds for many sentences.
misconception-scaling-lengths-said = “Scaling keeps the weight vectors short.”
misconception-scaling-lengths-so = It changes no vector’s length. It keeps the variance of the scores near 1, whatever d_k is.

lesson-heads = Several heads, several questions
lesson-heads-two = A word has more than one question. But a head has one query and one mixture of values for each word: two answers would be blended in it. So a layer has several [[head|heads]], each with [[weight matrix|weight matrices]] Wq, Wk and Wv of its own.

    Two heads were built by hand here. You know the first: “who acts?”. In the second, “what is described?”, a noun looks for its adjective and, less, for its article. Here are the keys of the second.
lesson-heads-two-ask = at which word will “dog” look most in the second head?
lesson-heads-two-right = At “{ $word }”, with { $weight }; in the first head it looks at “{ $other }”. “ball” gives “big” { $ball } too: it cannot know which noun is meant, because nothing here says where a word stands. How it can be told is in [lesson 6](order-future).
lesson-heads-whole = Now four heads with random weight matrices. Each makes queries of 4 numbers from rows of 16.
lesson-heads-whole-ask = how much of each row does one head see?
lesson-heads-whole-slice = a quarter: 4 of the 16 numbers
lesson-heads-whole-all = all 16 numbers
lesson-heads-whole-right = All: when the last number of the row of “The” changes, the queries of { $count } of 4 heads change, as the table shows. It is the *result* that is thin, 4 numbers for each head, and not the input.
lesson-heads-whole-table = The first number of the query of “The” in each head, by the last number of its row
lesson-heads-now-you = The number of heads and their width d_k are yours. Values are as wide as queries and keys here.
lesson-heads-now-you-task = make a concat of 24 columns.
lesson-heads-now-you-done = Solved: { $columns } columns. Wo brings them back to d_model.
lesson-heads-now-you-open = { $columns ->
    [one] Concat has one column.
   *[other] Concat has { $columns } columns.
  }

lesson-two-sentences = Looking at another text
lesson-two-sentences-shape = A translator reads one text and writes another. The part that reads is called the *encoder*, the part that writes the *decoder*. Each word that is written looks at the words that were read: [[cross-attention]]. Queries come from the rows X of one sentence, keys and values from the rows C of the other.
lesson-two-sentences-shape-ask = “I love Science” looks at “Lunch was very delicious today”. Which shape do the attention weights have?
lesson-two-sentences-shape-three-five = 3 × 5
lesson-two-sentences-shape-five-three = 5 × 3
lesson-two-sentences-shape-three-three = 3 × 3
lesson-two-sentences-shape-right = { $queries } × { $keys }: a row for each word that looks, a column for each word that is looked at.
lesson-two-sentences-widths = The two texts may come from different models, with embeddings of different width.
lesson-two-sentences-widths-ask = which widths must agree?
lesson-two-sentences-widths-embeddings = the two embeddings
lesson-two-sentences-widths-queries-keys = queries and keys
lesson-two-sentences-widths-right = Rows of X have { $x } numbers here and rows of C { $c }; Wq and Wk make { $width } of both. Only queries and keys must agree: a score multiplies them column by column.
lesson-two-sentences-widths-table = How many numbers a row has
lesson-two-sentences-same = Now both sentences are the same one.
lesson-two-sentences-same-ask = does the output differ from that of the sentence looking at itself?
lesson-two-sentences-same-same = it is the same
lesson-two-sentences-same-different = it differs
lesson-two-sentences-same-right = The output is the same, to the last bit. [[self-attention|Self-attention]] is the case in which both texts are one.
lesson-two-sentences-now-you = Both sentences are yours.
lesson-two-sentences-now-you-task = make attention weights of 2 rows and 7 columns.
lesson-two-sentences-now-you-done = Solved: { $shape }.
lesson-two-sentences-now-you-open = The attention weights are { $shape } now.

lesson-next-word = From output to the next word
lesson-next-word-every-row = This model knows 123 words of a small made-up grammar; with the full stop and “<start>” these are 125 [[token|tokens]]. A readout multiplies a row, X plus output, with one column of numbers for each: the [[logits]], of which [[softmax]] makes probabilities. Every row guesses the word that comes after it, not only the last; here it is the row of “this”. In training, one sentence gives as many lessons as it has words; the causal mask keeps the answer out of sight.
lesson-next-word-every-row-ask = what is more probable after “the dogs near this”?
lesson-next-word-every-row-cat = cat
lesson-next-word-every-row-cats = cats
lesson-next-word-every-row-right = “cat” gets { $first }, “cats” { $second }: “this” asks for a single thing.
lesson-next-word-every-row-table = How probable these words are after “this”, in %
lesson-next-word-wrong = A harder sentence: “the quiet dog near these cats”. One dog is the subject.
lesson-next-word-wrong-ask = what does the model find more probable next?
lesson-next-word-wrong-laugh = laugh
lesson-next-word-wrong-laughs = laughs
lesson-next-word-wrong-right = “laugh” gets { $first } and “laughs” { $second }, so the model is wrong: the dog laughs. With two heads in one layer, it follows the first of two such nouns in { $agreement } of sentences that it never saw; this one is among the others. A probability says what the model expects.
lesson-next-word-wrong-table = The attention weights of “cats”
lesson-next-word-wrong-words = How probable these words are after “cats”, in %
lesson-next-word-now-you = To write on, a program adds the most probable word, or draws one by chance in these proportions, and asks again. The beginning of the sentence is yours. The model knows dog, cat, teacher, king, sees, likes, sleeps and the like, each also in the other number.
lesson-next-word-now-you-task = write a sentence after which the model expects the end: its first guess must be the full stop.
lesson-next-word-now-you-done = Solved: the full stop gets { $share }.
lesson-next-word-now-you-open = { $known ->
    [false] The model has never seen { $unknown }, so its guess means nothing. It knows people and animals (teacher, king, dog, cat), what they do (sees, likes, sleeps, runs), and “the”, “a”, “this”, “some”.
   *[true] Its first guess is “{ $word }”, with { $share }.
  }

lesson-places = Layers, and where attention is used
lesson-places-layers = One layer is seldom enough. The model of lesson 1 has two: in the first, “it” gathers what it needs; in the second, it finds its noun. Here is the output of layer 1.
lesson-places-layers-ask = what is the input X of layer 2?
lesson-places-layers-output = the output of layer 1
lesson-places-layers-sum = X of layer 1 plus its output
lesson-places-layers-words = the embeddings again
lesson-places-layers-right = The sum, bit for bit. So each layer adds to a row that runs through all of them, from the embeddings to the end.
lesson-places-later = An *encoder* (such as BERT) reads a text that is complete: each word may look at all others, as “it” here looks at “animal”. A *decoder* writes, and its causal mask hides from each word what comes after it; GPT and Llama are decoders alone, with no encoder to look at. Suppose that both layers of this model had that mask.
lesson-places-later-ask = with “tired” at the end and with “wide”, would “it” still look at two different words?
lesson-places-later-same = no, at the same one
lesson-places-later-different = yes
lesson-places-later-right = At the same one, “{ $word }”, with { $value } both times: the word that decides comes after “it” and is hidden. (Why that one? The model was not trained under a mask, so it means nothing.) Complete texts are better read without a mask. A model that writes must do with what is written so far, and the mask trains it for that.
lesson-places-later-table = The attention weights of “it”, under the mask
lesson-places-before = Before attention, a [[recurrent network]] read one word after the other. It kept all that it had read in one row of numbers, and each new word changed that row.
lesson-places-before-ask = how often is the row changed after “animal”, up to and with “it”?
lesson-places-before-right = { $steps } times, and “animal” must survive every change. In one layer of attention every word is one step away, however far it stands; this model takes two steps, one in each layer: first to “{ $asked }”, then to “animal”, which gets { $value }. And a recurrent network must wait for each word before it, while a layer of attention computes all rows at once.
lesson-places-sizes = GPT‑2 small (2019) has 12 layers of attention. In each, 12 [[head|heads]] stand side by side, together as wide as d_model, which is 768.
lesson-places-sizes-ask = how many numbers does a query have in one head?
lesson-places-sizes-right = { $d_model } / { $heads } = { $each }. The figure shows the same, only thinner: { $heads } heads of { $thin } columns are { $all }. Llama 3 has fewer key/value heads, to save memory; [its lesson](cache) shows how.
lesson-places-sizes-table = Known models
lesson-places-now-you = Here is the attention of an encoder, with four heads.
lesson-places-now-you-task = make it that of a small GPT‑2: 12 heads, together as wide as d_model, and no word looks at a later one.
lesson-places-now-you-done = Solved: { $heads } heads of { $d_k ->
    [one] one column
   *[other] { $d_k } columns
  } are { $columns }, as many as d_model, and the future is hidden.
lesson-places-now-you-open = { $heads ->
    [one] One head
   *[other] { $heads } heads
  } of { $d_k ->
    [one] one column
   *[other] { $d_k } columns
  } { $heads ->
    [one] is
   *[other] are
  } { $columns } in all, and d_model is { $d_model }. { $later ->
    [0] No word looks at a later one.
   *[other] Words look at later ones.
  }

misconception-head-job-said = “This head does gender, that one does words.”
misconception-head-job-so = Only mostly, and only in this model. At a noun both of its heads look at the same word, and from another beginning training shares the work differently. What a head is for can be measured: take it away and see what gets worse, as Train does.

misconception-probable-true-said = “The most probable word is the right one.”
misconception-probable-true-so = A probability is what training made of the sentences it saw. Where those do not help, the model can be wrong with any probability, as in this step.

lesson-learning = How weight matrices come to be
lesson-learning-loss = Suppose that the selected number of the output should be 1, and take (number − 1)² as the [[loss]]: it is 0 when the number is right.
lesson-learning-loss-ask = the number is { $number }. How large is the loss?
lesson-learning-loss-right = The loss is ({ $number } − 1)² = { $loss }.
lesson-learning-square = How much the loss changes for each unit of a number is that number’s [[gradient]]. To try every number takes too long. The *backward pass* computes all gradients, from the end to the start. At the end stands the loss, (number − 1)². The table moves the number of the output itself, now { $number }, by smaller and smaller steps.
lesson-learning-square-given = The loss, when the number of the output grows a little
lesson-learning-square-ask = to what does the change for each unit come nearer and nearer?
lesson-learning-square-once = to number − 1
lesson-learning-square-twice = to 2 · (number − 1)
lesson-learning-square-square = to (number − 1)²
lesson-learning-square-right = To 2 · ({ $number } − 1) = { $output } (computed with all their digits). Multiplied out, (d + step)² is d² + 2 · d · step + step²: for each unit that is a change of 2 · d + step, with d = number − 1, and the step becomes as small as you like.
lesson-learning-back = One stage back: the same number of the output is a sum of four products. The first is { $concat }, a number of [[concat]], times { $weight }, a number of Wo. So for each unit by which this number of concat grows, the number of the output grows by { $weight }; and for each unit of that, the loss changes by { $output }.
lesson-learning-back-ask = for each unit of this number of concat, by how much does the loss change?
lesson-learning-back-right = The loss changes by { $output } · { $weight } = { $concat } (computed with all their digits): the gradient of the output, times the number that comes in between. The number of Wo is the other factor of the same product, so its own gradient is { $output } · { $number } = { $own }. Like every number, it moves against that sign.
lesson-learning-further = Two stages back, through the mixing and V. The first number of Wv, times the first number of a word’s row of X, is a part of the word’s value; of that, the attention weight that “chased” gives the word goes into our number of concat. Over all words, these products add up to { $mixed } (with all their digits; the table rounds them).
lesson-learning-further-given = How the first number of Wv reaches that number of concat
lesson-learning-further-ask = the gradient of that number of concat was { $concat }. What is the gradient of the first number of Wv?
lesson-learning-further-right = { $concat } · { $mixed } = { $gradient }. Each stage passes gradients on to the one before, for all its numbers at once: one pass back finds them all, also those of Wq and Wk. On the way to these stands softmax; another lesson shows [how a gradient passes it](backward).
lesson-learning-dropout = During training many models drop some attention weights at random: they set them to 0 ([[dropout]]), so that no word relies on a single other one. The rest are multiplied by a number, so that a row still adds up to 1 on average.
lesson-learning-dropout-ask = half of the attention weights are dropped. By what are the others multiplied?
lesson-learning-dropout-100 = by 1: they stay
lesson-learning-dropout-150 = by 1.5
lesson-learning-dropout-200 = by 2
lesson-learning-dropout-right = The others are multiplied by { $ratio }, which is 1 / (1 − 0.5). This time “chased” keeps { $kept } of { $words }, and its row adds up to { $sum }; the next draw is another one. When the model is used, nothing is dropped.
lesson-learning-dropout-table = The attention weights of “chased”, before and after dropout
lesson-learning-now-you = Training moves each number against its own gradient, in small steps: the [[learning rate]] says how small. Here you move that first number of Wv yourself. The selected number should still be 1.
lesson-learning-now-you-task = bring the loss below 0.01.
lesson-learning-now-you-done = Solved: the number is { $number }, the loss { $loss }. That was one number and one example. With billions of them nobody could try: the gradients show the way.
lesson-learning-now-you-open = The number is { $number }, the loss { $loss }.

lesson-again = Once more: why “it” looks at “animal”
lesson-again-asks = Back to the trained model of lesson 1. Each of its two layers has one head. Here are the queries of layer 1. The query of “it” is multiplied with the key of every word.
lesson-again-asks-ask = with which word does “it” have its highest score in layer 1?
lesson-again-asks-right = With “{ $word }”: { $score }, the dot product of two rows of { $width } numbers. After softmax “{ $word }” gets { $weight } of the attention of “it”, so the context of “it” is nearly the value of “{ $word }”. What Wo makes of it is added to the row of “it”.
lesson-again-query = Suppose that “tired” becomes “wide”. Layer 2 makes its queries from the new rows; its keys, in this model, from the words’ own embeddings (C).
lesson-again-query-ask = what changes in layer 2, so that “it” finds another word?
lesson-again-query-query = the query of “it”
lesson-again-query-keys = the keys of “animal” and “road”
lesson-again-query-both = both
lesson-again-query-right = The query of “it”: its row had collected “tired”, and now it has collected “wide”. The keys of “animal” and “road” stay the same to the last digit. In most models they come from the new rows too, and can change. That “tired” asks for an animal comes from training alone: in its sentences, only animals were tired.
lesson-again-query-rows = Two queries of “it”, and two keys
lesson-again-query-scores = Each query times each key: the scores, not yet divided by √16
lesson-again-score = Softmax looks at the whole row. With “tired”, and divided by √16, the score of “it” is { $animal } with “animal” and { $road } with “road”. The second highest is { $second }, with “{ $rival }”.
lesson-again-score-ask = which share of the attention of “it” does “animal” get?
lesson-again-score-right = After softmax it is { $weight }: a score that is higher by 1 already makes a share 2.7 times as large. This model is built so that its largest attention weight here *is* its answer, and that “tired” decides it, you saw by changing it. In other models values, heads and layers follow, and a large weight need not decide anything. Only changing something and looking tells:
lesson-again-score-table = The two highest scores of “it”, and that with “road”
lesson-again-sum = Here is layer 1, from X to its output. A word is a row of numbers. Matrices make of it a [[query]], a [[key]] and a [[value]]; in this model keys and values come from C, the words’ own embeddings, and only queries from X, to which positions were added. Query times key is a [[score]]; scores are scaled and made into shares by [[softmax]]; in these shares values are mixed into the [[context]]. Wo makes the output of it, which is added to the row. Select each stage above the figure, and say to yourself what it does before you look.
lesson-again-now-you = The sentence is yours, once more.
lesson-again-now-you-task = change it so that “it” finds no word, and looks at the dot.
lesson-again-now-you-done = Solved: the dot gets { $value } of the attention of “it”.
lesson-again-now-you-open = { $why ->
    [no-it] The sentence needs the word “it”.
    [unknown] The model has never seen { $words }, so its answer means nothing. It knows animals (cat, dog, horse, lion), places (street, bridge, river, garden) and what they can be (hungry, afraid; narrow, steep; dark, rainy).
   *[other] “it” looks at “{ $word }”.
  }

misconception-heads-slice-said = “Each head works on its own slice of the embedding.”
misconception-heads-slice-so = Each head reads the whole row, through matrices of its own. Sliced is only the result, if at all: programs compute all heads in one product and cut it afterwards.
misconception-model-understands-said = “The model learns what the words mean.”
misconception-model-understands-so = It learns numbers with which it makes fewer mistakes on its task. What they mean is a question that has to be tested, by changing something and looking at the result.

## The shelf of deeper lessons

lesson-alibi = ALiBi: far words count less
lesson-alibi-penalty = [[ALiBi]] (2021) tells the order without any new rows of numbers: it subtracts from each [[score]] a penalty that grows with the distance of the two words. Head 1 of 4 subtracts ¼ for each place. To see nothing but that, all words here are the same one, so all scores of a row are equal.
lesson-alibi-penalty-ask = what is added to the score of the word four places back?
lesson-alibi-penalty-right = 4 · ({ $one }) = { $four }. Nothing is learned here: the penalty is fixed before training, and any distance has one, also distances that no training text had.
lesson-alibi-ratio = After softmax these differences of scores become ratios of [[attention weight|attention weights]].
lesson-alibi-ratio-ask = how large is the attention weight of the word one place back, compared with that which the last word gives itself?
lesson-alibi-ratio-25 = 0.25 times as large
lesson-alibi-ratio-75 = 0.75 times as large
lesson-alibi-ratio-78 = 0.78 times as large
lesson-alibi-ratio-right = { $one } / { $own } = { $ratio }, which is e to the power of −¼. Every further place multiplies by the same number again, here to { $two }: a subtraction of scores is a factor for attention weights.
lesson-alibi-slopes = Each [[head]] has a slope of its own. With four heads they are ¼, 1/16, 1/64 and 1/256.
lesson-alibi-slopes-ask = which head looks farthest back?
lesson-alibi-slopes-1 = head 1
lesson-alibi-slopes-4 = head 4
lesson-alibi-slopes-all = all equally far
lesson-alibi-slopes-right = Head 4: on average the last word looks { $fourth } places back there, and { $first } in head 1. Its slope is only { $slope }, so a far word loses next to nothing. Steep heads work on the neighbourhood, flat ones on the whole text.
lesson-alibi-content = Now a real sentence. “road” has “the” one place before it, and “cannot” three places before it. Before the penalty their scaled scores are { $near } and { $far }; { $slope } is subtracted for each place.
lesson-alibi-content-ask = after the penalty, who gets more attention from “road”?
lesson-alibi-content-cannot = “cannot”, three places back
lesson-alibi-content-the = “the”, one place back
lesson-alibi-content-right = “cannot”. With their penalties the scores are { $far_score } for “cannot” and { $near_score } for “the”, and the attention weights { $far } and { $near }. The penalty is a handicap, not a ban: a far word that fits well enough still wins.
lesson-alibi-gaussian = A penalty need not be a straight line. A Gaussian one (2018) is a bell curve around the word: with a width σ (sigma) of one place, −½ · distance² is added. It treats both sides alike. All words are the same one again.
lesson-alibi-gaussian-ask = −0.5 is added for the word one place away. What is added for two places?
lesson-alibi-gaussian-1 = −1
lesson-alibi-gaussian-2 = −2
lesson-alibi-gaussian-4 = −4
lesson-alibi-gaussian-right = { $two }, and { $three } for three places: it grows with the square of the distance, slowly for near words and fast for far ones. In the same way any table of numbers can be added to the scores, one for each pair of places.
lesson-alibi-now-you = The same word eight times again, with 4 heads. The slopes of n heads are 2 to the power of −8/n, −16/n and so on.
lesson-alibi-now-you-task = choose a number of heads with which head 1 gives the last word more than half of its attention to itself.
lesson-alibi-now-you-done = Solved: { $weight }, with a first slope of { $slope }. More heads, a steeper first one.
lesson-alibi-now-you-open = It gives itself { $weight }, with a slope of { $slope }.

lesson-t5 = T5: one number for each range of distances
lesson-t5-near = T5 (2019) also adds a number to each [[score]], but a *learned* one: it looks up the distance of the two words in a table. All words are the same here, so all scores of a row are equal before that.
lesson-t5-near-ask = do the words one place back and two places back get the same number?
lesson-t5-near-same = the same
lesson-t5-near-different = different ones
lesson-t5-near-right = Different ones, { $near } and { $far }: each short distance has an entry of its own. The numbers are random here; training would choose them.
lesson-t5-near-table = What is added to the last row, by place (0: the word itself)
lesson-t5-far = A table with an entry for every distance would be long, and most entries would hardly ever be trained. So larger distances share entries, called [[bucket|buckets]]. This table has 8.
lesson-t5-far-ask = do the words 12 and 13 places back get the same number?
lesson-t5-far-same = the same
lesson-t5-far-different = different ones
lesson-t5-far-right = The same, { $far }. Buckets grow with the distance: the first four hold one distance each, the next two hold two, the next one four, and the last all that are farther. Whether a word is 12 or 13 places away hardly ever matters.
lesson-t5-far-table = What is added to the last row, by place (0: the word itself)
lesson-t5-sign = These are the attention weights of the last row.
lesson-t5-sign-ask = can a word that is farther away get a larger number than a nearer one?
lesson-t5-sign-never = no: farther always counts less
lesson-t5-sign-yes = yes
lesson-t5-sign-right = A farther word can get more: five places back the table has { $far }, one place back { $near }, and so the attention weights are { $far_weight } and { $near_weight }. Training decides which distances a [[head]] prefers. ALiBi, whose penalty is fixed, could not do this.
lesson-t5-sign-table = The last row, by place (0: the word itself)
lesson-t5-sides = Without a causal mask a word also sees those after it.
lesson-t5-sides-ask = do the words two places before and two places after get the same number?
lesson-t5-sides-same = the same
lesson-t5-sides-different = different ones
lesson-t5-sides-right = Different ones, { $before } before and { $after } after. Half of the buckets are for one side and half for the other, so the table can tell them apart.
lesson-t5-sides-table = What is added to the middle row, by place (0: the word itself)
lesson-t5-now-you = The number of buckets, and the distance from which all share the last one, are yours.
lesson-t5-now-you-task = bring the last row down to exactly four different numbers.
lesson-t5-now-you-done = Solved: { $count } different numbers for 14 distances.
lesson-t5-now-you-open = { $count ->
    [one] The last row has one number throughout.
   *[other] The last row has { $count } different numbers.
  }
lesson-t5-now-you-table = What is added to the last row, by place (0: the word itself)

lesson-shaw = Shaw: a vector for each distance
lesson-shaw-vectors = Shaw’s relative positions (2018) learn a row of numbers for each *distance*. Before a [[query]] is multiplied with a [[key]], the row for their distance is added to the key. Distances go from −2 (two places before) to 2 (two places after); all beyond count as −2 or 2.
lesson-shaw-vectors-ask = how many such rows must be learned?
lesson-shaw-vectors-right = { $count } rows: −2, −1, 0, 1 and 2, each with { $width } numbers, as many as a key has. They do not depend on the length of the text.
lesson-shaw-clip = “cat” is four places after the first word, and the second “the” is three places after it.
lesson-shaw-clip-ask = is the part of the score that comes from the distance the same for both?
lesson-shaw-clip-same = the same
lesson-shaw-clip-different = different
lesson-shaw-clip-right = The same, { $other }: both are farther than 2, so both use the row for 2. From there on the model knows only “far, and after me”.
lesson-shaw-query = “The” stands one place before “dog”, and “dog” one place before “chased”: the same distance, −1. With ALiBi or T5 the same number would be added to both scores.
lesson-shaw-query-ask = is the part from the distance the same here?
lesson-shaw-query-same = the same
lesson-shaw-query-different = different
lesson-shaw-query-right = The two parts differ, { $one } and { $other }. The row for −1 is the same, but it is multiplied with two different queries. A verb can care about what stands before it, and another word need not.
lesson-shaw-move = Now we put “Yesterday” in front, and every word moves on by one place.
lesson-shaw-move-ask = is the score of “chased” looking at “dog” still the same?
lesson-shaw-move-same = the same
lesson-shaw-move-different = different
lesson-shaw-move-right = { $before } before and { $after } after, the same bits: where the pair stands does not matter, only how far apart the two are. That is what *relative* means.
lesson-shaw-now-you = With distances up to 2, exchanging “dog” and “cat” changes the output of “chased”.
lesson-shaw-now-you-task = choose a farthest distance with which the exchange changes nothing any more.
lesson-shaw-now-you-done = Solved: with a single row for all distances, the order of the words is lost. The output changes by { $difference }.
lesson-shaw-now-you-open = The exchange changes the output by { $difference }.

lesson-windows = Windows and sinks
lesson-windows-window = If every word looks at every earlier one, long texts become expensive. A [[sliding window]] lets each word see only itself and the last few before it.
lesson-windows-window-ask = with a window of 3, how many words does the last one see?
lesson-windows-window-right = { $seen } instead of { $before }: itself and two before it. Words farther back are not lost for good: the next layer looks at rows that have already collected from their own windows.
lesson-windows-grow = Here are the scores with a window of 3. Now the text becomes twice as long.
lesson-windows-grow-ask = how many times as many visible scores are there?
lesson-windows-grow-2 = about 2 times
lesson-windows-grow-4 = about 4 times
lesson-windows-grow-right = { $short } become { $long }: the number grows with the length, and not with its square. Without a window, { $all } would be visible.
lesson-windows-sink = In trained models the first words of a text get much attention even when they say little: a row of attention weights must add up to 1, and a [[head]] that needs nothing leaves its attention there. Where a window cut these words off, models began to write nonsense (2023). So the first words stay visible, as [[sink|sinks]].
lesson-windows-sink-ask = with a window of 3 and one sink, how many words does the last one see?
lesson-windows-sink-right = { $seen }: the window, and “{ $word }” at the start of the text.
lesson-windows-off-by-one = A sink can also be built into softmax: one more score takes part, here 0, but no word and no [[value]] belong to it.
lesson-windows-off-by-one-ask = what do the attention weights of the last row then add up to?
lesson-windows-off-by-one-one = to 1, as ever
lesson-windows-off-by-one-less = to less than 1
lesson-windows-off-by-one-more = to more than 1
lesson-windows-off-by-one-right = To less: { $after } instead of { $before }. The rest, { $sink }, goes to the sink, which passes nothing on. So a head can look at nothing.
lesson-windows-now-you = The score of the sink is yours.
lesson-windows-now-you-task = make the last word give less than half of its attention to words.
lesson-windows-now-you-done = Solved: words get { $total }, the sink the rest.
lesson-windows-now-you-open = Words get { $total } of the attention of the last one.

lesson-softcap = A ceiling for scores
lesson-softcap-limit = If a few scores grow very large in training, softmax gives nearly everything to one word, and hardly any gradient comes back through it. Gemma 2 (2024) bends large scores ([[softcap]]): it divides each by a cap, takes tanh, which never leaves −1 to 1, and multiplies by the cap again. “four” has the scores 4, 8, 12 and 16 here.
lesson-softcap-limit-ask = with a cap of 5, what becomes of 16?
lesson-softcap-limit-right = 5 · tanh(16 / 5) = { $after }. However large a score grows, it never passes the cap.
lesson-softcap-small = “one” has the scores 1, 2, 3 and 4.
lesson-softcap-small-ask = what does the same cap make of its score 1?
lesson-softcap-small-20 = 0.2
lesson-softcap-small-99 = 0.99
lesson-softcap-small-500 = 5
lesson-softcap-small-right = { $one }, and of 2 it makes { $two }. Scores far below the cap pass nearly unchanged: near 0, tanh(x) is nearly x.
lesson-softcap-order = Look at the capped scores of “four”.
lesson-softcap-order-ask = are the two largest, once 12 and 16, now equal?
lesson-softcap-order-same = no, the order stays
lesson-softcap-order-tie = yes, both are at the cap
lesson-softcap-order-right = The two are { $third } and { $fourth }: tanh always rises, so the order stays. Simply cutting at 5 would make them equal, and no [[gradient]] could tell them apart any more.
lesson-softcap-weights = Without a cap, “four” gives itself nearly all of its attention.
lesson-softcap-weights-ask = with the cap, is that still so?
lesson-softcap-weights-stays = it stays so
lesson-softcap-weights-falls = it falls clearly
lesson-softcap-weights-right = The share that “four” gives itself falls from { $before } to { $after }. Softmax sees only differences, and 16 − 12 has become nearly 0. (Gemma 2 has a cap of 50, which touches only extreme scores.)
lesson-softcap-now-you = Here are wide queries and keys without scaling, and a cap of 50: some words get everything.
lesson-softcap-now-you-task = choose a cap with which no attention weight is above 0.5.
lesson-softcap-now-you-done = Solved: the largest attention weight is { $weight }.
lesson-softcap-now-you-open = The largest attention weight is { $weight }.

lesson-tiles = FlashAttention: softmax without the whole row
lesson-tiles-held = Softmax divides by a sum over the whole row, so it seems that all scores of a row must be there at once. FlashAttention (2022) works in *tiles*: a few queries against a few keys at a time.
lesson-tiles-held-ask = with tiles of two queries and two keys, how many of these scores are in memory at once?
lesson-tiles-held-right = { $held } of { $all }. The tile does not grow with the text; the whole table would grow with its square.
lesson-tiles-rescale = One query at a time now, and two keys: “one” has seen its scores 1 and 2. It keeps the largest so far, 2, and a sum: e to the power of (1 − 2), plus e to the power of (2 − 2). The next tile brings the scores 3 and 4, so the largest will be 4.
lesson-tiles-rescale-ask = by what must the old sum be multiplied, so that it counts from 4 instead of 2?
lesson-tiles-rescale-100 = by 1: it stays
lesson-tiles-rescale-50 = by 0.5
lesson-tiles-rescale-14 = by 0.14
lesson-tiles-rescale-right = The factor is e to the power of (2 − 4) = { $factor }. The old sum { $before } shrinks by that factor, and the two new terms make it { $after }. The weighted sum of [[value|values]] is corrected in the same way.
lesson-tiles-falling = Now the largest score comes first: “four” has the scores 16, 12, 8 and 4. It has seen 16 and 12.
lesson-tiles-falling-ask = by what is its sum multiplied when the next tile, with 8 and 4, comes?
lesson-tiles-falling-100 = by 1: it stays
lesson-tiles-falling-2 = by 0.02
lesson-tiles-falling-5460 = by 55
lesson-tiles-falling-right = The factor is 1: the largest score stays { $largest }, so nothing has to be corrected. Only a new largest score changes what was kept.
lesson-tiles-same = Step through all tiles of a longer sentence, if you like.
lesson-tiles-same-ask = at the end, how does the result compare with that of the whole table?
lesson-tiles-same-same = it is the same, up to rounding
lesson-tiles-same-close = it is a good approximation
lesson-tiles-same-right = The largest difference is { $difference }: rounding, because the sums were added in another order. Nothing was left out.
lesson-tiles-now-you = With a causal mask, tiles in which every score is hidden need not be computed at all. Of these four tiles of 4 × 4, one is skipped. Their size is yours.
lesson-tiles-now-you-task = choose tiles of which more than a third can be skipped.
lesson-tiles-now-you-done = Solved: { $skipped } of { $all } tiles are skipped, { $share }. The smaller the tiles, the closer to a half.
lesson-tiles-now-you-open = { $skipped ->
    [0] No tile is skipped.
    [0] No tile is skipped.
    [one] One of { $all } tiles is skipped.
   *[other] { $skipped } of { $all } tiles are skipped.
  }

lesson-backward = How a gradient passes softmax
lesson-backward-weights = Learning starts at the end: the [[loss]] should become smaller, and this wish travels back. Here “it” looks at three words, without weight matrices. A word’s first number is its [[score]]; its second is what it passes on, its value: { $values }. To keep the way short, the loss L is the second number of the *context* of “it” itself. It may go below 0: the lower, the better.
lesson-backward-weights-ask = to make L smaller, which word’s [[attention weight]] should grow most?
lesson-backward-weights-right = That of “{ $word }”, whose value { $value } is the lowest. The [[gradient]] of an attention weight, how much L changes for each unit of it, is simply what its word passes on. As in [the lesson on learning](learning), a number moves against the sign of its gradient: where that is below 0, the number should grow.
lesson-backward-below = But attention weights cannot grow freely: softmax makes them add up to 1, so a word gains only what others lose. “dog” passes on −0.5, which is below 0.
lesson-backward-below-ask = if the *score* of “dog” grows a little, what does the loss L do?
lesson-backward-below-grows = it grows
lesson-backward-below-shrinks = it shrinks
lesson-backward-below-right = The loss grows, by { $slope } for each unit. “dog” would take attention from “cat” and “ball”, and its { $value } is above the { $mean } that “it” gets already, the mean of the values by their attention weights. What counts is whether a value lies above or below this mean: the gradient of a score is attention weight · (value − mean).
lesson-backward-sum = Each of the three scores has a gradient.
lesson-backward-sum-ask = what do the three gradients add up to?
lesson-backward-sum-zero = to 0
lesson-backward-sum-one = to 1, like the attention weights
lesson-backward-sum-value = to the mean of the values
lesson-backward-sum-right = { $dog } for “dog”, { $cat } for “cat” and { $ball } for “ball”: 0 in all. Against these signs, only the score of “cat” should grow. If all scores grow by the same amount, softmax changes nothing, so no gradient can point that way.
lesson-backward-saturated = Now all scores are ten times as far apart (temperature 0.1), and “dog” gets nearly everything.
lesson-backward-saturated-ask = is the gradient of the score of “cat” now larger than before, or hardly there at all?
lesson-backward-saturated-more = larger
lesson-backward-saturated-hardly = hardly there
lesson-backward-saturated-right = Hardly there: it was { $before } and is now { $now }, although with more of “cat” L would be lower. “dog” has { $weight } of the attention: this is [[saturation]]. What softmax has decided, it can hardly unlearn. That is why scores are scaled.
lesson-backward-watch = The loss L stands in row “it”, column 2 of the output, which is that of the context: L = { $terms } = { $mean }, each attention weight times its value. Here are the gradients of L at every stage, from the output back to the rows; ∂ before a name means: the gradient of. A gradient has the shape of its stage: 1 × 2 at the context, 1 × 3 at the scores. The outlined one is that of the score of “cat”. Moving the score gives { $slope }; the backward pass finds the same from the formula, without trying. It is below 0, so this score should grow. (C holds the rows of the three words, X that of “it”.)
lesson-backward-matrix = On to weight matrices. They leave every row as it is here (1 on the diagonal, 0 elsewhere), so nothing else changes. A score is query · key, so the query (1 × 2) is used in all 3 scores (1 × 3), its second number each time with the second number of that key. Its gradient is the sum of the products in the table: { $query }. The query itself is X · Wq, (1 × 2) · (2 × 2), and X of “it” is (1, 0).
lesson-backward-matrix-ask = which numbers of Wq have a gradient that is not 0?
lesson-backward-matrix-row = its first row
lesson-backward-matrix-column = its second column
lesson-backward-matrix-all = all four
lesson-backward-matrix-right = The first row of Wq. The number in row 1, column 2 makes the second number of the query with the first of X, so its gradient is { $x1 } · { $query } = { $gradient }; moving it gives { $measured }. Below it, X has { $x2 }: { $x2 } · { $query } = { $below }. In one product, the gradient of Wq (2 × 2) is Xᵀ (2 × 1) times the gradient of Q (1 × 2).
lesson-backward-matrix-given = From the scores to the second number of the query
lesson-backward-now-you = Saturated again, at temperature 0.1.
lesson-backward-now-you-task = find a temperature at which the gradient of the score of “cat” is below −0.4.
lesson-backward-now-you-done = Solved: { $slope }. Too cold, and softmax is stuck; too warm, and every score matters little.
lesson-backward-now-you-open = The gradient is { $slope }.

misconception-signed-distance-said = “For a distance bias, add j − i to the score.”
misconception-signed-distance-so = That would reward words after and punish words before, more and more. A distance has no sign: a penalty such as −slope · |i − j| treats both sides alike, and is 0 for the word itself.
misconception-always-one-said = “Attention weights always add up to 1.”
misconception-always-one-so = With plain softmax they do. With a sink in it, with [[dropout]], and in rows in which everything is hidden, they do not.
misconception-cap-scaling-said = “Capping the scores replaces dividing by √d_k.”
misconception-cap-scaling-so = Scaling keeps the spread of all scores the same for every width. A cap leaves small scores as they are and bends only large ones. Gemma 2 does both.
misconception-tiles-multiply-said = “FlashAttention avoids the quadratic cost of attention.”
misconception-tiles-multiply-so = It avoids *storing* the table, and carrying it to and fro. All scores are still computed: four times as many for twice the length.
misconception-weights-learned-said = “Training adjusts the attention weights.”
misconception-weights-learned-so = Gradients only pass through them, as you see here. What training changes are weight matrices and embeddings; attention weights are computed anew for each sentence.

misconception-shared-width-said = “For grouped-query attention, make keys and values d_model / groups wide.”
misconception-shared-width-so = Wk and Wv have d_k columns for each set of keys and values. Here one set for four heads of width 4 needs 4 columns; d_model / 1 would be 16. And the number of sets must divide the number of heads.
misconception-prefill-mask-said = “Prefill needs no mask, because only the last word’s output is used.”
misconception-prefill-mask-so = In a model of several layers the earlier outputs become keys and values of the next layer, and the cache keeps these. Without a mask they would depend on words that come after them, and change with each new word. Only a single new word needs no mask: nothing stands after it.
misconception-cross-widths-said = “Both texts need embeddings of the same width.”
misconception-cross-widths-so = Wq, Wk and Wv read whole rows and bring each side to d_k or d_v columns. Only d_k must be the same for queries and keys.
misconception-cross-is-self-said = “Cross-attention is self-attention between two sentences.”
misconception-cross-is-self-so = In self-attention each word looks at the words of its own text. In cross-attention it looks only at those of the other one. The two are the same only here, where both texts are one.
misconception-concat-reshape-said = “Concat is a reshape of the contexts.”
misconception-concat-reshape-so = The contexts lie head by head: heads × words × columns. A row of concat holds one word from every head, so heads and words are exchanged first (a transpose), and then reshaped. A reshape alone would put different words of one head side by side.

## What is said of wrong answers before the right one: why they are wrong, in the order of the course

learn-above = Your guess is too large.
learn-below = Your guess is too small.

lesson-purpose-tired-not = “{ $other }” gets { $got }: neither nearness nor being a noun decides.
lesson-purpose-wide-not = “{ $other }” gets { $got }: what fitted “tired” need not fit “wide”.
lesson-purpose-dark-not = “{ $other }” gets { $got }: it is not what is dark.
lesson-purpose-gather-not = “{ $other }” gets { $got }: no noun can be found before “it” knows what is said of it.
lesson-query-key-ask-not = “{ $other }” gets only { $got }: one column fits, or none.
lesson-query-key-below-not = “{ $other }” lands at { $got }, above 0.
lesson-query-key-table-not = You chose { $chosen }, the score of “{ $looks }” looking at “{ $seen }”.
lesson-query-key-matrices-each-not = Then each new word would need a new matrix.
lesson-shares-add-evener-not = That would need smaller differences of the scores.
lesson-shares-add-sharper-not = The largest gains no more than the others do.
lesson-shares-wide-as-before-not = That would need scores that spread as little as now.
lesson-shares-divide-same-not = They stay if a number is subtracted from all scores, and not if all are divided.
lesson-mix-value-more-not = A value is passed on; it is never compared.
lesson-mix-value-less-not = A share changes only when some score does.
lesson-mix-back-values-not = Values come in only after the shares.
lesson-mix-back-order-not = Nothing here says where a word stands.
lesson-several-heads-gender-not = “{ $other }” gets { $got }: it does not decide between “le” and “la”.
lesson-several-heads-article-not = “{ $other }” gets { $got }: it is not the next word to translate.
lesson-several-heads-side-by-side-4-not = Each head alone has 4 columns.
lesson-several-heads-mix-own-not = So it is in concat, before Wo.
lesson-order-future-swap-different-not = To you it does, for you know the order.
lesson-order-future-turn-upward-not = Up would be 90°, between places 1 and 2.
lesson-order-future-turn-downward-not = Down would be 270°, between places 4 and 5.
lesson-order-future-turn-rightward-not = The hand points to the right at place 0, and nearly so again at place 6.
lesson-order-future-why-not = “{ $other }” is not the word after “journey”.
lesson-order-future-count-21-not = 21 remain: those on the diagonal and below it.
lesson-order-future-count-18-not = 18 is half of them, but the diagonal is not hidden.
lesson-learns-slope-down-not = Then the loss would grow.
lesson-learns-guess-knows-not = “knows” fits “cat”, which is nearer but not the subject.
lesson-learns-added-stays-not = Then attention would have brought nothing.
lesson-learns-layer-mlp-not = The MLP reads one word’s row at a time.
lesson-learns-layer-norm-not = The norm reads one word’s row at a time.

lesson-rows-tokens-4-not = 4 counts “the” once, but it stands there twice.
lesson-rows-twice-different-not = They would differ if a row knew what stands around it.
lesson-rows-width-20-not = 20 is what X had with rows of 4 numbers.
lesson-rows-bank-different-not = The meaning is; the row is looked up by the word alone.

lesson-scores-read-not = You chose { $chosen }, in row “{ $looks }” and column “{ $seen }”: the score of “{ $looks }” looking at “{ $seen }”. Now the right one is selected:
lesson-scores-transpose-mixed-not = That is the shape of Q itself, not of its scores.
lesson-scores-transpose-columns-not = { $d_k } is how many products make one score.
lesson-scores-directions-same-not = They would be if each word had one row for both, query and key.

lesson-softmax-ratio-4-not = 4 times is how the scores compare, not the shares.
lesson-softmax-ratio-20-not = About { $first } times it is in the row “one”, whose differences are half as large.
lesson-softmax-temperature-same-not = They stay if a number is *subtracted* from all scores.
lesson-softmax-temperature-sharper-not = That is what a temperature below 1 does.

lesson-values-even-own-not = Its own value is only one of five.
lesson-values-even-sum-not = A sum would need attention weights of 1 each.
lesson-values-lookup-same-not = All differences of scores grow tenfold.
lesson-values-lookup-less-not = Less would need a higher temperature.

lesson-whole-walk-meet-projections-not = A row of Q, K or V is made of one row of X.
lesson-whole-walk-meet-context-not = In the context they meet again: its attention weights come from the scores.
lesson-whole-walk-reach-own-not = Wo works row by row, but each row it reads is already a mixture.
lesson-whole-walk-shape-keys-not = { $keys } cannot be added to X.
lesson-whole-walk-shape-scores-not = { $scores } cannot be added to X.

lesson-order-added-all-not = Column 1 moves by { $here }, column 15 by { $there }.
lesson-order-added-last-not = Column 15 is a slow hand: { $there } for one place.
lesson-order-swap-again-same-not = The words are the same, their rows no longer.
lesson-order-distance-different-not = Both hands turn, by the same angle.
lesson-order-mask-same-not = That is so without the mask.

lesson-future-count-21-not = 21 remain: those on the diagonal and below it.
lesson-future-count-18-not = 18 is half of them, but the diagonal is not hidden.
lesson-future-leak-same-not = The row still depends on every score through its sum.

lesson-padding-hidden-different-not = They would be if padding got a share.
lesson-padding-blind-even-not = Then it would look at padding, and at the future.
lesson-padding-blind-self-not = Then it would pass on padding.
lesson-padding-finite-self-not = Nothing raises its own score above the others.
lesson-padding-finite-zero-not = With −∞ nothing would be left to share. But −10,000 is a number like others, and here every score of the row has it added, so none is smaller than the others for it.

lesson-cache-old-rows-all-not = No earlier row of X has changed.
lesson-cache-not-queries-queries-not = Earlier queries are just what no later row uses.
lesson-cache-not-queries-all-three-not = No later row uses an earlier query.
lesson-cache-watch-5-not = 5 is what it takes with the cache.
lesson-cache-watch-18-not = 18 counts six rows more, which are needed only to write a word after “step”.

lesson-cost-double-8-not = That would need three sides; the table has two.
lesson-cost-double-2-not = That is how Q grows. The table has two sides.
lesson-cost-heads-projections-not = They stay at { $queries } numbers each.
lesson-cost-tiles-4-not = That is how the whole table grows, from { $short } to { $long }.
lesson-cost-tiles-2-not = A tile has its size, however long the text.

lesson-who-acts-columns-not = “{ $other }” has { $got } there: it is no action.
lesson-who-acts-query-deed-not = An action is what “chased” is, not what it looks for.
lesson-who-acts-key-not = “{ $other }” has { $got } in “actor”.
lesson-who-acts-score-not = With “{ $other }” it is { $got }: its key offers no actor.
lesson-who-acts-back-not = With “{ $other }” it is { $got }: its key offers no deed.

lesson-scaling-grow-16-not = That is how the variance grows.
lesson-scaling-grow-2-not = It would double if d_k were 4 times as large.
lesson-scaling-gradient-as-much-not = The score changes equally; its share changes { $times } times as much with scaling.

lesson-heads-two-not = “{ $other }” gets { $got }: it does not describe “dog”.
lesson-heads-whole-slice-not = A quarter is what comes out, not what goes in.

lesson-two-sentences-shape-five-three-not = Rows are the words that look.
lesson-two-sentences-shape-three-three-not = It would be 3 × 3 if the sentence looked at itself.
lesson-two-sentences-widths-embeddings-not = Here they differ, { $x } and { $c }, and it works.
lesson-two-sentences-same-different-not = Both texts give the same rows.

lesson-next-word-every-row-cats-not = “dogs” is several, but “this” decides here.
lesson-next-word-wrong-laughs-not = Good English would go on with “laughs”, but the question is what this model says.

lesson-places-layers-words-not = Then layer 1 would have been in vain.
lesson-places-layers-output-not = Alone, it would lose what X had.
lesson-places-later-different-not = The two texts differ only after “it”.

lesson-learning-square-square-not = That is { $loss }, the loss itself and not how it changes.
lesson-learning-square-once-not = That is { $away }, half of it.
lesson-learning-dropout-150-not = 1.5 times a half is not yet the whole.
lesson-learning-dropout-100-not = Then half would be missing on average.

lesson-again-asks-not = With “{ $other }” it is { $got }: layer 1 asks what is said of “it”; the noun is found in layer 2.
lesson-again-query-both-not = That is so in most models; here keys come from C.
lesson-again-query-keys-not = Their rows in C have not changed.

lesson-alibi-ratio-75-not = That would be 1 − { $slope }, subtracted from the share.
lesson-alibi-ratio-25-not = { $slope } is what is subtracted from the score.
lesson-alibi-slopes-all-not = Each has a slope of its own.
lesson-alibi-slopes-1-not = Its slope is the steepest.
lesson-alibi-content-the-not = It is nearer, but its score was lower by more than the penalties make good.
lesson-alibi-gaussian-4-not = The square is 4, and half of it counts.
lesson-alibi-gaussian-1-not = That would be a straight line, as with ALiBi.

lesson-t5-near-same-not = Only farther distances share an entry.
lesson-t5-far-different-not = That takes an entry for every distance.
lesson-t5-sign-never-not = That is so with a fixed penalty.
lesson-t5-sides-same-not = The distance is the same, the side is not.

lesson-shaw-vectors-4-not = 4 leaves out the distance 0.
lesson-shaw-clip-different-not = The distances differ, but both are beyond 2.
lesson-shaw-query-same-not = The distance is the same, the queries are not.
lesson-shaw-move-different-not = Every place changed, no distance did.

lesson-windows-window-4-not = 4 does not count the word itself.
lesson-windows-grow-4-not = So it is without a window.
lesson-windows-sink-3-not = 3 is the window alone.
lesson-windows-off-by-one-more-not = One more score takes, it does not give.
lesson-windows-off-by-one-one-not = All shares add up to 1, the sink’s among them.

lesson-softcap-small-500-not = That is the cap, where only large scores come near it.
lesson-softcap-small-20-not = That is 1 / 5, before tanh and before multiplying again.
lesson-softcap-order-tie-not = Both are near the cap, and neither reaches it.
lesson-softcap-weights-stays-not = The order stays, the differences do not.

lesson-tiles-held-16-not = 16 would be two whole rows.
lesson-tiles-rescale-100-not = Then old terms would count from 2 and new ones from 4.
lesson-tiles-rescale-50-not = 0.5 is 2 / 4, but these are powers of e.
lesson-tiles-falling-5460-not = The largest score never falls, so the sum is never scaled up.
lesson-tiles-falling-2-not = It shrinks only when a larger score comes.
lesson-tiles-same-close-not = An approximation would leave scores out.

lesson-backward-weights-not = “{ $other }” passes on { $got }.
lesson-backward-below-shrinks-not = { $value } is below 0, but that is not what counts.
lesson-backward-sum-value-not = The mean, { $mean }, is subtracted from each value.
lesson-backward-sum-one-not = Attention weights add up to 1, but a change of them gives one only what it takes from others.
lesson-backward-saturated-more-not = Larger differences do not make larger gradients.
lesson-backward-matrix-column-not = The second column makes the second number of the query, but its lower number only with the { $x2 } of X.
lesson-backward-matrix-all-not = What is multiplied with the { $x2 } of X can move as it likes.
