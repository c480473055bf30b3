/** Training a model in a folder further: the engine's model with its weights, and the way back to the folder's tensors. */
import { AttentionError } from "../engine/errors.js";
import { countOf } from "../tensors/source.js";
import { Composed, isComposed } from "./composed.js";
import { writePart } from "./parts.js";

/**
 * @typedef {import("./model.js").CheckpointModel} Checkpoint
 * @typedef {import("./parts.js").Part} Part
 * @typedef {import("./parts.js").Tensor} Tensor
 * @typedef {import("../engine/training-engine.js").TrainingEngine} Engine
 * @typedef {Required<Pick<import("../engine/model/model-spec.js").OptimizerSpec, "lr" | "betas" | "eps" | "weight_decay">>} AdamW
 */

/**
 * Loads a model with all its weights, to be trained by AdamW.
 * @param {Checkpoint} checkpoint
 * @param {Engine} engine
 * @param {number} n tokens of a sequence
 * @param {AdamW} optimizer
 * @returns {Training} free it
 * @throws {AttentionError} where the model cannot be trained, or has fewer positions
 */
export function openTraining(checkpoint, engine, n, optimizer) {
  const { summary, architecture } = checkpoint;
  if (!architecture.readout) {
    const got = `${summary.family}, which predicts no next token`;
    throw new AttentionError("model", `must be one that can be trained, got ${got}`);
  }
  if (summary.positions !== null && n > summary.positions)
    throw new AttentionError("model", `must have ${n} positions for these tokens, got ${summary.positions}`);
  return new Training(checkpoint, engine, n, optimizer);
}

/** A model of the engine with the weights of one in a folder. */
export class Training {
  #checkpoint;
  #model;
  #optimizer;
  /** The parts of the parameters, by their names in the engine. @type {Map<string, Part>} */
  #parts;
  /** What makes the engine's embeddings and readout of others; null where they are the folder's own. @type {Composed | null} */
  #composed;
  /** Parameters that the engine's model has and this one has not: biases 0 and weights of norms 1, put back after each step. */
  #fixed;

  /**
   * @param {Checkpoint} checkpoint
   * @param {Engine} engine
   * @param {number} n
   * @param {AdamW} optimizer
   */
  constructor(checkpoint, engine, n, optimizer) {
    this.#checkpoint = checkpoint;
    this.#optimizer = optimizer;
    this.#parts = new Map(Object.entries(parametersOf(checkpoint.architecture, n)));
    this.#composed = isComposed(checkpoint.architecture) ? new Composed(checkpoint, engine) : null;
    const spec = modelSpec(checkpoint.architecture, n);
    this.#model = engine.model({ ...spec, optimizer: { name: "adamw", ...optimizer } });
    try {
      for (const [name, part] of this.#parts) this.#model.load({ [name]: checkpoint.read(part) });
      const made = this.#composed?.parameters() ?? {};
      this.#model.load(made);
      const isFixed = (/** @type {string} */ name) => !this.#parts.has(name) && !(name in made);
      this.#fixed = Object.fromEntries(Object.entries(this.#model.weights()).filter(([name]) => isFixed(name)));
    } catch (error) {
      this.#model.free();
      throw error;
    }
  }

  /**
   * One step on some sequences.
   * @param {readonly (readonly number[])[]} rows each of n + 1 tokens
   * @returns {number} the mean loss of the next tokens, before the step
   */
  step(rows) {
    const tokens = Int32Array.from(rows.flatMap((row) => row.slice(0, -1)));
    const targets = Int32Array.from(rows.flatMap((row) => row.slice(1)));
    const { loss } = this.#model.step({ tokens, targets });
    this.#composed?.step(this.#model.lastGradients(this.#composed.names), this.#optimizer);
    this.#model.load({ ...this.#fixed, ...this.#composed?.parameters() });
    return loss;
  }

  /** All tensors of the folder as they are now, by their names there. @returns {Record<string, Tensor>} */
  tensors() {
    const weights = this.#model.weights();
    /** @type {Map<string, Tensor>} */
    const tensors = new Map(this.#composed?.tensors());
    for (const [parameter, part] of this.#parts) {
      const { name, stored } = this.#checkpoint.find(part);
      const tensor = tensors.get(name) ?? { shape: [...stored.shape], data: new Float32Array(countOf(stored.shape)) };
      if (parameter === "position_embedding") tensor.data = this.#decayed(/** @type {Float32Array} */ (stored.read()));
      writePart(part, /** @type {Float32Array} */ (weights[parameter]?.data), tensor.data);
      tensors.set(name, tensor);
    }
    return Object.fromEntries(tensors);
  }

  /** Frees the memory. */
  free() {
    this.#model.free();
  }

  /** Rows of positions that no token had have no gradient, but decay like the others. @param {Float32Array} data */
  #decayed(data) {
    const { lr, weight_decay } = this.#optimizer;
    const kept = Math.fround(1 - lr * weight_decay);
    let rows = data;
    for (let step = 0; step < this.#model.steps; step++) rows = rows.map((value) => value * kept);
    return rows;
  }
}

/**
 * @param {import("./families/family.js").Architecture} architecture
 * @param {number} n
 * @returns {import("../engine/model/model-spec.js").ModelSpec}
 */
function modelSpec({ vocabulary, d_model, d_ff, layers, embedding, layer, final_norm, readout }, n) {
  const norm = final_norm ?? embedding.norm;
  return {
    vocabulary,
    n,
    d_model,
    position: embedding.positions ? "learned" : "none",
    embedding_norm: embedding.norm?.kind ?? "none",
    final_norm: final_norm?.kind ?? "none",
    ...(norm && {
      norm_weight: norm.weight !== undefined,
      norm_bias: norm.bias !== undefined,
      norm_offset: norm.offset ?? false,
      norm_epsilon: norm.epsilon,
    }),
    readout: isTied({ embedding, readout }) ? "tied" : "linear",
    readout_bias: false,
    logits_softcap: readout?.softcap ?? null,
    layers: Array.from({ length: layers }, (_, at) => {
      const { spec, parts } = layer(at);
      const bias = Object.keys(parts).some((name) => /^b[qkvo_]|_bias$/.test(name));
      return /** @type {import("../engine/model/model-spec.js").LayerSpec} */ ({ ...spec, d_ff, bias });
    }),
  };
}

/** Whether the readout is the engine's own product with its embeddings. @param {Pick<import("./families/family.js").Architecture, "embedding" | "readout">} architecture */
const isTied = ({ embedding, readout }) => readout?.weight === embedding.tokens && !isComposed({ embedding, readout });

/**
 * The parts of a model by the names of the engine's parameters.
 * @param {import("./families/family.js").Architecture} architecture
 * @param {number} n
 * @returns {Record<string, Part>}
 */
function parametersOf({ layers, embedding, layer, final_norm, readout }, n) {
  const { tokens, positions, norm } = embedding;
  const isOwn = !isComposed({ embedding, readout });
  const all = {
    token_embedding: isOwn ? tokens : undefined,
    position_embedding: positions && {
      ...positions.part,
      rows: { first: positions.first, count: n, step: positions.part.shape[0] ?? 0 },
    },
    embedding_norm_weight: norm?.weight,
    embedding_norm_bias: norm?.bias,
    final_norm_weight: final_norm?.weight,
    final_norm_bias: final_norm?.bias,
    readout_weight: readout && isOwn && readout.weight !== tokens ? { ...readout.weight, transpose: true } : undefined,
  };
  const inLayers = Array.from({ length: layers }, (_, at) =>
    Object.entries(layer(at).parts).map(([name, part]) => /** @type {const} */ ([`layers.${at}.${name}`, part])),
  ).flat();
  const outer = Object.entries(all).flatMap(([name, part]) => (part ? [/** @type {const} */ ([name, part])] : []));
  return Object.fromEntries([...outer, ...inLayers]);
}
