## The way from number to number

trail-label = The way here
uses-heading = Used by
uses-count = { $name }: { $count ->
    [one] 1 number,
   *[other] { $count } numbers,
}
uses-largest = the largest is
uses-end = Nothing: the walk ends here.
uses-none = Nothing: what it would feed is hidden.
bench-open-dot = try these numbers: dot-product bench
bench-open-softmax = try these numbers: softmax bench
