/**
 * Models that the reader trained, as recipes of a state. The state's field `run` names one: the settings of Train, the
 * number of steps, and a checksum of the weights. Training gives the same bits everywhere, so the run can be made again from
 * this text alone.
 */
import { ACTIVATION_WORDS, MLP_WORDS, NORM_WORDS } from "../../engine/c.js";
import { AttentionError } from "../../engine/errors.js";
import { readFields, writeFields } from "../../state/link-text.js";
import { integer, oneOf } from "../../state/kinds.js";
import { crc32 } from "../../tensors/crc32.js";
import { modelOf, sentenceOf } from "../../state/recipes/trained-models.js";
import { padToken } from "../../state/tokens.js";
import { defaultSettings, fullSettings, rateChanges, settingKinds, writeRates, writeTrainLink } from "../settings.js";
import { modelOfWeights } from "../model-of-weights.js";
import { tasks } from "../tasks.js";
import { isAttentionAlone } from "../tasks/task.js";
import { splitWeights } from "../weights.js";

/** @typedef {import("../settings.js").Settings} Settings */
/** @typedef {import("../session.js").Facts} Facts */
/** @typedef {import("../../state/recipes/trained-models.js").TrainedModel} TrainedModel */
/** @typedef {import("../../state/state.js").State} State */
/**
 * What training has found.
 * @typedef {object} Found
 * @property {Settings} settings
 * @property {Facts} facts
 * @property {number} steps after how many
 * @property {Float32Array} weights all of them, one after the other
 * @property {number} accuracy the share of right answers on held-out examples
 * @property {boolean} [isLoaded] whether the run began with weights from a file, which its text cannot hold
 */

const count = integer(0, 2 ** 32 - 1);

/** The most steps that are trained again from a text: hours of work, which a stranger's link may not ask for by the day. */
const maxSteps = 10_000_000;

/** What is around attention, as a run's text has it; a run of attention alone has none of these. */
const blockKinds = Object.freeze({
  norm: oneOf(NORM_WORDS),
  norm_weight: oneOf(["on", "off"]),
  mlp: oneOf(MLP_WORDS),
  activation: oneOf(ACTIVATION_WORDS),
  embedding_norm: oneOf(NORM_WORDS),
  final_norm: oneOf(NORM_WORDS),
});

/** The parts of a run's text beside Train's settings: sizes that a state must know, and which weights of the run are meant. */
const runKinds = Object.freeze({
  ...settingKinds,
  ...blockKinds,
  from: oneOf(["seed", "file"]),
  d_model: count,
  n: count,
  source: count,
  steps: integer(0, maxSteps),
  crc: count,
});

/** The settings that a run's text always has, because a state must know them. */
const always = Object.freeze(["task", "seed", "heads", "d_k", "layers", "mask", "position"]);

/**
 * The text that names a run.
 * @param {Found} found
 * @returns {string}
 */
export const runText = ({ weights, ...found }) =>
  textOf(found, crc32(new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength)));

/**
 * The text of a run with a checksum of its weights.
 * @param {Pick<Found, "settings" | "facts" | "steps" | "isLoaded">} found
 * @param {number} crc
 */
function textOf({ settings, facts, steps, isLoaded }, crc) {
  const rates = writeRates(rateChanges(settings).filter(({ step }) => step < steps));
  const full = /** @type {Record<string, unknown>} */ (fullSettings({ ...settings, rates }));
  const usual = /** @type {Record<string, unknown>} */ (fullSettings({ ...defaultSettings, task: settings.task }));
  const block = blockTexts(facts.spec);
  const shown = block ? [...always, "block"] : always;
  const written = Object.keys(settingKinds).filter((name) => shown.includes(name) || full[name] !== usual[name]);
  const { d_model, n, source } = facts.spec;
  return writeFields(runKinds, {
    ...Object.fromEntries(written.map((name) => [name, full[name]])),
    ...block,
    ...(isLoaded && { from: "file" }),
    d_model,
    n,
    ...(source && { source: source.n }),
    steps,
    crc,
  });
}

/**
 * What a run's text says of what is around attention in its model.
 * @param {import("../../engine/model/model-spec.js").ModelSpec} spec
 * @returns {Record<keyof typeof blockKinds, string> | null} null: nothing
 */
function blockTexts({ layers, embedding_norm = "none", final_norm = "none" }) {
  const [first] = layers;
  if (!first || isAttentionAlone({ layers })) return null;
  const { norm = "none", norm_weight = true, mlp = "none", activation = "relu" } = first;
  return { norm, norm_weight: norm_weight ? "on" : "off", mlp, activation, embedding_norm, final_norm };
}

/**
 * What a run's text says.
 * @param {string} run
 * @returns {{settings: Settings, steps: number, crc: number}}
 * @throws {AttentionError} that names what is wrong, or says that the run cannot be made again from its text
 */
export function readRun(run) {
  const parts = readFields(runKinds, run);
  const settings = /** @type {Settings} */ (
    Object.fromEntries(Object.entries({ ...defaultSettings, ...parts }).filter(([name]) => name in settingKinds))
  );
  const missing = ["d_model", "n", "steps", "crc"].find((name) => !(name in parts));
  if (missing) throw new AttentionError(missing, `must be given in the text of a run, got ${run}`);
  const kept = parts.from === "file" ? "run-file" : settings.data === "own" ? "run-data" : null;
  if (kept)
    throw new AttentionError("trained_run", `must be of weights that a link can restore, got ${run}`, { code: kept });
  return { settings, steps: Number(parts.steps), crc: Number(parts.crc) };
}

/**
 * A model that the reader trained.
 * @param {Pick<import("../../engine/engine.js").Engine, "trace">} engine
 * @param {Found} found
 * @returns {TrainedModel}
 */
export function ownModel(engine, found) {
  const { facts, weights, steps, accuracy, settings } = found;
  const { spec, words, sourceWords, shapes } = facts;
  const { task } = settings;
  const run = runText(found);
  const model = modelOf({ recipe: "trained", trained_run: run });
  if (!model) throw new Error("a run's text names a model");
  const answer = Object.hasOwn(tasks, task) ? tasks[/** @type {keyof typeof tasks} */ (task)].answer : undefined;
  const tensors = splitWeights(shapes, weights.slice());
  const positionsOf = (/** @type {number | undefined} */ rows) =>
    rows && spec.position === "sinusoidal" ? sinusoids(engine, rows, spec.d_model) : undefined;
  const numbers = new Map(words.map((word, at) => [word, at]));
  return Object.freeze({
    ...modelOfWeights(
      engine,
      model,
      { tensors, words, sourceWords },
      { queries: positionsOf(spec.n), keys: positionsOf(spec.source?.n) },
    ),
    ...(answer && {
      targets(/** @type {readonly string[]} */ tokens) {
        const asked = tokens.filter((token) => token !== padToken);
        const answers = answer(asked.map((token) => numbers.get(token) ?? -1)).values();
        return tokens.map((token) => (token === padToken ? -1 : Number(answers.next().value)));
      },
    }),
    own: Object.freeze({ steps, accuracy, link: writeTrainLink(settings) }),
  });
}

/** How many models of the reader's an engine keeps. */
const kept = 20;

/**
 * Gives an engine a model that the reader has trained here, and lets it forget the oldest where there are many: they are
 * trained again when a state needs them.
 * @param {Pick<import("../../engine/engine.js").Engine, "trace"> & {trained?: Map<string, TrainedModel>}} engine
 * @param {Found} found
 */
export function keepModel(engine, found) {
  const models = (engine.trained ??= new Map());
  const run = runText(found);
  models.delete(run); // so that it is the latest
  models.set(run, ownModel(engine, found));
  const own = [...models].flatMap(([name, model]) => (model.own ? name : []));
  for (const name of own.slice(0, -kept)) models.delete(name);
}

/**
 * The sinusoidal positions, as the engine computes them.
 * @param {Pick<import("../../engine/engine.js").Engine, "trace">} engine
 * @param {number} n
 * @param {number} d_model
 */
function sinusoids(engine, n, d_model) {
  const E = { shape: [n, d_model], data: new Float32Array(n * d_model) };
  const run = engine.trace({ position: { kind: "sinusoidal" } }, { E });
  const { shape, data } = run.finish().tensor("P");
  const P = { shape: [...shape], data: data.slice() };
  run.free();
  return P;
}

/**
 * The change of the default state that opens a layer on the fixed example of a run, with the strongest weight of the last
 * row that has an answer.
 * @param {Found} found
 * @param {number} layer 1 for the first
 * @param {Float32Array} maps the attention weights of the example, of all layers, as `Session.maps` returns them
 * @returns {Partial<State>}
 */
export function openedState(found, layer, maps) {
  const { facts } = found;
  const named = { recipe: /** @type {const} */ ("trained"), trained_run: runText(found) };
  const { first, source } = /** @type {import("../../state/recipes/trained-models.js").ModelSettings} */ (
    modelOf(named)
  );
  return {
    ...named,
    sentence: sentenceOf(named, facts.tokens.slice(facts.tokens[0] === first ? 1 : 0)).replaceAll("␣", " "),
    ...(source && { context: facts.keys.join(" ") }),
    layer,
    stage: "weights",
    head: 0,
    cell: { stage: "weights", index: strongest(facts, layer, maps) },
  };
}

/**
 * Head, query and key of the strongest weight in the last row that has an answer.
 * @param {Facts} facts
 * @param {number} layer 1 for the first
 * @param {Float32Array} maps
 */
function strongest({ answer, layers }, layer, maps) {
  const sizeOf = (/** @type {import("../session.js").MapShape} */ { heads, queries, keys }) => heads * queries * keys;
  const from = layers.slice(0, layer - 1).reduce((sum, each) => sum + sizeOf(each), 0);
  const { keys = 0 } = layers[layer - 1] ?? {};
  const row = Math.max(0, answer.map(Boolean).lastIndexOf(true));
  const weights = maps.subarray(from + row * keys, from + (row + 1) * keys);
  return [0, row, weights.indexOf(Math.max(...weights))];
}

/**
 * Checks before the first step what is then known of a run: that its text has the sizes that its settings lead to, and is
 * written as this page writes it. Only its checksum has to wait for the last step.
 * @param {string} run
 * @param {Facts} facts of a model with the settings of the text
 * @throws {AttentionError} that names the size
 */
export function checkText(run, facts) {
  const { settings, steps, crc } = readRun(run);
  const wanted = textOf({ settings, facts, steps }, crc);
  if (wanted === run) return;
  const [given, own] = [run, wanted].map((text) => new URLSearchParams(text));
  const size = sizes.find((name) => given?.get(name) !== own?.get(name));
  if (!size)
    throw new AttentionError("trained_run", `must be written as ${wanted}, got ${run}`, { code: "run-written" });
  const values = { size, wanted: own?.get(size) ?? "none", got: given?.get(size) ?? "none" };
  throw new AttentionError(
    "trained_run",
    `must have ${size} ${values.wanted}, as its settings lead to, got ${values.got}`,
    {
      code: "run-size",
      ...values,
    },
  );
}

/** The sizes that a run's text has beside its settings. */
const sizes = Object.freeze(["d_model", "n", "source", ...Object.keys(blockKinds)]);

/**
 * Checks that training has found the weights that a text means: another version of this project may train otherwise, and a
 * text may have been changed by hand.
 * @param {string} run
 * @param {Found} found
 */
export function checkSame(run, found) {
  const made = runText(found);
  if (made !== run)
    throw new AttentionError("trained_run", `must name weights that training finds again: ${made}, got ${run}`, {
      code: "run-other",
    });
}
