## Why something cannot be used: field is its name in links and files, got is the value that was given

refused-integer = { $field }: must be an integer from { $min } to { $max }, { $got ->
  [NaN] but the field is empty
 *[other] got { $got }
}
refused-number = { $field }: must be a number from { $min } to { $max }, { $got ->
  [NaN] but the field is empty
 *[other] got { $got }
}
refused-choice = { $field }: must be one of { $known }; got { $got }
refused-characters = { $field }: at most { $max } characters, got { $got }
refused-tokens = { $field }: at most { $max } tokens, got { $got }
refused-empty = { $field }: must contain a word, got { $got }
refused-divide = { $field }: must divide the { $heads } heads, got { $got }
refused-pairs = RoPE rotates pairs of numbers, so { $size } must be even: change it first.
refused-model = { $field }: the trained model decides it: { $wanted }, not { $got }.
refused-words = { $field }: the hand-built weights know only these words: { $known }. They do not know { $got }.
problem-memory = These settings need more memory than there is, so the settings before them are shown again. { $reason }
refused-twice = { $field } appears twice in the link.
refused-unknown = Unknown field { $got }.
refused-misspelt = Unknown field { $got }. Did you mean { $near }?
refused-whole = { $field }: must be a whole number from 0 up, got { $got }
refused-head = { $field }: must be the index of a head, from 0, or all; got { $got }
refused-unreadable = { $field }: the link has { $got }, which cannot be read.
refused-file-size = { $field }: at most { $max } MB, got { $got }
refused-no-file = { $field } cannot be read. Is it a folder, or has it been moved?
refused-no-state = { $field } is not a state saved by this page. A file of numbers (.npy, .npz, CSV) belongs to “What if this number were different?” below.
refused-case = { $field } is a case for the command line: attention-stepper check { $field }. The page opens states, and the cases that it saved itself.
refused-whole-state = { $field } is a saved state or a case. Drop it on the page outside this table, or load it in “Take it with you: figures, numbers, code”; only numbers belong here.
refused-columns = { $field }: line { $line } has { $got } columns, the lines before it have { $columns }.
refused-no-number = { $field }: { $got } in line { $line }, column { $column } is not a number.
refused-gone-speed = The experiment “How fast is it?” is no longer on this page. The documentation shows how fast the engine is: “The engine”, “How fast”.

link-left-out = Part of the link cannot be used and is left out:
link-left-out-more = And { $count } more.
