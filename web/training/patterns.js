/** Where the heads of a model look in one example: what can be said of their attention weights in a sentence. No DOM. */

/** @typedef {Pick<import("./session.js").Facts, "tokens" | "keys" | "answer" | "layers">} Example */
/** @typedef {{layer: number, head: number, rows: readonly (readonly number[])[]}} Head both from 0; rows: where each position looks */
/** @typedef {"mirrored" | "previous" | "itself" | "after-twin" | "one" | "even"} Place at which most positions may look */
/**
 * What most positions of a head do. hits: so many of `rows` positions look there most; share: the mean attention that all of
 * them give to it, where even: the largest to any token; column: of the one token
 * @typedef {{place: Place, hits: number, rows: number, share: number, column: number}} Pattern
 */

/** A row is even where no weight is larger than so many times the mean one. */
const even = 1.5;

/** A head has a pattern where this share of its rows have it; looking at one and the same token counts from the second on. */
const usual = Object.freeze({ any: 1 / 2, one: 2 / 3 });

/** The heads of all layers. @param {Pick<Example, "layers">} facts @param {Float32Array} maps as `Session.maps` has them @returns {Head[]} */
export function headsOf({ layers }, maps) {
  let from = 0;
  return layers.flatMap(({ heads, queries, keys }, layer) =>
    Array.from({ length: heads }, (_, head) => ({
      layer,
      head,
      rows: Array.from({ length: queries }, () => Array.from(maps.subarray(from, (from += keys)))),
    })),
  );
}

/** The token that a row looks at most. @param {readonly number[]} row */
export function maxOf(row) {
  const share = Math.max(...row);
  return { column: row.indexOf(share), share };
}

/**
 * Whether each position is asked for the token after it: its row is then named after one token and looks for the next.
 * @param {Pick<Example, "tokens" | "answer">} example
 */
export const asksForNext = ({ tokens, answer }) =>
  answer.length > 1 && answer.slice(0, -1).every((word, at) => word === tokens[at + 1]);

/** The place of the same token before a position; -1: there is none. @param {readonly string[]} tokens @param {number} row */
export const twinOf = (tokens, row) => tokens.slice(0, row).lastIndexOf(/** @type {string} */ (tokens[row]));

/** The last position that is asked for an answer; -1: there is none. @param {readonly string[]} answer */
export const lastAsked = (answer) => answer.reduce((last, word, at) => (word ? at : last), -1);

/** @param {readonly number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * What most positions of a head do; null: nothing that has a name.
 * @param {Head} head
 * @param {Example} example
 * @returns {Pattern | null}
 */
export function patternOf({ rows }, { tokens, keys, answer }) {
  const isOwn = keys === tokens;
  const last = keys.length - 1;
  const isTwin = (/** @type {number} */ row) => answer[row] !== "" && twinOf(tokens, row) >= 0;
  /** @type {[Place, (row: number) => number][]} a place outside of the row: the position has none */
  const places = isOwn
    ? [
        ["mirrored", (row) => last - row],
        ["previous", (row) => row - 1],
        ["itself", (row) => (row === 0 ? -1 : row)],
        // Where only some positions are asked, they are those whose token came before.
        [
          "after-twin",
          (row) => (answer.filter(Boolean).length < tokens.length / 2 && isTwin(row) ? twinOf(tokens, row) + 1 : -1),
        ],
      ]
    : [];
  const found = places.map(([place, columnOf]) => counted(rows, place, columnOf));
  const columns = rows.map((row) => maxOf(row).column);
  const counts = keys.map((_, column) => columns.filter((each) => each === column).length);
  const column = counts.indexOf(Math.max(...counts));
  const one = counted(rows, "one", () => column);
  const all = [evenRows(rows), ...found, one].filter(
    (each) => each.rows > 0 && each.hits / each.rows >= usual[each.place === "one" ? "one" : "any"],
  );
  return all.sort((a, b) => b.hits / b.rows - a.hits / a.rows || b.rows - a.rows)[0] ?? null;
}

/**
 * @param {Head["rows"]} rows
 * @param {Place} place
 * @param {(row: number) => number} columnOf
 * @returns {Pattern}
 */
function counted(rows, place, columnOf) {
  const some = rows.flatMap((row, at) => {
    const column = columnOf(at);
    const share = row[column];
    return share === undefined ? [] : { column, share, isMax: maxOf(row).column === column };
  });
  const hits = some.filter(({ isMax }) => isMax).length;
  return { place, hits, rows: some.length, share: mean(some.map(({ share }) => share)), column: some[0]?.column ?? -1 };
}

/** Rows that look nearly evenly at all that they may see, if that is more than one token. @param {Head["rows"]} rows @returns {Pattern} */
function evenRows(rows) {
  const seen = rows.map((row) => row.filter((weight) => weight > 0));
  const some = seen.filter(({ length }) => length > 1);
  const evens = some.filter((row) => Math.max(...row) <= even / row.length);
  return { place: "even", hits: evens.length, rows: some.length, share: Math.max(...evens.flat()), column: -1 };
}

/**
 * Where a head goes back in the source for the next word, to one that it has not looked at before; null: nowhere. The last row
 * writes the end, and is left out.
 * @param {Head} head
 */
export function crossingOf({ rows }) {
  const looked = rows.slice(0, -1).map(maxOf);
  const row = looked.findIndex(({ column }, at) => {
    const next = looked[at + 1]?.column ?? Infinity;
    return next < column && !looked.slice(0, at).some((earlier) => earlier.column === next);
  });
  return row < 0 ? null : { row, from: Number(looked[row]?.column), to: Number(looked[row + 1]?.column) };
}

/**
 * How two layers copy what followed the twin of the last token that is asked: by the head of the first layer that looks most from
 * the token after the twin at the twin, and the head of the second that looks most from the asked one at the token after the
 * twin. null: there are not two layers, or no twin.
 * @param {readonly Head[]} heads
 * @param {Example} example
 */
export function copyOf(heads, { tokens, answer }) {
  const row = lastAsked(answer);
  const twin = row < 0 ? -1 : twinOf(tokens, row);
  const best = (/** @type {number} */ layer, /** @type {number} */ from, /** @type {number} */ to) =>
    heads
      .filter((head) => head.layer === layer)
      .map(({ head, rows }) => {
        const looks = /** @type {readonly number[]} */ (rows[from]);
        return { head, share: looks[to] ?? 0, isMax: maxOf(looks).column === to };
      })
      .sort((a, b) => b.share - a.share)[0];
  if (twin < 0) return null;
  const [first, second] = [best(0, twin + 1, twin), best(1, row, twin + 1)];
  return first && second ? { row, twin, first, second, isFound: first.isMax && second.isMax } : null;
}

/** How far back a head looks on average, in tokens, over all positions but the first. @param {Head} head */
export const lookBack = ({ rows }) =>
  mean(rows.slice(1).map((row, at) => row.reduce((sum, weight, column) => sum + weight * (at + 1 - column), 0)));
