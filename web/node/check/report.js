import { numberToJson } from "../json-number.js";
import { listed } from "./in-words.js";

/**
 * @typedef {import("./check.js").Report} Report
 * @typedef {Report["compared"][number]} Compared
 */

/**
 * A report as check prints it for people.
 * @param {Report} report
 * @returns {string[]} "ok (...)"; or one line for each tensor or count that is wrong, one that names those that follow from
 *   them, and one for each cause
 */
export function reportLines(report) {
  const { ok, tolerance, type, counts, compared } = report;
  const within = tolerance === undefined ? `${type} rounding` : tolerance;
  if (ok) return [`ok (${countsInWords(counts)} within ${within})`];
  const follow = compared.filter((one) => !one.isWrong && "engine" in one && !one.engine.ok).map(({ name }) => name);
  return [
    ...compared.filter(({ isWrong }) => isWrong).map(differenceInWords),
    ...(follow.length > 0 ? [`${follow.join(", ")}: as they follow from the file's earlier stages`] : []),
    ...causesInWords(report),
  ];
}

/** @param {Compared} compared */
function differenceInWords(compared) {
  const { name } = compared;
  if ("counts" in compared) return `${name}: ${numbersInWords(compared.counts)}`;
  const { engine, alone } = compared;
  if ("fileShape" in engine) {
    const [file, computed] = [engine.fileShape, engine.engineShape].map((shape) => `[${shape.join(", ")}]`);
    return `${name} shape: the file says ${file}, the engine computes ${computed}`;
  }
  const shown = alone && "index" in alone ? alone : engine;
  const from = shown === alone ? " from the file's earlier stages" : "";
  const many = shown.differing > 1 ? ` (the largest of ${shown.differing} differences)` : "";
  return `${name} [${shown.index.join(", ")}]: ${numbersInWords(shown)}${from}${many}`;
}

/** @param {{file: number, engine: number}} numbers */
const numbersInWords = ({ file, engine }) =>
  `the file says ${numberToJson(file)}, the engine computes ${numberToJson(Math.fround(engine))}`;

/** @param {Report} report @returns {string[]} */
function causesInWords({ causes, compared, pairs_left }) {
  const explained = causes.flatMap(({ explains }) => explains);
  const wrong = compared.filter((one) => one.isWrong && "engine" in one).map(({ name }) => name);
  const left = wrong.filter((name) => !explained.includes(name));
  const lines = causes.map(({ id, words, explains, together_with: others }) => {
    const of = wrong.length === explains.length ? "cause" : `cause of ${listed(explains)}`;
    const together = others.length > 0 ? `, together with ${listed(others)}` : "";
    return `${of}${together}: ${id} (${words})`;
  });
  if (left.length === 0) return lines;
  const none = causes.length === 0 ? "none of the usual causes" : `none of the usual causes explains ${listed(left)}`;
  return [...lines, pairs_left ? `${none}; not all pairs of them were tried, as this takes long` : none];
}

/** How much was compared, e.g. "3 stages, 2 appends and 1 gradient". @param {Report["counts"]} counts */
function countsInWords({ stages, appends, gradients }) {
  const counts = [
    { count: stages, one: "stage" },
    { count: appends, one: "append" },
    { count: gradients, one: "gradient" },
  ];
  const words = counts.flatMap(({ count, one }) => (count > 0 ? [`${count} ${one}${count === 1 ? "" : "s"}`] : []));
  return listed(words);
}

/**
 * A report as a line of check --json has it. Its keys are documented in web/docs/node.md, and stay.
 * @param {Report} report
 */
export function reportToJson({ ok, compared, causes, pairs_left }) {
  const wrong = compared.filter(({ isWrong }) => isWrong);
  return {
    ok,
    first: wrong[0] === undefined ? null : firstToJson(wrong[0]),
    isolated: wrong.map(({ name }) => name),
    causes: causes.map(({ id, worst_after, together_with }) => ({
      id,
      worst_after: numberToJson(worst_after),
      ...(together_with.length > 0 ? { together_with } : {}),
    })),
    ...(pairs_left ? { pairs_left } : {}),
  };
}

/** @param {Compared} first */
function firstToJson(first) {
  const stage = first.name;
  if ("counts" in first) return { stage, index: [], ...first.counts, tolerance: 0 };
  const { engine } = first;
  if ("fileShape" in engine) {
    return { stage, index: null, file_shape: engine.fileShape, engine_shape: engine.engineShape, tolerance: null };
  }
  const { index, file, engine: computed, tolerance } = engine;
  return {
    stage,
    index,
    file: numberToJson(file),
    engine: numberToJson(computed),
    tolerance: numberToJson(tolerance),
  };
}
