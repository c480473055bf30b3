import { viewFields } from "../state/fields.js";
import { isTied } from "../state/sizes.js";
import { defaultState } from "../state/state.js";

/** @typedef {import("../state/state.js").State} State */
/** @typedef {import("./npy.js").AnyTensor} AnyTensor */
/** @typedef {Readonly<Record<string, AnyTensor>>} AnyTensors */
/**
 * What code is written for: a computed walk, and which of its stages is in view.
 * @typedef {object} Walk
 * @property {import("../engine/spec.js").ResolvedSpec} spec with every default filled in
 * @property {readonly string[]} stages in walking order
 * @property {AnyTensors} inputs everything given, and keep where dropout drew it
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
 * @property {boolean} tied whether Wk is Wq
 * @property {import("../state/state.js").Edits} edits numbers set by hand
 */

/** At most this many numbers are written out in the code; more are read from a file. */
const mostWritten = 1500;

/** @param {AnyTensor} tensor */
const count = ({ data }) => data.length;

/**
 * Whether these tensors together are better read from a file than written out.
 * @param {AnyTensors} tensors
 */
export const isLarge = (tensors) =>
  Object.values(tensors)
    .map(count)
    .reduce((sum, size) => sum + size, 0) > mostWritten;

/**
 * The walk itself, without what is in view.
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
  const width = /** @type {number} */ (shape.at(-1));
  const rows = Array.from({ length: data.length / width }, (_, row) => data.subarray(row * width, (row + 1) * width));
  return rows.some((row) => row.every((allowed) => allowed === 0));
}

/**
 * @param {Pick<Walk, "stage" | "head" | "spec">} walk
 * @returns {number | null} the head of the stage that is in view; null where the whole stage is
 */
export function headInView({ stage, head, spec }) {
  const flat = ["E", "P", "X", "C", "concat", "output"];
  if (flat.includes(stage) || head === "all") return null;
  const heads = ["K", "V", "K_rot"].includes(stage) ? spec.kv_heads : spec.heads;
  return head < heads ? head : null;
}

/**
 * The walk of a state, with the stage that is in view.
 * @param {State} state
 * @param {Pick<import("../state/inputs.js").StateInputs, "inputs" | "tokens" | "contextTokens">} stateInputs
 * @param {import("../engine/run.js").Run} run its walk, finished
 * @param {string} file name of the .npz file beside the code
 * @returns {Walk}
 */
export function walkOfState(state, { inputs, tokens, contextTokens }, run, file) {
  const tied = isTied(state, run.spec);
  const drawn = { seed: state.seed, tokens, contextTokens, tied, edits: state.edits };
  const recipe = state.recipe === "random" ? drawn : null;
  return { ...walkOf(run, inputs), stage: state.stage, head: state.head, recipe, file };
}

/**
 * The fields of a state that differ from the default and change numbers: enough for `inputsFromState`.
 * @param {State} state
 * @returns {Partial<State>}
 */
export function settingsOf(state) {
  const standard = /** @type {Record<string, unknown>} */ (defaultState);
  return Object.fromEntries(
    Object.entries(state).filter(([field, value]) => !viewFields.includes(field) && value !== standard[field]),
  );
}
