import { numbersOf, path, rect } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */

const [width, height] = [104, 56];
/** How tall a row is, and a bar in it. */
const [row, tall] = [10, 8];
/** How long a share of 1 is, and where the values begin. */
const [longestShare, valuesAt] = [24, 34];
/** Between columns, and around all. */
const [gap, margin] = [6, 3];

/**
 * Shares, and beside each the row of values that is multiplied with it, filled as far as it is left; below the line what the filled
 * parts make end to end.
 * @param {Drawn} drawn
 * @returns {import("./miniature.js").Miniature}
 */
export function mixInMiniature({ view }) {
  const [shares, values] = [numbersOf(view, "weights"), numbersOf(view, "V")];
  const columns = values.length / view.keys.length;
  const wide = (width - valuesAt - gap * (columns - 1)) / columns;
  const floor = view.keys.length * row;
  const bars = Array.from({ length: columns }, (_, column) => {
    const of = view.keys.map((_, key) => Number(values[key * columns + column]));
    const scale = wide / Math.max(...of, 1e-9);
    const x = valuesAt + column * (wide + gap);
    const parts = of.map((value, key) => value * scale * Number(shares[key]));
    const total = parts.reduce((sum, part) => sum + part, 0);
    return [
      ...of.map((value, key) => rect("value", { x, y: key * row, width: value * scale, height: tall })),
      ...parts.map((part, key) => rect("part", { x, y: key * row, width: part, height: tall })),
      rect("part", { x, y: floor + 6, width: total, height: tall }),
    ];
  });
  return {
    x: -margin,
    y: -margin,
    width: width + 2 * margin,
    height: height + 2 * margin,
    isStretched: false,
    shapes: [
      ...view.keys.map((_, key) =>
        rect("share", { x: 0, y: key * row, width: Number(shares[key]) * longestShare, height: tall }),
      ),
      path("axis", `M0 ${floor + 2}H${width}`),
      ...bars.flat(),
    ],
  };
}
