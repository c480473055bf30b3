import { AttentionError } from "../../engine/errors.js";
import { show } from "../../engine/checks.js";
import { Run } from "../../engine/run.js";
import { parseCaseFile, readWalk } from "../case-file.js";
import { chainOf } from "./chain.js";
import { chainLines, chainToJson } from "./report.js";

/**
 * Explains a number of a case's walk.
 * @param {import("../../engine/engine.js").Engine} engine
 * @param {import("../case-file.js").Case} given the case
 * @param {{stage: string, index: string, depth?: string | undefined, json?: boolean | undefined}} asked as on the command line
 * @returns {string[]} lines
 */
export function explainCase(engine, given, { stage, index, depth, json = false }) {
  const at = readIndex(index);
  const steps = readDepth(depth);
  const { spec, inputs } = readWalk(parseCaseFile(given));
  const run = engine.trace(spec, inputs).finish();
  try {
    const { has } = Run.partsOf(run).memory.source();
    const isNumber = (/** @type {string} */ name) => name === stage || has(name);
    const explain = (/** @type {string} */ name, /** @type {number[]} */ place) =>
      isNumber(name) ? run.explain(name, place) : undefined;
    const chain = chainOf(explain, stage, at, steps);
    return linesOf(chain, json);
  } finally {
    run.free();
  }
}

/** What explain prints. @param {import("./chain.js").Chain} chain @param {boolean} json */
export const linesOf = (chain, json) => (json ? [JSON.stringify(chainToJson(chain))] : chainLines(chain));

/** @param {string} text such as 0,2,1 */
export function readIndex(text) {
  if (/^\d+(,\d+)*$/.test(text)) return text.split(",").map(Number);
  throw new AttentionError("INDEX", `must be whole numbers with commas between, such as 0,2,1, got ${show(text)}`);
}

/** @param {string | undefined} text */
export function readDepth(text) {
  if (text === undefined) return undefined;
  const depth = /^\d+$/.test(text) ? Number(text) : 0;
  if (depth >= 1) return depth;
  throw new AttentionError("--depth", `must be a whole number from 1, got ${show(text)}`);
}
