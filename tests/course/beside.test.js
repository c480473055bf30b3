/** What the path says beside its pictures is so in the state that they show. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { lessonOf } from "../../web/course/course.js";
import { asksForRoad, byHand, places } from "../../web/course/hand-built.js";
import { words } from "../../web/words/words.js";
import { reading } from "../support/course.js";

/** @typedef {import("../../web/course/reading.js").Reading} Reading */

const { t } = words("en");

/**
 * Reads the numbers of a step, before its answer or after it, and checks that its words say so.
 * @param {string} lesson
 * @param {string} id
 * @param {RegExp} said what the step's words, question or feedback say
 * @param {(read: Reading) => void} check
 * @param {{answered?: boolean}} [options]
 */
function beside(lesson, id, said, check, { answered = false } = {}) {
  const step = lessonOf(lesson).steps.find((each) => each.id === id) ?? assert.fail(`${lesson} has no step ${id}`);
  reading(step.state, (read) => {
    const { facts = {} } = step.outcome?.(read) ?? {};
    const texts = ["", "-ask", "-right"].map((part) =>
      t(`lesson-${lesson}-${id}${part}`, { ...step.facts?.(read), ...facts }),
    );
    assert.match(texts.join(" "), said, `${lesson}, ${id}`);
  });
  reading({ ...step.state, ...(answered ? step.reveal : {}) }, check);
}

const sum = (/** @type {readonly number[]} */ values) => values.reduce((total, value) => total + value, 0);
const softmax = (/** @type {readonly number[]} */ scores) => {
  const powers = scores.map(Math.exp);
  return powers.map((power) => power / sum(powers));
};
/** @param {number} value @param {number} wanted @param {number} within */
const isNear = (value, wanted, within) => assert.ok(Math.abs(value - wanted) < within, `${value} and ${wanted}`);

test("keys by hand: only “animal” has what “it” asks for in both columns, “cross” in none, and a road cannot be tired", () => {
  const of = (/** @type {Reading} */ read) =>
    read.keys.map((_, row) => read.row("K", row).filter((value) => value > 0).length);
  beside("query-key", "ask", /it is a thing, and it can be tired/, (read) => {
    assert.ok(read.row("Q", 0).every((value) => value > 0));
    assert.deepEqual(of(read), [2, 1, 1, 0]);
  });
  beside("query-key", "dot", /one that cannot be tired/, (read) => assert.ok(read.at("K", places.road, 1) < 0));
  beside("query-key", "below", /both its columns are against/, (read) =>
    assert.ok(read.row("K", places.cross).every((value) => value < 0)),
  );
});

test("queries are X times Wq, and keys come from Wk", () => {
  beside("query-key", "matrices", /row in X times Wq.*is its query\. Another matrix, Wk, makes the keys/, (read) => {
    const times = (/** @type {string} */ rows, /** @type {string} */ matrix, /** @type {number} */ row) =>
      [0, 1].map((column) => sum(read.row(rows, row).map((value, at) => value * read.at(matrix, at, column))));
    for (const row of read.queries.keys()) assert.deepEqual(read.row("Q", row), times("X", "Wq", row));
    for (const row of read.keys.keys()) assert.deepEqual(read.row("K", row), times("C", "Wk", row));
  });
});

test("the scores that become shares are those of lesson 2; one that rises by 2 gets not quite e² times its share", () => {
  const scores = reading(byHand, (read) => read.row("raw", 0));
  beside("shares", "share", /These are the scores of lesson 2.*47 %/, (read) => {
    assert.deepEqual(read.row("raw", 0), scores);
    const sizes = scores.map(Math.abs);
    assert.equal(Math.round((100 * Number(sizes[0])) / sum(sizes)), 47);
  });
  beside("shares", "rise", /e² = 7\.4 times as large.*not quite 7\.4 times/, (read) => {
    const [before, after] = [scores, scores.map((score, at) => (at === places.road ? score + 2 : score))].map((row) =>
      Number(softmax(row)[places.road]),
    );
    isNear(read.at("weights", 0, places.road), Number(before), 1e-6);
    assert.equal(Math.exp(2).toFixed(1), "7.4");
    const times = Number(after) / Number(before);
    assert.ok(times > 5 && times < Math.exp(2), `${times}`);
  });
});

test("with d_k = 64 and no scaling no share follows a small change of a score; with scaling the largest does", () => {
  /** How far any share moves if a score rises by 0.1. @param {readonly number[]} scores */
  const moves = (scores) =>
    Math.max(
      ...scores.flatMap((_, raised) => {
        const after = softmax(scores.map((score, at) => (at === raised ? score + 0.1 : score)));
        return softmax(scores).map((share, at) => Math.abs(share - Number(after[at])));
      }),
    );
  const answered = { answered: true };
  beside(
    "shares",
    "wide",
    /small changes of its scores no longer move the shares/,
    (read) => {
      assert.equal(read.row("Q", 0).length, 64);
      assert.ok(moves(read.row("scaled", 0)) < 0.002);
    },
    answered,
  );
  beside(
    "shares",
    "divide",
    /√64 = 8/,
    (read) => {
      isNear(read.at("scaled", 0, 0), read.at("raw", 0, 0) / 8, 1e-5);
      assert.ok(moves(read.row("scaled", 0)) > 0.01);
    },
    answered,
  );
});

test("“it” is alive mostly from “animal”, and a little from “tired”; another query makes it long", () => {
  const parts = (/** @type {Reading} */ read, /** @type {number} */ column) =>
    read.keys.map((_, key) => read.at("weights", 0, key) * read.at("V", key, column));
  beside(
    "mix",
    "alive",
    /most of the animal’s 2, and a little from “tired”/,
    (read) => {
      const [animal = 0, road, tired = 0, cross] = parts(read, 0);
      assert.deepEqual([road, cross], [0, 0]);
      assert.ok(animal > 1.5 && animal < 2 && tired > 0 && tired < 0.25, `${animal} and ${tired}`);
    },
    { answered: true },
  );
  beside("mix", "back", /mostly from “animal”/, (read) =>
    assert.ok(Number(parts(read, 0)[places.animal]) > 0.8 * read.at("context", 0, 0)),
  );
  beside("mix", "now-you", /changes the query: how much “it” asks for what can be tired/, (read) => {
    const turned = read.other(asksForRoad);
    assert.deepEqual(
      [read.row("Q", 0), turned.row("Q", 0)],
      [
        [1, 2],
        [1, -2],
      ],
    );
    assert.ok(turned.at("context", 0, 1) > turned.at("context", 0, 0));
  });
  beside("mix", "trained", /with 16 columns.*hardly anything is left for them/, (read) => {
    assert.equal(read.queries[8], "it");
    assert.equal(read.keys[2], "animal");
    assert.ok(read.at("weights", 8, 2) > 0.99);
  });
});

test("each head of the translation looks at another word before “la”; random heads stand side by side, and Wo mixes them", () => {
  for (const [id, head, key, said] of /** @type {const} */ ([
    ["gender", 0, "car", /the noun decides between “le” and “la”/],
    ["article", 1, "the", /fetches the word to translate, the other one “car”/],
  ]))
    beside("several-heads", id, said, (read) => {
      const row = read.row("weights", 0, head);
      assert.ok(Number(row[read.keys.indexOf(key)]) > 0.5, `${id}: ${row}`);
    });
  beside("several-heads", "side-by-side", /four \*random\* heads, 4 columns each/, (read) => {
    assert.deepEqual(read.tensor("context").shape, [4, 6, 4]);
    assert.deepEqual(
      read.row("concat", 0),
      [0, 1, 2, 3].flatMap((head) => read.row("context", 0, head)),
    );
  });
  beside("several-heads", "mix", /All 16 change, though in concat only 1 column does/, (read) => {
    const after = read.other({ edits: { Wv: [0, 0, 0, 11] } });
    const changed = (/** @type {string} */ stage) =>
      read.row(stage, 0).filter((value, column) => value !== after.row(stage, 0)[column]).length;
    assert.deepEqual(["concat", "output"].map(changed), [1, 16]);
  });
});

test("hands turn by 57° for each place; without a mask each row looks ahead, with it nothing does, and rows still add up to 1", () => {
  beside("order-future", "turn", /57° for each place/, (read) => {
    for (const place of [0, 1, 2, 3]) {
      const [x = 0, y = 0] = read.row("Q_rot", place);
      isNear(x, Math.cos(place), 1e-5);
      isNear(y, Math.sin(place), 1e-5);
    }
    assert.equal(Math.round(180 / Math.PI), 57);
    // What is said of wrong hands.
    for (const [place, angle] of [
      [1, 90],
      [4, 270],
    ].map(([a, b]) => [Number(a), Number(b)]))
      assert.ok(
        (Number(place) * 180) / Math.PI < Number(angle) && ((Number(place) + 1) * 180) / Math.PI > Number(angle),
      );
    assert.ok(Math.cos(6) > 0.95);
  });
  /** The shares of later words. @param {Reading} read */
  const ahead = (read) => read.queries.flatMap((_, row) => read.row("weights", row).slice(row + 1));
  beside("order-future", "why", /Nothing hides the later words/, (read) =>
    assert.ok(ahead(read).every((share) => share > 0)),
  );
  beside(
    "order-future",
    "count",
    /their shares exactly 0/,
    (read) => assert.deepEqual(new Set(ahead(read)), new Set([0])),
    { answered: true },
  );
  beside(
    "order-future",
    "first",
    /the other rows add up to 100 % too/,
    (read) => {
      for (const row of read.queries.keys()) isNear(sum(read.row("weights", row)), 1, 1e-6);
    },
    { answered: true },
  );
});

test("the loss falls where the weight rises; “cat” looks most at “dogs”; the map before training is random", () => {
  beside("learns", "slope", /Up is downhill here/, (read) => {
    const loss = (/** @type {number} */ by) => {
      const moved = read.other({ edits: { Wv: [0, 0, 0, read.at("Wv", 0, 0) + by] } });
      return (moved.at("output", 2, 0) - 1) ** 2;
    };
    assert.ok(loss(0.5) < loss(0) && loss(-0.5) > loss(0));
  });
  beside("learns", "guess", /attention carried “dogs” past the nearer “cat”/, (read) => {
    const row = read.row("weights", 5);
    assert.equal(read.queries[5], "cat");
    assert.equal(read.keys[row.indexOf(Math.max(...row))], "dogs", row.map((share) => share.toFixed(2)).join());
  });
  beside("learns", "train", /This map of attention is \*random\*/, (read) => assert.equal(read.state.recipe, "random"));
});
