/** How projections and rotations are explained. */
import { block, NONE } from "./indices.js";
import { copy, dot as dotPart, NO_PARTS, products, sum } from "./parts.js";
import { ropePair, ropeRotation } from "./rules.js";
import { copyOf, count, dot, term } from "./terms.js";

/** @typedef {import("./explain.js").Source} Source */
/** @typedef {import("./parts.js").Pair} Pair */
/** @typedef {import("./rules.js").Index2} Index2 */
/** @typedef {import("./rules.js").Index3} Index3 */
/** @typedef {import("./table.js").Rule} Rule */

/** The projections, with the letter of their weight and bias. The output counts as a projection with a single head. */
const letters = Object.freeze({ Q: "q", K: "k", V: "v", output: "o" });

/**
 * What a projection reads, and the layout of its result: at gives the index of a head's number, of those of a number the
 * head, row and column.
 * @param {Source} run
 * @param {keyof typeof letters} stage
 * @returns {{from: string, heads: number, width: number, at: (head: number, row: number, d: number) => number[],
 *   of: (index: number[]) => Index3}}
 */
function layoutOf(run, stage) {
  const { heads, kv_heads, d_k, d_v, d_out } = run.spec;
  if (stage === "output") {
    const of = (/** @type {number[]} */ index) => /** @type {Index3} */ ([0, ...index]);
    return { from: "concat", heads: 1, width: d_out, at: (_, row, d) => [row, d], of };
  }
  return {
    from: stage !== "Q" && run.has("C") ? "C" : "X",
    heads: stage === "Q" ? heads : kv_heads,
    width: stage === "V" ? d_v : d_k,
    at: (head, row, d) => [head, row, d],
    of: (index) => /** @type {Index3} */ (index),
  };
}

/**
 * The rule of a projection: dot products of the rows that it reads and the columns of its weight, plus the bias; without
 * a weight, what it reads.
 * @param {keyof typeof letters} stage
 * @returns {Rule}
 */
export function projection(stage) {
  const [weight, bias] = [`W${letters[stage]}`, `b${letters[stage]}`];
  /** The rows of what it reads. */
  const rowsOf = (/** @type {Source} */ run) => count(/** @type {number} */ (run.shape(layoutOf(run, stage).from)[0]));
  return {
    explain(run, index) {
      const { from, width, of } = layoutOf(run, stage);
      const [head, row, d] = of(index);
      if (!run.given(weight)) return copyOf(run, from, [row, d]);
      const [, inner] = /** @type {Index2} */ (run.shape(from));
      const column = head * width + d;
      return dot(run, count(inner), (p) => [from, [row, p], weight, [p, column]], [bias, [column]]);
    },
    uses(run, id, index) {
      const { from, heads, width, at } = layoutOf(run, stage);
      const [row, column] = /** @type {Index2} */ ([index[0], index.at(-1)]);
      if (id === from && !run.given(weight)) return [at(0, row, column)];
      if (id === from) return block(count(heads), [row], count(width)).map((made) => at(...made));
      if (id !== weight && id !== bias) return NONE;
      return block([Math.floor(column / width)], rowsOf(run), [column % width]).map((made) => at(...made));
    },
    gradient(backward, id, index) {
      const { run } = backward;
      const { from, heads, width, at } = layoutOf(run, stage);
      const [row, column] = /** @type {Index2} */ ([index[0], index.at(-1)]);
      const made = (/** @type {number} */ i, /** @type {number} */ o) => at(Math.floor(o / width), i, o % width);
      if (id === from && !run.given(weight)) return [copy(backward, stage, at(0, row, column))];
      if (id === from) {
        const columns = count(heads * width);
        return [
          dotPart(
            backward,
            stage,
            columns.map((o) => /** @type {Pair} */ ([stage, made(row, o), weight, [column, o]])),
          ),
        ];
      }
      if (id === weight) {
        const pairs = rowsOf(run).map((i) => /** @type {Pair} */ ([stage, made(i, column), from, [i, row]]));
        return [dotPart(backward, stage, pairs)];
      }
      if (id !== bias) return NO_PARTS;
      return [
        sum(
          backward,
          stage,
          rowsOf(run).map((i) => made(i, column)),
        ),
      ];
    },
  };
}

/**
 * The rule of RoPE, which rotates a pair (x, y) to (x·cos - y·sin, x·sin + y·cos).
 * @param {"Q" | "K"} from
 * @returns {Rule}
 */
const rotation = (from) => ({
  explain(run, /** @type {Index3} */ [head, i, d]) {
    const { x, y, cos, sin, minusSin } = ropeRotation(run, from, i, d);
    const [left, right] = d === x ? [cos, minusSin] : [sin, cos];
    return { operation: "dot", terms: [term(run, from, [head, i, x]), left, term(run, from, [head, i, y]), right] };
  },
  uses(run, id, index) {
    if (id !== from) return NONE;
    const [head, i, d] = /** @type {Index3} */ (index);
    const { x, y } = ropePair(run, d);
    return block([head], [i], [x, y]);
  },
  gradient({ run, d }, id, index) {
    if (id !== from) return NO_PARTS;
    const [head, i, c] = /** @type {Index3} */ (index);
    const { x, y, cos, sin, minusSin } = ropeRotation(run, from, i, c);
    const stage = `${from}_rot`;
    const [ofX, ofY] = c === x ? [cos, sin] : [minusSin, cos];
    return [
      products(stage, [
        [d(stage, [head, i, x]), ofX],
        [d(stage, [head, i, y]), ofY],
      ]),
    ];
  },
});

/** @satisfies {Record<string, Rule>} */
export const projections = {
  Q: projection("Q"),
  K: projection("K"),
  V: projection("V"),
  Q_rot: rotation("Q"),
  K_rot: rotation("K"),
};
