## Attention drawn as lines

picture-label = Drawn as
picture-matrix = matrix
picture-lines = lines
lines-note = Thicker means larger; none below 0.02.
lines-hint = Point at a line or a word to see one query’s lines; click to keep it. The tables have every weight.
lines-hint-touch = Tap a line or a word to see one query’s lines. The tables have every weight.
