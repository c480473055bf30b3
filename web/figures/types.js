// Types shared by the figure layer. A figure is made in two steps: state and trace become a scene, plain data in
// pixels; painters turn the scene into a canvas drawing, an SVG string or the contents of a table.

/** @typedef {{shape: readonly number[], data: ArrayLike<number>}} Tensor */

/**
 * What a figure reads numbers from: `figureTrace` makes one from an engine's run.
 * @typedef {object} Trace
 * @property {readonly string[]} stages the stages of this walk, in order
 * @property {Readonly<Record<string, number>>} [spec] what was computed, in the engine's numbers, for the words at operators
 * @property {(id: string) => Tensor | null | undefined} tensor a stage or an input (`Wq`, `bo`, `allow`); nothing where it is absent
 * @property {(id: string) => boolean} [given] whether an input was given
 */

/** @typedef {{stage: string, index: readonly number[]}} Cell one number of one tensor */
/** @typedef {"light" | "dark"} Theme */
/** @typedef {"Q" | "K" | "V" | "weights" | "output" | "plain"} Role */
/** @typedef {(id: string, args?: Record<string, string | number>) => string} Translate a locale's messages; "" where there is none */
/** @typedef {(text: string, size: number) => number} Measure width in px of a text at a font size in px */
/** @typedef {(stage: string, index: readonly number[]) => boolean} Hidden whether attention may not look there */

/**
 * @typedef {object} Labels
 * @property {readonly string[]} queries tokens of the query side
 * @property {readonly string[]} keys tokens of the key side
 * @property {Record<string, readonly string[]>} [dimensions] names of columns, by matrix id
 * @property {Record<string, string>} [names] names of matrices where the id is not to be shown; `W_q` and `K^T` set small letters
 */

/**
 * One matrix of an equation, before it has a place: a rectangle of a tensor.
 * @typedef {object} Part
 * @property {string} id unique within the figure
 * @property {string} stage tensor it is cut from
 * @property {Role} role
 * @property {number} rows
 * @property {number} columns
 * @property {boolean} transposed drawn with rows and columns exchanged
 * @property {number} rank of the tensor: 1 (a bias), 2, or 3 with heads first
 * @property {number} slab head of a rank 3 tensor; 0 otherwise
 * @property {number} columnStart first column, where the part is a column block of a rank 1 or 2 tensor
 * @property {{index: number, count: number, kind: "head" | "kv-head"} | null} head
 * @property {boolean} upright a rank 2 tensor of which one head's row stands as a column
 * @property {{index: number, count: number} | null} reads the key/value head that its head reads, where heads share them
 * @property {{from: number, to: number} | null} readers the heads that read it, where heads share it
 * @property {number} block columns per head where heads stand side by side, or of what else belongs together; 0 where nothing does
 * @property {number} apart px between blocks on a line
 * @property {"queries" | "keys" | "dimensions"} rowAxis as drawn
 * @property {"queries" | "keys" | "dimensions"} columnAxis as drawn
 * @property {string} group parts of one group share a scale, so that equal colours are equal numbers
 * @property {boolean} result
 */

/**
 * @typedef {object} Operator
 * @property {"symbol" | "arrow"} kind
 * @property {string} text
 * @property {string} note
 * @property {string} [stage] the input it stands for (`scale`), so that it can be highlighted
 */

/** @typedef {"line" | "grid" | "heads"} Arrangement */
/** @typedef {{arrangement: Arrangement, items: (Part | Operator)[]}} Equation */

/**
 * A part with what its size on screen depends on.
 * @typedef {Part & {
 *   name: string, caption: string, shapeText: string, headText: string, headName: string,
 *   rowLabels: readonly string[] | null, columnLabels: readonly string[] | null,
 *   values: Float64Array, hidden: Uint8Array | null, sharingText: string,
 *   gutter: number, headerWidth: number, columnLabelWidth: number, columnLabelStep: number, digitCell: number
 * }} Prepared gutter: px that row labels take; columnLabelStep: least px from column to column at which flat labels do not touch; digitCell: least cell width in px at which digits fit, Infinity where none do; hidden: 0 for what is seen, 1 for what a mask hides, 2 for what dropout has dropped; sharingText: which heads share it
 */

/** @typedef {{x: number, y: number, cellWidth: number, cellHeight: number, blockGap: number, line: number, labelled: boolean, digits: boolean}} Place */
/** @typedef {Operator & {direction: "inline" | "right" | "down", x: number, y: number, width: number}} PlacedOperator y: middle */
/** @typedef {{places: Map<Prepared, Place>, operators: PlacedOperator[], bottom: number}} Layout */

/**
 * @typedef {object} Scale
 * @property {"diverging" | "sequential"} kind
 * @property {number} limit diverging: -limit to limit; sequential: 0 to limit
 * @property {readonly string[]} fills by shade
 * @property {readonly string[]} inks by shade, legible on the fill
 * @property {Uint32Array} colours fills as ImageData has them
 */

/**
 * A matrix as drawn. Its cells are flat arrays in row-major order as drawn.
 * @typedef {Prepared & Omit<Place, "digits"> & {
 *   gap: number, radius: number, shades: Uint16Array, scale: Scale, digits: string[] | null, digitSize: number
 * }} Matrix
 */

/**
 * @typedef {object} Text
 * @property {string} text
 * @property {number} x
 * @property {number} y baseline
 * @property {number} size px
 * @property {string} colour
 * @property {"start" | "middle" | "end"} anchor
 * @property {400 | 500 | 600} weight
 * @property {number} rotate degrees about (x, y)
 * @property {boolean} formula `_` and `^` set small letters
 * @property {string} role what it is: name, shape, row, column, axis, operator, note, group, legend
 * @property {string} [matrix] whose row it labels
 */

/** @typedef {{points: number[], colour: string, width: number}} Line a polyline: x, y, x, y, ... */
/** @typedef {{x: number, y: number, width: number, height: number, radius: number, fill: string}} Box */
/** @typedef {{x: number, y: number, width: number, height: number, radius: number, colour: string, stroke: number, halo: string, matrix: string, asked: boolean}} Ring */
/** @typedef {{title: string, from: string, to: string, kind: "diverging" | "sequential", limit: number, matrices: string[], x: number, y: number, width: number, height: number}} Legend */

/**
 * @typedef {object} Scene
 * @property {number} width px
 * @property {number} height px
 * @property {Theme} theme
 * @property {string} background the panel's tone, for painters that have no panel under them
 * @property {Matrix[]} matrices
 * @property {Box[]} boxes
 * @property {Line[]} lines
 * @property {Text[]} texts
 * @property {Ring[]} rings
 * @property {Legend[]} legends
 */

export {};
