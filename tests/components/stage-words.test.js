/** The page's statements about a stage are true of its numbers, for every stage of every variant. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { spokenName } from "../../web/components/arithmetic/cell-names.js";
import { withoutTerms } from "../../web/components/rich-text.js";
import { nextText } from "../../web/components/stage/next-stage.js";
import { operationText } from "../../web/components/stage/operation.js";
import { analogyOf, sentencesOf, stageText } from "../../web/components/stage/text.js";
import { createEngine } from "../../web/engine/index.js";
import { words } from "../../web/words/words.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { addTrained } from "../../web/training/trained.js";
import { computeWalk, viewOf } from "../../web/view/view.js";
import { sceneOf } from "../../web/view/scenes.js";
import { stageName, stageTitle } from "../../web/view/stage-names.js";
import { stagesOf, variants, variantView } from "../support/variants/variant-views.js";

/** @typedef {import("../support/variants/variant-views.js").Variant} Variant */
/** @typedef {import("../../web/view/view.js").View} View */

const engine = await createEngine();
addTrained(engine);

const names = /** @type {Variant[]} */ (Object.keys(variants)).filter((name) => !["tall", "huge"].includes(name));

/** @param {(view: View, messageIds: Set<string>, name: Variant) => void} visit @param {string} [only] */
function each(visit, only) {
  for (const name of names) {
    for (const stage of stagesOf(name).filter((id) => !only || id === only)) {
      const view = variantView(name, { stage });
      visit(view, new Set(sentencesOf(view).map(([id]) => id)), name);
      view.run.free();
    }
  }
}

/** @param {View} view @param {string} stage */
function rowsOf({ run }, stage) {
  const { shape, data } = run.tensor(stage);
  const width = shape.at(-1) ?? 1;
  return Array.from({ length: data.length / width }, (_, row) =>
    Array.from(data.slice(row * width, (row + 1) * width)),
  );
}

/** Rows of allow for every head. @param {View} view */
function allowedRows(view) {
  const { heads, n_q, n_k } = view.run.spec;
  if (!view.run.auxiliary.includes("allow")) return Array.from({ length: heads * n_q }, () => new Array(n_k).fill(1));
  const rows = rowsOf(view, "allow");
  return Array.from({ length: heads * n_q }, (_, row) => rows[rows.length === n_q ? row % n_q : row] ?? []);
}

const total = (/** @type {number[]} */ row) => row.reduce((sum, value) => sum + value, 0);

test("every stage has a title, a symbolic equation and sentences, and no number is missing in them", () => {
  each((view, messageIds, name) => {
    const { stage } = view.state;
    const texts = [
      view.t(`stage-${stage}`),
      view.t(`stage-${stage}-title`),
      operationText(view, stage),
      withoutTerms(stageText(view)),
    ];
    for (const text of texts) {
      assert.ok(text.length > 0, `${name} ${stage}`);
      assert.doesNotMatch(text, /NaN(?! instead)|undefined|[{}$]/, `${name} ${stage}`);
    }
    for (const [id, args] of sentencesOf(view)) assert.notEqual(view.t(id, args), "", `${name} ${stage}: ${id}`);
    assert.equal(messageIds.size, sentencesOf(view).length, `${name} ${stage} repeats itself`);
  });
});

test("the words about every stage begin with why it is there: a question or a reason", () => {
  const why = /\?$|\b(so|should|would|must|cannot|may|only fills up)\b/i;
  each((view, _messageIds, name) => {
    const [first = ""] = /^[^.?]+(?:\.(?=\S)[^.?]+)*[.?]/.exec(withoutTerms(stageText(view))) ?? [];
    assert.match(first, why, `${name} ${view.state.stage}`);
  });
});

test("every stage but the last says what the next stage of this walk does", () => {
  const says = (/** @type {Variant} */ name) =>
    Object.fromEntries(
      stagesOf(name).map((stage) => {
        const view = variantView(name, { stage });
        const text = withoutTerms(nextText(view));
        view.run.free();
        return [stage, text];
      }),
    );
  for (const name of names) {
    const texts = Object.values(says(name));
    assert.equal(texts.pop(), "", name);
    for (const text of texts) assert.match(text, /^Next: [^{}$]+\.$/, name);
  }
  const hide = /hide/;
  const softmax = /softmax/;
  assert.match(says("biases").scaled ?? "", hide);
  assert.match(says("plain").scaled ?? "", softmax);
  assert.match(says("plain").raw ?? "", /divide by √4/);
  assert.match(says("no scaling").raw ?? "", /unscaled/);
  assert.match(says("warm").raw ?? "", /multiply by 0\.25/);
  assert.match(says("leak").scaled ?? "", softmax);
  assert.match(says("leak").weights_unmasked ?? "", hide);
  assert.match(says("leak").zeroed ?? "", /as they are/);
  assert.match(says("renormalised").zeroed ?? "", /divide each row/);
  assert.match(says("rope").V ?? "", /rotate queries/);
  assert.match(says("plain").V ?? "", /compare each query with each key/);
  assert.match(says("dropout").weights ?? "", /drop/);
  assert.match(says("softcap").capped ?? "", hide);
});

test("scores and weights are called unscaled where scaling changes no score, in names, titles and figures", () => {
  each((view, _said, name) => {
    const { stage } = view.state;
    const [raw, scaled] = [view.run.tensor("raw").data, view.run.tensor("scaled").data];
    const unscaled = raw.every((score, at) => score === scaled[at]) && raw.some((score) => score !== 0);
    const what = `${name} ${stage}`;
    assert.equal(stageName(view, "scaled"), unscaled ? "unscaled" : "scaled", what);
    const after = stagesOf(name).slice(stagesOf(name).indexOf("scaled"), stagesOf(name).indexOf("context"));
    assert.equal(/unscaled/i.test(stageTitle(view)), unscaled && after.includes(stage), what);
    if (stage !== "scaled") return;
    const { matrices } = sceneOf(view, { width: 700 });
    assert.equal(matrices.at(-1)?.name, stageName(view, "scaled"), what);
  });
  const title = (/** @type {string} */ stage) => stageTitle(variantView("no scaling", { stage }));
  assert.deepEqual(["raw", "scaled", "weights", "context"].map(title), [
    "Raw scores",
    "Unscaled scores",
    "Attention weights (unscaled)",
    title("context"),
  ]);
});

test("rows of weights sum as stated: to 1, or less where a sink or a mask after softmax takes a part", () => {
  each((view, messageIds, name) => {
    const sums = rowsOf(view, "weights").map(total);
    const isOne = (/** @type {number} */ sum) => Math.abs(sum - 1) < 1e-5;
    const seeing = allowedRows(view).map((row) => row.includes(1));
    const finite = view.run.spec.mask_how !== "infinite";
    const filled = sums.filter((_, row) => seeing[row] || finite);
    if (messageIds.has("stage-weights-text") || messageIds.has("stage-weights-text-renormalised"))
      assert.ok(filled.every(isOne), name);
    else assert.ok(filled.some((sum) => sum < 1 - 1e-5) && filled.every((sum) => sum < 1 + 1e-5), name);
    const nothing = seeing.includes(false);
    const empty = ["weights-empty", "weights-empty-fill", "weights-empty-add"].filter((id) => messageIds.has(id));
    assert.equal(empty.length, nothing ? 1 : 0, name);
    if (empty[0] === "weights-empty") sums.forEach((sum, row) => assert.ok(seeing[row] || sum === 0, name));
    else if (nothing) sums.forEach((sum) => assert.ok(isOne(sum), name));
  }, "weights");
});

test("masked keys have the stated weight: exactly 0, 0 by underflow, or more than 0", () => {
  let leaks = 0;
  each((view, messageIds, name) => {
    const allowed = allowedRows(view);
    const rows = rowsOf(view, "weights").filter((_, row) => allowed[row]?.includes(1));
    const seen = allowed.filter((row) => row.includes(1));
    const hidden = rows.flatMap((row, i) => row.filter((_, j) => seen[i]?.[j] === 0));
    if (messageIds.has("weights-hidden-leak")) leaks++;
    assert.equal(
      hidden.some((weight) => weight !== 0),
      messageIds.has("weights-hidden-leak"),
      name,
    );
  }, "weights");
  assert.ok(leaks > 0);
});

test("scores are called symmetric exactly when they are", () => {
  let symmetric = 0;
  each((view, messageIds, name) => {
    const { n_q, n_k, heads } = view.run.spec;
    const { data } = view.run.tensor("raw");
    const pairs = Array.from({ length: heads * n_q * n_k }, (_, at) => {
      const [h, i, j] = [Math.floor(at / (n_q * n_k)), Math.floor(at / n_k) % n_q, at % n_k];
      return n_q === n_k && Math.abs((data[at] ?? NaN) - (data[(h * n_q + j) * n_k + i] ?? NaN)) < 1e-5;
    });
    if (messageIds.has("stage-raw-text-symmetric")) symmetric++;
    assert.equal(pairs.every(Boolean), messageIds.has("stage-raw-text-symmetric"), name);
  }, "raw");
  assert.ok(symmetric >= 2);
});

test("the stated causes of a mask are those that hide keys", () => {
  const causes = /** @type {[Variant, string[]][]} */ ([
    ["biases", ["mask-causal", "stage-masked-text-why"]],
    ["cross causal", ["mask-causal-first", "stage-masked-text-why"]],
    ["window", ["mask-causal", "mask-window-causal", "mask-sinks", "stage-masked-text"]],
    ["window both ways", ["mask-window", "stage-masked-text"]],
    ["padding", ["mask-padding", "stage-masked-text"]],
    ["padding first", ["mask-causal", "mask-padding", "stage-masked-text"]],
    ["painted", ["mask-allow", "stage-masked-text"]],
    ["fill", ["mask-allow", "stage-masked-text-fill"]],
    ["add", ["mask-allow", "stage-masked-text-add"]],
  ]);
  for (const [name, ids] of causes) {
    const view = variantView(name, { stage: "masked" });
    assert.deepEqual(
      sentencesOf(view).map(([id]) => id),
      ids,
      name,
    );
    view.run.free();
  }
});

test("rotation keeps each query's norm, and a softcap keeps the order of scores, as stated", () => {
  const rope = variantView("rope", { stage: "Q_rot" });
  const lengths = (/** @type {string} */ stage) => rowsOf(rope, stage).map((row) => Math.hypot(...row));
  const turned = lengths("Q_rot");
  lengths("Q").forEach((length, row) => assert.ok(Math.abs(length - (turned[row] ?? NaN)) < 1e-5));
  const capped = variantView("softcap", { stage: "capped" });
  const order = (/** @type {string} */ stage) =>
    rowsOf(capped, stage).map((row) => row.map((_, j) => j).sort((a, b) => (row[a] ?? 0) - (row[b] ?? 0)));
  assert.deepEqual(order("capped"), order("scaled"));
});

test("screen readers get a number's head, tokens and position", () => {
  const expectedTexts = /** @type {[Variant, string, number[], string][]} */ ([
    ["gqa", "K", [1, 2, 0], "K, key/value head 2, sat, column 1"],
    ["gqa", "raw", [3, 2, 1], "raw, head 4, from sat to cat"],
    ["alibi", "bias", [1, 0, 2], "bias, head 2, from The to sat"],
    ["matrix", "bias", [0, 2], "bias, from The to sat"],
    ["sink", "sink_weight", [1, 2], "sink weight, head 2, sat"],
    ["shaw", "relK", [0, 1], "relK, −2, column 2"],
    ["dropout", "keep", [0, 1, 0], "keep, head 1, from cat to The"],
    ["rope", "Q_rot", [0, 1, 3], "Q_rot, head 1, cat, column 4"],
    ["biases", "bq", [5], "bq, column 6"],
    ["cross", "C", [1, 2], "C, the, column 3"],
  ]);
  for (const [name, stage, index, text] of expectedTexts) {
    const view = variantView(name);
    assert.equal(spokenName(view, { stage, index }), text);
    view.run.free();
  }
});

/** What the page says at a stage of a state. @param {Partial<import("../../web/state/state.js").State>} patch */
function saidAt(patch) {
  const state = changeState(defaultState, patch);
  const walk = computeWalk(state, engine, new Map());
  const view = viewOf(state, walk, { t: words("en").t, theme: "light", cell: null });
  const text = withoutTerms(stageText(view));
  walk.run.free();
  return text;
}

test("of trained models it is said what X and C hold; an output of a Wo of zeros says nothing", () => {
  for (const recipe of /** @type {const} */ (["pronoun", "translation", "grammar"]))
    assert.match(saidAt({ recipe, layer: 1, stage: "X" }), /embedding and position are added/, recipe);
  assert.match(saidAt({ recipe: "pronoun", layer: 2, stage: "X" }), /X of layer 1 plus the output of layer 1/);
  assert.match(saidAt({ recipe: "pronoun", stage: "C" }), /the embeddings of the same words, without positions/);
  const zeros = Array.from({ length: 2 * 4 }, (_, at) => [Math.floor(at / 4), 0, at % 4, 0]).flat();
  const small = { heads: 2, d_k: 1, d_model: 4, stage: "output" };
  assert.match(saidAt({ ...small, edits: { Wo: zeros } }), /Wo is 0, and so is the output/);
  assert.doesNotMatch(saidAt(small), /Wo is 0/);
});

test("one head mixes with no other, and columns that somebody named have no analogy with titles that nobody wrote", () => {
  const one = { heads: 1, stage: "output" };
  assert.doesNotMatch(saidAt(one), /mixes|others found/);
  assert.match(saidAt({ ...one, heads: 2 }), /Wo mixes/);
  const view = (/** @type {Partial<import("../../web/state/state.js").State>} */ patch) => {
    const state = changeState(defaultState, patch);
    return viewOf(state, computeWalk(state, engine, new Map()), {
      t: words("en").t,
      theme: "light",
      cell: null,
    });
  };
  const walks = [
    view({ stage: "Q" }),
    view({ recipe: "named", sentence: "The dog ran", stage: "Q" }),
    view({ heads: 1, stage: "concat" }),
  ];
  assert.deepEqual(walks.slice(0, 2).map(analogyOf), ["analogy-search", ""]);
  const [, , last] = walks;
  assert.doesNotMatch(last ? withoutTerms(nextText(last)) : "mixes", /mixes/);
  for (const { run } of walks) run.free();
});
