/** What is said of where heads look: of maps drawn by hand, and of models that are trained here. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { asksForNext, copyOf, crossingOf, headsOf, lookBack, patternOf } from "../../web/training/patterns.js";
import { Session } from "../../web/training/session.js";
import { defaultSettings, taskOf } from "../../web/training/settings.js";

/**
 * A head whose rows give a share to one column, and the rest evenly to the others.
 * @param {readonly number[]} columns
 * @param {number} share
 * @param {number} [keys]
 */
const looking = (columns, share, keys = columns.length) => ({
  layer: 0,
  head: 0,
  rows: columns.map((column) =>
    Array.from({ length: keys }, (_, at) => (at === column ? share : (1 - share) / (keys - 1))),
  ),
});

/** @param {string} text @param {string} answers a letter for each token; "." where nothing is asked */
function exampleOf(text, answers) {
  const tokens = [...text];
  const answer = [...answers].map((letter) => (letter === "." ? "" : letter));
  return { tokens, keys: tokens, answer, layers: [] };
}

test("a row is asked for the next token where its answer is the token after it, and only there", async () => {
  const engine = await createEngine();
  const asks = (/** @type {string} */ task) => asksForNext(new Session(engine, { ...defaultSettings, task }).facts);
  assert.deepEqual(["translation", "grammar"].map(asks), [true, true]);
  assert.deepEqual(["reverse", "previous", "induction", "majority", "pronoun"].map(asks), Array(5).fill(false));
});

test("most rows name the pattern, with how many of them have it and the mean share", () => {
  const example = exampleOf("abcdefgh", "hgfedcba");
  const mirrored = patternOf(looking([7, 6, 5, 4, 3, 2, 1, 1], 0.9), example);
  assert.deepEqual([mirrored?.place, mirrored?.hits, mirrored?.rows], ["mirrored", 7, 8]);
  assert.ok(Math.abs(Number(mirrored?.share) - (7 * 0.9 + 0.1 / 7) / 8) < 1e-12);
  const previous = patternOf(looking([0, 0, 1, 2, 3, 4, 5, 0], 0.8), example);
  assert.deepEqual([previous?.place, previous?.hits, previous?.rows], ["previous", 6, 7]);
  assert.equal(patternOf(looking([0, 1, 2, 3, 4, 5, 6, 7], 0.8), example)?.place, "itself");
  assert.equal(patternOf(looking([3, 0, 6, 1, 7, 2, 5, 1], 0.8), example), null, "no rule is in these rows");
});

test("rows that look at one and the same token, and rows that are nearly even, are named too", () => {
  const example = exampleOf("abcdef", "cccccc");
  const one = patternOf(looking([3, 3, 3, 0, 3, 3], 0.7), example);
  assert.deepEqual([one?.place, one?.column, one?.hits, one?.rows], ["one", 3, 5, 6]);
  const even = patternOf(looking([3, 3, 3, 3, 3, 3], 0.2), example);
  assert.deepEqual([even?.place, even?.hits, even?.rows, even?.share], ["even", 6, 6, 0.2]);
});

test("of a token that comes again, what followed it then is a pattern, and two layers copy it", () => {
  const example = exampleOf("abcdea", ".....b");
  const first = looking([0, 0, 1, 2, 3, 2], 0.9);
  const second = { ...looking([0, 0, 0, 0, 0, 1], 0.8), layer: 1 };
  assert.equal(patternOf(first, example)?.place, "previous");
  const twin = patternOf({ ...second, rows: looking([0, 3, 1, 5, 2, 1], 0.8).rows }, example);
  assert.deepEqual([twin?.place, twin?.hits, twin?.rows], ["after-twin", 1, 1]);
  const copy = copyOf([first, second], example);
  assert.deepEqual([copy?.row, copy?.twin, copy?.isFound], [5, 0, true]);
  assert.deepEqual([copy?.first.share, copy?.second.share], [0.9, 0.8]);
  assert.equal(
    copyOf([looking([0, 1, 1, 2, 3, 2], 0.9), second], example)?.isFound,
    false,
    "layer 1 does not look back",
  );
  assert.equal(copyOf([first], example), null, "one layer");
});

test("a head crosses where the next word is before this one, and was not looked at already", () => {
  assert.deepEqual(crossingOf(looking([0, 2, 1, 3, 0], 0.9, 4)), { row: 1, from: 2, to: 1 });
  assert.equal(crossingOf(looking([2, 2, 2, 3, 2, 0], 0.9, 5)), null, "it goes back to what it knows");
  assert.equal(crossingOf(looking([0, 1, 2, 0], 0.9, 3)), null, "the last row writes the end");
});

test("how far back a head looks is a mean over positions", () => {
  assert.equal(lookBack(looking([0, 0, 0], 1)), 1.5);
  assert.equal(lookBack(looking([0, 1, 2], 1)), 0);
});

test("the patterns of trained models are those that their tasks need", async () => {
  const engine = await createEngine();
  const trained = (
    /** @type {string} */ task,
    /** @type {Partial<import("../../web/training/settings.js").Settings>} */ patch = {},
  ) => {
    const session = new Session(engine, { ...defaultSettings, task, ...patch });
    for (let step = 0; step < taskOf({ task }).steps; step++) session.step();
    const { facts } = session;
    const heads = headsOf(facts, session.maps());
    session.model.free();
    return { facts, heads, places: heads.map((head) => patternOf(head, facts)?.place) };
  };
  assert.deepEqual(trained("reverse").places, ["mirrored"]);
  assert.deepEqual(trained("previous").places, ["previous"]);
  assert.deepEqual(trained("majority").places, ["even"]);
  const two = trained("induction");
  assert.deepEqual(two.places, ["previous", "after-twin"]);
  assert.equal(copyOf(two.heads, two.facts)?.isFound, true);
  const one = trained("induction", { layers: 1 });
  assert.equal(copyOf(one.heads, one.facts), null);
  const crossings = trained("translation").heads.map(crossingOf);
  assert.equal(
    crossings.filter(Boolean).length,
    1,
    "one head writes the words in their order, the other reads the noun",
  );
});
