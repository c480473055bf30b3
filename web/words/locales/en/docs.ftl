### The documentation: the element's reference, the exercise sheets, the preview of a link.

## The element's reference: its attributes, properties, events, parts and custom properties

attribute-sentence = the sentence; its words and punctuation become tokens
attribute-context = a second sentence, which gives keys and values (cross-attention)
attribute-preset = an example to start from, by its id
attribute-state = a whole state: the part after # of a link from the explorer; applied on top of the preset
attribute-view = what is shown: the stage with its text, its equation alone, lines between words, or the whole walk
attribute-controls = names of the fields that get a control; or all; or none, which also hides the figure’s own controls: heads, choice of picture, player and hint. Without this attribute, only the figure’s own controls are shown
attribute-caption = a heading above the figure, such as what two elements compare. Markup goes into an element with slot="caption" instead
attribute-explorer = the whole address of the folder that has the explorer: below the figure, a link opens the same walk there, with every change that the reader has made
attribute-lesson = a lesson of the course in place of a figure, in a frame: index.html beside the script shows it, or the one that explorer names. Of the other attributes it has step, caption, explorer, locale and theme
attribute-step = one step of that lesson, alone
attribute-locale = the language of the texts
attribute-batch = more sentences, separated by |; all are padded to the same length
attribute-sentence_index = which sentence of the batch is shown, from 0
attribute-ignored_keys = keys that are marked as padding, separated by .
attribute-hidden_pairs = pairs hidden by hand: query-key.key, with spaces between queries
attribute-token_order = the word of the sentence at each position, separated by .
attribute-edits = numbers set by hand, written as in a link
attribute-given = your tensors, as a saved state has them; needs recipe given. Scripts set the property inputs instead
attribute-layer_edits = the same in the other layer of a model of two layers
attribute-stage = the stage that is shown
attribute-head = the head that is shown, from 0, or all
attribute-cell = the inspected number: its stage and index, separated by .
attribute-trail = the numbers that led to the cell, separated by -
attribute-theme = light, dark, or the same as the surrounding page
attribute-picture = how attention weights are drawn
attribute-kv_heads = number of key/value heads, which divides the number of heads: fewer means grouped-query attention, one multi-query
attribute-position = how positions are encoded
attribute-mask_mode = whether keys are hidden before the softmax or after it
attribute-mask_value = the number that replaces −∞ for hidden scores
attribute-align = with a second sentence, the corner at which the causal mask’s diagonal starts or ends; none means that nothing is hidden
attribute-mask_how = what a finite mask-value does to hidden scores
attribute-first_position = RoPE: the position of the first token
attribute-rope_style = RoPE: which columns are rotated together
attribute-rope_base = RoPE: the larger it is, the slower the last pairs rotate
attribute-partial_rotary_factor = RoPE: which part of each row rotates, from its first column on
attribute-rope_scaling = RoPE: which angles are made smaller for longer texts
attribute-rope_factor = RoPE, scaled: how many times as long the text may be
attribute-rope_original = RoPE, scaled by llama3 or yarn: the longest text of training, in tokens
attribute-shaw_clip = Shaw’s relative keys: larger distances count as this one
attribute-shaw_values = Shaw’s relative keys: whether values have them too
attribute-t5_buckets = T5’s relative bias: the number of ranges of distances
attribute-t5_max_distance = T5’s relative bias: all larger distances share one range
attribute-distance_form = distance penalty: its form
attribute-distance_lambda = distance penalty, linear: how fast scores fall
attribute-distance_sigma = distance penalty, Gaussian: its width
property-state = all fields of the current state as one object. Setting it replaces the whole state; fields that are left out get their defaults
property-inputs = the tensors that are shown, by their names in the engine: Q, K and V, or X with Wq, Wk and Wv (Wo and biases may follow), each as shape and data. null: none are given, and the recipe makes them. With weights, the fields heads and kv_heads say how many heads they have
property-link = the current state, as the part of a link after #; null if the state is too large for a link
property-ready = a promise that resolves when the first figure is drawn; its numbers as tables, for screen readers, follow as soon as the browser is idle or the focus enters. It is rejected if the element cannot start; when the element is inserted into the page again, it tries again and has a new promise
property-change = a function: changes some fields and keeps the others; throws if that is not possible
event-attention-ready = the first figure is drawn
event-attention-step = another stage, head or number is shown
event-attention-change = the state has changed, through the reader or the page
event-attention-answer = the reader has answered a question of a lesson; given is null where a task was solved
event-attention-error = an attribute cannot be used, or the engine could not start
event-attention-resize = the element’s height has changed
part-message = error messages
part-caption = the caption
part-heads = the figure’s choice of the head, with a picture of each
part-picture = the figure’s choice between matrix and lines
part-player = the figure’s player, which goes through the computation of the inspected number
part-hint = the hint below the figure, with the button that shows its numbers as tables
part-controls = the controls
part-text = the stage’s title and text
part-formula = the stage’s formula
part-figure = the figure
part-explorer = the link to the explorer
part-lesson = the frame with a lesson
part-panel = the arithmetic of the inspected number; in the walk the stage’s text too
part-strip = the stages of the walk, as thumbnails
part-note = where the numbers come from
css-background = the background of figures and text
css-text = the colour of text
css-muted = the colour of less important text
css-hairline = lines around and between
css-control = the borders of input fields
css-radius = the radius of its corners
css-font = the font family of text, in figures too
css-font-words = the font family of titles, questions and explanations
css-font-size = the font size, in px or rem; figures scale with it
css-math-font = the font family of formulas
css-padding = the space inside its border
css-min-height = the height that is reserved until the figure is drawn

## Exercise sheets, for pen and paper, and their answers. A calculator helps with e to the power of x.

sheet-name = Name:
sheet-open = open on the page
sheet-answers = Answers
sheet-hints = Hints
sheet-given = { $name } ({ $shape })
sheet-note = The link of an exercise opens its state on the page, where each number can be checked. Hints stand at the end, printed on a sheet of their own; answers are on another page.
sheet-answers-note = Computed by the engine when this page was built. The sheet itself is on a page of its own.

sheet-scores = Scores and softmax by hand
sheet-scores-dot = Two words have the rows below. Multiply them column by column and add up: what is the dot product of “chased” and “dog”?
sheet-scores-dot-hint = Three products, one for each column; the second is negative.
sheet-scores-dot-answer = 0.7 · 0.8 − 0.5 · 0.6 + 0.6 · 0.7 = { $score }
sheet-scores-longer = Every number of “dog” is doubled. What is the dot product now, and are the two words more similar than before?
sheet-scores-longer-hint = Each product has one factor from “dog”. Are the angles between the rows other ones now?
sheet-scores-longer-answer = { $score }, twice as much. The directions of the rows are as before, and so is the cosine of their angle: a dot product also measures length.
sheet-scores-table = Here queries and keys are the rows of X themselves. Write the table of all scores: a row for each word that looks, a column for each word that is looked at.
sheet-scores-table-hint = Begin with the diagonal: there each row meets itself. Does it matter which of two words looks?
sheet-scores-table-answer = { $rows }
sheet-scores-scaled = These scores came from rows of d_k = 2 numbers. Divide those in row “love” by √2.
sheet-scores-scaled-hint = √2 is about 1.414. Only the row of the word that looks is asked for.
sheet-scores-scaled-answer = { $row }
sheet-scores-softmax = With rows of a single number, “one” has the scores 1, 2, 3 and 4. Compute its attention weights: e to the power of each score, divided by the sum of all four.
sheet-scores-softmax-hint = e is about 2.718; each power is e times the one before. Check: the four weights add up to 1.
sheet-scores-softmax-answer = The scores { $scores } become { $row }.
sheet-scores-temperature = The same with temperature 2: halve the scores first. How many times as large as the smallest weight is the largest now?
sheet-scores-temperature-hint = Dividing two weights, the sum below both cancels: what is left is e to the power of a difference of scores.
sheet-scores-temperature-answer = { $row }; the ratio is { $ratio }, e to the power of 1.5. At temperature 1 it is e³, about 20.
sheet-scores-context = The values are the rows themselves: 1, 2, 3 and 4. Use the attention weights of “one” at temperature 1. What is its context?
sheet-scores-context-hint = A weighted mean lies between the smallest and the largest value, nearer to where most weight is.
sheet-scores-context-answer = { $value }: each value times its weight, added up.

sheet-masks = Masks and positions
sheet-masks-causal = A sentence has 6 words. How many of its scores does a causal mask hide?
sheet-masks-causal-hint = The first word may see one word, the second two. How many are left in each row?
sheet-masks-causal-answer = { $hidden } of { $all }: all above the diagonal, 5 + 4 + 3 + 2 + 1.
sheet-masks-row = Below are scores, not scaled any further (d_k = 1). With a causal mask, what are the attention weights in the rows “one” and “two”?
sheet-masks-row-hint = Cross out what the mask hides before you compute any power of e.
sheet-masks-row-answer = { $first } and { $second }: the first word sees only itself; the second compares 2 and 4.
sheet-masks-after = Now softmax comes first, over all four of these scores, and then the hidden attention weights are set to 0, without dividing again. What are the attention weights of “two”, and what do they add up to? Why does this leak the future?
sheet-masks-after-hint = Compute softmax over four scores first. Which numbers are in the sum below the fraction?
sheet-masks-after-answer = { $row }; their sum is { $sum }. The hidden scores are still in the sum that softmax divided by: if a later word changes, these weights change.
sheet-masks-padding = “I love Science” is filled up to 5 places with padding, which is hidden as keys. How many attention weights of each row are 0?
sheet-masks-padding-hint = The places are filled up with words that do not count. They are the same keys for every row.
sheet-masks-padding-answer = { $hidden } of { $keys }.
sheet-masks-window = A text of 8 words has a causal mask and a window of 3: each word sees itself and the two before it. How many scores are visible?
sheet-masks-window-hint = Write down how many words the first, the second and the third see; from then on it stays the same.
sheet-masks-window-answer = { $visible }: 1 + 2 + 6 · 3.
sheet-masks-alibi = ALiBi with 2 heads has the slopes 1/16 and 1/256. What is added to the score of the word five places back, in each head?
sheet-masks-alibi-hint = A slope times a distance, with the sign that makes far words count less.
sheet-masks-alibi-answer = { $first } in head 1 and { $second } in head 2, to four decimals.
sheet-masks-waves = With sinusoidal positions and d_model = 4, columns 1 and 2 hold sin and cos of the place, and columns 3 and 4 sin and cos of the place divided by 100. What is the row of place 1?
sheet-masks-waves-hint = The angles are in radians, not in degrees.
sheet-masks-waves-answer = { $row }

sheet-heads = Heads and cost
sheet-heads-shapes = A layer has d_model = 64 and 8 heads of d_k = d_v = 8. A text has 6 words. Which shapes do Q, the attention weights and concat have?
sheet-heads-shapes-hint = Two of the three have a dimension for the heads. Concat puts the heads side by side again.
sheet-heads-shapes-answer = Q: { $Q } (heads, words, d_k). Attention weights: { $weights }. Concat: { $concat }.
sheet-heads-parameters = How many learned numbers do Wq, Wk, Wv and Wo of that layer have together, without biases?
sheet-heads-parameters-hint = Three matrices lead from d_model to the width of all heads together; one leads back.
sheet-heads-parameters-answer = { $count }: four matrices of 64 × 64.
sheet-heads-split = One head of width 64 is split into 8 heads of width 8. For 6 words, how many multiplications do all scores need before and after? And how many scores are there?
sheet-heads-split-hint = A score takes as many multiplications as the rows have numbers. How many scores are there for each head?
sheet-heads-split-answer = { $one } multiplications before and { $eight } after: the same. But { $split } scores instead of { $scores }.
sheet-heads-columns = In concat, which columns come from head 3?
sheet-heads-columns-hint = Each head has as many columns as it is wide, in the order of the heads.
sheet-heads-columns-answer = Columns { $first } to { $last }. A single value of head 3 goes into { $reached } rows of its context, one for each word that looks.
sheet-heads-shared = The 8 query heads share 2 key/value heads. Which shape does Wk have, and which shape K?
sheet-heads-shared-hint = Wk has columns only for heads of its own; so has K.
sheet-heads-shared-answer = Wk: { $Wk }, that is d_model × (2 · d_k). K: { $heads }. Not d_model / 2: the number of key/value heads times d_k counts.
sheet-heads-cache = Keys and values are kept in a cache, 4 bytes for each number. How many bytes are kept for 6 words with 2 key/value heads, and which share is that of 8?
sheet-heads-cache-hint = Both keys and values count: words times heads times width times bytes, twice.
sheet-heads-cache-answer = { $bytes } bytes instead of { $all }: { $share }.
sheet-heads-double = The text becomes twice as long, 12 words. How many times as many numbers do Q and the attention weights have?
sheet-heads-double-hint = Which of the two has a row for each word, and which a cell for each pair of words?
sheet-heads-double-answer = Q: { $Q } times. The attention weights: { $weights } times.

## The picture that other programs show of a link: its line below the name, and what it shows

preview-line = Step through attention with real numbers
preview-alt = Scores become attention weights: two matrices with their numbers, of a model trained to translate
