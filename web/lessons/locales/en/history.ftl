## Undo and redo

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
