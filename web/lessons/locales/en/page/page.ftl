## The page

app-name = Attention Stepper
app-tagline = Attention lets each word gather information from other words. Every number here was computed in your browser, just now.
start = start at { $name }
questions = questions
settings = settings
skip-link = Skip to the figure
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

sentence-hint = Words and punctuation become tokens, { $max } at most.
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
