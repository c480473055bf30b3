## Undo and redo, and states as files

link-too-long = This state is too large for a link, so the address bar does not hold it.
save-state = Save it as a file
undo = undo
redo = redo
undo-keys = Undo the last change (Ctrl+Z)
redo-keys = Redo what was undone (Ctrl+Shift+Z)
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
