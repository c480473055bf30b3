## Numbers set by hand

numbers-text = Type over any number that the walk begins with. Everything above follows at once, and undo takes it back. Your numbers live in this page’s link, after #: no server sees them. Too many for a link, they go to a file.
numbers-tensor = Which numbers
numbers-head = head
numbers-grid = { $head ->
    [0] Numbers of { $name }
   *[other] Numbers of { $name }, head { $head }
}
numbers-keys = Arrow keys move, typing begins, Enter or Tab keeps, Escape drops, Delete puts back what was drawn. Pasting a block of a spreadsheet fills from the chosen number on.
numbers-file = Numbers for { $name } from a file (CSV, TSV, JSON, .npy), or drop one on the grid:
numbers-typing = Row { $row }, column { $column }
numbers-was = Set by hand; was { $value }
numbers-bad = “{ $text }” is no number that a float32 can hold, so row { $row }, column { $column } stays as it was.
numbers-set = { $count ->
    [one] One number of { $name } was changed.
   *[other] { $count } numbers of { $name } were changed.
}
numbers-pasted = what was pasted
numbers-room = has the shape { $got }, and from here on there is room for { $room }
numbers-shape = { $tensor } needs the shape { $wanted }, got { $got }
numbers-count = { $count ->
    [one] One number is set by hand
   *[other] { $count } numbers are set by hand
}, { $here } of them in { $name }.
numbers-reset-tensor = put { $name } back
numbers-reset-all = put all back
numbers-part = Rows { $row } to { $lastRow } of { $rows }, columns { $column } to { $lastColumn } of { $columns }
numbers-up = rows before
numbers-down = rows after
numbers-left = columns before
numbers-right = columns after
