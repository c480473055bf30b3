import { resolve } from "../spec/spec.js";
import { checkShape, checkTensor } from "../tensors.js";
import { inputOf, PreparedCall, tensorsOf } from "./prepared-call.js";
import { KEEPS } from "../spec/dropout.js";

/** Inputs without a gradient of their own. P's equals E's. */
const NOT_VARIABLE = ["key_valid", "mask", "head_mask", "positions", "P", ...KEEPS];

/**
 * Checks and runs a call that computes a layer's output and its gradients.
 * @param {import("../engine.js").Core} core
 * @param {unknown} givenSpec
 * @param {unknown} givenInputs
 * @param {unknown} givenGradient gradient of the loss with respect to the output
 */
export function gradients(core, givenSpec, givenInputs, givenGradient) {
  const resolved = resolve(givenSpec, givenInputs);
  const { n_q, d_out } = resolved.spec;
  const tensors = tensorsOf(core, resolved);
  const dOutput = checkTensor("dOutput", givenGradient, [2]);
  checkShape("dOutput", dOutput, [n_q, d_out]);
  const variable = [...tensors].filter(([name]) => !NOT_VARIABLE.includes(name));
  const { memory, names } = core;
  const call = new PreparedCall(core, "gradients", resolved.spec, tensors, [n_q, d_out], {
    between: ["dOutput"],
    after: ["gradients"],
    more: [
      ["dOutput", n_q * d_out],
      ["gradients", names.tensors.length],
      ...variable.map(([name, { data }]) => /** @type {const} */ ([`gradient ${name}`, data.length])),
    ],
  });
  try {
    memory.heap.set(dOutput.data, call.at("dOutput") / 4);
    const table = memory.ints(call.at("gradients"), names.tensors.length).fill(0);
    for (const [name] of variable) {
      table[names.tensors.indexOf(name === "E" ? "X" : name)] = call.at(`gradient ${name}`);
    }
    const output = call.run(inputOf(tensors));
    const read = (/** @type {string} */ name, /** @type {string} */ of) => {
      const { shape, data } = inputOf(tensors)(name);
      return { shape: [...shape], data: memory.floats(call.at(`gradient ${of}`), data.length).slice() };
    };
    const all = Object.fromEntries(variable.map(([name]) => [name, read(name, name)]));
    if (tensors.has("P")) all.P = read("P", "E");
    return { output, gradients: all };
  } finally {
    call.free();
  }
}
