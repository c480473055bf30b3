/** The path: how long it is, and that what it says beside a picture is so. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { abilities, isShownIn } from "../../web/course/abilities.js";
import { groups, lessonOf, lessons, minutesOf, path } from "../../web/course/course.js";
import { allAsk, byHand, longRoad, places, random } from "../../web/course/hand-built.js";
import { finish, readLearnLink, writeLearnLink } from "../../web/course/link.js";
import { answersIn, firstOpen } from "../../web/course/progress.js";
import { largestValues } from "../../web/course/pictures/mix.js";
import { nothingAsked } from "../../web/course/questions/asked.js";
import { ten } from "../../web/course/questions/questions.js";
import { words } from "../../web/words/words.js";
import { reading } from "../support/course/course.js";
import { saidIn } from "../support/course/said.js";

const { t } = words("en");

/** Every text of the path, with its step. */
const said = path.flatMap((lesson) =>
  lesson.steps.flatMap((step) =>
    saidIn(t, lesson, step).map((each) => ({ ...each, where: `${lesson.id}, ${step.id}` })),
  ),
);

/** What a word scores and gets, by hand: e to the power of each score, divided by the sum. @param {readonly number[]} scores */
const softmax = (scores) => {
  const powers = scores.map(Math.exp);
  return powers.map((power) => power / powers.reduce((sum, each) => sum + each));
};

/** @param {number | undefined} value @param {number} wanted */
const isNear = (value, wanted, within = 1e-5) =>
  assert.ok(Math.abs(Number(value) - wanted) < within, `${value} and ${wanted}`);

test("seven lessons, at most 36 steps, 35 to 40 minutes; no deeper lesson is on the path, and none stands in two groups", () => {
  assert.equal(path.length, 7);
  assert.ok(path.flatMap(({ steps }) => steps).length <= 36);
  const minutes = path.reduce((sum, lesson) => sum + minutesOf(lesson), 0);
  assert.ok(minutes >= 35 && minutes <= 40, `${minutes} minutes`);
  assert.match(t("trained-course"), new RegExp(`: ${minutes} minutes$`), "the first screen says how long it takes");
  const deeper = groups.flatMap((group) => group.lessons);
  assert.equal(new Set([...path, ...deeper]).size, path.length + deeper.length);
  assert.equal(lessons.length, path.length + deeper.length);
  for (const { id } of groups) assert.notEqual(t(`learn-group-${id}`), "");
});

test("a step with random weights says so; that weights are by hand is said in the lesson", () => {
  for (const lesson of path)
    for (const step of lesson.steps) {
      const { recipe = "random", edits } = /** @type {Partial<import("../../web/state/state.js").State>} */ (
        step.state
      );
      if (recipe !== "random") continue;
      if (step.picture?.kind === "layer") continue; // it has no numbers
      const kind = edits ? /by hand|lesson 2/ : /random/i;
      const all = said
        .filter(({ kind: of, where }) => of === "" && where.startsWith(`${lesson.id}, ${edits ? "" : step.id}`))
        .map(({ text }) => text);
      assert.ok(
        all.some((text) => kind.test(text)),
        `${lesson.id}, ${step.id}`,
      );
    }
});

test("what “it” scores, shares and takes is what its columns by hand give", () => {
  const [keys, query] = [
    [
      [1.5, 1],
      [1.5, -0.5],
      [-0.5, 1],
      [-1, -0.5],
    ],
    [1, 2],
  ];
  const scores = keys.map((key) => key.reduce((sum, value, at) => sum + value * Number(query[at]), 0));
  const shares = softmax(scores);
  const values = [
    [2, 0],
    [0, 3],
    [1, 0],
    [0, 1],
  ];
  reading(byHand, (read) => {
    assert.deepEqual(read.keys, Object.keys(places));
    assert.deepEqual(read.row("raw", 0), scores);
    for (const [at, share] of shares.entries()) {
      isNear(read.at("weights", 0, at), share);
      assert.deepEqual(read.row("V", at), values[at]);
    }
    for (const column of [0, 1])
      isNear(
        read.at("context", 0, column),
        shares.reduce((sum, share, at) => sum + share * Number(values[at]?.[column]), 0),
      );
    const long = read.other(longRoad);
    assert.deepEqual(long.row("weights", 0), read.row("weights", 0));
    isNear(long.at("context", 0, 1), 6 * Number(shares[1]) + Number(shares[3]));
  });
});

test("the one scale of mixes has room for every value, before the answer and after it", () => {
  for (const { state, reveal } of lessonOf("mix").steps.filter((step) => step.picture?.kind === "mix"))
    for (const change of [{}, reveal])
      reading({ ...state, ...change }, (read) => {
        for (const column of [0, 1]) {
          const largest = Math.max(...read.keys.map((_, row) => read.at("V", row, column)));
          assert.ok(largest <= Number(largestValues[column]), `${largest}`);
        }
      });
});

test("in the table “cross” asks for things: “animal” and “road” alike, and each row is another word’s", () => {
  reading(allAsk, (read) => {
    assert.deepEqual(read.row("raw", read.queries.indexOf("cross")), [3, 3, -1, -2]);
    assert.deepEqual(read.row("raw", read.queries.indexOf("it")), [3.5, 0.5, 1.5, -2]);
    assert.deepEqual(read.tensor("raw").shape, [1, 5, 4]);
  });
});

test("random scores spread with the root of d_k, on average over many draws, and divided they do not", () => {
  /** The mean square of the scores over 60 seeds. @param {number} d_k @param {string} stage */
  const spread = (d_k, stage) => {
    const squares = Array.from({ length: 60 }, (_, seed) =>
      reading({ ...random, scaling: true, d_k, seed }, (read) => read.row(stage, 0).map((score) => score ** 2)),
    ).flat();
    return Math.sqrt(squares.reduce((sum, square) => sum + square) / squares.length);
  };
  const ratio = spread(64, "raw") / spread(4, "raw");
  assert.ok(ratio > 3 && ratio < 5.3, `${ratio}, and the root of 16 is 4`);
  const divided = spread(64, "scaled") / spread(4, "scaled");
  assert.ok(divided > 0.75 && divided < 1.33, `${divided}`);
});

test("turning the query until the road alone scores highest takes a query that asks for what cannot be tired", () => {
  const { state, task } = lessonOf("query-key").steps.at(-1) ?? assert.fail();
  const X = (/** @type {number} */ thing, /** @type {number} */ tired) => ({
    edits: { ...byHand.edits, X: [0, 0, thing, 0, 1, tired, 0, 2, 0, 0, 3, 0] },
  });
  for (let thing = -2; thing <= 2; thing += 0.5)
    for (let tired = -2; tired <= 2; tired += 0.5) {
      const scores = [1.5 * thing + tired, 1.5 * thing - 0.5 * tired, -0.5 * thing + tired, -thing - 0.5 * tired];
      const best = Math.max(...scores);
      const isFirst = scores[places.road] === best && scores.filter((score) => score === best).length === 1;
      const { done, facts } = reading({ ...state, ...X(thing, tired) }, task ?? assert.fail());
      assert.equal(done, isFirst, `(${thing}, ${tired})`);
      if (done) assert.ok(tired < 0);
      if (!done && scores[places.road] === best)
        assert.match(t("lesson-query-key-now-you-open", facts), /^“\w+” scores as high as “road”\.$/);
    }
});

test("the loss of the valley is a parabola whose points are those of the output that is linear in the weight", () => {
  const { state, picture } = lessonOf("learns").steps[0] ?? assert.fail();
  const points = reading(state, picture?.points ?? assert.fail());
  const third = points
    .slice(3)
    .map(
      ([, y = 0], at) =>
        y - 3 * Number(points[at + 2]?.[1]) + 3 * Number(points[at + 1]?.[1]) - Number(points[at]?.[1]),
    );
  for (const difference of third) isNear(difference, 0, 1e-4);
  assert.ok(
    points.some(([, y = 1]) => y < 0.05),
    "its lowest point is in sight",
  );
});

test("where each word sees itself alone, norm and MLP let no other word reach its row; attention does", () => {
  const { state } = lessonOf("learns").steps.find(({ id }) => id === "layer") ?? assert.fail();
  const last = (/** @type {object} */ change) => reading({ ...state, ...change }, (read) => read.row("residual_2", 4));
  const other = { edits: { X: [0, 0, 5] } };
  assert.deepEqual(last({ window: 0 }), last({ window: 0, ...other }));
  assert.notDeepEqual(last({}), last(other));
  const normed = { norm: /** @type {const} */ ("layernorm"), window: 0 };
  assert.deepEqual(last(normed), last({ ...normed, ...other }));
  reading(state, (read) => {
    for (const stage of ["weights", "mlp_output", "residual_2"]) assert.ok(read.stages.includes(stage));
  });
});

test("each ability of the finish leads to a step of the path, in which it is asked", () => {
  assert.equal(abilities.length, 9);
  for (const { id, lesson, step } of abilities) {
    assert.ok(path.includes(lessonOf(lesson)), id);
    assert.ok(lessonOf(lesson).steps.find((each) => each.id === step)?.question, id);
    assert.notEqual(t(`learn-ability-${id}`), "", id);
  }
});

test("an ability is shown by the right answer, as the engine computes it, and by no other, nor by a step that was only passed", () => {
  for (const ability of abilities) {
    const { id, lesson, step: name, answer } = ability;
    const step = lessonOf(lesson).steps.find((each) => each.id === name);
    const { question, outcome, state } = step ?? assert.fail(id);
    assert.ok(question && outcome, id);
    const computed = reading(state, outcome);
    if (typeof computed.answer === "number" && typeof answer === "number")
      assert.ok(Math.abs(computed.answer - answer) < 0.001, `${id}: ${computed.answer}`);
    else assert.equal(String(computed.answer), answer, id);
    const with_ = (/** @type {string | number | null} */ given) =>
      isShownIn(ability, { [lesson]: { [name]: given } }, nothingAsked);
    const wrong = {
      choice: question.kind === "choice" ? question.options.find((each) => each !== answer) : "",
      token: "3",
      number: -1,
      cell: "0,0,0",
    };
    assert.deepEqual(
      [with_(answer), with_(wrong[question.kind] ?? null), with_(null), isShownIn(ability, {}, nothingAsked)],
      [true, false, false, false],
      id,
    );
    // The ten questions that ask for it show it too, where all of them were answered rightly.
    const answers = (/** @type {readonly string[]} */ right) =>
      Object.fromEntries(ten.map((each) => [each.id, right.includes(each.id) ? each.answer : null]));
    const shown = (/** @type {Partial<typeof nothingAsked>} */ asked) =>
      isShownIn(ability, {}, { ...nothingAsked, ...asked });
    const all = answers(ability.asked);
    const isAsked = ability.asked.length > 0;
    assert.deepEqual(
      [shown({ before: all }), shown({ after: all }), shown({ after: answers(ability.asked.slice(1)) })],
      [isAsked, isAsked, false],
      id,
    );
  }
});

test("the finish has a link; what is open on the path is its first step that is not done", () => {
  assert.deepEqual(readLearnLink("place=learn&lesson=finish"), { position: finish, leftOut: [] });
  assert.equal(writeLearnLink(finish), "place=learn&lesson=finish");
  assert.deepEqual(firstOpen({}, path), { lesson: "purpose", step: 0 });
  const first = Object.fromEntries(lessonOf("purpose").steps.map(({ id }) => [id, null]));
  assert.deepEqual(firstOpen({ purpose: first, "query-key": { ask: "0" } }, path), { lesson: "query-key", step: 1 });
  const all = Object.fromEntries(
    path.map(({ id, steps }) => [id, Object.fromEntries(steps.map((step) => [step.id, step.question ? "0" : null]))]),
  );
  assert.equal(firstOpen(all, path), null);
  assert.equal(answersIn(all, path), path.flatMap(({ steps }) => steps.filter(({ question }) => question)).length);
});
