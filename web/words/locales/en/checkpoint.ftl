### Open a model: the reader's own files. Loaded with the place.

open-title = Open a model
open-text = A model’s own files, in your browser: where each head of each layer looks, what comes next, and every number on the way.
open-private = Read on this device only. Nothing is sent.
open-what = As transformers saves them: config.json, and model.safetensors or its parts with their index; tokenizer.json, so that you can type text. Weights in F32, F16 or BF16.
open-families = Families: { $families }.
open-folder = Choose a folder
open-files = Choose files
open-drop = or drop a folder or its files here
open-opening = Opening: the list of tensors is read and checked.
open-summary = { $family }: { $layers } layers, { $heads } heads, { $d_model } wide, { $parameters } parameters, { $megabytes } MB of { $types }
open-close = Close
open-closed = Closed: its memory is free again.
open-input-text = Text
open-input-ids = Token ids
open-input-ids-hint = whole numbers with commas between; these files have no tokenizer.json, which would cut a text
open-run = Walk
open-stop = Stop
open-progress = Layer { $layer } of { $layers } walked; { $read } of { $megabytes } MB read
open-reading = All layers walked. Reading out: { $share }
open-whole = All layers walked; { $read } of { $megabytes } MB read.
open-stopped = Stopped after layer { $layer } of { $layers }.
open-tokens = Tokens, as the model cuts them: choose one to see where it looks
open-grid = Where each head looks, by layer and head
open-layer = layer
open-head = head
open-cell = Layer { $layer }, head { $head }{ $does ->
    [previous] : most on the token before, { $share }
    [first] : most on the first token, { $share }
    [self] : most on the token itself, { $share }
    [successor] : most on what followed an earlier copy, { $share }
   *[none] { "" }
}
open-large = Layer { $layer }, head { $head }
open-looks = “{ $token }” looks { $share } at “{ $key }”.
open-row = Where “{ $token }” looks
open-on = token
open-weight = weight
open-does = On average over the tokens after the first
open-does-previous = on the token before
open-does-first = on the first token
open-does-self = on the token itself
open-does-successor = on what followed an earlier copy of the token
open-none = no such token
open-next = What comes next
open-next-text = The most probable tokens after the last one.
open-nothing-next = This family predicts no next token.
open-masked = What fits here
open-masked-text = The most probable tokens at “{ $token }”, token { $position }, by the model’s head for masked tokens. Choose another token above; write the model’s mask, such as [MASK], in place of a word to hide it.
open-lens = The first guess after each layer
open-lens-text = If the residual stream were read out already there (the logit lens).
open-after = after layer { $layer }
open-before = before layer 1
open-probability = probability
open-numbers = Every number
open-stage = Stage
open-inside = layer { $layer }
open-outside = outside of the layers
open-shape = { $shape } numbers.
open-window-head = Head
open-scroll = Scroll, or move with the arrow keys, Page Up and Page Down; click a number, or press Enter, to see where it comes from.
open-matrix = { $stage }{ $head ->
    [0] { "" }
   *[other] , head { $head }
}: rows and columns are counted from 0
open-number = { $stage } [{ $index }] = { $value }
open-stage-of = layer { $layer }: { $stage }
open-from = These numbers are of: { $names }
open-operation = { $operation ->
    [dot] The sum of these products:
    [sum] The sum of:
    [mean] The mean of:
    [product] The product of:
    [softmax] e to the first of these, over the sum of e to each of them (softmax):
    [share] The first of these over the sum of all:
    [norm] The first of these, less the mean of its row where the norm takes it off, over the root of the row’s mean square, then times weight and plus bias where there are these, the last ones. The row, weight and bias:
    [apply] A function of one number (cap or activation) of:
    [gate] An activation of the first, times the second:
    [copy] The same number as:
    [hidden] Zero, as the key is hidden. The row has:
    [token] The id of a token. What the model reads for it is row { $value } of its token embeddings.
    [allow] Hidden or not, from:
    [mask] Hidden pairs get a fixed score in place of:
    [input] Read from the model’s file.
    [zero] Zero.
   *[other] Computed from ({ $operation }):
}
open-between = { $name ->
    [mean] mean taken off
    [variance] mean square of the rest
    [root] root of that and epsilon
    [max] largest of the row
    [exponentials] sum of e to each less that
   *[sum] sum
}: { $value }
open-range = { $field }: must be a whole number from 1 to { $max }, got { $got }.
open-more = and { $count } more
open-slow = The tokenizer took more than five seconds for this text or its tokens, so it was ended. The files must be opened again.

# What each part adds to the next token
open-mlp = MLP
open-parts = What each part adds to the next token
open-parts-text = Each part writes a row of numbers into the residual stream at the last position. Read out, that row adds to the logit of a token, or takes away from it (direct logit attribution). All parts together are the logit (before a cap, where a model has one).
open-parts-of = Shown for
open-parts-first = the best token, “{ $first }”
open-parts-second = the second one, “{ $second }”
open-parts-difference = “{ $first }” more than “{ $second }”
open-parts-sum = All parts together, for { $of }: { $sum }
open-parts-map = Heads and MLP, by layer
open-parts-legend = Filled: adds. Empty: takes away. The stronger the square, the more.
open-parts-list = The parts, the largest first
open-part = part
open-parts-share = adds
open-parts-all = Show all { $count } parts
open-parts-fewer = Show fewer
open-parts-none = This model has norms after its residuals: what is read out is no sum of parts.
open-part-embeddings = embeddings
open-part-head = layer { $layer }, head { $head }
open-part-attention_bias = layer { $layer }, bias of attention
open-part-mlp = layer { $layer }, MLP
open-part-bias = bias of the last norm

# Parts replaced
open-off = Switch parts off, or patch them
open-off-text = What does the next token need? Choose a head in the grid, and switch it off, or the MLP of its layer, or both parts of the layer (ablation). Or give a part what it is for another text: where the next token changes with it, the part carries the difference (activation patching).
open-off-with = In place of a part
open-off-zero = zero
open-off-mean = its mean over the tokens
open-off-other = what it is for another text
open-off-where = Where
open-off-everywhere = at all tokens
open-off-here = only at “{ $token }”, token { $position }
open-off-other-text = The other text
open-off-other-ids = The other token ids
open-off-other-hint = It needs as many tokens as the first one, { $count }. A difference in one word is easiest to follow.
open-off-other-missing = Type the other text: a part is to be what it is there.
open-off-twice = { $part }: this is replaced already, or something of it is. Put that back first.
open-off-part = { $part ->
    [head] Layer { $layer }, head { $head }
    [mlp] MLP of layer { $layer }
    [stream] The stream after layer { $layer }
   *[layer] All of layer { $layer }
}
open-off-switch = { $part ->
    [head] Switch off layer { $layer }, head { $head }
    [mlp] Switch off the MLP of layer { $layer }
   *[layer] Switch off all of layer { $layer }
}
open-off-patch = { $part ->
    [head] Patch layer { $layer }, head { $head }
    [mlp] Patch the MLP of layer { $layer }
    [stream] Patch the stream after layer { $layer }
   *[layer] Patch all of layer { $layer }
}
open-off-on = Put back
open-off-on-again = { $part ->
    [head] Put back layer { $layer }, head { $head } ({ $how })
    [mlp] Put back the MLP of layer { $layer } ({ $how })
    [stream] Put back the stream after layer { $layer } ({ $how })
   *[layer] Put back all of layer { $layer } ({ $how })
}
open-off-are = Replaced now
open-off-running = { $is ->
    [other] Layer { $layers } of the other text walked.
   *[without] Layer { $layers } of { $of } walked with these parts replaced.
}
open-off-said = { $same ->
    [true] “{ $before }” still comes first.
   *[false] “{ $after }” comes first now; before it was “{ $before }”.
}
open-off-table = The next token, before and after
open-off-before = before
open-off-after = after
open-off-difference = percentage points

# An experiment as a link or a file
open-save = Save this experiment
open-saved-hint = The address above is a link to it: text, head and what is replaced, but not the model.
open-experiment = Open a saved experiment
open-identity = { $file }, { $bytes } bytes, header SHA-256 { $sha256 }
open-wants = This experiment is about a model in { $model }. Open that model to run it.
open-differs = This is not the model of the experiment: { $count ->
    [one] { $fields } differs
   *[other] { $fields } differ
}. The experiment wants { $wanted }; this model is { $got }.
open-differs-file = the file’s name
open-differs-bytes = the size
open-differs-sha256 = the SHA-256 of its header
