### Questions before and after the path, on later visits, and for a class. Loaded with Learn, and with the questions of a class.

## The ten that are asked before and after the path: the question, its answers, what is said of a wrong one, and of the right one

question-purpose = What does attention do for one word, such as “it”?
question-purpose-mix = It mixes in what other words pass on, most from those that fit.
question-purpose-important = It measures how important each word of the sentence is.
question-purpose-important-not = A large weight looks like a mark for importance, but it only says how much one word takes from another, here and now.
question-purpose-closest = It replaces the word by the one that fits best.
question-purpose-closest-not = “it” does mean one of the words, but its row becomes a mix of several, and nothing is replaced.
question-purpose-right = “it” takes a little from every word, and most from those whose key fits its query.

question-length = A query is (1, 2). Which key gets the largest score?
question-length-same = (1, 2), the same as the query
question-length-same-not = Nothing is more alike, but a dot product grows with length too: 1 · 1 + 2 · 2 = 5 is less than 1 · 3 + 2 · 3 = 9.
question-length-longer = (3, 3)
question-length-swapped = (2, 1), the same numbers
question-length-swapped-not = The numbers are the same, but a dot product multiplies column by column: 1 · 2 + 2 · 1 = 4.
question-length-right = 1 · 3 + 2 · 3 = 9, and (1, 2) itself gets only 5: in a dot product length counts, not only direction.

question-table = In a table of scores, what is in row “cross”, column “animal”?
question-table-both = how alike “cross” and “animal” are, which is the same both ways
question-table-both-not = Comparing goes both ways, but a score is the query of one word with the key of the other, and these are different rows.
question-table-seen = how well “cross” answers what “animal” asks
question-table-seen-not = A table can be read both ways, but here the row is the word that asks, and the column the one that is looked at.
question-table-looks = how well “animal” answers what “cross” asks
question-table-right = Row “cross” holds what its query finds, and column “animal” is the key that is looked at.

question-softmax = Two words score 1 and 2. After softmax, what is the second one’s share?
question-softmax-twice = twice the first one’s
question-softmax-twice-not = 2 is twice 1, but softmax takes e to the power of each score, so a difference of 1 makes 2.7 times the share.
question-softmax-power = 2.7 times the first one’s
question-softmax-all = all of it
question-softmax-all-not = The name says max, but it is a soft one: every score gets a share, and a difference of 1 makes one 2.7 times the other.
question-softmax-right = e² is 2.7 times e¹: shares depend on the difference of scores, here 1.

question-divide = Why are scores divided by √d_k?
question-divide-spread = So that scores spread alike for any d_k.
question-divide-sum = So that the shares of a row add up to 1.
question-divide-sum-not = They do add up to 1, but softmax alone sees to that; dividing keeps the spread of the scores the same for any d_k.
question-divide-lengths = So that the rows of Wq and Wk do not grow too long.
question-divide-lengths-not = Large weights make large scores too, but what √d_k takes out is how far a sum of d_k products spreads.
question-divide-right = With more columns scores spread further; divided by √d_k they spread as far as with few, and softmax leaves something for every word.

question-value = What is the value of a word?
question-value-importance = how important the word is
question-value-importance-not = In everyday language value means worth, but here it is a row of numbers that is passed on, whatever it is worth.
question-value-share = the share of attention that it gets
question-value-share-not = A share is a number too, but it comes from query and key; the value is what is multiplied with it.
question-value-passes = the row that it passes on
question-value-right = A word that looks at others takes their values, each times its share, and adds them up.

question-output = Several heads have each found a row. What does the matrix Wo do with these rows?
question-output-beside = It puts them side by side in one row.
question-output-beside-not = That comes just before and is called concat; Wo then mixes those columns.
question-output-best = It chooses the best one.
question-output-best-not = Several heads suggest a choice, but nothing is chosen: every head goes into every column.
question-output-mixes = It mixes all of them into one row.
question-output-right = In concat the heads stand apart; Wo makes each column of the output from all of them.

question-order = How does attention know where a word stands?
question-order-reading = It reads the words one after the other, from left to right.
question-order-reading-not = You do, and older networks did, but attention takes all words at once: exchange two of them, and only their outputs change places.
question-order-matrices = Wq and Wk have a row for each place.
question-order-matrices-not = Their rows are as many as a word has numbers, not places: the same Wq and Wk serve every word, wherever it stands.
question-order-added = Not by itself: RoPE, for example, turns queries and keys.
question-order-right = By itself attention meets the same rows in any order; turned a step further at each place, queries and keys give scores that depend on distance.

question-future = How does a causal mask hide later words?
question-future-zero = Their scores become 0.
question-future-zero-not = 0 sounds like nothing, but e to the power of 0 is 1, so such a word still gets a share.
question-future-infinity = Their scores become −∞, before softmax.
question-future-after = Their shares are set to 0, after softmax.
question-future-after-not = Then they are 0, but softmax had already divided by a sum with the later words in it, and through that sum they leak.
question-future-right = e to the power of −∞ is exactly 0, and softmax shares out among the words that are left.

question-stream = What does the output of attention do to a word’s row?
question-stream-added = It is added to it.
question-stream-replaces = It replaces it.
question-stream-replaces-not = Most pictures draw it so, but a residual connection carries the row past attention, and the two are added.
question-stream-beside = It is put beside it, so the row grows longer.
question-stream-beside-not = Heads are put side by side, but after Wo their output is as wide as the row and is added to it.
question-stream-right = Each part of a layer adds to the row, and nothing that the row held is overwritten.

## Those that are asked only on later visits

question-matrices = Why are there two matrices, Wq and Wk, instead of comparing the rows of words as they are?
question-matrices-faster = It is faster.
question-matrices-faster-not = The rows do become shorter, but that is two products more; what counts is that a word can look for something that it is not.
question-matrices-apart = So that what a word looks for can differ from what it offers.
question-matrices-parts = Because one half of each row is for asking, and the other for answering.
question-matrices-parts-not = Query and key are two things, but Wq and Wk both read the whole row.
question-matrices-right = “it” looks for something that can be tired, without being such a thing itself.

question-kept = What does softmax keep of the scores of a row?
question-kept-order = their order
question-kept-proportions = their proportions
question-kept-proportions-not = Dividing by a sum would keep them, but softmax takes powers of e first: ratios of shares come from differences of scores.
question-kept-zeros = its zeros: a score of 0 gets no share
question-kept-zeros-not = 0 looks like nothing, but e to the power of 0 is 1; only −∞ gets no share.
question-kept-right = The largest score gets the largest share, and so on down; proportions change.

question-weight = “it” gives “animal” 90 % of its attention. What follows?
question-weight-decides = “animal” decides what the model answers.
question-weight-decides-not = A large weight looks like a reason, but what it brings depends on the value, and later parts may use or ignore it.
question-weight-takes = “it” takes in 0.9 times the value of “animal”, be that large or small.
question-weight-alike = “it” and “animal” have similar rows.
question-weight-alike-not = A high score sounds like likeness, but it compares a query with a key, not one row with the other.
question-weight-right = A weight says how much of a value is taken in, and no more.

question-slice = X has 512 columns, and 8 heads have d_k = 64 each. What does one head read?
question-slice-slice = its own 64 of the 512 columns of X
question-slice-slice-not = 8 · 64 = 512 looks like a cut, but each head has its own Wq of 512 × 64, which reads all of X.
question-slice-all = all 512 columns of X
question-slice-words = all columns, of its own eighth of the words
question-slice-words-not = The work could be shared out like that, but each head sees all words, through a Wq, Wk and Wv of its own.
question-slice-right = Each head makes its 64 columns out of all 512; only what the heads give back stands side by side.

question-training = What does training change?
question-training-shares = the attention weights
question-training-shares-not = They do look different after training, but they are computed anew for each sentence, from weight matrices that are learned.
question-training-weights = matrices such as Wq and Wv, and the rows of X
question-training-rows = the queries and keys of each word, one by one
question-training-rows-not = They do become better, but nobody stores them: each is a word’s row times Wq or Wk.
question-training-right = Training moves learned numbers a little, to lower the loss; queries, keys and shares are computed from them, for each sentence.

question-norm = Over which numbers does LayerNorm take a mean?
question-norm-row = over the numbers of one word’s row
question-norm-column = over one column, of all words
question-norm-column-not = Statistics are often made by column, but then words would feel each other; LayerNorm takes each word alone.
question-norm-batch = over the whole batch
question-norm-batch-not = Batch norm, which many know first, does that; LayerNorm takes each word’s row alone.
question-norm-right = Each word’s row is evened out alone, whatever else is in the text.

question-leak = Shares of later words are set to 0 after softmax. When does the future leak?
question-leak-always = always
question-leak-always-not = Softmax has seen the future, but dividing each row by what is left of its sum takes that out again.
question-leak-never = never: what is 0 is gone
question-leak-never-not = Their values are gone, but the other shares still hold the sum by which softmax divided them.
question-leak-sum = when the rows are not divided by their own sums again
question-leak-right = Divided again, the shares are those that −∞ would have given; left as they are, they depend on later words.

question-cache = Why are keys and values kept in a cache, and not queries?
question-cache-own = An earlier query is used only for its own row, which is finished.
question-cache-large = Queries are larger.
question-cache-large-not = With shared keys there are more queries than keys, but size is not the reason: later words never need an earlier query.
question-cache-changes = Earlier queries change with each new word.
question-cache-changes-not = A new word asks something new, but the queries before it stay as they are: nobody needs them again.
question-cache-right = A new word brings its own query, and needs the keys and values of all words before it.

question-groups = d_model is 512, and 8 heads with d_k = 64 share 2 sets of keys. How many columns has Wk?
question-groups-divided = 256: 512 through 2 sets
question-groups-divided-not = Dividing d_model by groups is in many a tutorial, but each set of keys has d_k columns: 2 · 64.
question-groups-two = 128
question-groups-eight = 512
question-groups-eight-not = The queries do have 8 · 64, but keys are made once for each set: 2 · 64.
question-groups-right = 2 sets of 64 columns; four heads read each of them.

question-shaw = Shaw’s relative positions have a row of numbers for each distance. What is it added to?
question-shaw-query = to the query
question-shaw-query-not = A row added to the query would say where one word stands, once for all pairs; the distance differs from key to key.
question-shaw-key = to the key, for each pair of words
question-shaw-embedding = to the word’s embedding
question-shaw-embedding-not = Absolute positions are added there, but a distance belongs to a pair, not to one word.
question-shaw-right = The query meets key plus distance, so the same distance can matter to one word and not to another.

## Asking them

questions-where = Question { $number } of { $count }
questions-keys = Keys 1 to { $options } answer, Enter goes on.
questions-pass = I don’t know
questions-passed = Passed.
questions-next = next
questions-end = to the result
questions-right = Yes.
questions-wrong = Not quite.
questions-step = Lesson { $lesson }, step { $step } says it.
questions-step-deeper = A deeper lesson says it.
questions-list = Back to all lessons
questions-again = Answer them again

## Before the path, and after it

questions-before = Ten questions, two minutes: where should I start?
questions-before-title = Where should I start?
questions-before-what = Ten questions. Nothing is said of your answers yet: the lessons will, and the end asks the same ten. What you don’t know you can pass.
questions-known = { $known } of { $count } known.
questions-known-short = Ten questions: { $known } of { $count } known
questions-start-all = Start at the beginning: it is made for this.
questions-start-begun = You have begun already: go on from there.
questions-start-at = You can skip { $skip ->
    [one] lesson 1
    [2] lessons 1 and 2
   *[other] lessons 1 to { $skip }
}.
questions-start-end = Nothing of the course is left for you. Look at its end, or go deeper.
questions-begin = Start with lesson { $lesson }
questions-skip = can be skipped
questions-after = Ten questions: what do you know now?
questions-after-first = The same ten questions again: what has changed?
questions-after-title = Ten questions, after the course
questions-after-what = After each answer you read why it is right or wrong.
questions-gain = { $before } of { $count } before, { $after } of { $count } now.
questions-gain-short = Ten questions: { $before } of { $count } → { $after } of { $count }
questions-results = Question by question
questions-unanswered = passed
questions-yours = You said: { $answer }
questions-answer = Right: { $answer }

## On later visits

questions-review = { $count ->
    [one] One question
    [2] Two questions
    [3] Three questions
    [4] Four questions
   *[other] Five questions
} from last time
questions-review-title = From last time
questions-review-what = About what you have done before. Each question comes three times: after 1 day, 7 days later, and 30 days after that.
questions-review-none = Nothing is to be asked today.
questions-review-back = { $back ->
    [0] None comes back: this was the last time.
    [one] One comes back later.
   *[other] { $back } come back later.
}
questions-record = What you have done
questions-review-on = Ask me a few questions on later visits: after 1 day, 7 days later, and 30 days after that
questions-save = Save it as a file
questions-load = Load it from a file:
questions-loaded = Loaded: { $steps ->
    [one] one step done
   *[other] { $steps } steps done
}, here and in the file together.
refused-no-progress = { $field } is no file of what was done, saved by this page.
refused-day = { $field }: must be a day up to today, such as 2026-01-31, got { $got }.

## For a class

questions-class = Ten questions
questions-class-what = Ten questions about attention, before your lesson, after it, or both. Nothing is sent: each student gives you a link or a file with the answers, and you collect them here.
questions-class-give = 1. Give them
questions-class-title = Title, such as “Before”: it tells collections apart
questions-class-collect = 2. Collect the answers
questions-class-links = Links from your students, one on each line
questions-class-files = Files from your students:
questions-class-added = { $count ->
    [one] One set of answers added.
   *[other] { $count } sets of answers added.
}
questions-class-replaced = { $count ->
    [one] One set of answers replaced.
   *[other] { $count } sets of answers replaced.
}
questions-class-nothing-new = Nothing new.
questions-class-count = { $count ->
    [one] Answers of one student
   *[other] Answers of { $count } students
}
questions-class-mean = On average { $mean } of { $count } known.
questions-class-question = Question
questions-class-right = Right
questions-class-wrong = Wrong answers
questions-class-times = { $times } × 
questions-class-names = Who
questions-class-score = { $known } of { $count }
questions-class-anonymous = no name
questions-class-save = Save all as a file
questions-class-forget = Forget all
questions-class-kept = This tab keeps them until you close it: save them as a file.
questions-class-back = Back to classes
questions-class-answer-what = Your answers stay here until you hand them in, at the end.
questions-class-done = Hand in your answers
questions-class-name = Your name, if you want your teacher to know it
questions-class-hand-link = Link that holds your answers
questions-class-hand-file = Save them as a file
refused-no-answers = { $field } holds no answers saved by this page.
refused-answering = { $field }: no file is read while you answer. Your teacher opens answers where they are collected.
