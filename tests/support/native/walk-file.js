/** Writes walks in the format that tests/native/walk.c reads. */
import { readFile } from "node:fs/promises";
import { createEngine } from "../../../web/engine/index.js";
import { keepOf } from "../../../web/engine/spec/dropout.js";
import { specNumber } from "../../../web/engine/spec/spec-words.js";
import { readWalkCases } from "../variants/variants.js";
import { randomWalk } from "../walks.js";

/** @typedef {import("../walks.js").Walk} Walk */

const header = await readFile(new URL("../../../c/attention.h", import.meta.url), "utf8");

/** The first groups of all matches of `each` in the first group of `part`. @param {RegExp} part of the header */
const inHeader = (/** @type {RegExp} */ part, /** @type {RegExp} */ each) =>
  [...(part.exec(header)?.[1] ?? "").matchAll(each)].map((match) => match[1] ?? "");

/** Members of attention_spec in order, and the tensors' ids: "E", "P", "X", ..., "KEY_VALID", "MASK", "HEAD_MASK". */
const members = inHeader(/typedef struct \{((?:(?!typedef)[^])*?)\} attention_spec;/, /^ {2}(\w+ \w+);/gm).map(
  (member) => {
    const [type = "", name = ""] = member.split(" ");
    return { type, name };
  },
);
const ids = inHeader(/enum attention_tensor_id \{([^]*?)ATTENTION_TENSORS/, /^ {2}ATTENTION_(\w+),/gm);

/** @param {[string, {shape: number[]}]} input */
const idOf = ([name, { shape }]) =>
  ids.indexOf(
    name === "allow"
      ? shape.length === 3
        ? "HEAD_MASK"
        : "MASK"
      : name.replace(/^rel([KV])$/, "rel_$1").toUpperCase(),
  );

/** The masks of dropout of a walk, given or drawn. @param {import("../../../web/engine/run.js").Run} run */
const keptBy = (run) =>
  Object.fromEntries(
    run.stages.flatMap((stage) => {
      const keep = keepOf(stage);
      return keep ? [[keep, run.tensor(keep)]] : [];
    }),
  );

/**
 * Encodes one walk.
 * @param {import("../../../web/engine/run.js").Run} run
 * @param {Walk["inputs"]} inputs
 */
export function encode(run, inputs) {
  const tensors = Object.entries({ ...inputs, ...keptBy(run) }).sort((a, b) => idOf(a) - idOf(b));
  const valueOf = (/** @type {string} */ name) => specNumber(name, /** @type {any} */ (run.spec)[name]);
  const spec = new DataView(new ArrayBuffer(Math.ceil((members.length * 4 + ids.length) / 4) * 4));
  members.forEach(({ type, name }, at) => {
    if (type === "float") spec.setFloat32(at * 4, valueOf(name), true);
    else spec.setInt32(at * 4, valueOf(name), true);
  });
  for (const input of tensors) spec.setUint8(members.length * 4 + idOf(input), 1);
  return [spec, ...tensors.map(([, { data }]) => Float32Array.from(data))].map(
    (part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength),
  );
}

/**
 * Every reference case that is a walk, and random walks, half of them with NaN, infinities and subnormals.
 * @param {{random: number}} counts
 * @returns {Promise<Buffer>}
 */
export async function walkBytes({ random }) {
  const engine = await createEngine();
  const seeds = Array.from({ length: random }, (_, seed) => randomWalk(1000 + seed, { odd: seed % 2 === 1 }));
  const walks = /** @type {Walk[]} */ ([.../** @type {any[]} */ (await readWalkCases()), ...seeds]);
  return Buffer.concat(
    walks.flatMap(({ spec, inputs }) => {
      const run = engine.trace(spec, inputs);
      try {
        return encode(run, inputs);
      } finally {
        run.free();
      }
    }),
  );
}
