## The trained model on the page's first screen

trained-title = What does “it” mean?
trained-change = change one word:
trained-sentence = The animal cannot cross the road because it is too …
trained-words = Words, and how much of its attention “{ $reader }” puts on each
trained-line = { $word }: { $weight }
trained-answer = In layer 2, “it” puts { $weight } of its attention on “{ $word }”.
trained-answer-nothing = In layer 2, “it” puts { $weight } of its attention on “·”, the model’s sign for nothing: “it” means nothing that the sentence names.
trained-gathers = In layer 1, “it” puts { $weight } of its attention on “{ $word }” and adds what it reads to its own row. In layer 2, the query of “it” is made from that row.
trained-no-it = The model answers only what “it” means. This sentence has no “it”.
trained-on = on { $sentences } made-up sentences of this kind, with { $words } words, by the engine of this page. It knows only such sentences. Of { $heldOut } that it never saw, it answers { $accuracy } % right.
trained-seeds = Trained from { $seeds } different beginnings, { $right } models answer all of those sentences. In this one, layer 1 looks most at the adjective in { $looks } % of them; in the others in { $least } to { $most } %, so a right answer does not show how it was found.
trained-nothing = “·” stands before every sentence: the word for nothing.
trained-two = A layer is one round of attention; this model has two.
trained-asked = In training, only “it” was asked: the other words’ attention weights mean nothing.
trained-checked = How sure is that?
trained-how = How does it do that?
trained-on-to-layer-2 = On to layer 2
trained-train = Train it yourself
trained-own = Own sentence and settings
trained-layers = Layer
trained-layer-1 = layer 1 · words gather what is around them
trained-layer-2 = layer 2 · “it” finds its noun
trained-edited = { $count ->
    [one] One trained number was changed by hand.
   *[other] { $count } trained numbers were changed by hand.
}
trained-in-train = in Train: { $steps ->
    [one] one step
   *[other] { $steps } steps
  }. Of examples that it never saw, it answers { $accuracy } right.
trained-answer-one = “it” puts { $weight } of its attention on “{ $word }”.
trained-answer-one-nothing = “it” puts { $weight } of its attention on “·”, the model’s sign for nothing: “it” means nothing that the sentence names.
own-train = Its run in Train
