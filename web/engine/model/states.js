/** What a model computes outside of its layers. */
import { isAbsolute } from "../spec/position.js";

/**
 * @typedef {import("../tensors.js").Tensor} Tensor
 * @typedef {{data: Int32Array, length: number}} Ids token ids, padded
 *
 * Where a tensor stands in the memory of a model: a member of attention_model, or the name of a parameter.
 * @typedef {"embeddings" | "embedded" | "stream" | "source_embeddings" | "source" | "final_norm" | "raw_logits" | "logits"
 *   | "probabilities" | "sinusoids" | "source_sinusoids" | "position_embedding" | "source_position_embedding"} Member
 */

/**
 * All tensors outside of the layers after a batch of one sequence, in the order of computation: model-walk.js lists them.
 * @param {import("./model-spec.js").ResolvedModel} spec
 * @param {Ids} tokens
 * @param {Ids | undefined} source
 * @param {(member: Member, shape: number[]) => Tensor} read a copy
 * @returns {Record<string, Tensor>}
 */
export function statesOf(spec, tokens, source, read) {
  const { embedding_norm, final_norm, readout, classes, d_model, logits_softcap, layers } = spec;
  const rows = [tokens.length, d_model];
  const isPointer = readout === "pointer";
  const keys = layers.at(-1)?.keys === "source" ? (source?.length ?? 0) : tokens.length;
  const logits = [tokens.length, isPointer ? keys : classes];
  return {
    tokens: idsOf(tokens),
    embeddings: read("embeddings", rows),
    ...positionsOf(spec, "positions", "position_embedding", "sinusoids", rows, read),
    ...(addsPositions(spec) && { embedded: read("embedded", rows) }),
    ...(embedding_norm !== "none" && { embedding_norm: read("stream", rows) }),
    ...(source && sourceStates(spec, source, read)),
    ...(final_norm !== "none" && { final_norm: read("final_norm", rows) }),
    ...(logits_softcap !== null && { raw_logits: read("raw_logits", logits) }),
    ...(!isPointer && { logits: read("logits", logits) }),
    probabilities: read("probabilities", logits),
  };
}

/** @param {import("./model-spec.js").ResolvedModel} spec @param {Ids} source @param {(member: Member, shape: number[]) => Tensor} read */
function sourceStates(spec, source, read) {
  const rows = [source.length, spec.d_model];
  return {
    source_tokens: idsOf(source),
    source_embeddings: read("source_embeddings", rows),
    ...positionsOf(spec, "source_positions", "source_position_embedding", "source_sinusoids", rows, read),
    ...(addsPositions(spec) && { source: read("source", rows) }),
  };
}

/**
 * @param {import("./model-spec.js").ResolvedModel} spec
 * @param {string} name
 * @param {Member} learned
 * @param {Member} sinusoidal
 * @param {number[]} rows
 * @param {(member: Member, shape: number[]) => Tensor} read
 */
const positionsOf = (spec, name, learned, sinusoidal, rows, read) =>
  addsPositions(spec) ? { [name]: read(spec.position === "learned" ? learned : sinusoidal, rows) } : {};

/** Whether positions are added to the embeddings. @param {import("./model-spec.js").ResolvedModel} spec */
export const addsPositions = ({ position }) => isAbsolute(position);

/** Token ids as a tensor. @param {Ids} ids @returns {Tensor} */
const idsOf = ({ data, length }) => ({ shape: [length], data: Float32Array.from(data.subarray(0, length)) });
