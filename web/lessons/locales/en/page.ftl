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
failed = The engine could not start: { $reason }
incomplete = The explanations, the other settings and the experiments could not be loaded. The figure works without them.
incomplete-again = Load them again

## Sentence

sentence-label = Sentence
sentence-hint = Words and punctuation become tokens, { $max } at most.
problem-empty = Type at least one word.
problem-tokens = At most { $max } tokens are possible; these are { $count }.
problem-characters = At most { $max } characters are possible; these are { $count }.
context-label = Second sentence (keys and values)
context-hint = Leave it empty for self-attention: the sentence attends to itself.
examples-label = Examples
examples-choose = choose an example
tokens-label = Tokens
tokens-context-label = Tokens of the second sentence
token-inspect = Inspect token { $number }, { $token }
token-inspect-ignored = Inspect token { $number }, { $token }, marked as padding
token-mark = Token { $number }, { $token }: padding
mark-padding = mark as padding
mark-done = done marking
mark-hint = Select a token to hide it as a key, as if it were padding: its weights become 0. Select it again to undo.
batch-label = Sentence { $number } of a batch
batch-hint = The sentences of a batch are padded to the same length.
item-label = Showing:
