## Numbers set by hand

numbers-text = Type over any number that the walk starts from. Everything above is updated at once; undo reverts it. Your numbers are stored in this page’s link, after #, so no server sees them. If there are too many for a link, save them in a file.
numbers-tensor = Which numbers
numbers-head = head
numbers-grid = { $head ->
    [0] Numbers of { $name }
   *[other] Numbers of { $name }, head { $head }
}
numbers-keys = Arrow keys move, typing starts an edit, Enter or Tab accepts it, Escape cancels it, Delete resets the number. A block pasted from a spreadsheet starts at the selected number.
numbers-keys-touch = Tap a number to change it; undo brings the old one back.
numbers-file = Numbers for { $name } from a file (CSV, TSV, JSON, .npy, .npz), or drop one on the grid:
numbers-typing = Row { $row }, column { $column }
numbers-was = Set by hand; was { $value }
numbers-bad = “{ $text }” is not a number that a float32 can hold, so row { $row }, column { $column } was not changed.
numbers-set = { $count ->
    [one] One number of { $name } was changed.
   *[other] { $count } numbers of { $name } were changed.
}
numbers-pasted = what was pasted
numbers-room = has the shape { $got }, and from here at most { $room } fits
numbers-shape = { $tensor } needs the shape { $wanted }, got { $got }
numbers-count = { $count ->
    [one] One number is set by hand
   *[other] { $count } numbers are set by hand
}, { $here } of them in { $name }.
numbers-reset-tensor = reset { $name }
numbers-reset-all = reset all
numbers-part = Rows { $row } to { $lastRow } of { $rows }, columns { $column } to { $lastColumn } of { $columns }
numbers-up = previous rows
numbers-down = next rows
numbers-left = previous columns
numbers-right = next columns
