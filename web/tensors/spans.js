/** Tensors of files that are read together: one large piece of a file is read faster than many small ones. */

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./safetensors.js").PlacedTensor} PlacedTensor */
/** @typedef {{source: Source, begin: number, end: number, tensors: PlacedTensor[]}} Span bytes of a file that are read together */

/** The most bytes that are read together, but for a tensor that alone has more. Larger pieces are read no faster. */
const MOST = 2 ** 25;

/**
 * The pieces of files that hold tensors: those that follow each other in a file are in one.
 * @param {readonly PlacedTensor[]} tensors
 * @returns {Span[]}
 */
export function spansOf(tensors) {
  const sources = [...new Set(tensors.map(({ source }) => source))];
  return sources.flatMap((source) => {
    /** @type {Span[]} */
    const spans = [];
    const inFile = [...new Set(tensors.filter((tensor) => tensor.source === source))];
    for (const tensor of inFile.sort((a, b) => a.begin - b.begin)) {
      const { begin, end } = tensor;
      const last = spans.at(-1);
      if (last?.end === begin && end - last.begin <= MOST) {
        last.tensors.push(tensor);
        last.end = end;
      } else spans.push({ source, begin, end, tensors: [tensor] });
    }
    return spans;
  });
}

/**
 * The bytes of a span, and all numbers of the tensors in it, which may be views of these bytes.
 * @param {Span} span
 * @returns {{bytes: Uint8Array<ArrayBuffer>, numbers: Map<PlacedTensor, import("./number-types.js").Numbers>}}
 */
export function readSpan({ source, begin, end, tensors }) {
  const bytes = source.read(begin, end);
  const numbersOf = (/** @type {PlacedTensor} */ tensor) =>
    tensor.numbersIn(bytes.subarray(tensor.begin - begin, tensor.end - begin));
  return { bytes, numbers: new Map(tensors.map((tensor) => [tensor, numbersOf(tensor)])) };
}
