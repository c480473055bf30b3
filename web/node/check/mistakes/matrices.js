import { count } from "../../../engine/explain/terms.js";
import { mistake, rare, reading, withInput } from "../changes.js";
import { listed } from "../in-words.js";

/**
 * Mistakes with weight matrices and biases: transposed, left out, or one in place of another.
 *
 * @typedef {import("../evaluate.js").Change} Change
 * @typedef {import("../evaluate.js").Reader} Reader
 * @typedef {import("../../../engine/explain/explain.js").Source} Source
 * @typedef {import("../../../tensors/compare.js").AnyTensor} AnyTensor
 * @typedef {import("../changes.js").Mistake} Mistake
 *
 * A weight matrix with its bias, by the stages that read them.
 * @typedef {{weight: string, bias: string, readers: readonly string[]}} Matrix
 */

/** @type {readonly Matrix[]} */
const ATTENTION = Object.freeze([
  { weight: "Wq", bias: "bq", readers: ["Q", "Q_projected"] },
  { weight: "Wk", bias: "bk", readers: ["K", "K_projected"] },
  { weight: "Wv", bias: "bv", readers: ["V"] },
  { weight: "Wo", bias: "bo", readers: ["output"] },
]);
/** @type {readonly Matrix[]} */
const MLP = Object.freeze([
  { weight: "W_gate", bias: "b_gate", readers: ["mlp_hidden"] },
  { weight: "W_up", bias: "b_up", readers: ["mlp_hidden", "mlp_up"] },
  { weight: "W_down", bias: "b_down", readers: ["mlp_output"] },
]);

/**
 * What is made of tensors, made once.
 * @param {(tensors: readonly AnyTensor[]) => AnyTensor} make
 * @returns {(...tensors: AnyTensor[]) => AnyTensor}
 */
function once(make) {
  /** @type {{of: readonly AnyTensor[], made: AnyTensor} | undefined} */
  let last;
  return (...of) => {
    if (!last?.of.every(({ data }, at) => data === of[at]?.data)) last = { of, made: make(of) };
    return last.made;
  };
}

/**
 * A mistake with any of the matrices, or of their biases.
 * @param {Mistake["id"]} id
 * @param {(names: string[]) => string} words
 * @param {Source} run
 * @param {(matrix: Matrix) => string | undefined} inputOf the input that each has; undefined: it cannot be mistaken
 * @param {(input: AnyTensor) => AnyTensor} [change] none: it is left out
 * @returns {Mistake[]} each alone first
 */
function ofMatrices(id, words, run, inputOf, change) {
  const able = (/** @type {readonly Matrix[]} */ matrices) =>
    matrices.flatMap((matrix) => {
      const input = inputOf(matrix);
      if (input === undefined || !run.given(input)) return [];
      const made = change && once(([tensor]) => change(/** @type {AnyTensor} */ (tensor)));
      const swap = (/** @type {Reader} */ reader) =>
        withInput(reader, input, made?.(/** @type {AnyTensor} */ (reader.tensor(input))));
      return [{ input, change: reading(matrix.readers, swap) }];
    });
  const [attention, mlp] = [able(ATTENTION), able(MLP)];
  const subsets = count(2 ** attention.length).map((bits) => attention.filter((_, at) => bits & (1 << at)));
  const all = [...subsets, ...mlp.map((one) => [one]), mlp, [...attention, ...mlp]].filter(
    (set, at, sets) => set.length > 0 && sets.findIndex((other) => other.join() === set.join()) <= at,
  );
  return all
    .sort((one, other) => one.length - other.length)
    .map((set) => {
      const make = set.length > 1 ? rare : mistake;
      return make(id, words(set.map(({ input }) => input)), ...set.map((each) => each.change));
    });
}

/** A matrix whose numbers were read as those of [out, in], as nn.Linear stores them. @param {AnyTensor} matrix @returns {AnyTensor} */
function turned({ shape, data }) {
  const [rows = 0, columns = 0] = shape;
  const at = (/** @type {number} */ place) => (place % columns) * rows + Math.floor(place / columns);
  return { shape, data: Float64Array.from(data, (_, place) => /** @type {number} */ (data[at(place)])) };
}

/** The other way round: what is stored as [out, in] was read as [in, out]. @param {AnyTensor} matrix @returns {AnyTensor} */
const unturned = ({ shape, data }) => ({ shape, data: turned({ shape: [...shape].reverse(), data }).data });

/** @param {Source} run @returns {Mistake[]} */
export function matrices(run) {
  const transposed = (/** @type {string[]} */ names) => `${listed(names)} transposed`;
  const without = (/** @type {string[]} */ names) => `without ${listed(names)}`;
  const isSquare = (/** @type {string} */ name) => run.given(name) && run.shape(name)[0] === run.shape(name)[1];
  const oblong = (/** @type {Matrix} */ { weight }) => (isSquare(weight) ? undefined : weight);
  return [
    ...ofMatrices("transposed-weight", transposed, run, ({ weight }) => weight, turned),
    ...ofMatrices("transposed-weight", transposed, run, oblong, unturned),
    ...ofMatrices("bias-missing", without, run, ({ bias }) => bias),
    ...orders(run),
    ...projectionMissing(run),
  ];
}

/** @param {Source} run @param {readonly string[]} names whether they are given in one shape */
const areAlike = (run, ...names) =>
  names.every((name) => run.given(name) && run.shape(name).join() === run.shape(names[0] ?? "").join());

/** One of q, k and v in place of another. @param {Source} run @returns {Mistake[]} */
function orders(run) {
  const [q, k, v] = /** @type {[Matrix, Matrix, Matrix]} */ (ATTENTION.slice(0, 3));
  /** @param {[Matrix, Matrix][]} swaps what is read, in place of what */
  const reads = (...swaps) =>
    swaps.map(([own, other]) =>
      reading(own.readers, (reader) =>
        withInput(withInput(reader, own.weight, reader.tensor(other.weight)), own.bias, reader.tensor(other.bias)),
      ),
    );
  const alike = (/** @type {Matrix[]} */ ...all) => areAlike(run, ...all.map(({ weight }) => weight));
  return [
    ...(alike(q, k) ? [mistake("qk-swapped", "Wq and Wk are exchanged", ...reads([q, k], [k, q]))] : []),
    ...(alike(k, v) ? [mistake("qkv-order", "Wk and Wv are exchanged", ...reads([k, v], [v, k]))] : []),
    ...(alike(q, k, v)
      ? [
          rare("qkv-order", "Wq and Wv are exchanged", ...reads([q, v], [v, q])),
          rare("qkv-order", "Wk, Wv and Wq in place of Wq, Wk and Wv", ...reads([q, k], [k, v], [v, q])),
          rare("qkv-order", "Wv, Wq and Wk in place of Wq, Wk and Wv", ...reads([q, v], [k, q], [v, k])),
          ...fused(run),
        ]
      : []),
  ];
}

/**
 * The columns of Wq, Wk and Wv side by side, divided otherwise than they were put together: thirds where each head has its own
 * queries, keys and values, or the other way round.
 * @param {Source} run
 * @returns {Mistake[]}
 */
function fused(run) {
  const { heads, d_k } = run.spec;
  if (heads === 1) return [];
  const width = heads * d_k;
  const byHeads = (/** @type {number} */ column) =>
    Math.floor((column % width) / d_k) * 3 * d_k + Math.floor(column / width) * d_k + (column % d_k);
  const byThirds = (/** @type {number} */ column) =>
    (Math.floor(column / d_k) % 3) * width + Math.floor(column / (3 * d_k)) * d_k + (column % d_k);
  const parts = ATTENTION.slice(0, 3);
  /** @param {(column: number) => number} from of a column of the three side by side @returns {Change[]} */
  const divided = (from) =>
    parts.map(({ readers, ...own }, part) => {
      const columns = (/** @type {readonly AnyTensor[]} */ all) => {
        const { shape, data } = /** @type {AnyTensor} */ (all[part]);
        const found = new Float64Array(data.length);
        for (let row = 0; row < data.length; row += width) {
          for (let column = 0; column < width; column += d_k) {
            const source = from(part * width + column);
            const other = Array.from(
              { length: d_k },
              (_, at) => all[Math.floor(source / width)]?.data[row + (source % width) + at] ?? 0,
            );
            found.set(other, row + column);
          }
        }
        return { shape, data: found };
      };
      const made = { weight: once(columns), bias: once(columns) };
      return reading(readers, (reader) =>
        /** @type {const} */ (["weight", "bias"]).reduce((inner, which) => {
          const all = parts.flatMap((each) => reader.tensor(each[which]) ?? []);
          return all.length < 3 ? inner : withInput(inner, own[which], made[which](...all));
        }, reader),
      );
    });
  return [
    rare("qkv-order", "one matrix of q, k and v is divided in each head, not in thirds", ...divided(byHeads)),
    rare("qkv-order", "one matrix of q, k and v is divided in thirds, not in each head", ...divided(byThirds)),
  ];
}

/** @param {Source} run @returns {Mistake[]} */
function projectionMissing(run) {
  const { heads, d_v, d_out } = run.spec;
  if (!run.given("Wo") || heads * d_v !== d_out) return [];
  const without = reading(["output"], (reader) => withInput(reader, "Wo", undefined));
  return [mistake("projection-missing", "the heads side by side are the output, without Wo", without)];
}
