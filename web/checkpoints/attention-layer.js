/** The attention of one layer of a model in a folder, by itself: what a case takes in place of weights. */
import { wholeNumber } from "../engine/checks.js";
import { openModel } from "./model.js";

/** What a spec says about the parts around attention. */
const AROUND = Object.freeze(["norm", "norm_place", "residual", "mlp", "activation", "d_ff"]);
/** What it says about norms, which queries and keys may have, too. */
const OF_NORMS = Object.freeze(["norm_epsilon", "norm_offset"]);

/** The inputs that only these parts read. */
const OF_PARTS = /^(norm_[12]_|output_norm_|mlp_|W_|b_)/;

/**
 * The spec and the weights of a layer's attention: X, which is not among them, is what enters Wq (after the norm before
 * attention, where there is one).
 * @param {import("./folder.js").Files} files
 * @param {unknown} index of the layer, from 0
 * @param {string} field of the index, for errors
 * @returns {{spec: import("../engine/spec/spec.js").Spec, inputs: Record<string, import("./parts.js").Tensor>}}
 * @throws {import("../engine/errors.js").AttentionError} that names the file and the field or tensor, or the index
 */
export function attentionLayer(files, index, field) {
  const model = openModel(files, null);
  const layer = wholeNumber(field, index, 0, model.summary.layers - 1);
  const { spec, parts } = model.architecture.layer(layer);
  const own = Object.entries(parts).filter(([name]) => !OF_PARTS.test(name));
  const left = spec.qk_norm ? AROUND : [...AROUND, ...OF_NORMS];
  return {
    spec: Object.fromEntries(Object.entries(spec).filter(([name]) => !left.includes(name))),
    inputs: Object.fromEntries(own.map(([name, part]) => [name, model.read(part)])),
  };
}
