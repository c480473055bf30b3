## Order experiment

order-text = Swap two words, and compare the output row of each word before and after.
order-cross = Only words of the first sentence are swapped; the keys and values stay as they are.
order-single = A single word has no order. Type a second one.
order-first = swap
order-second = with
order-swap = swap them
order-words = The words are now: { $words }
order-restore = restore the order
order-table = { $count ->
    [one] Output rows before and after: their one number. What differs is marked.
   *[other] Output rows before and after: their first { $count } numbers. What differs is marked.
  }
order-word = word
order-place = place
order-row = output row
order-before = before, { $place }
order-after = after, { $place }
order-blind = Attention alone is blind to order: each word kept its output row, and the rows only moved with the words. Largest difference: { $difference }, which is rounding (sums are added in another order). Turn positions or the causal mask on to see the outputs change.
order-blind-exact = Attention alone is blind to order: each word kept its output row, and the rows only moved with the words. Largest difference: exactly 0. Turn positions or the causal mask on to see the outputs change.
order-alike = The outputs did not change: largest difference exactly 0. The words that changed places are the same.
order-unmoved = The outputs did not change, except for rounding at most: largest difference { $difference }. What depends on places here ({ $causes }) makes no difference for these words.
order-large = Nothing here depends on places, but the numbers are so large that rounding shows: largest difference { $difference }.
order-sees-positions = With positions the outputs themselves changed: largest difference { $difference }. The same words in another order are a different sentence.
order-sees-causal = The causal mask depends on the order, so the outputs changed: largest difference { $difference }. Turn the mask off to see attention alone.
order-sees = The outputs themselves changed: largest difference { $difference }. What depends on places here: { $causes }.
order-cause-trained = positions, which this trained model adds to its words
order-cause-positions = positions
order-cause-causal = the causal mask
order-cause-window = the window
order-cause-painted = the painted mask
order-cause-ignored = keys marked as padding
order-cause-dropout = dropout
order-cause-edits = rows of X set by hand
