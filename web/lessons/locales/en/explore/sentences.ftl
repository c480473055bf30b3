## Sentences, on the page and in the element

failed = The engine could not start: { $reason }
sentence-label = Sentence
problem-empty = Type at least one word.
problem-tokens = At most { $max } tokens are possible; these are { $count }.
problem-characters = At most { $max } characters are possible; these are { $count }.
context-label = Second sentence (keys and values)
context-hint = Leave it empty for self-attention: the sentence attends to itself.
batch-label = Sentence { $number } of a batch
batch-hint = The sentences of a batch are padded to the same length.
