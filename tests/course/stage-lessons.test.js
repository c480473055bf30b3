/** From each stage that the course explains, Explore leads to the step that does. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { lessons } from "../../web/course/course.js";
import { readLearnLink } from "../../web/course/link.js";
import { stageLesson, stageLessons } from "../../web/course/stage-lessons.js";
import { POSITION_WORDS } from "../../web/engine/c.js";
import { allStages } from "../../web/engine/stages.js";
import { words } from "../../web/words/words.js";

/** @param {string} part */
const read = (part) => readFileSync(new URL(`../../web/words/locales/en/${part}.ftl`, import.meta.url), "utf8");

/** What a stage does, in words that must stand in the step to which it leads; null: no step of the course is about it. */
const ideas = Object.freeze(
  /** @type {Record<string, RegExp | null>} */ ({
    E: /each becomes a row of numbers, its \[\[embedding]]/,
    P: /row of numbers for its place, P/,
    X: /All rows together are the matrix X/,
    C: /rows C/,
    norm_1: /LayerNorm/,
    Q: /Wq, makes its query: row times column, like a score/,
    K: /its \[\[key]]/,
    V: /its \[\[value]]/,
    Q_rot: /turns queries and keys by their place/,
    K_rot: /turns queries and keys by their place/,
    raw: /All scores are .* Q · Kᵀ/,
    "raw shaw": /added to the \[\[key]]/,
    scaled: /d_k .* how far scores spread/,
    "biased alibi": /ALiBi.* subtracts from each \[\[score]]/,
    "biased t5": /T5.* adds .* to each \[\[score]]/,
    "biased distance": /Gaussian one .* adds −½ · distance²/,
    capped: /softcap.* divides by a cap, takes tanh/,
    masked: /mask makes scores −∞/,
    weights_unmasked: /set to 0 \*after\*/,
    zeroed: /weights were set to 0 \*after\*/,
    weights: /softmax.*attention weight/,
    dropped: /attention weights to 0 at random: \[\[dropout]]/,
    context: /multiplied by its word’s share, and all are added up: the \[\[context]]/,
    concat: /laid side by side \(\[\[concat]]\)/,
    output: /row of the output is .* times Wo/,
    output_dropped: null,
    output_norm: /LayerNorm/,
    residual_1: /\*add\* it: .*residual/,
    norm_2: /LayerNorm/,
    mlp_hidden: /MLP]] computes/,
    mlp_up: null,
    mlp_activated: /activation\|ReLU/,
    mlp_dropped: null,
    mlp_output: /the sum is added/,
    mlp_output_dropped: null,
    mlp_output_norm: /LayerNorm/,
    residual_2: /\*add\* it: .*residual/,
  }),
);

/** The words of a step, as they stand in the file. @param {{lesson: string, step: string}} place */
const wordsOf = ({ lesson, step }) =>
  new RegExp(`^lesson-${lesson}-${step} = (.*)$`, "m").exec(read("learn"))?.[1] ?? "";

test("every stage, with every kind of positions that it can have, leads to a step whose words say what it does, or to none", () => {
  for (const stage of allStages)
    for (const position of POSITION_WORDS) {
      if (stage === "biased" && !["alibi", "t5", "distance"].includes(position)) continue; // a walk does not have it
      const idea = ideas[`${stage} ${position}`] ?? ideas[stage];
      const place = stageLesson({ stage, position });
      if (idea === null) assert.equal(place, null, stage);
      else assert.match(wordsOf(place ?? assert.fail(stage)), idea ?? assert.fail(stage), `${stage}, ${position}`);
    }
});

test("each of these links is that of a step, and says its lesson's title", () => {
  const { t } = words("en");
  const titles = read("terms").match(/^stage-lesson-[\w-]+(?= =)/gm);
  const used = Object.values(stageLessons).map(({ lesson }) => `stage-lesson-${lesson}`);
  assert.deepEqual([...new Set(titles)].sort(), [...new Set(used)].sort());
  for (const [stage, { lesson, step }] of Object.entries(stageLessons)) {
    const { position, leftOut } = readLearnLink(`place=learn&lesson=${lesson}&step=${step}`);
    assert.deepEqual(leftOut, [], stage);
    const found = lessons.find(({ id }) => id === lesson);
    assert.deepEqual([position.lesson, found?.steps[position.step]?.id], [lesson, step]);
    assert.equal(t(`stage-lesson-${lesson}`), t(`lesson-${lesson}`));
  }
});
