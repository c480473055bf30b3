/** What lessons say beside their pictures is so in the state that they show. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { lessonOf } from "../../web/course/course.js";
import { withHeadsOff } from "../../web/course/heads-off.js";
import { withMlp } from "../../web/course/lessons/deeper/mlp.js";
import { allAsk, asksForRoad, byHand, chaseOf, computedQueries, places, random } from "../../web/course/hand-built.js";
import { workedOut } from "../../web/course/pictures/product.js";
import { spreadsOf } from "../../web/course/spread.js";
import { models } from "../../web/state/experiments/published-models.js";
import { modelOf } from "../../web/state/recipes/trained-models.js";
import { readRun } from "../../web/training/own/own-model.js";
import { defaultSettings, fullSettings } from "../../web/training/settings.js";
import { following } from "../../web/training/tasks/grammar.js";
import { words } from "../../web/words/words.js";
import { reading } from "../support/course/course.js";

/** @typedef {import("../../web/course/reading.js").Reading} Reading */

const { t } = words("en");

/**
 * Reads the numbers of a step, before its answer or after it, and checks that its words say so.
 * @param {string} lesson
 * @param {string} id
 * @param {RegExp} said what the step's words, question or feedback say, or what goes further
 * @param {(read: Reading) => void} check
 * @param {{answered?: boolean}} [options]
 */
function beside(lesson, id, said, check, { answered = false } = {}) {
  const step = lessonOf(lesson).steps.find((each) => each.id === id) ?? assert.fail(`${lesson} has no step ${id}`);
  reading(step.state, (read) => {
    const { facts = {} } = step.outcome?.(read) ?? {};
    const texts = ["", "-ask", "-right", "-more"].map((part) =>
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
  beside("query-key", "ask", /it is a thing \(1\.5\), and it can be tired \(1\.0\)/, (read) => {
    assert.ok(read.row("Q", 0).every((value) => value > 0));
    assert.deepEqual(of(read), [2, 1, 1, 0]);
  });
  beside("query-key", "dot", /one that cannot be tired/, (read) => assert.ok(read.at("K", places.road, 1) < 0));
  beside("query-key", "below", /both its columns are against/, (read) =>
    assert.ok(read.row("K", places.cross).every((value) => value < 0)),
  );
});

test("of a key that fits less it is said which columns fit, with their numbers", () => {
  const step = lessonOf("query-key").steps.find(({ id }) => id === "ask") ?? assert.fail();
  const said = reading(step.state, (read) => {
    const { facts, of } = step.outcome?.(read) ?? assert.fail();
    return [places.road, places.tired, places.cross].map((at) =>
      t("lesson-query-key-ask-not", { ...facts, ...of?.(String(at)) }),
    );
  });
  assert.deepEqual(said, [
    "“road” is a thing (1.5), but cannot be tired (−0.5).",
    "“tired” fits “can be tired” (1.0), but not “a thing” (−0.5).",
    "“cross” fits neither “a thing” (−1.0) nor “can be tired” (−0.5).",
  ]);
});

test("how far along the query’s line a key lands, times the query’s length, is its score; on the query’s side it is above 0", () => {
  beside("query-key", "below", /how far along it lands, times the length of the query, is its score/, (read) => {
    const [x = 0, y = 0] = read.row("Q", 0);
    const length = Math.hypot(x, y);
    for (const row of read.keys.keys()) {
      const [a = 0, b = 0] = read.row("K", row);
      // By the angle between the two arrows.
      const lands = Math.hypot(a, b) * Math.cos(Math.atan2(b, a) - Math.atan2(y, x));
      isNear(lands * length, read.at("raw", 0, row), 1e-5);
      if (row === places.road) isNear(lands, 0.22, 0.01);
    }
  });
});

test("ALiBi subtracts; its slopes are powers of 2 by the formula where the heads are a power of 2, and only there", () => {
  const last = 7;
  /** @param {Reading} read @param {number} heads */
  const slopes = (read, heads) => {
    const of = read.other({ heads });
    return Array.from({ length: heads }, (_, head) => -of.at("bias", last, last - 1, head));
  };
  const formula = (/** @type {number} */ heads) =>
    Array.from({ length: heads }, (_, head) => 2 ** ((-8 * (head + 1)) / heads));
  beside("alibi", "now-you", /If n is a power of 2, .* 2 to the power of −8\/n, −16\/n/, (read) => {
    for (const heads of [1, 2, 4, 8, 16]) assert.ok(apart(slopes(read, heads), formula(heads)) < 1e-6, `${heads}`);
    for (const heads of [3, 6, 12]) assert.ok(apart(slopes(read, heads), formula(heads)) > 1e-3, `${heads}`);
  });
  beside("alibi", "slopes", /With four heads: ¼, 1\/16, 1\/64 and 1\/256/, (read) =>
    assert.deepEqual(slopes(read, 4), [1 / 4, 1 / 16, 1 / 64, 1 / 256]),
  );
  beside(
    "alibi",
    "penalty",
    /subtracts from each .* a penalty that grows with the distance, in head 1 by ¼/,
    (read) => {
      for (const back of [0, 1, 4, 7]) {
        isNear(read.at("scaled", last, last - back) - read.at("biased", last, last - back), back / 4, 1e-6);
      }
    },
  );
  assert.match(t("misconception-signed-distance-so"), /−slope · \|i − j\|/);
  beside("t5", "sign", /ALiBi always prefers near ones/, (read) => {
    const penalties = read.other({ position: "alibi" }).row("bias", 13).slice(0, 14);
    assert.deepEqual(
      [...penalties].sort((a, b) => a - b),
      penalties,
    );
    assert.equal(new Set(penalties).size, penalties.length);
  });
});

test("queries are X times Wq, and keys come from Wk", () => {
  beside(
    "query-key",
    "matrices",
    /Wq, makes its query: row times column, like a score, as shown for “it”\. Wk makes the keys.*“it” gets 1 · 2 \+ 1\.5 · 0 = 2 and 1 · 0\.5 \+ 1\.5 · 1 = 2/,
    (read) => {
      const times = (/** @type {string} */ rows, /** @type {string} */ matrix, /** @type {number} */ row) =>
        [0, 1].map((column) => sum(read.row(rows, row).map((value, at) => value * read.at(matrix, at, column))));
      const it = read.queries.indexOf("it");
      assert.deepEqual(
        [read.row("X", it), read.row("Q", it)],
        [
          [1, 1.5],
          [1 * 1 + 1.5 * 0, 1 * 0.5 + 1.5 * 1],
        ],
      );
      for (const row of read.queries.keys()) assert.deepEqual(read.row("Q", row), times("X", "Wq", row));
      for (const row of read.keys.keys()) assert.deepEqual(read.row("K", row), times("C", "Wk", row));
      // The line below the matrices works out a number with the same factors.
      const line = workedOut(
        /** @type {any} */ ({ view: { t, queries: read.queries, run: read }, picture: { row: it } }),
      );
      assert.equal(line, "“it”: 1 · 1 + 1.5 · 0 = 1");
      // The table of the step before is that of these queries and keys; no column of X says nothing.
      reading(allAsk, (table) => assert.deepEqual(read.tensor("raw"), table.tensor("raw")));
      for (const column of [0, 1]) assert.ok(read.queries.every((_, row) => read.at("X", row, column) !== 0));
    },
  );
  beside(
    "query-key",
    "matrices",
    /The framed number of Wq becomes 2.*All five change, in their first number/,
    (read) => {
      assert.equal(read.at("Wq", 0, 0), 2);
      reading(computedQueries, (before) => {
        assert.equal(before.at("Wq", 0, 0), 1);
        assert.equal(before.queries.length, 5);
        for (const row of before.queries.keys()) {
          const [first = 0, second = 0] = before.row("Q", row);
          assert.notEqual(first, 0);
          assert.deepEqual(read.row("Q", row), [2 * first, second]);
        }
      });
    },
    { answered: true },
  );
});

test("the scores that become shares are those of lesson 2; one that rises by 2 gets not quite e² times its share", () => {
  const scores = reading(byHand, (read) => read.row("raw", 0));
  beside(
    "shares",
    "share",
    /2\.7 times as large for a score 1 higher.*The powers, rounded here, add up to 39\.4.*“animal”, with 33\.1.*“animal” has 33\.1 of 39\.4: 84 %/,
    (read) => {
      assert.equal((Math.E ** 1.5 / Math.E ** 0.5).toFixed(1), "2.7");
      assert.deepEqual(read.row("raw", 0), scores);
      assert.equal((Math.E ** 3.5).toFixed(1), "33.1");
      assert.equal(((100 * Math.E ** 3.5) / 39.4).toFixed(0), "84");
      assert.equal((Math.E ** 3.5 + Math.E ** 0.5 + Math.E ** 1.5 + 1 / Math.E ** 2).toFixed(1), "39.4");
    },
  );
  beside("shares", "rise", /e² = 7\.4 times as large.*not to 7\.4 times/, (read) => {
    const [before, after] = [scores, scores.map((score, at) => (at === places.road ? score + 2 : score))].map((row) =>
      Number(softmax(row)[places.road]),
    );
    isNear(read.at("weights", 0, places.road), Number(before), 1e-6);
    assert.equal(Math.exp(2).toFixed(1), "7.4");
    const times = Number(after) / Number(before);
    assert.ok(times > 5 && times < Math.exp(2), `${times}`);
  });
});

test("with d_k = 64 scores spread further than with 4; without scaling no share follows a small change of a score; with scaling the largest does", () => {
  /** How far any share moves if a score rises by 0.1. @param {readonly number[]} scores */
  const moves = (scores) =>
    Math.max(
      ...scores.flatMap((_, raised) => {
        const after = softmax(scores.map((score, at) => (at === raised ? score + 0.1 : score)));
        return softmax(scores).map((share, at) => Math.abs(share - Number(after[at])));
      }),
    );
  const answered = { answered: true };
  const spread = (/** @type {readonly number[]} */ scores) => Math.max(...scores) - Math.min(...scores);
  beside("shares", "wide", /more than 2 columns.*here 4, often 64.*A score adds up d_k products/, (read) => {
    assert.equal(read.row("Q", 0).length, 4);
    assert.equal(
      reading(byHand, (of) => of.row("Q", 0).length),
      2,
    );
    const scores = read.other({ d_k: 64 }).row("raw", 0);
    assert.ok(spread(scores) > 2 * spread(read.row("raw", 0)));
    assert.ok(scores.some((score) => score > 0) && scores.some((score) => score < 0));
  });
  beside(
    "shares",
    "wide",
    /the more products are added up, the further apart scores lie, here from −8\.5 to 10\.4/,
    (read) => {
      const scores = read.row("raw", 0);
      isNear(Math.min(...scores), -8.5, 0.05);
      isNear(Math.max(...scores), 10.4, 0.05);
      const spreadOf = (/** @type {number} */ d_k) => {
        const all = Array.from({ length: 200 }, (_, seed) =>
          reading({ ...random, d_k, seed }, (of) => of.row("raw", 0)),
        ).flat();
        return Math.sqrt(sum(all.map((score) => score ** 2)) / all.length);
      };
      // 64 random steps to the left or right lead about √64 steps away.
      isNear(spreadOf(64) / spreadOf(1), 8, 1.2);
    },
    answered,
  );
  beside("shares", "divide", /here a small change of a score leaves the shares as they are/, (read) => {
    assert.equal(read.row("Q", 0).length, 64);
    assert.ok(moves(read.row("scaled", 0)) < 0.002);
  });
  beside(
    "shares",
    "divide",
    /256 columns.*Four times as many products spread twice as far.*divided by √d_k.*alike.* from >\s99\.9\s% to 72\s%/,
    (read) => {
      for (const { width, far, scores } of spreadsOf(read, [4, 16, 64, 256])) {
        isNear(far / Math.sqrt(width), 1, 0.03);
        const within = scores.filter((score) => Math.abs(score) < far).length / scores.length;
        assert.ok(within > 0.55 && within < 0.8, `${within} of the scores lie within the spread of ${width}`);
      }
      const scaled = read.other({ scaling: true }).row("scaled", 0);
      isNear(Number(scaled[0]), read.at("raw", 0, 0) / 8, 1e-5);
      assert.ok(moves(scaled) > 0.01);
      isNear(Math.max(...softmax(read.row("raw", 0))), 1, 0.001);
      isNear(Math.max(...softmax(scaled)), 0.72, 0.005);
    },
  );
});

test("“it” is alive mostly from “animal”, and a little from “tired”, and long from “road” alone; another query makes it long", () => {
  const parts = (/** @type {Reading} */ read, /** @type {number} */ column) =>
    read.keys.map((_, key) => read.at("weights", 0, key) * read.at("V", key, column));
  beside(
    "mix",
    "alive",
    /close to 2, the value with the largest share/,
    (read) => {
      const [animal = 0, road, tired = 0, cross] = parts(read, 0);
      assert.deepEqual([road, cross], [0, 0]);
      assert.ok(animal > 1.5 && animal < 2 && tired > 0 && tired < 0.25, `${animal} and ${tired}`);
    },
    { answered: true },
  );
  beside("mix", "value", /“it” becomes 0\.25 long, no longer 0\.13/, (read) =>
    isNear(read.at("context", 0, 1), 0.13, 0.005),
  );
  beside("mix", "value", /6/, (read) => isNear(read.at("context", 0, 1), 0.25, 0.005), { answered: true });
  beside(
    "mix",
    "back",
    /also 0\.13 long.*“road” gives 0\.13 with only 4\s% .* is 3 long; 84\s% of 0 stays 0/,
    (read) => {
      const [animal, road = 0, tired, cross = 0] = parts(read, 1);
      assert.deepEqual([animal, tired], [0, 0]);
      isNear(road, 0.13, 0.005);
      assert.ok(road > 10 * cross);
      isNear(read.at("context", 0, 1), 0.13, 0.005);
      isNear(read.at("weights", 0, places.road), 0.04, 0.005);
      isNear(read.at("weights", 0, places.animal), 0.84, 0.005);
    },
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
  beside(
    "mix",
    "trained",
    /Wv, makes its values, of 16 columns.* scores, of four of its 12 words.*nearly alone/,
    (read) => {
      assert.equal(read.keys.length, 12);
      for (const word of Object.keys(places)) assert.equal(read.keys.filter((key) => key === word).length, 1, word);
      assert.equal(read.row("V", 8).length, 16);
      assert.equal(read.queries[8], "it");
      assert.equal(read.keys[2], "animal");
      assert.ok(read.at("weights", 8, 2) > 0.99);
      assert.ok(apart(read.row("context", 8), read.row("V", 2)) < 1e-3);
      for (const other of [0, 6, 11]) assert.ok(apart(read.row("context", 8), read.row("V", other)) > 0.1);
    },
  );
});

test("each head of the translation looks at another word before “la”; what they find stands side by side, and Wo makes one row of it", () => {
  for (const [id, head, key, said] of /** @type {const} */ ([
    ["gender", 0, "car", /the noun decides between “le” and “la”/],
    ["article", 1, "the", /fetches the word to translate, and head 1 “car”/],
  ]))
    beside("several-heads", id, said, (read) => {
      const row = read.row("weights", 0, head);
      assert.ok(Number(row[read.keys.indexOf(key)]) > 0.5, `${id}: ${row}`);
    });
  beside("several-heads", "article", /read all columns of X/, (read) => {
    for (const column of read.row("X", 0).keys()) {
      const other = read.other({ edits: { X: [0, column, 5] } });
      for (const head of [0, 1]) assert.ok(apart(read.row("Q", 0, head), other.row("Q", 0, head)) > 1e-3);
    }
    assert.deepEqual(
      read.row("concat", 0),
      [0, 1].flatMap((head) => read.row("context", 0, head)),
    );
  });
  beside("several-heads", "mix", /side by side.*Wo, mixes them into one row: the output/, (read) => {
    for (const head of [0, 1]) {
      const after = read.other({ edits: { Wv: [head, 0, 0, 11] } });
      const changed = (/** @type {string} */ stage) =>
        read.row(stage, 0).filter((value, column) => value !== after.row(stage, 0)[column]).length;
      assert.deepEqual(["concat", "output"].map(changed), [1, read.row("output", 0).length]);
    }
  });
});

test("without head 1 the article stays and its gender is lost; without head 2 the gender stays and the article is lost", () => {
  /** Nouns of each gender, which a phrase’s article must fit. */
  const nouns = { masculine: ["livre", "château", "tambour"], feminine: ["voiture", "vache", "fourchette"] };
  /** @param {Reading} read @param {number} head */
  const without = (read, head) => {
    const { edits } = withHeadsOff({ ...read.state, layer: 1, edits: {}, d_model: 16, d_k: 16 }, [{ layer: 1, head }]);
    const off = read.other({ edits });
    for (const row of [0, 1]) {
      const found = { other: read, off };
      // The other head’s part of the output is as it was: only what this one found is missing.
      const Wo = (/** @type {number} */ at, /** @type {number} */ column) => read.at("Wo", at, column);
      const [concat, output] = [found.other.row("concat", row), found.off.row("output", row)];
      for (const column of [0, 7])
        isNear(
          Number(output[column]),
          sum(concat.map((value, at) => (Math.floor(at / 16) === head ? 0 : value * Wo(at, column)))),
          1e-3,
        );
    }
    return off.next(0).words.map(({ word }) => word);
  };
  beside(
    "several-heads",
    "off",
    /“la” gets 98 %: head 2 still brings an article, but nothing says that the noun is masculine, and the model falls back on “la”/,
    (read) => {
      assert.equal(read.next(0).words[0]?.word, "le");
      assert.equal(without(read, 0)[0], "la");
      const car = read.other({ sentence: "la voiture rouge", context: "the red car" });
      assert.equal(car.next(0).words[0]?.word, "la");
    },
  );
  beside(
    "several-heads",
    "mix",
    /“château” .*, “tambour” .*, “livre” .*, all masculine nouns: head 1 looks at “book”, but passes on little more than its gender, and no article/,
    (read) => {
      assert.deepEqual(without(read, 1).slice(0, 3).sort(), [...nouns.masculine].sort());
      assert.ok(read.at("weights", 0, read.keys.indexOf("book"), 0) > 0.9);
    },
  );
  beside("several-heads", "gender", /./, (read) =>
    assert.deepEqual(without(read, 1).slice(0, 3).sort(), [...nouns.feminine].sort()),
  );
});

/** A row of two numbers, turned counter-clockwise. @param {readonly number[]} row @param {number} angle in radians */
const turned = ([x = 0, y = 0], angle) => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];

test("without positions “chased” cannot tell who chases; with hands that turn by 57° for each place it can", () => {
  const [query, key] = [
    [5, 0],
    [1, 0],
  ];
  /** How “chased”, at place 2, shares its attention, by hand. @param {(row: number[], place: number) => number[]} turn */
  const sharesBy = (turn) => {
    const asks = turn(query, 2);
    const scoreAt = (/** @type {number} */ place) => sum(turn(key, place).map((value, at) => value * Number(asks[at])));
    return softmax([0, scoreAt(1), 0, 0, scoreAt(4)]);
  };
  const unturned = sharesBy((row) => row);
  for (const answered of [false, true])
    beside(
      "order-future",
      "swap",
      /gives “dog” and “cat” 49 % each.*The output stays: “chased” meets the same rows/,
      (read) => {
        assert.deepEqual(
          read.queries,
          answered ? ["the", "cat", "chased", "the", "dog"] : ["the", "dog", "chased", "the", "cat"],
        );
        assert.ok(apart(read.row("weights", 2), unturned) < 1e-6);
        for (const animal of [2, 3]) isNear(read.at("output", 2, animal), Number(unturned[1]), 1e-6);
      },
      { answered },
    );
  assert.equal(Math.round(180 / Math.PI), 57);
  const shares = sharesBy(turned);
  for (const answered of [false, true])
    beside(
      "order-future",
      "turn",
      /a step further at each place \(the first: 0\)\. Words close together then point more alike, and score higher.*“cat” gets 83 %, for it now stands closest.*A step is 57° \(one radian\), counter-clockwise, so a query can tell before from after/,
      (read) => {
        assert.ok(apart(read.row("Q_rot", 2), turned(query, 2)) < 1e-5);
        for (const place of [1, 4]) assert.ok(apart(read.row("K_rot", place), turned(key, place)) < 1e-5);
        assert.ok(apart(read.row("weights", 2), shares) < 1e-5);
        // The output has a column for a dog and one for a cat.
        const first = answered ? 3 : 2;
        isNear(read.at("output", 2, first), Number(shares[1]), 1e-5);
        isNear(read.at("output", 2, 5 - first), Number(shares[4]), 1e-5);
      },
      { answered },
    );
  assert.ok(Number(shares[1]) > 0.825 && Number(shares[4]) < 0.01);
  // The hand of the query is a step from that of the nearer noun, and two from the other's.
  const angle = (/** @type {readonly number[]} */ [x = 0, y = 0]) => Math.atan2(y, x);
  isNear(angle(turned(query, 2)) - angle(turned(key, 1)), 1, 1e-9);
  isNear(angle(turned(key, 4)) + 2 * Math.PI - angle(turned(query, 2)), 2, 1e-9);
});

test("only the difference of two turns counts, a query between two words tells them apart, and other pairs of columns turn more slowly", () => {
  beside(
    "order-future",
    "turn",
    /scores depend on distance\..*before from after; other pairs of columns turn more slowly/,
    (read) => {
      for (const before of [1, 3]) {
        const later = read.other(chaseOf([...Array(before).fill("the"), "dog", "chased", "the", "cat"]));
        for (const [was, place] of /** @type {const} */ ([
          [1, 0],
          [4, 3],
        ]))
          isNear(later.at("raw", before + 1, before + place), read.at("raw", 2, was), 1e-5);
      }
      // Words of four columns, with a 1 in the first or in the last: from the 10,000 of the paper, their pairs turn by 1 and by 0.01.
      for (const [column, turn] of /** @type {const} */ ([
        [0, 1],
        [3, 0.01],
      ])) {
        const X = [0, 1].flatMap((row) => [0, 1, 2, 3].flatMap((at) => [row, at, Number(at === column)]));
        const wide = { d_model: 4, d_k: 4, d_v: 4, projections: false, sentence: "ha ha", edits: { X } };
        isNear(read.other(wide).at("raw", 0, 1), Math.cos(turn), 1e-5);
      }
      // A query between two words that are the same, and that it fits in half: turned towards one of them it is turned away from the other.
      const X = [
        [1, 0],
        [1, 1],
        [1, 0],
      ].flatMap((row, at) => row.flatMap((value, column) => [at, column, value]));
      const between = { d_model: 2, d_k: 2, d_v: 2, projections: false, sentence: "ha ha ha", edits: { X } };
      const [was, , comes] = read.other(between).row("raw", 1);
      isNear(Number(was), Math.cos(1) - Math.sin(1), 1e-5);
      isNear(Number(comes), Math.cos(1) + Math.sin(1), 1e-5);
    },
  );
});

test("without a mask each row looks ahead, with it nothing does, and rows still add up to 1", () => {
  /** The shares of later words. @param {Reading} read */
  const ahead = (read) => read.queries.flatMap((_, row) => read.row("weights", row).slice(row + 1));
  beside(
    "order-future",
    "why",
    /Suppose that, as here by hand, it sees the whole text.*“starts” comes next, and gets 9\d %: “journey” copies it/,
    (read) => {
      assert.ok(ahead(read).every((share) => share > 0));
      // Each row copies: the next word gets nearly all.
      for (const row of read.queries.keys()) if (row > 0) assert.ok(read.at("weights", row - 1, row) > 0.9, `${row}`);
    },
  );
  beside(
    "order-future",
    "count",
    /In lesson 1 “it” looked at the later “tired”: .*their shares exactly 0/,
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
  beside(
    "learns",
    "slope",
    /a model’s matrices, here still \*random\*.*how far the output is from an example’s.*The loss falls as this number, a \*learned weight\* \(not an attention weight\), grows/,
    (read) => {
      const loss = (/** @type {number} */ by) => {
        const moved = read.other({ edits: { Wv: [0, 0, 0, read.at("Wv", 0, 0) + by] } });
        return (moved.at("output", 2, 0) - 1) ** 2;
      };
      assert.ok(loss(0.5) < loss(0) && loss(-0.5) > loss(0));
    },
  );
  beside(
    "learns",
    "guess",
    /attention carried “dogs” past the nearer “cat”; head 1 looks most at “dogs”, then at “near”/,
    (read) => {
      assert.deepEqual([read.state.head, read.queries[5]], [0, "cat"]);
      const row = read.row("weights", 5);
      const order = row.map((share, key) => ({ share, key })).sort((one, other) => other.share - one.share);
      const looks = order.map(({ key }) => read.keys[key]);
      assert.deepEqual(looks.slice(0, 2), ["dogs", "near"], row.map((share) => share.toFixed(2)).join());
    },
  );
  beside(
    "learns",
    "guess",
    /24 verbs fit.*With “near” hidden from “cat”, all 24 verbs together fall below 1 %/,
    (read) => {
      const verbs = following(read.queries.slice(1));
      assert.equal(verbs.size, 24);
      const together = (/** @type {Reading} */ of) =>
        sum(of.next(5).words.map(({ word, probability }) => (verbs.has(word) ? probability : 0)));
      assert.equal(read.keys[3], "near");
      assert.ok(together(read) > 0.5 && together(read.other({ hidden_pairs: [5, 3] })) < 0.01);
      assert.ok(read.at("weights", 5, 3) > 0.2);
    },
  );
  for (const answered of [false, true])
    beside(
      "learns",
      "added",
      /\*added\* to the word’s own row.*“know” falls to 1 %, and “\.” leads with 6 %: the row of “cat” alone/,
      (read) => {
        assert.equal(read.queries[5], "cat");
        // Answered, attention adds nothing to the row of “cat”; what is read out is the sum of both.
        assert.equal(
          read.row("output", 5).every((value) => value === 0),
          answered,
        );
        const [X, output] = [read.row("X", 5), read.row("output", 5)];
        X.forEach((value, at) => isNear(Number(read.next(5).row[at]), value + Number(output[at]), 1e-6));
        assert.deepEqual(
          read.candidates(5).map(({ word }) => word),
          read.next(5).words.map(({ word }) => word),
        );
      },
      { answered },
    );
  beside("learns", "layer", /what they make is added at the second ⊕/, (read) => {
    for (const row of read.queries.keys())
      read.row("X", row).forEach((value, at) => {
        const [first, second] = [read.at("residual_1", row, at), read.at("residual_2", row, at)];
        isNear(first, value + read.at("output", row, at), 1e-6);
        isNear(second, first + read.at("mlp_output", row, at), 1e-6);
      });
  });
  beside("learns", "layer", /To work out something new from the mix, .*keeps numbers at a common size/, (read) => {
    const { state, outcome } = lessonOf("mlp").steps.find(({ id }) => id === "xor") ?? assert.fail();
    assert.equal(
      reading(state, (mixes) => outcome?.(mixes).answer),
      "no",
    );
    reading(withMlp(-1), (works) =>
      assert.deepEqual(
        works.queries.map((_, row) => works.at("residual_2", row, 2)),
        [0, 1, 1, 0],
      ),
    );
    const normed = read.other({ norm: "layernorm" });
    for (const stage of ["norm_1", "norm_2"])
      for (const row of read.queries.keys()) isNear(Math.hypot(...normed.row(stage, row)), Math.sqrt(8), 1e-3);
  });
  beside("learns", "train", /Its map of attention is still \*random\*/, ({ state, queries }) => {
    // What Train opens: the same task, seed and example, before the first step.
    const { settings, steps } = readRun(String(state.trained_run));
    assert.equal(steps, 0);
    assert.deepEqual(fullSettings(settings), fullSettings({ ...defaultSettings, task: "reverse", seed: 1 }));
    const example = modelOf({ recipe: "trained", trained_run: String(state.trained_run) })?.example;
    assert.equal(queries.join(" "), example);
  });
});

/** The largest difference of two rows of numbers. @param {readonly number[]} a @param {readonly number[]} b */
const apart = (a, b) => Math.max(...a.map((value, at) => Math.abs(value - Number(b[at]))));

/** How many numbers of a stage are not hidden. @param {Reading} read @param {string} stage */
const shown = (read, stage) => Array.from(read.tensor(stage).data).filter((value) => value > -Infinity).length;

test("a row belongs to the word alone; one matrix for queries and keys makes scores symmetric", () => {
  beside("rows", "bank", /A row is looked up by the word alone/, (read) => {
    assert.deepEqual([read.queries[0], read.queries[3]], ["the", "the"]);
    assert.deepEqual(read.row("X", 0), read.row("X", 3));
  });
  beside(
    "scores",
    "directions",
    /with one matrix for both, or none, “dog” would want from “cat” just what “cat” wants/,
    (read) => {
      for (const same of [{ tied: true }, { projections: false }]) {
        const mirrored = read.other(same);
        isNear(mirrored.at("raw", 1, 4), mirrored.at("raw", 4, 1), 1e-5);
      }
      assert.ok(Math.abs(read.at("raw", 1, 4) - read.at("raw", 4, 1)) > 0.1);
    },
  );
});

test("softmax keeps the order at every temperature, and near 0 the largest score gets all", () => {
  beside("softmax", "temperature", /the order stays; near temperature 0 it would get all/, (read) => {
    for (const temperature of [0.05, 0.5, 2, 10]) {
      const row = read.other({ temperature }).row("weights", 0);
      assert.deepEqual(
        [...row].sort((a, b) => a - b),
        row,
      );
    }
    assert.ok(read.other({ temperature: 0.05 }).at("weights", 0, 3) > 0.999);
  });
});

test("values are wider than keys, and “The” asks for nothing", () => {
  beside("values", "even", /wider than a key.*3 columns.*query of zeros/, (read) => {
    assert.deepEqual([read.row("K", 0).length, read.row("V", 0).length], [2, 3]);
    assert.deepEqual(read.columns("V").slice(0, 3), ["animal", "size", "speed"]);
    assert.deepEqual(read.row("Q", 0), [0, 0]);
    assert.equal(new Set(read.row("weights", 0)).size, 1);
  });
});

test("with one head, concat is the context, and the output is its rows times Wo", () => {
  beside("whole-walk", "reach", /with one head, “concat” is the context/, (read) => {
    for (const row of read.queries.keys()) {
      assert.deepEqual(read.row("concat", row), read.row("context", row));
      for (const column of [0, 7]) {
        const products = read.row("concat", row).map((value, at) => value * read.at("Wo", at, column));
        isNear(read.at("output", row, column), sum(products), 1e-5);
      }
    }
  });
});

test("weights that are set to 0 and divided by what is left are those of −∞ before softmax, unless all are too small", () => {
  beside("future", "divided", /each row is what −∞ before softmax gives/, (read) => {
    const before = read.other({ mask_mode: "before_softmax" });
    for (const row of read.queries.keys()) {
      assert.ok(apart(read.row("weights", row), before.row("weights", row)) < 1e-6);
      isNear(sum(read.row("weights", row)), 1, 1e-6);
    }
  });
  beside("future", "divided", /all weights left round to 0, this divides 0 by 0/, (read) => {
    // Hidden scores of the first row are so much higher that e to the power of its own, less the largest, is 0.
    assert.ok(Number.isNaN(read.other({ temperature: 0.01 }).at("weights", 0, 0)));
  });
});

test("a row in which all is hidden looks at padding and at the future where −10,000 or −1,000,000,000 is added", () => {
  beside("padding", "finite", /such a row sees padding and future/, (read) => {
    for (const mask_value of [-1e4, -1e9])
      assert.ok(
        read
          .other({ mask_value, mask_how: "add" })
          .row("weights", 0)
          .every((weight) => weight > 0),
      );
    // For a row that sees anything they are as −∞.
    const last = read.queries.length - 1;
    assert.deepEqual(read.other({ mask_value: -1e4, mask_how: "add" }).row("weights", last), read.row("weights", last));
  });
});

test("scores in a window grow with the length, scores without with its square; so do tables, and tiles do not", () => {
  beside("windows", "window", /grow with the length, not its square/, (read) => {
    const twice = { sentence: `${read.state.sentence} ${read.state.sentence}` };
    const grows = (/** @type {number | null} */ window) =>
      shown(read.other({ window, ...twice }), "masked") / shown(read.other({ window }), "masked");
    isNear(grows(3), 2, 0.15);
    isNear(grows(null), 4, 0.2);
  });
  beside("cost", "double", /square\* of the length, while Q, K and V only double/, (read) => {
    const twice = read.other({ sentence: `${read.state.sentence} ${read.state.sentence}` });
    const grows = (/** @type {string} */ stage) => twice.tensor(stage).data.length / read.tensor(stage).data.length;
    assert.deepEqual(["weights", "Q", "K", "V"].map(grows), [4, 2, 2, 2]);
  });
  beside("tiles", "held", /a tile does not grow with the text; the table grows with its square/, (read) => {
    const twice = read.other({ sentence: `${read.state.sentence} ${read.state.sentence}` });
    const held = (/** @type {Reading} */ of) => Math.max(...of.tiles().map(({ scores }) => scores.data.length));
    assert.equal(held(twice), held(read));
    assert.equal(twice.tensor("raw").data.length, 4 * read.tensor("raw").data.length);
  });
  assert.equal(models.gpt2.d_model, 768); // n · n · d is n · d · d where n is d
});

test("only a new largest score changes what was kept of the tiles before", () => {
  beside("tiles", "rescale", /only a new largest score changes what was kept/, (read) => {
    const falling = read.other({ edits: { X: [0, 0, 4, 1, 0, 3, 2, 0, 2, 3, 0, 1] } });
    assert.equal(falling.tiles()[1]?.factor.data[0], 1);
    isNear(Number(read.tiles()[1]?.factor.data[0]), Math.exp(2 - 4), 1e-6);
  });
});

test("a cap keeps the order of scores, and small ones nearly as they are", () => {
  beside(
    "softcap",
    "small",
    /small scores pass nearly unchanged, and as tanh always rises, the order stays/,
    (read) => {
      for (const row of read.queries.keys()) {
        const capped = read.row("capped", row);
        assert.deepEqual(
          [...capped].sort((a, b) => a - b),
          capped,
        );
        assert.equal(new Set(capped).size, capped.length);
      }
      assert.ok(apart(read.row("capped", 0).slice(0, 2), read.row("scaled", 0).slice(0, 2)) < 0.11);
    },
  );
});

test("waves tell all places apart; a slow one hardly moves", () => {
  beside("order", "added", /column 15 hardly at all; together they tell all places apart/, (read) => {
    const rows = read.queries.map((_, row) => read.row("P", row).join());
    assert.equal(new Set(rows).size, rows.length);
    assert.ok(Math.abs(read.at("P", 1, 14) - read.at("P", 0, 14)) < 0.001);
  });
});

test("at temperature 0.1 “dog” gets nearly everything, and the score of “cat” has hardly any gradient", () => {
  beside("backward", "now-you", /“dog” gets nearly everything/, (read) => {
    assert.ok(read.at("weights", 0, 0) > 0.999);
    const values = [-0.5, -3, 1].map((value, key) => value * read.at("weights", 0, key));
    assert.ok(Math.abs(read.at("weights", 0, 1) * (-3 - sum(values))) < 0.001);
  });
});

test("temperature, top-k and top-p leave what powers, quotients and sums of the shares leave", () => {
  const share = (/** @type {number} */ of) => `${Math.round(100 * of)} %`;
  const said = (/** @type {string} */ id, /** @type {string[]} */ parts) =>
    beside("sampling", id, new RegExp(parts.join(".*")), (read) => {
      // At temperature 0.5 a share is its square over the sum of all squares; the order stays.
      const of = read.next(3).words.map(({ probability }) => probability);
      assert.deepEqual(
        [0.5, 3].map((sampling_temperature) => read.other({ sampling_temperature }).candidates(3)[0]?.word),
        ["the", "the"],
      );
      assert.deepEqual(
        parts,
        {
          temperature: [of[0], Number(of[0]) ** 2 / sum(of.map((each) => each ** 2))].map((each) =>
            share(Number(each)),
          ),
          "top-k": [share(Number(of[0]) / (Number(of[0]) + Number(of[1])))],
          "top-p": [`${fewest(of, 0.9)}, with ${share(sum(of.slice(0, fewest(of, 0.9))))}`],
        }[id],
      );
    });
  said("temperature", ["28 %", "47 %"]);
  said("top-k", ["60 %"]);
  said("top-p", ["6, with 92 %"]);
  beside("sampling", "top-p", /after “the” 53 .* “the dogs know the cat” only 1\b/, (read) => {
    const stay = (/** @type {string} */ sentence) => {
      const of = read.other({ sentence });
      return fewest(
        of.next(of.queries.length - 1).words.map(({ probability }) => probability),
        0.9,
      );
    };
    assert.deepEqual(["the", "the dogs know the cat"].map(stay), [53, 1]);
  });
});

/** How many of some shares, the largest first, reach a sum. @param {readonly number[]} shares @param {number} wanted */
const fewest = (shares, wanted) => shares.findIndex((_, at) => sum(shares.slice(0, at + 1)) >= wanted) + 1;
