/** The settings of Train: what a reader can change in a run, their limits, and their text in links. No DOM. */
import { refuse, unknownField } from "../state/errors.js";
import { integer, oneOf, orNull, real } from "../state/kinds.js";
import { readParts, writeFields } from "../state/link-text.js";
import { dataTasks, needsData, tasks } from "./tasks.js";
import { blockOf } from "./tasks/task.js";

/** @typedef {import("../engine/errors.js").AttentionError} AttentionError */
/**
 * What a reader has chosen. null: as the task has it.
 * @typedef {Readonly<{task: string, seed: number, heads: number | null, d_k: number | null, layers: number | null,
 *   block: import("./tasks/task.js").Block | null, lr: number | null, batch: number | null, optimizer: "adam" | "sgd" | "momentum", mask: "none" | "causal" | null,
 *   position: Position | null, scaling: "on" | "off", dropout: number, init: number, data: "shipped" | "own",
 *   rates: string}>} Settings data: what a task on data is trained on: what ships, or the reader's own, which links do not
 *   hold; rates: changes of the learning rate during the run, as "step:rate step:rate"
 */
/** @typedef {"none" | "learned" | "sinusoidal" | "rope" | "alibi"} Position */

/**
 * @template const T
 * @template {import("../state/kinds.js").Kind} K
 * @param {T} value the default
 * @param {K} kind how the field is checked and written
 */
const row = (value, kind) => Object.freeze({ default: value, ...kind });

/** How links write a setting that the task decides. */
const own = "task";

/** A kind of setting: changes of the learning rate. At most so many. @type {import("../state/kinds.js").Kind} */
const rates = Object.freeze({
  check: (field, value) => {
    const wanted = "must be at most 40 changes of the learning rate, as in 120:0.001 400:0.0001";
    const changes = typeof value === "string" ? readRates(value) : [];
    const isRising = changes.every(({ step }, at) => at === 0 || step > Number(changes[at - 1]?.step));
    const isValid = changes.every(({ step, lr }) => Number.isSafeInteger(step) && step >= 0 && lr >= 1e-5 && lr <= 100);
    if (typeof value !== "string" || !isRising || !isValid || changes.length > 40) refuse(field, wanted, value);
  },
  write: (value) => value,
  read: (value) => value,
});

/** @param {string} text @returns {{step: number, lr: number}[]} NaN where the text is none */
const readRates = (text) =>
  text === ""
    ? []
    : text.split(" ").map((change) => {
        const [, step, lr] = /^(\d+):(\d[\d.e-]*)$/.exec(change) ?? [];
        return { step: Number(step), lr: Number(lr) };
      });

/** The changes of the learning rate during a run, in the order of steps. @param {Pick<Settings, "rates">} settings */
export const rateChanges = ({ rates: text }) => readRates(text);

/**
 * The text of changes of the learning rate, as settings have it.
 * @param {readonly {step: number, lr: number}[]} changes
 */
export const writeRates = (changes) => changes.map(({ step, lr }) => `${step}:${lr}`).join(" ");

/** Every setting: its default, and its kind (how it is checked and written, with its range or choices). */
const table = Object.freeze({
  task: row("reverse", oneOf([...Object.keys(tasks), ...Object.keys(dataTasks)])),
  seed: row(1, integer(0, 2 ** 32 - 1)),
  heads: row(null, orNull(integer(1, 8), own)),
  d_k: row(null, orNull(integer(1, 64), own)),
  layers: row(null, orNull(integer(1, 2), own)),
  block: row(null, orNull(oneOf(["attention", "mlp", "norm-mlp"]), own)),
  lr: row(null, orNull(real(1e-5, 100), own)),
  batch: row(null, orNull(integer(1, 256), own)),
  optimizer: row("adam", oneOf(["adam", "sgd", "momentum"])),
  mask: row(null, orNull(oneOf(["none", "causal"]), own)),
  position: row(null, orNull(oneOf(["none", "learned", "sinusoidal", "rope", "alibi"]), own)),
  scaling: row("on", oneOf(["on", "off"])),
  dropout: row(0, real(0, 0.9)),
  init: row(1, real(0.1, 100)),
  data: row("shipped", oneOf(["shipped", "own"])),
  rates: row("", rates),
});

/** @type {Readonly<Record<keyof Settings, import("../state/kinds.js").Kind>>} */
export const settingKinds = table;

/** The allowed words of each setting that has a choice of words. */
export const settingChoices = Object.freeze({
  block: table.block.choices,
  optimizer: table.optimizer.choices,
  mask: table.mask.choices,
  position: table.position.choices,
  scaling: table.scaling.choices,
});

/** The minimum and maximum of each setting that is a number. */
export const settingRanges = Object.freeze({
  seed: table.seed.range,
  heads: table.heads.range,
  d_k: table.d_k.range,
  layers: table.layers.range,
  lr: table.lr.range,
  batch: table.batch.range,
  dropout: table.dropout.range,
  init: table.init.range,
});

const names = Object.freeze(/** @type {(keyof Settings)[]} */ (Object.keys(table)));

export const defaultSettings = /** @type {Settings} */ (
  Object.freeze(Object.fromEntries(names.map((name) => [name, table[name].default])))
);

/**
 * Reads and checks a link to Train. Parts that cannot be used are left out, and the others hold.
 * @param {string} fragment the part of a link after "#"
 * @returns {{settings: Settings, leftOut: AttentionError[]}} leftOut: an error for each part that was left out
 */
export function readTrainLink(fragment) {
  const { values, errors } = readParts({ place: oneOf(["train"]), ...settingKinds }, fragment);
  delete values.place;
  return { settings: Object.freeze({ ...defaultSettings, ...values }), leftOut: errors };
}

/**
 * Writes the fragment of a link to a run, without "#": the task, the seed, and whatever is not at its default.
 * @param {Settings} settings
 * @returns {string}
 */
export function writeTrainLink(settings) {
  const changed = names.filter(
    (name) => settings[name] !== defaultSettings[name] || name === "task" || name === "seed",
  );
  return `place=train&${writeFields(settingKinds, Object.fromEntries(changed.map((name) => [name, settings[name]])))}`;
}

/**
 * Changes settings, for a run from the start: changes of the learning rate during the run are gone. A value that the task has anyway becomes null, so that links stay short; another task starts with its
 * own settings.
 * @param {Settings} settings
 * @param {Partial<Settings>} patch
 * @returns {Settings}
 * @throws {AttentionError} that names the setting
 */
export function changeSettings(settings, patch) {
  for (const [name, value] of Object.entries(patch)) {
    if (!Object.hasOwn(table, name)) throw unknownField(name, names);
    settingKinds[/** @type {keyof Settings} */ (name)].check(name, value);
  }
  if (patch.task !== undefined && patch.task !== settings.task)
    return Object.freeze({ ...defaultSettings, seed: settings.seed, ...patch });
  const next = { ...settings, rates: "", ...patch };
  const own = Object.entries(taskDefaults(next)).filter(
    ([name, value]) => next[/** @type {keyof Settings} */ (name)] === value,
  );
  return Object.freeze({ ...next, ...Object.fromEntries(own.map(([name]) => [name, null])) });
}

/**
 * What is known of the task of settings without its data: its model, whose vocabulary the data may change, and its plan.
 * @param {Pick<Settings, "task">} settings
 * @returns {Pick<import("./tasks/task.js").Task, "model" | "batch" | "steps">}
 */
export const taskOf = ({ task }) =>
  needsData(task) ? dataTasks[task] : tasks[/** @type {keyof typeof tasks} */ (task)];

/**
 * The settings that a task decides unless the reader does. Without a d_k, the heads share the model's width.
 * @param {Settings} settings
 */
function taskDefaults(settings) {
  const task = taskOf(settings);
  const { layers, position, optimizer, d_model } = task.model();
  const { heads = 1, d_k, causal = false } = /** @type {import("./tasks/task.js").LayerSpec} */ (layers[0]);
  return Object.freeze({
    heads,
    layers: layers.length,
    block: blockOf({ layers }),
    lr: optimizer.lr,
    position,
    batch: task.batch,
    d_k: d_k ?? Math.max(1, Math.floor(d_model / (settings.heads ?? heads))),
    mask: /** @type {"none" | "causal"} */ (causal ? "causal" : "none"),
  });
}

/** @typedef {{[N in keyof Settings]: NonNullable<Settings[N]>}} FullSettings every setting has a value */

/** The settings with those of the task in place of null. @param {Settings} settings @returns {FullSettings} */
export function fullSettings(settings) {
  const chosen = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
  return /** @type {FullSettings} */ ({ ...taskDefaults(settings), ...chosen });
}

/**
 * The learning rate of the next step.
 * @param {Settings} settings
 * @param {readonly {step: number, lr: number}[]} changes of the rate during the run, in the order of steps
 * @param {number} steps how many have been taken
 */
export const rateAt = (settings, changes, steps) =>
  changes.filter(({ step }) => step <= steps).at(-1)?.lr ?? fullSettings(settings).lr;

/** The learning rates on offer; a link may hold any in between. */
export const rateStops = Object.freeze([0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100]);
