## Train: what a run has found

found-title = Found:
found-learns = It learned the task: { $accuracy } of the held-out answers are right, by guessing { $chance }.
found-partly = It learned the task in part: { $accuracy } of the held-out answers are right, by guessing { $chance }.
found-fails = It learned hardly more than guessing: { $accuracy } of the held-out answers are right, by guessing { $chance }.
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
  } In the example its heads look { $least } to { $most } characters back on average (0 is the character itself).
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
