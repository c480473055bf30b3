import { mistake, rare, moved, reading, renamed, withSpec } from "../changes.js";
import { listed } from "../in-words.js";

/**
 * Mistakes with heads: how they are split and merged, and which keys and values each reads.
 *
 * @typedef {import("../evaluate.js").Change} Change
 * @typedef {import("../evaluate.js").Reader} Reader
 * @typedef {import("../../../engine/explain/explain.js").Source} Source
 * @typedef {import("../changes.js").Mistake} Mistake
 */

/** The stages that read keys, and those that read values. */
const SCORES = ["raw", "raw_content"];
const MIXES = ["context", "context_content"];

/** @param {Source} run @returns {Mistake[]} */
export function heads(run) {
  if (run.spec.heads === 1) return exchanged(run);
  const merge = mergings(run);
  return [
    ...splits(run, merge),
    ...groups(run),
    ...exchanged(run),
    mistake("head-merge-order", "heads come first, before tokens", merge.headsFirst),
    mistake("head-merge-order", "channels come first, before heads", merge.channelsFirst),
  ];
}

/**
 * How a row of all heads is split: heads first as a reshape without a transpose does, or channels first.
 * @param {Source} run
 * @param {ReturnType<typeof mergings>} merge
 * @returns {Mistake[]}
 */
function splits(run, merge) {
  const { heads, kv_heads, d_k, d_v } = run.spec;
  const sizes = { Q: [heads, d_k], K: [kv_heads, d_k], V: [kv_heads, d_v] };
  const made = Object.entries(sizes).flatMap(([name, [count = 1, width = 1]]) => {
    if (run.given(name) || count === 1) return [];
    const stage = run.has(`${name}_projected`) ? `${name}_projected` : name;
    const rows = /** @type {number} */ (run.shape(name)[1]);
    /** @param {(index: number[]) => number} from where a number stands among all, row by row @returns {Change} */
    const placed = (from) => ({
      places: {
        [stage]: (index) => {
          const place = from(index);
          const column = place % (count * width);
          return [Math.floor(column / width), Math.floor(place / (count * width)), column % width];
        },
      },
    });
    return [
      {
        name,
        headsFirst: placed(([head = 0, i = 0, d = 0]) => (head * rows + i) * width + d),
        channelsFirst: placed(([head = 0, i = 0, d = 0]) => (i * width + d) * count + head),
      },
    ];
  });
  if (made.length === 0) return [];
  const sets = [made, ...(made.length > 1 ? made.map((one) => [one]) : [])];
  return sets.flatMap((set) =>
    /** @type {const} */ (["headsFirst", "channelsFirst"]).flatMap((order) => {
      const names = listed(set.map(({ name }) => name));
      const words = `${names} split with ${order === "headsFirst" ? "heads" : "channels"} first`;
      const changes = set.map((each) => each[order]);
      if (set !== made) return [rare("head-split-order", words, ...changes)];
      return [
        mistake("head-split-order", words, ...changes),
        rare("head-split-order", `${words}, and merged likewise`, ...changes, merge[order]),
      ];
    }),
  );
}

/** Other orders in which heads are put together. @param {Source} run */
function mergings(run) {
  const { heads, n_q, d_v } = run.spec;
  /** @param {(i: number, column: number) => [number, number, number]} from the head, query and channel @returns {Change} */
  const merged = (from) => ({
    places: {
      concat: ([i = 0, column = 0]) => {
        const [head, row, c] = from(i, column);
        return [row, head * d_v + c];
      },
    },
  });
  const headsFirst = merged((i, column) => {
    const place = i * heads * d_v + column;
    return [Math.floor(place / (n_q * d_v)), Math.floor(place / d_v) % n_q, place % d_v];
  });
  const channelsFirst = merged((i, column) => [column % heads, i, Math.floor(column / heads)]);
  return { headsFirst, channelsFirst };
}

/** @param {Source} run @returns {Mistake[]} */
function groups(run) {
  const { heads, kv_heads } = run.spec;
  if (heads === kv_heads || kv_heads === 1) return [];
  const keyHeads = (/** @type {Reader} */ reader) =>
    moved(withSpec(reader, { kv_heads: heads }), ["K", "K_rot", "V"], ([head = 0, ...rest]) => [
      head % kv_heads,
      ...rest,
    ]);
  const words = `query head h reads key/value head h mod ${kv_heads}`;
  return [mistake("kv-head-order", words, reading([...SCORES, ...MIXES], keyHeads))];
}

/** One of queries, keys and values read in place of another. @param {Source} run @returns {Mistake[]} */
function exchanged(run) {
  const alike = (/** @type {string} */ one, /** @type {string} */ other) =>
    run.shape(one).join() === run.shape(other).join();
  const [queries, keys] = run.has("Q_rot") ? ["Q_rot", "K_rot"] : ["Q", "K"];
  const reads = (/** @type {readonly string[]} */ stages, /** @type {Record<string, string>} */ names) =>
    reading(stages, (reader) => renamed(reader, names));
  const keysMixed = reads(MIXES, { V: keys });
  const valuesCompared = reads(SCORES, { [keys]: "V" });
  return [
    ...(alike("K", "V")
      ? [
          mistake("qkv-order", "keys are mixed, not values", keysMixed),
          ...(run.given("K")
            ? [mistake("qkv-order", "K and V are exchanged", keysMixed, valuesCompared)]
            : [mistake("qkv-order", "queries are compared with values, not keys", valuesCompared)]),
        ]
      : []),
    ...(alike("Q", "K")
      ? [
          mistake("qkv-order", "queries are compared with queries, not keys", reads(SCORES, { [keys]: queries })),
          rare("qkv-order", "keys are compared with keys, not queries", reads(SCORES, { [queries]: keys })),
        ]
      : []),
  ];
}
