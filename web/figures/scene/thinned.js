/** @typedef {import("../types.js").Trace} Trace */
/** @typedef {import("../types.js").Tensor} Tensor */

/** @param {number} size @param {number} most @returns {number[]} so many places, evenly spread */
function places(size, most) {
  const count = Math.min(size, most);
  return Array.from({ length: count }, (_, at) => Math.floor((at * size) / count));
}

/**
 * @param {Tensor} tensor
 * @param {{rows: number, columns: number}} most of each of its matrices
 * @returns {Tensor} itself where it is small
 */
function thin(tensor, most) {
  const [rows, columns] = tensor.shape.slice(-2);
  if (tensor.shape.length < 2 || (rows <= most.rows && columns <= most.columns)) return tensor;
  const [down, across] = [places(rows, most.rows), places(columns, most.columns)];
  const slabs = tensor.shape.length === 3 ? tensor.shape[0] : 1;
  const data = new Float32Array(slabs * down.length * across.length);
  let to = 0;
  for (let slab = 0; slab < slabs; slab++) {
    for (const row of down) {
      const start = (slab * rows + row) * columns;
      for (const column of across) data[to++] = tensor.data[start + column];
    }
  }
  return { shape: [...tensor.shape.slice(0, -2), down.length, across.length], data };
}

/**
 * A walk with fewer rows and columns, evenly picked from all, for pictures too small for the others: what stands at one
 * place is picked alike in every tensor.
 * @param {Trace} trace
 * @param {{rows: number, columns: number}} most
 * @returns {Trace}
 */
export function thinned(trace, most) {
  /** @type {Map<string, Tensor | null>} */
  const known = new Map();
  return {
    ...trace,
    tensor(id) {
      const before = known.get(id);
      if (before !== undefined) return before;
      const whole = trace.tensor(id);
      const tensor = whole ? thin(whole, most) : null;
      known.set(id, tensor);
      return tensor;
    },
  };
}
