// The types of the figures. A figure is made in two steps: state and trace become a scene, plain data in px;
// painters turn the scene into a canvas drawing, an SVG string or the contents of a table. Inside a scene, an equation
// (parts and operators) is prepared (numbers, words, what their sizes depend on), laid out (places) and coloured (scales).

// What figures read.

/**
 * Row-major: [length] (a bias), [rows, columns] or [heads, rows, columns]; see `lengthsOf`.
 * @typedef {{shape: readonly number[], data: ArrayLike<number>, largest?: () => number}} Tensor largest: finds the largest
 *   finite magnitude faster than by reading `data`, which can have millions of numbers
 */

/**
 * Where a figure reads its numbers: `figureTrace` makes one from an engine's run.
 * @typedef {object} Trace
 * @property {readonly string[]} stages of this walk (the pass from embeddings to output), in the order in which they are computed
 * @property {Readonly<Partial<import("../engine/spec/spec.js").ResolvedSpec>>} [spec] the settings of the walk, which the texts at operators mention
 * @property {(id: string) => Tensor | null | undefined} tensor a stage or an input (`Wq`, `bo`, `allow`); undefined or
 *   null where the walk does not have it
 * @property {(id: string) => boolean} [given] whether an input was given
 * @property {WeakMap<Tensor, number>} [magnitudes] the largest magnitude of tensors whose colours were computed, so that
 *   it is found once for all figures of a trace
 */

/** @typedef {{stage: string, index: readonly number[]}} Cell one number of one tensor; index: one for each axis of its shape */
/** @typedef {"light" | "dark"} Theme */
/** @typedef {"Q" | "K" | "V" | "weights" | "output" | "plain"} Role what a matrix is in attention; it sets the colour of its name */
/** @typedef {"queries" | "keys" | "dimensions"} Axis what the rows or the columns of a matrix stand for */
/** @typedef {(id: string, args?: Record<string, string | number>) => string} Translate returns the text of a message in a locale; "" where the locale does not have it */
/** @typedef {{(text: string, size: number, weight?: 400 | 600): number, font?: string}} Measure returns the width in px of a text at a font size in px, and in bold for 600; font: the family that it measures, where it is not that of figures */
/** @typedef {{mask: Tensor, value: number}} Hidden which keys are hidden from which queries: those where a mask, [n_q, n_k] for all heads or [heads, n_q, n_k], has this value */

/**
 * @typedef {object} Labels
 * @property {readonly string[]} queries tokens of the query side
 * @property {readonly string[]} keys tokens of the key side
 * @property {Record<string, readonly string[]>} [dimensions] names of columns, by matrix id; for a matrix with heads: those of all heads, one head after the other
 * @property {Record<string, string>} [names] names of matrices that are shown in place of their ids; formulas: `_` sets subscripts and `^` superscripts, as in `W_q` and `K^T`
 */

// An equation: which matrices and operators a figure has.

/**
 * One matrix of an equation, before it has a place: the rectangle (slice) of a tensor that belongs to one head.
 * @typedef {object} Part
 * @property {string} id unique within the figure
 * @property {string} stage the tensor it is cut from: a stage or an input
 * @property {Role} role
 * @property {number} rows as drawn
 * @property {number} columns as drawn
 * @property {boolean} transposed drawn with rows and columns exchanged
 * @property {number} rank of the tensor: 1 [length], 2 [rows, columns] or 3 [heads, rows, columns]
 * @property {number} slab index of the head's matrix in a tensor of rank 3; 0 otherwise
 * @property {number} columnStart first column, where the part is a block of columns of a tensor of rank 1 or 2
 * @property {{index: number, count: number, kind: "head" | "kv-head"} | null} head the head it belongs to and how many heads its tensor has; null where it has none or one
 * @property {boolean} upright whether a row of a tensor of shape [heads, length] is drawn as a column
 * @property {{index: number, count: number} | null} reads the key/value head that its query head reads, and how many there are; null where query heads do not share key/value heads
 * @property {{from: number, to: number} | null} readers first and last of the query heads that read this key/value head; null where query heads do not share key/value heads
 * @property {number} block number of columns per block, such as those of one head; 0 where there are no blocks
 * @property {number} ownBlockGap gap between such blocks in px, in all figures but concatenations
 * @property {Axis} rowAxis as drawn
 * @property {Axis} columnAxis as drawn
 * @property {string} group parts of one group share a colour scale, so that equal colours mean equal numbers
 * @property {boolean} result whether it is what the equation computes
 */

/**
 * @typedef {object} Operator
 * @property {"symbol" | "arrow"} kind a sign of arithmetic between matrices, or an operation on a whole matrix
 * @property {string} text a formula
 * @property {string} note a formula; a second, smaller line, or ""
 * @property {string} [stage] the input that it stands for (`scale`): the operator is highlighted where the inspected number depends on that input
 */

/** @typedef {"line" | "grid" | "heads"} Arrangement line: an equation; grid: the same stage of each head; heads: heads side by side, and below them their concatenation */
/** @typedef {{arrangement: Arrangement, items: (Part | Operator)[]}} Equation */

// Layout: sizes and places, all in px from the scene's top left corner.

/**
 * A part with everything that its size on the screen depends on.
 * @typedef {Part & {
 *   name: string, caption: string, shapeText: string, headText: string, headName: string, sharingText: string,
 *   rowLabels: readonly string[] | null, columnLabels: readonly string[] | null,
 *   values: Float32Array | Float64Array, hidden: Uint8Array | null,
 *   gutter: number, headerWidth: number, columnLabelWidth: number, columnLabelStep: number, digitCell: number
 * }} Prepared
 * - name: a formula; caption: the name and all further facts about the matrix, as plain text
 * - headText, headName: "head 2 of 4" and "head 2", or ""; sharingText: which heads share it, or ""
 * - rowLabels, columnLabels: one for each row and column (there can be more), null where they have none
 * - values: row-major, as drawn
 * - hidden: a mark for each value (`marked`): 0 for none, 1 for what a mask hides, 2 for what dropout has dropped
 * - gutter: width of the row labels and of the gap between these and the matrix
 * - headerWidth: width of the texts above the matrix that are never cut
 * - columnLabelWidth: width of the widest column label; columnLabelStep: smallest distance from column to column at which
 *   horizontal labels do not touch
 * - digitCell: smallest cell width at which all digits fit, Infinity where digits never fit
 */

/** @typedef {{x: number, y: number, cellWidth: number, cellHeight: number, blockGap: number, line: number, labelled: boolean, bare?: boolean, digits: boolean, low?: boolean}} Place x, y: the first cell's corner; line: number of the line of matrices that it is in; labelled: whether row labels are drawn; bare: whether column labels are left out; low: whether name and shape share a line */
/** @typedef {Operator & {direction: "inline" | "right" | "down", x: number, y: number, width: number}} PlacedOperator x: its left edge; y: its middle */
/** @typedef {{places: Map<Prepared, Place>, operators: PlacedOperator[], bottom: number}} Layout */

// A scene: what painters paint.

/**
 * @typedef {object} Scale
 * @property {"diverging" | "sequential"} kind
 * @property {number} limit diverging: from -limit to limit; sequential: from 0 to limit
 * @property {readonly string[]} fills colour of each shade
 * @property {readonly string[]} inks colour of digits on each shade
 * @property {Uint32Array} colours the fills as ImageData stores them
 */

/**
 * A matrix as drawn. Its cells are flat arrays, row-major, as drawn.
 * @typedef {Prepared & Omit<Place, "digits"> & {
 *   gap: number, radius: number, shades: Uint16Array, scale: Scale, digits: string[] | null, digitSize: number, rims?: Int16Array | null
 * }} Matrix
 * - gap: px between cells; radius: px, of their corners
 * - shades: an index into the scale's fills for each cell
 * - rims: the shade of each cell's lower edge: that of its number before a slider moved; below 0 where it has none
 * - digits: the text of each cell, null where they do not fit; digitSize: font size in px
 */

/**
 * @typedef {object} Text
 * @property {string} text
 * @property {number} x
 * @property {number} y of the baseline
 * @property {number} size px
 * @property {string} colour
 * @property {"start" | "middle" | "end"} anchor which end of the text is at x
 * @property {400 | 500 | 600} weight
 * @property {number} rotate degrees about (x, y)
 * @property {boolean} formula whether `_` sets subscripts and `^` superscripts
 * @property {string} role what it is: name, shape, row, column, axis, operator, note, group, legend, tick
 * @property {string} [matrix] id of the matrix whose row it labels
 */

/** @typedef {{points: number[], colour: string, width: number}} Line a polyline; points: x, y, x, y, ... */
/** @typedef {{x: number, y: number, width: number, height: number}} Area */
/** @typedef {Area & {radius: number, fill: string}} Box a filled rectangle */
/** @typedef {{path: string, fill: string, stroke: string, width: number, dash: readonly number[], opacity: number}} Shape path: as in SVG; fill, stroke: colours, or "none"; width: of the stroke in px; dash: of the stroke, none where it is empty */
/** @typedef {Area & {radius: number, colour: string, stroke: number, halo: string, matrix: string, inspected: boolean}} Ring a ring around cells of a matrix; halo: colour of the margin around its line; matrix: id; stroke: width of its line in px; inspected: whether it is around the inspected number, and not around a source of it */
/** @typedef {Area & {title: string, from: string, to: string, kind: "diverging" | "sequential", limit: number, fills: readonly string[], matrices: string[]}} Legend the legend of one scale; from, to: the ends of the scale as text; fills: its colours; matrices: ids of the matrices with this scale */

/**
 * @typedef {object} Scene
 * @property {number} width px
 * @property {number} height px
 * @property {Theme} theme
 * @property {string} background the colour behind the scene, for painters that have to paint it themselves, such as SVG files
 * @property {Matrix[]} matrices
 * @property {Box[]} boxes
 * @property {Line[]} lines
 * @property {Text[]} texts
 * @property {Ring[]} rings
 * @property {Legend[]} legends
 * @property {readonly Shape[]} [shapes] painted below lines and texts
 * @property {string} [font] the family of its texts, where it is not that of figures
 * @property {number} [zoom] how many px of a file one px of the scene is; 1 by default
 * @property {string} [description] what it shows, for a file that is read out; its numbers are not in tables beside it
 */

export {};
