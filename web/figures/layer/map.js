import { norms, operands, addends, walkOf } from "../../engine/explain/stream.js";
import { rowOf } from "../../engine/stages.js";

// A layer as a map: its parts, what each of them reads, and which of them stand on the residual stream.

/** @typedef {import("../../engine/explain/stream.js").Walk} Walk */
/** @typedef {"stream" | "attention" | "mlp"} Block where a part stands: on the residual stream, or in one of the two branches */
/**
 * A part of a layer: one stage, or several that make one thing of another, such as scores and weights.
 * - id: the name of the part, which is that of its most important stage
 * - stages: those of the walk that belong to it
 * - shows: the last of them, whose numbers stand for the part
 * - from: the parts that it reads
 * - isSum: whether it adds what it reads
 * @typedef {Readonly<{id: string, stages: readonly string[], shows: string, block: Block, from: readonly string[],
 *   isSum: boolean}>} Part
 */

/** The part that a stage, or a tensor beside it, belongs to. @param {string} stage */
export function partOf(stage) {
  const row = rowOf(stage);
  if (Object.hasOwn(dropping, stage)) return /** @type {string} */ (dropping[stage]);
  switch (row?.group) {
    case "scores":
    case "weights":
      return "weights";
    case "embeddings":
      return stage === "C" ? "C" : "X";
    case "projections":
      return row.role;
    case "result":
      return stage === "output" ? "output" : "concat";
    default:
      return stage;
  }
}

/** The parts whose numbers a stage drops. @type {Readonly<Record<string, string>>} */
const dropping = Object.freeze({
  output_dropped: "output",
  mlp_dropped: "mlp_activated",
  mlp_output_dropped: "mlp_output",
});

/** What the parts read that have no rule of their own. @type {Readonly<Record<string, readonly string[]>>} */
const read = Object.freeze({
  weights: ["Q", "K"],
  concat: ["weights", "V"],
  mlp_activated: ["mlp_hidden", "mlp_up"],
});

/** The parts that a part reads. @param {Walk} walk @param {string} id */
function readBy(walk, id) {
  if (id in addends) return addends[/** @type {keyof typeof addends} */ (id)](walk);
  if (id in operands) return [operands[/** @type {keyof typeof operands} */ (id)](walk).from];
  if (id in norms) return [norms[/** @type {keyof typeof norms} */ (id)](walk).from];
  return read[id] ?? [];
}

/** Where a part stands. @param {Walk} walk @param {string} id @returns {Block} */
function blockOf({ spec }, id) {
  const isOnStream = id === "X" || id in addends || (spec.norm_place === "post" && /^norm_/.test(id));
  if (isOnStream) return "stream";
  return id === "norm_2" || id.startsWith("mlp_") ? "mlp" : "attention";
}

/**
 * The parts of a layer in the order in which they are computed.
 * @param {{stages: readonly string[], spec?: object}} of a run or a trace
 * @returns {Part[]}
 */
export function layerMap(of) {
  const walk = walkOf(of);
  /** @type {Map<string, string[]>} */
  const stages = new Map();
  for (const stage of of.stages) {
    const id = partOf(stage);
    stages.set(id, [...(stages.get(id) ?? []), stage]);
  }
  return [...stages].map(([id, own]) => ({
    id,
    stages: own,
    shows: /** @type {string} */ (own.at(-1)),
    block: blockOf(walk, id),
    from: readBy(walk, id)
      .map(partOf)
      .filter((part) => stages.has(part)),
    isSum: id in addends,
  }));
}

/**
 * Whether a layer has more than attention, so that it has something to map.
 * @param {Pick<import("../../engine/spec/block.js").ResolvedBlock, "norm" | "residual" | "mlp">} spec
 */
export const hasLayer = ({ norm, residual, mlp }) => norm !== "none" || residual !== "none" || mlp !== "none";
