import { resolve } from "../spec/spec.js";
import { PreparedCall, tensorsOf } from "./prepared-call.js";

/**
 * Checks a call of forward (a whole layer, from the embeddings to the output) and prepares it in engine memory.
 * @param {import("../engine.js").Core} core
 * @param {unknown} givenSpec
 * @param {unknown} givenInputs
 */
export function prepareForward(core, givenSpec, givenInputs) {
  const resolved = resolve(givenSpec, givenInputs);
  const tensors = tensorsOf(core, resolved);
  const { n_q, d_out } = resolved.spec;
  return { call: new PreparedCall(core, "forward", resolved.spec, tensors, [n_q, d_out], { between: [0] }), tensors };
}
