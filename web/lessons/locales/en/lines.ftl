## Attention drawn as lines

picture-label = Drawn as
picture-matrix = matrix
picture-lines = lines
lines-note = A line is as strong as its weight; below 0.02 there is none.
lines-hint = Point at a line or a word to see one query’s lines; click to keep it. The tables have every weight.
