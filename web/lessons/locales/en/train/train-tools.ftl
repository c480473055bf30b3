## Train: weights as files

weights-save = Save the weights of step { $step }:
weights-code = PyTorch code that reads
weights-code-hint = The code needs torch and numpy alone. It reads the file beside it and computes the model’s answer to the example above.
weights-load = Start a run from the weights in a file:
weights-load-hint = .npz, safetensors or JSON, for a model with these settings. You may drop the file here.
weights-loaded = A run started with the weights of { $name }.

## Train: changed heads

heads-hint = Change how one head attends, and compare what the model of step { $step } then gets right.
heads-way = the head
heads-way-off = is switched off
heads-way-uniform = looks at all tokens evenly
heads-way-itself = looks at its own position
heads-way-previous = looks at the previous token
heads-way-first = looks at the first token
heads-way-mirrored = looks at the mirrored position
heads-way-swap = swaps with the next head
heads-way-mean = averages its layer’s heads
heads-measure = compare
heads-measuring = Comparing …
heads-table = Held-out examples with one head changed
heads-changed = changed
heads-nothing = nothing
heads-loss = loss
heads-accuracy = correct
heads-head = layer { $layer }, head { $head }
heads-answer = its weights are the answer
heads-alone = its layer has no other
heads-infinite = infinite
heads-examples = The head { $way }: measured on { $count } held-out examples, with the weights of step { $step }.
heads-verdict-needed = Most needed: layer { $layer }, head { $head }. Without its own attention the model gets { $percent } right, { $whole } with it.
heads-verdict-none = No head is needed as it is: with any one of them changed, the model gets nearly as much right.
