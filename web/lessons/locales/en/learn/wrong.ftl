## What is said of wrong answers before the right one: why they are wrong, in the order of the course

learn-above = Your guess is too large.
learn-below = Your guess is too small.

lesson-purpose-tired-not = “{ $other }” gets { $got }: neither nearness nor being a noun decides.
lesson-purpose-wide-not = “{ $other }” gets { $got }: what fitted “tired” need not fit “wide”.
lesson-purpose-dark-not = “{ $other }” gets { $got }: it is not what is dark.
lesson-purpose-gather-not = “{ $other }” gets { $got } here: before any noun can be found, “it” must know what is said of it.

lesson-rows-tokens-4-not = 4 counts “the” once, but it stands there twice.
lesson-rows-twice-different-not = They would differ if a row knew what stands around it.
lesson-rows-width-20-not = 20 is what X had with rows of 4 numbers.
lesson-rows-bank-different-not = The meaning is; the row is looked up by the word alone.

lesson-dot-product-sign-3-not = The third product is { $third }, which makes it larger.
lesson-dot-product-sign-1-not = The first product is { $first }, which makes it larger.
lesson-dot-product-longer-1-not = It would stay if only the direction counted.
lesson-dot-product-longer-4-not = It would grow fourfold if both rows were doubled.
lesson-dot-product-itself-smaller-not = −0.5 · (−0.5) is { $square }, above 0.

lesson-scores-count-10-not = 10 is how many queries and keys there are.
lesson-scores-read-not = You chose { $chosen }, in row “{ $looks }” and column “{ $seen }”: the score of “{ $looks }” looking at “{ $seen }”. Now the right one is selected:
lesson-scores-transpose-mixed-not = That is the shape of Q itself, not of its scores.
lesson-scores-transpose-columns-not = { $d_k } is how many products make one score.
lesson-scores-directions-same-not = They would be if each word had one row for both, query and key.

lesson-softmax-ratio-4-not = 4 times is how the scores compare, not the shares.
lesson-softmax-ratio-20-not = About { $first } times it is in the row “one”, whose differences are half as large.
lesson-softmax-temperature-same-not = They stay if a number is *subtracted* from all scores.
lesson-softmax-temperature-sharper-not = That is what a temperature below 1 does.

lesson-values-offer-not = “{ $other }” passes on { $got } there.
lesson-values-even-own-not = Its own value is only one of five.
lesson-values-even-sum-not = A sum would need attention weights of 1 each.
lesson-values-lookup-same-not = All differences of scores grow tenfold.
lesson-values-lookup-less-not = Less would need a higher temperature.

lesson-whole-walk-meet-projections-not = A row of Q, K or V is made of one row of X.
lesson-whole-walk-meet-context-not = In the context they meet again: its attention weights come from the scores.
lesson-whole-walk-reach-own-not = Wo works row by row, but each row it reads is already a mixture.
lesson-whole-walk-shape-keys-not = { $keys } cannot be added to X.
lesson-whole-walk-shape-scores-not = { $scores } cannot be added to X.

lesson-order-swap-different-not = To you it does: you know the order.
lesson-order-added-all-not = Column 1 moves by { $here }, column 15 by { $there }.
lesson-order-added-last-not = Column 15 is a slow hand: { $there } for one place.
lesson-order-swap-again-same-not = The words are the same, their rows no longer.
lesson-order-turn-upward-not = Up would be 90°, between places 1 and 2.
lesson-order-turn-downward-not = Down would be 270°, between places 4 and 5.
lesson-order-turn-rightward-not = It points to the right at place 0, and nearly so again at place 6.
lesson-order-distance-different-not = Both hands turn, by the same angle.
lesson-order-mask-same-not = That is so without the mask.

lesson-future-why-not = “{ $other }” is not the word after it.
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
lesson-scaling-saturate-few-not = The word in second place gets only { $second }.
lesson-scaling-saturate-even-not = That would need nearly equal scores; these have a standard deviation of { $spread }.
lesson-scaling-gradient-as-much-not = The score changes equally; its share changes { $times } times as much with scaling.

lesson-heads-two-not = “{ $other }” gets { $got }: it does not describe “dog”.
lesson-heads-article-not = “{ $other }” gets { $got }: its word is not the next one to be written.
lesson-heads-gender-not = “{ $other }” gets { $got }: it does not decide between “le” and “la”.
lesson-heads-whole-slice-not = A quarter is what comes out, not what goes in.
lesson-heads-side-by-side-4-not = Each head alone has 4 columns.
lesson-heads-mix-own-not = So it is in concat, before Wo.

lesson-two-sentences-shape-five-three-not = Rows are the words that look.
lesson-two-sentences-shape-three-three-not = It would be 3 × 3 if the sentence looked at itself.
lesson-two-sentences-widths-embeddings-not = Here they differ, { $x } and { $c }, and it works.
lesson-two-sentences-same-different-not = Both texts give the same rows.

lesson-next-word-guess-knows-not = “knows” fits “cat”, which is nearer but not the subject.
lesson-next-word-residual-rises-not = Then attention would have spoken against “know”.
lesson-next-word-residual-stays-not = Then attention would have brought nothing.
lesson-next-word-every-row-cats-not = “dogs” is several, but “this” decides here.
lesson-next-word-wrong-laughs-not = Good English would go on with “laughs”, but the question is what this model says.

lesson-places-layers-words-not = Then layer 1 would have been in vain.
lesson-places-layers-output-not = Alone, it would lose what X had.
lesson-places-later-different-not = The two texts differ only after “it”.

lesson-learning-slope-down-not = That takes the number of the output further below 1.
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
