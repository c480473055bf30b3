/** Checks that the page shows what the engine computes in Node for the same state. */
import assert from "node:assert/strict";
import { unflatten } from "../../../web/tensors/compare.js";
import { createEngine } from "../../../web/engine/index.js";
import { inputsFromState } from "../../../web/state/index.js";
import { addOwnModels, addTrained } from "../../../web/training/trained.js";
import { words } from "../../../web/words/words.js";
import { stagesFor } from "../../../web/state/stages.js";
import { numberText } from "../../support/oracles/number-text.js";
import { checkBuilt } from "./site.js";

/** @typedef {import("../../../web/state/state.js").State} State */
/** @typedef {import("./page.js").Page} Page */

export const { t } = words("en");
checkBuilt();
const engine = await createEngine();
addTrained(engine);

/**
 * A finished run of a state; the caller frees it.
 * @param {State} state
 */
export function walkOf(state) {
  const { spec, inputs, tokens, contextTokens } = inputsFromState(state, engine);
  return { run: engine.trace(spec, inputs).finish(), inputs, queries: tokens, keys: contextTokens ?? tokens };
}

/**
 * @param {import("../../../web/engine/index.js").Run} run
 * @param {string} id stage or weight matrix
 * @returns {[string, string][]} for each number, in order: "weights 0,1,2" and the number with four digits
 */
function cellsOf(run, id) {
  const { shape, data } = run.tensor(id);
  return Array.from(data, (value, flat) => [`${id} ${unflatten(flat, shape).join()}`, numberText(value, 4)]);
}

/**
 * Checks that every number in the page's tables is the engine's, and that none of the stage's numbers is missing.
 * @param {Page} page
 * @param {State} state
 */
export async function checkTables(page, state) {
  await addOwnModels(engine, state);
  checkCells(await page.tables(), state);
}

/**
 * @param {import("./in-page.js").Table[]} tables
 * @param {State} state
 */
export function checkCells(tables, state) {
  const shown = new Map(tables.flatMap(({ cells }) => cells));
  const { run, queries, keys } = walkOf(state);
  for (const table of tables.filter(({ id }) => id.startsWith("weights")))
    assert.deepEqual([table.rows, table.columns], [queries, keys], table.caption);
  const stages = new Set([...shown.keys()].map((cell) => cell.split(" ")[0]));
  const expected = new Map([...stages].flatMap((stage) => cellsOf(run, stage)));
  const inView = state.head === "all" || run.shape(state.stage).length < 3 ? "" : `${state.head},`;
  const wanted = cellsOf(run, state.stage).filter(([cell]) => cell.startsWith(`${state.stage} ${inView}`));
  run.free();
  for (const [cell, text] of shown) assert.equal(text, expected.get(cell), cell);
  const missing = wanted.filter(([cell]) => !shown.has(cell));
  assert.deepEqual(missing, [], "numbers that no table shows");
}

/**
 * The title of a stage, which says where scores and weights are not scaled.
 * @param {string} stage
 * @param {import("../../../web/state/state.js").State} state
 */
function titleOf(stage, { scaling, temperature, d_k }) {
  const title = t(`stage-${stage}-title`);
  const isScaled = scaling || temperature !== 1 || d_k === 1;
  if (isScaled || !/^(scaled|biased|capped|masked|zeroed|weights|weights_unmasked|dropped)$/.test(stage)) return title;
  return stage === "scaled" ? t("stage-scaled-title-off") : t("stage-title-unscaled", { title });
}

/**
 * Checks that all parts of the page show the same stage, and that its numbers are right.
 * @param {Page} page
 * @param {string} stage
 */
export async function checkStage(page, stage) {
  const { state, stages, current, title, announced, region, tables } = await page.standing();
  assert.equal(state.stage, stage);
  const known = stagesFor(state);
  const number = known.indexOf(stage) + 1;
  const name = titleOf(stage, state);
  assert.deepEqual(stages, known);
  assert.deepEqual(current, [stage]);
  assert.equal(title, `${number} · ${name}`);
  assert.equal(announced, t("stage-position", { number, count: known.length, name }));
  assert.ok(region.startsWith(`${name}, `), region);
  checkCells(tables, state);
}

/** A text as it is read from the page: with plain spaces. @param {string} text */
export const onOneLine = (text) => text.replace(/\s+/g, " ").trim();
