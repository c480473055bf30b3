/** How projections and rotations are explained. */
import { block, NONE } from "./indices.js";
import { normRule } from "./norm.js";
import { copy, dot as dotPart, NO_PARTS, products, sum } from "./parts.js";
import { isRotated, ropePair, ropeRotation } from "./rules.js";
import { norms, operands } from "./stream.js";
import { copyOf, count, dot, term } from "./terms.js";

/** @typedef {import("./explain.js").Source} Source */
/** @typedef {import("./parts.js").Pair} Pair */
/** @typedef {import("./rules.js").Index2} Index2 */
/** @typedef {import("./rules.js").Index3} Index3 */
/** @typedef {import("./table.js").Rule} Rule */

/**
 * A product with a weight matrix: what it reads, the matrix and its bias, the heads of its result (0: it is one matrix,
 * without heads) and the width of each.
 * @typedef {{from: string, weight: string, bias: string, heads: number, width: number}} Product
 */

/** Every stage that is such a product. @satisfies {Record<string, (run: Source) => Product>} */
const productsOf = {
  Q: (/** @type {Source} */ run) => ({
    ...operands.Q(run),
    heads: run.spec.heads,
    width: run.spec.d_k,
  }),
  K: (/** @type {Source} */ run) => ({
    ...operands.K(run),
    heads: run.spec.kv_heads,
    width: run.spec.d_k,
  }),
  V: (/** @type {Source} */ run) => ({
    ...operands.V(run),
    heads: run.spec.kv_heads,
    width: run.spec.d_v,
  }),
  output: (/** @type {Source} */ { spec }) => ({ ...operands.output(), heads: 0, width: spec.d_out }),
  mlp_hidden: (/** @type {Source} */ run) => ({ ...operands.mlp_hidden(run), heads: 0, width: run.spec.d_ff }),
  mlp_up: (/** @type {Source} */ run) => ({ ...operands.mlp_up(run), heads: 0, width: run.spec.d_ff }),
  mlp_output: (/** @type {Source} */ run) => ({ ...operands.mlp_output(run), heads: 0, width: run.spec.d_model }),
};

/**
 * The same, and the index of a head's number in the result (at), and the head, row and column of an index (of).
 * @param {Product} product
 */
const layoutOf = (product) => ({
  ...product,
  columns: Math.max(product.heads, 1) * product.width,
  at: (/** @type {number} */ head, /** @type {number} */ row, /** @type {number} */ d) =>
    product.heads === 0 ? [row, d] : [head, row, d],
  of: (/** @type {number[]} */ index) => /** @type {Index3} */ (product.heads === 0 ? [0, ...index] : index),
});

/**
 * The rule of a product with a weight: dot products of the rows that it reads and the columns of its weight, plus the
 * bias; without a weight, what it reads.
 * @param {keyof typeof productsOf} name
 * @param {string} [stage] the tensor that the product is, where it has another name
 * @returns {Rule}
 */
export function projection(name, stage = name) {
  const layout = (/** @type {Source} */ run) => layoutOf(productsOf[name](run));
  /** The rows of what it reads. */
  const rowsOf = (/** @type {Source} */ run) => count(/** @type {number} */ (run.shape(layout(run).from)[0]));
  return {
    explain(run, index) {
      const { from, weight, bias, width, of } = layout(run);
      const [head, row, d] = of(index);
      if (!run.given(weight)) return copyOf(run, from, [row, d]);
      const [, inner] = /** @type {Index2} */ (run.shape(from));
      const column = head * width + d;
      return dot(run, count(inner), (p) => [from, [row, p], weight, [p, column]], [bias, [column]]);
    },
    uses(run, id, index) {
      const { from, weight, bias, columns, width, at } = layout(run);
      const [row, column] = /** @type {Index2} */ ([index[0], index.at(-1)]);
      if (id === from && !run.given(weight)) return [at(0, row, column)];
      if (id === from) return block(count(columns / width), [row], count(width)).map((made) => at(...made));
      if (id !== weight && id !== bias) return NONE;
      return block([Math.floor(column / width)], rowsOf(run), [column % width]).map((made) => at(...made));
    },
    gradient(backward, id, index) {
      const { run } = backward;
      const { from, weight, bias, columns, width, at } = layout(run);
      const [row, column] = /** @type {Index2} */ ([index[0], index.at(-1)]);
      const made = (/** @type {number} */ i, /** @type {number} */ o) => at(Math.floor(o / width), i, o % width);
      if (id === from && !run.given(weight)) return [copy(backward, stage, at(0, row, column))];
      if (id === from) {
        const pairs = count(columns).map((o) => /** @type {Pair} */ ([stage, made(row, o), weight, [column, o]]));
        return [dotPart(backward, stage, pairs)];
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
 * The rule of queries or keys, which have a norm of their own where the spec asks for it.
 * @param {"Q" | "K"} stage
 * @returns {Rule}
 */
function projectionWithNorm(stage) {
  const projected = norms[stage]().from;
  const product = projection(stage);
  const norm = normRule(stage, (run) => ({ ...norms[stage](), centred: run.spec.qk_norm === "layernorm" }));
  const ruleOf = (/** @type {Source} */ run) => (run.has(projected) ? norm : product);
  return {
    explain: (run, index) => ruleOf(run).explain(run, index),
    uses: (run, id, index) => ruleOf(run).uses(run, id, index),
    gradient: (backward, id, index) => ruleOf(backward.run).gradient(backward, id, index),
  };
}

/**
 * The rule of RoPE, which rotates a pair (x, y) to (x·cos - y·sin, x·sin + y·cos).
 * @param {"Q" | "K"} from
 * @returns {Rule}
 */
const rotation = (from) => ({
  explain(run, /** @type {Index3} */ [head, i, d]) {
    if (!isRotated(run, d)) return copyOf(run, from, [head, i, d]);
    const { x, y, frequency, cos, sin, minusSin } = ropeRotation(run, from, i, d);
    const [left, right] = d === x ? [cos, minusSin] : [sin, cos];
    const terms = [term(run, from, [head, i, x]), left, term(run, from, [head, i, y]), right];
    return { operation: "dot", terms, frequency };
  },
  uses(run, id, index) {
    if (id !== from) return NONE;
    const [head, i, d] = /** @type {Index3} */ (index);
    if (!isRotated(run, d)) return [index];
    const { x, y } = ropePair(run, d);
    return block([head], [i], [x, y]);
  },
  gradient(backward, id, index) {
    const { run, d } = backward;
    const stage = `${from}_rot`;
    if (id !== from) return NO_PARTS;
    const [head, i, c] = /** @type {Index3} */ (index);
    if (!isRotated(run, c)) return [copy(backward, stage, index)];
    const { x, y, cos, sin, minusSin } = ropeRotation(run, from, i, c);
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
  Q_projected: projection("Q", "Q_projected"),
  Q: projectionWithNorm("Q"),
  K_projected: projection("K", "K_projected"),
  K: projectionWithNorm("K"),
  V: projection("V"),
  Q_rot: rotation("Q"),
  K_rot: rotation("K"),
};
