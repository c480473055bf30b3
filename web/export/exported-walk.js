import { keepOf } from "../engine/spec/dropout.js";
import { rowOf } from "../engine/stages.js";
import { viewFields } from "../state/fields.js";
import { isSecondLayer } from "../state/recipes/trained-models.js";
import { isTied } from "../state/sizes.js";
import { defaultState } from "../state/state.js";

/** @typedef {import("../state/state.js").State} State */
/** @typedef {import("../tensors/npy.js").AnyTensor} AnyTensor */
/** @typedef {Readonly<Record<string, AnyTensor>>} AnyTensors */
/**
 * A computed walk (one pass through the stages, from embeddings to output), with the stage that is in view.
 * @typedef {object} Walk
 * @property {import("../engine/spec/spec.js").ResolvedSpec} spec with every default filled in
 * @property {readonly string[]} stages in the order of computation
 * @property {AnyTensors} inputs the given inputs, and the masks of dropout that the engine drew
 * @property {boolean} zeroRows whether some query sees no key, or all its visible weights underflow to 0
 * @property {string} stage
 * @property {number | "all"} head
 * @property {Recipe | null} recipe how PyTorch draws the inputs; null: they are not random
 * @property {string} file name of the .npz file with the inputs, if they are large
 *
 * @typedef {object} Recipe
 * @property {number} seed
 * @property {readonly string[]} tokens
 * @property {readonly string[] | null} contextTokens
 * @property {boolean} tied whether Wk equals Wq
 * @property {import("../state/state.js").Edits} edits numbers set by hand
 */

/** Exported code contains at most this many numbers; it reads more from a file. */
const maxLiterals = 1500;

/** @param {AnyTensor} tensor */
const count = ({ data }) => data.length;

/**
 * Whether exported code reads these tensors from a file.
 * @param {AnyTensors} tensors
 */
export const isLarge = (tensors) =>
  Object.values(tensors)
    .map(count)
    .reduce((sum, size) => sum + size, 0) > maxLiterals;

/**
 * The numbers of a walk, without the stage in view.
 * @param {import("../engine/run.js").Run} run finished
 * @param {AnyTensors} inputs
 * @returns {Pick<Walk, "spec" | "stages" | "inputs" | "zeroRows">}
 */
export function walkOf(run, inputs) {
  return { spec: run.spec, stages: run.stages, inputs: { ...keptBy(run), ...inputs }, zeroRows: hasZeroRow(run) };
}

/** The masks of dropout of a walk. @param {import("../engine/run.js").Run} run @returns {AnyTensors} */
const keptBy = (run) =>
  Object.fromEntries(
    run.stages.flatMap((stage) => {
      const keep = keepOf(stage);
      return keep ? [[keep, run.tensor(keep)]] : [];
    }),
  );

/**
 * Whether some query sees no key, or has visible weights that are all 0 before they are renormalised to 0/0.
 * @param {import("../engine/run.js").Run} run
 */
function hasZeroRow(run) {
  if (!run.auxiliary.includes("allow")) return false;
  if (run.spec.mask_mode === "after_softmax_renormalised" && run.tensor("weights").data.some(Number.isNaN)) return true;
  const { shape, data } = run.tensor("allow");
  const width = /** @type {number} */ (shape.at(-1));
  const rows = Array.from({ length: data.length / width }, (_, row) => data.subarray(row * width, (row + 1) * width));
  return rows.some((row) => row.every((allowed) => allowed === 0));
}

/**
 * The head in view.
 * @param {Pick<Walk, "stage" | "head" | "spec">} walk
 * @returns {number | null} null: the whole stage is in view
 */
export function headInView({ stage, head, spec }) {
  const [axis] = rowOf(stage)?.axes ?? [];
  if ((axis !== "heads" && axis !== "kv_heads") || head === "all") return null;
  return head < spec[axis] ? head : null;
}

/**
 * The walk of a state, with the stage that is in view.
 * @param {State} state
 * @param {Pick<import("../state/inputs.js").StateInputs, "inputs" | "tokens" | "contextTokens">} stateInputs
 * @param {import("../engine/run.js").Run} run its walk, finished
 * @param {string} file name of the .npz file with the inputs
 * @returns {Walk}
 */
export function walkOfState(state, { inputs, tokens, contextTokens }, run, file) {
  const tied = isTied(state, run.spec);
  const drawn = { seed: state.seed, tokens, contextTokens, tied, edits: state.edits };
  const recipe = state.recipe === "random" && !isSecondLayer(state) ? drawn : null;
  return { ...walkOf(run, inputs), stage: state.stage, head: state.head, recipe, file };
}

/**
 * The fields of a state that affect numbers and differ from the default: what `inputsFromState` needs.
 * @param {State} state
 * @returns {Partial<State>}
 */
export function settingsOf(state) {
  const standard = /** @type {Record<string, unknown>} */ (defaultState);
  return Object.fromEntries(
    Object.entries(state).filter(([field, value]) => !viewFields.includes(field) && value !== standard[field]),
  );
}
