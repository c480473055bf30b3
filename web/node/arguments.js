/** The command line's arguments: commands, their options, and what is wrong with them. */
import { parseArgs } from "node:util";

import { nearestName } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { defaultState } from "../state/state.js";
import { FOLDER_OPTIONS } from "./train-folder.js";

/** The options of train with a task; with a folder it has others. */
export const TASK_OPTIONS = Object.freeze([
  ...["seed", "from", "out", "pytorch", "steps", "every"],
  ...["lr", "heads", "d_k", "d_model", "layers", "block", "position", "causal"],
  ...["text", "data"],
]);
/** The options of each command. */
const COMMANDS = {
  trace: ["stage", "layer-from"],
  check: ["json", "tolerance", "layer-from"],
  explain: ["depth", "json", "tokens", "text", "layer", "layer-from"],
  render: ["stage", "view", "theme", "locale", "width", "png", "gif", "font", "answered"],
  model: [
    "tokens",
    "text",
    "layer",
    "stage",
    "out",
    "next",
    "contributions",
    "ablate",
    "patch",
    "patch-tokens",
    "patch-text",
    "masked",
    "position",
  ],
  train: [...new Set([...TASK_OPTIONS, ...FOLDER_OPTIONS])],
};
const OPTIONS = /** @type {const} */ ({
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
  stage: { type: "string" },
  view: { type: "string" },
  theme: { type: "string" },
  locale: { type: "string" },
  width: { type: "string" },
  png: { type: "boolean" },
  gif: { type: "boolean" },
  font: { type: "string" },
  answered: { type: "boolean" },
  json: { type: "boolean" },
  tokens: { type: "string" },
  layer: { type: "string" },
  "layer-from": { type: "string" },
  next: { type: "string" },
  contributions: { type: "boolean" },
  ablate: { type: "string", multiple: true },
  patch: { type: "string", multiple: true },
  masked: { type: "string" },
  "patch-tokens": { type: "string" },
  "patch-text": { type: "string" },
  tolerance: { type: "string" },
  depth: { type: "string" },
  seed: { type: "string" },
  from: { type: "string" },
  out: { type: "string" },
  pytorch: { type: "string" },
  steps: { type: "string" },
  every: { type: "string" },
  lr: { type: "string" },
  heads: { type: "string" },
  d_k: { type: "string" },
  d_model: { type: "string" },
  layers: { type: "string" },
  block: { type: "string" },
  position: { type: "string" },
  causal: { type: "boolean" },
  text: { type: "string" },
  data: { type: "string" },
  batch: { type: "string" },
  "learning-rate": { type: "string" },
  betas: { type: "string" },
  epsilon: { type: "string" },
  "weight-decay": { type: "string" },
  losses: { type: "string" },
});

/** @param {string} name @returns {name is keyof typeof OPTIONS} */
const isOption = (name) => Object.hasOwn(OPTIONS, name);

/** @typedef {import("./render.js").RenderOptions & import("./train.js").GivenOptions
 *   & import("./model.js").GivenOptions & import("./train-folder.js").GivenOptions & {json?: boolean, tolerance?: string, depth?: string,
 *   "layer-from"?: string}} Options */

/**
 * Parses the arguments and checks that command, options and number of files fit together.
 * @param {string[]} args
 * @returns {{command: string, files: string[], options: Options}}
 */
export function readArguments(args) {
  const { values, positionals, tokens } = parseArgs({
    args,
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = tokens.filter((token) => token.kind === "option");
  const [command = "", ...files] = positionals;
  for (const { name, rawName, value } of given) {
    if (!isOption(name)) throw unknownOption(name, rawName, command);
    if (OPTIONS[name].type === "boolean" && value !== undefined)
      throw new AttentionError(rawName, `takes no value, got ${value}`);
  }
  if (values.help) return { command: "help", files: [Object.hasOwn(COMMANDS, command) ? command : "all"], options: {} };
  if (values.version) return { command: "version", files: [], options: {} };
  if (!Object.hasOwn(COMMANDS, command)) {
    const known = Object.keys(COMMANDS).join(", ");
    throw new AttentionError("command", `must be one of ${known}, got ${command || "none"} (see --help)`);
  }
  const name = /** @type {keyof typeof COMMANDS} */ (command);
  for (const option of given) checkOption(option, name, given);
  if (name === "check" && files.length === 0) throw new AttentionError("FILE", "must be given, got none");
  if (name === "explain" && files.length !== 3)
    throw new AttentionError("FILE, STAGE and INDEX", `must be three, got ${files.length}`);
  if (name !== "check" && name !== "explain" && files.length !== 1) {
    const argument = { trace: "FILE", render: "LINK or FILE", model: "FOLDER", train: "TASK or FOLDER" }[name];
    throw new AttentionError(argument, `must be one, got ${files.length}`);
  }
  return { command, files, options: /** @type {Options} */ (values) };
}

/**
 * @param {string} name without its dashes
 * @param {string} rawName as given
 * @param {string} command
 */
function unknownOption(name, rawName, command) {
  const known = Object.hasOwn(COMMANDS, command)
    ? [...COMMANDS[/** @type {keyof typeof COMMANDS} */ (command)], "help", "version"]
    : Object.keys(OPTIONS);
  const near = nearestName(name, known);
  const hint = linkHint(name, command) || (near ? `; did you mean --${near}?` : "");
  return new AttentionError(rawName, `unknown option${hint} (see --help)`);
}

/**
 * Where render takes a field of the state: in the link.
 * @param {string} name of an option that it does not have
 * @param {string} command
 */
const linkHint = (name, command) =>
  command === "render" && Object.hasOwn(defaultState, name) ? `; render reads it from the link: "#${name}=..."` : "";

/**
 * Checks that a command takes an option, once and with a value.
 * @param {{name: string, value?: string}} option
 * @param {keyof typeof COMMANDS} command
 * @param {readonly {name: string}[]} given
 */
function checkOption({ name, value }, command, given) {
  const commands = Object.entries(COMMANDS).filter(([, options]) => /** @type {string[]} */ (options).includes(name));
  if (!commands.some(([name]) => name === command)) {
    const owners = commands
      .map(([name]) => name)
      .join(", ")
      .replace(/, (?=[^,]*$)/, " and ");
    throw new AttentionError(`--${name}`, `belongs to ${owners}, got ${command}${linkHint(name, command)}`);
  }
  const times = given.filter((option) => option.name === name).length;
  if (times > 1 && !(isOption(name) && "multiple" in OPTIONS[name]))
    throw new AttentionError(`--${name}`, `must be given once, got ${times} times`);
  if (isOption(name) && OPTIONS[name].type === "string" && value === undefined)
    throw new AttentionError(`--${name}`, "must have a value, got none");
}
