## Attention drawn as lines

picture-label = Drawn as
picture-matrix = matrix
picture-lines = lines
lines-note = Thicker means larger; none below 0.02.
lines-note-row = Thicker means larger; none below 0.02. Only “it” was trained, so only its lines are drawn.
lines-hint-row = Point at a line to see what “it” looks at; click to keep it. The tables have every weight, also those that mean nothing.
lines-hint-row-touch = Tap a line to see what “it” looks at. The tables have every weight, also those that mean nothing.
lines-hint = Point at a line or a word to see one query’s lines; click to keep it. The tables have every weight.
lines-hint-touch = Tap a line or a word to see one query’s lines. The tables have every weight.
