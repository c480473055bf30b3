## The way from number to number

trail-label = How you got here
uses-heading = Used by
uses-count = { $name }: { $count ->
    [one] 1 number,
   *[other] { $count } numbers,
}
uses-largest = the largest in size is
uses-end = Nothing: this is the last stage.
uses-none = Nothing: everything that it could affect is hidden.
bench-open-dot = try these numbers in the dot-product calculator
bench-open-softmax = try these numbers in the softmax calculator
