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
open-lens = The first guess after each layer
open-lens-text = If the residual stream were read out already there (the logit lens).
open-after = after layer { $layer }
open-before = before layer 1
open-probability = probability
open-numbers = Every number of this layer
open-stage = Stage
open-shape = { $shape } numbers
open-window-head = Head, from 0
open-window-row = First row, from 0
open-window-column = First column, from 0
open-window = { $stage }: rows from { $row }, columns from { $column }
open-number = { $stage } [{ $index }] = { $value }
open-operation = { $operation ->
    [dot] The sum of these products:
    [sum] The sum of:
    [mean] The mean of:
    [product] The product of:
    [softmax] e to the first of these, over the sum of e to each of them (softmax):
    [share] The first of these over the sum of all:
    [norm] The own number of this row, centred where the norm does so, over the root of the row’s mean square, then times weight and plus bias; the row:
    [apply] A function of one number (cap or activation) of:
    [gate] An activation of the first, times the second:
    [copy] The same number as:
    [skipped] Hidden: not computed from
    [allow] Hidden or not, from:
    [mask] Hidden pairs get a fixed score in place of:
    [input] Read from the model’s file.
    [zero] Zero.
   *[other] Computed from ({ $operation }):
}
open-range = { $field }: must be a whole number from 0 to { $max }, got { $got }.
open-more = and { $count } smaller ones
open-slow = The tokenizer took more than five seconds for this text, so it was ended. The files must be opened again.
