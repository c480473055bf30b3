### The page around all places, its header, and its first screen. It comes with the page's first scripts, so it is short.

## The page

app-name = Attention Stepper
open-model = Open a model
zoom-label = Zoom
zoom-words = words
zoom-layer = layer
zoom-stage = stage
zoom-number = number
questions = Questions
skip-link = Skip to the figure
language-label = Language
language-failed = The words of this language could not be loaded.
theme-label = Theme
theme-auto = system
theme-light = light
theme-dark = dark
incomplete = The rest of the page could not be loaded. The figure works without it.
load-again = Try again
part-loading = Loading …
part-failed = “{ $part }” could not be loaded. Check the connection.
failed-page = Explore, Learn and Train need it, and it needs WebAssembly. The documentation, the glossary and the exercise sheets do without.

## Its examples and tokens

sentence-hint-given = { $max } labels, with blanks between them.
sentence-hint = Each word or punctuation mark is a token, { $max } at most.
examples-label = Examples
examples-choose = choose an example
tokens-label = Tokens
tokens-context-label = Tokens of the second sentence
token-inspect = Inspect token { $number }, { $token }
token-inspect-ignored = Inspect token { $number }, { $token }, marked as padding
token-mark = Token { $number }, { $token }: padding
mark-padding = mark as padding
mark-done = done marking
mark-hint = Select a token to hide it as a key, as if it were padding: its attention weights become 0. Select it again to undo.
item-label = Showing:

## Shapes, and the stage for screen readers

stage-position = Stage { $number } of { $count }: { $name }
shapes-label = Shapes
shapes-scores = scores
shapes-bias_table = bias table (buckets × heads)
shapes-weights-label = Shapes of the parameters

## The places of the page

places = Places
place-learn = Learn
place-explore = Explore
place-train = Train
place-class = Class
place-checkpoint = Your model
place-write = Write it yourself
place-failed = { $place } could not be loaded.
trained-failed = The trained weights could not be loaded. Check the connection; if trying again does not help, reload the page.

## Undo and redo, and states as files

link-too-long = This state is too large for a link, so the address bar does not hold it.
save-state = Save it as a file
open-tensors = Open your own tensors (.npz, .npy, .safetensors)
undo = undo
redo = redo
undo-keys = Undo the last change (Ctrl+Z)
redo-keys = Redo what was undone (Ctrl+Shift+Z)
history-former = It was { $value }: the button after the slider goes back.
history-undone = Undone: { $fields }. { $left ->
    [0] Nothing more to undo.
   *[other] { $left } more.
}
history-redone = Redone: { $fields }. { $left ->
    [0] Nothing more to redo.
   *[other] { $left } more.
}

## Asking about a number that was set by hand

ask-input-edited = Set by hand; it was { $value }.

## The trained model on the page's first screen

trained-title = What does “it” mean?
trained-change = change the last word:
trained-sentence = The animal cannot cross the road because it is too …
trained-words = Words, and how much of its attention “{ $reader }” puts on each
trained-line = { $word }: { $weight }
trained-answer = In layer 2, “it” puts { $weight } of its attention on “{ $word }”.
trained-answer-nothing = In layer 2, “it” puts { $weight } of its attention on “·”, the model’s sign for nothing: “it” means nothing that the sentence names.
trained-gathers = In layer 1, “it” puts { $weight } of its attention on “{ $word }” and adds what it reads to its own row. In layer 2, the query of “it” is made from that row.
trained-no-it = The model answers only what “it” means. This sentence has no “it”.
trained-on = on { $sentences } made-up sentences of this kind, with { $words } words, by the engine of this page. It knows only such sentences. Of its answers to { $heldOut } that it never saw, { $accuracy } % are right.
trained-seeds = Trained from { $seeds } different beginnings, { $right } models answer all of those sentences. In this one, layer 1 looks most at the adjective in { $looks } % of them; in the others in { $min } to { $max } %, so a right answer does not show how it was found.
trained-nothing = “·” stands before every sentence: the word for nothing.
trained-two = Each layer has one round of attention; this model has two layers.
trained-asked = The model was trained to answer one thing: what “it” means. What the other words look at means nothing.
trained-checked = How sure is that?
trained-invite = Change the last word: it looks elsewhere.
trained-lesson = How does it do that?
trained-course = Start the course: 36 minutes
trained-course-on = Go on with the course
trained-how = Step through these numbers
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
  }. Of its answers to examples that it never saw, { $accuracy } are right.
trained-answer-one = “it” puts { $weight } of its attention on “{ $word }”.
trained-answer-one-nothing = “it” puts { $weight } of its attention on “·”, the model’s sign for nothing: “it” means nothing that the sentence names.
own-train = Its run in Train

## The links at the foot of the page, which stand in web/index.html too

footer-documentation = Documentation
footer-glossary = Glossary
footer-exercises = Exercise sheets
footer-examples = Embed it: examples
footer-class = Prepare for a class
footer-model = Open a model
