/** @typedef {import("./npy.js").AnyTensor} AnyTensor */
/** @typedef {Readonly<Record<string, AnyTensor>>} AnyTensors */
/** @typedef {Partial<import("../state/state.js").State>} SomeState */
/**
 * What code is written for: a walk that was computed, and what is looked at.
 * @typedef {object} Walk
 * @property {import("../engine/spec.js").ResolvedSpec} spec with nothing left open
 * @property {readonly string[]} stages in walking order
 * @property {AnyTensors} inputs all that is given, keep too where dropout drew it
 * @property {boolean} emptyRows whether some query may see no key
 * @property {string} stage
 * @property {number | "all"} head
 * @property {Recipe | null} recipe how PyTorch draws the inputs; null where they cannot be drawn again
 * @property {string} file name of the .npz file that holds larger inputs
 *
 * @typedef {object} Recipe
 * @property {number} seed
 * @property {readonly string[]} tokens
 * @property {readonly string[] | null} contextTokens
 */

/** So many numbers are written out in the code; more are read from a file. */
const written = 1500;

/** @param {AnyTensor} tensor */
const count = ({ data }) => data.length;

/**
 * Whether these tensors, as a whole, are better read from a file than written out.
 * @param {AnyTensors} tensors
 */
export const isLarge = (tensors) =>
  Object.values(tensors)
    .map(count)
    .reduce((sum, size) => sum + size, 0) > written;

/**
 * What the walk reads, drawn or given.
 * @param {import("../engine/run.js").Run} run finished
 * @param {AnyTensors} inputs
 * @returns {Pick<Walk, "spec" | "stages" | "inputs" | "emptyRows">}
 */
export function walkOf(run, inputs) {
  /** @type {AnyTensors} */
  const drawn = run.stages.includes("dropped") && !("keep" in inputs) ? { keep: run.tensor("keep") } : {};
  return { spec: run.spec, stages: run.stages, inputs: { ...inputs, ...drawn }, emptyRows: hasEmptyRow(run) };
}

/** @param {import("../engine/run.js").Run} run */
function hasEmptyRow(run) {
  if (!run.auxiliary.includes("allow")) return false;
  const { shape, data } = run.tensor("allow");
  const width = shape.at(-1) ?? 1;
  const rows = Array.from({ length: data.length / width }, (_, row) => data.subarray(row * width, (row + 1) * width));
  return rows.some((row) => row.every((open) => open === 0));
}

/**
 * What is looked at: the stage, or its one head.
 * @param {Pick<Walk, "stage" | "head" | "spec">} walk
 * @returns {number | null} the head; null where all of the tensor is
 */
export function headInView({ stage, head, spec }) {
  const flat = ["E", "P", "X", "C", "concat", "output"];
  if (flat.includes(stage) || head === "all") return null;
  const heads = ["K", "V", "K_rot"].includes(stage) ? spec.kv_heads : spec.heads;
  return head < heads ? head : null;
}
