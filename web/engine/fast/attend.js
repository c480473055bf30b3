import { checkNames, checkObject, definedOnly, show } from "../checks.js";
import { AttentionError } from "../errors.js";
import { resolveFor } from "../spec/spec.js";
import { checkShape, checkTensor, readInputs } from "../tensors.js";
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
  const [q, k, v] = [checkTensor("Q", Q, [3]), checkTensor("K", K, [3]), checkTensor("V", V, [3])];
  const [heads, n_q, d_k] = /** @type {Shape} */ (q.shape);
  const [kv_heads, n_k] = /** @type {Shape} */ (k.shape);
  const [, , d_v] = /** @type {Shape} */ (v.shape);
  checkShape("K", k, [kv_heads, n_k, d_k]);
  checkShape("V", v, [kv_heads, n_k, d_v]);
  const inputs = readInputs(others);
  const sizes = { heads, kv_heads, d_k, d_v };
  const stated = definedOnly(checkObject(givenSpec, "spec"));
  for (const [field, size] of Object.entries(sizes)) {
    const value = stated[field] ?? size;
    if (value !== size) throw new AttentionError(field, `must be ${size} as in Q, K and V, got ${show(value)}`);
  }
  checkPosition(stated.position);
  /* The spec is resolved as that of a layer whose projections would produce these Q, K and V. */
  const layer = Object.entries({
    X: [n_q, heads * d_k],
    C: [n_k, kv_heads * d_k],
    Wq: [heads * d_k, heads * d_k],
    Wk: [kv_heads * d_k, kv_heads * d_k],
    Wv: [kv_heads * d_k, kv_heads * d_v],
  }).map(([name, shape]) => /** @type {[string, {shape: readonly number[]}]} */ ([name, { shape }]));
  const resolved = resolveFor({ ...stated, ...sizes }, new Map(/** @type {typeof layer} */ ([...inputs, ...layer])));
  const tensorsOfOthers = tensorsOf(core, { ...resolved, inputs });
  const tensors = new Map([...tensorsOfOthers, ["Q", q], ["K", k], ["V", v]]);
  const given = [...tensorsOfOthers.keys(), ...layer.map(([name]) => name)];
  const result = d_v > d_k ? undefined : "Q"; // the context takes the place of the queries where it fits
  return {
    call: new PreparedCall(core, "attend", resolved.spec, tensors, [heads, n_q, d_v], { given, result }),
    tensors,
  };
}

/** @typedef {[number, number, number]} Shape */

/** @param {any} position */
function checkPosition(position) {
  if (position?.kind === "sinusoidal" || position?.kind === "learned") {
    throw new AttentionError("position", `must not be ${position.kind} with Q, K and V`);
  }
}
