import { checkNames, checkObject, definedOnly } from "../checks.js";
import { resolve } from "../spec/spec.js";
import { TENSOR_FORM } from "../tensors.js";
import { PreparedCall, tensorsOf } from "./prepared-call.js";

/** Optional inputs in addition to Q, K and V. */
const OTHERS = ["key_valid", "allow", "keep", "relK", "relV", "bias_table", "bias_matrix", "sink", "positions"];

/**
 * Checks a call of attend (attention on given Q, K and V) and prepares it in engine memory.
 * @param {import("../engine.js").Core} core
 * @param {unknown} givenSpec
 * @param {unknown} givenInputs
 */
export function prepareAttend(core, givenSpec, givenInputs) {
  const { Q, K, V, ...others } = definedOnly(checkObject(givenInputs, "inputs"));
  checkNames(others, OTHERS, "input beside Q, K and V");
  for (const [name, tensor] of Object.entries({ Q, K, V })) checkObject(tensor, name, TENSOR_FORM);
  const resolved = resolve(givenSpec, givenInputs);
  const { heads, n_q, d_k, d_v } = resolved.spec;
  const tensors = tensorsOf(core, resolved);
  const result = d_v > d_k ? undefined : "Q"; // the context takes the place of the queries where it fits
  return { call: new PreparedCall(core, "attend", resolved.spec, tensors, [heads, n_q, d_v], { result }), tensors };
}
