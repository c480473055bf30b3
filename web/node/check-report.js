import { floatToJson } from "../tensors/float.js";

/**
 * @typedef {import("./check.js").Report} Report
 * @typedef {import("./check.js").Compared} Compared
 */

/**
 * A report as check prints it for people.
 * @param {Report} report
 * @returns {string[]} "ok (...)", or one line for each tensor or count that differs
 */
export function reportLines({ ok, tolerance, counts, compared }) {
  if (ok) return [`ok (${countsInWords(counts)} within ${tolerance})`];
  return compared.filter((one) => !one.ok).map(differenceInWords);
}

/** @param {Compared} compared */
function differenceInWords(compared) {
  const { name } = compared;
  if ("gotShape" in compared) {
    return `${name} shape: got [${compared.gotShape.join(", ")}], want [${compared.wantShape.join(", ")}]`;
  }
  const numbers = `got ${numberToJson(compared.got)}, want ${numberToJson(compared.want)}`;
  if (!("index" in compared)) return `${name}: ${numbers}`;
  const { index, differing } = compared;
  return `${name}[${index.join(", ")}]: ${numbers}${differing > 1 ? ` (the largest of ${differing} differences)` : ""}`;
}

/** How much was compared, e.g. "3 stages, 2 appends and 1 gradient". @param {Report["counts"]} counts */
function countsInWords({ stages, appends, gradients }) {
  const counts = [
    { count: stages, one: "stage" },
    { count: appends, one: "append" },
    { count: gradients, one: "gradient" },
  ];
  const words = counts.flatMap(({ count, one }) => (count > 0 ? [`${count} ${one}${count === 1 ? "" : "s"}`] : []));
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter((part) => part !== "").join(" and ");
}

/**
 * A report as check --json prints it. Its keys are documented in web/docs/node.md, and stay.
 * @param {Report} report
 */
export function reportToJson({ ok, tolerance, compared }) {
  return {
    ok,
    tolerance,
    compared: compared.map((one) => {
      const { name, ok } = one;
      if ("gotShape" in one) return { name, ok, got_shape: one.gotShape, want_shape: one.wantShape };
      const numbers = { got: numberToJson(one.got), want: numberToJson(one.want) };
      if (!("index" in one)) return { name, ok, ...numbers };
      const { differing, index } = one;
      return { name, ok, differing, difference: numberToJson(one.difference), index, ...numbers };
    }),
  };
}

/**
 * A number for JSON: float32 values with few digits, others as they are, and what JSON cannot express as in case files.
 * @param {number} value
 * @returns {number | string}
 */
function numberToJson(value) {
  const isFloat32 = Object.is(Math.fround(value), value);
  return isFloat32 ? JSON.parse(floatToJson(value)) : value;
}
