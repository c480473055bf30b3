#!/usr/bin/env node
import { existsSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { suggest } from "../engine/checks.js";
import { decodeSteps } from "../engine/decode-steps.js";
import { createEngine } from "../engine/engine.js";
import { AttentionError } from "../engine/errors.js";
import { parseCaseFile, readWalk } from "./case-file.js";
import { check } from "./check.js";
import { walkToJson } from "./walk-json.js";
import { codeOf, nameOf, readText } from "./read-input.js";
import { renderFile, renderLink } from "./render.js";
import { usage } from "./usage.js";

/**
 * @typedef {import("../engine/engine.js").Engine} Engine
 * @typedef {{status: 0 | 1 | 2, out: Iterable<string>, err: string}} Outcome
 */

/** The options each command takes. */
const COMMANDS = { trace: ["stage"], check: [], render: ["stage", "view", "theme", "locale", "width"] };
const OPTIONS = /** @type {const} */ ({
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
  stage: { type: "string" },
  view: { type: "string" },
  theme: { type: "string" },
  locale: { type: "string" },
  width: { type: "string" },
});

/** @param {string} name @returns {name is keyof typeof OPTIONS} */
const isOption = (name) => Object.hasOwn(OPTIONS, name);

/** @typedef {import("./render.js").Looks} Options */

/**
 * The command line as a function: what to print, where, and the exit status.
 * @param {string[]} args
 * @returns {Promise<Outcome>}
 */
export async function run(args) {
  try {
    const { command, files, options } = readArguments(args);
    if (command === "help") return { status: 0, out: [usage[/** @type {keyof typeof usage} */ (files[0])]], err: "" };
    if (command === "version") return { status: 0, out: [`${await readVersion()}\n`], err: "" };
    const engine = await createEngine();
    if (command === "trace") return { status: 0, out: await trace(engine, files[0] ?? "-", options.stage), err: "" };
    if (command === "render")
      return { status: 0, out: [`${await render(engine, files[0] ?? "", options)}\n`], err: "" };
    return { err: "", ...(await checkAll(engine, files)) };
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    return { status: 2, out: [], err: lineOf(error) };
  }
}

/**
 * @param {string[]} args
 * @returns {{command: string, files: string[], options: Options}}
 */
function readArguments(args) {
  const { values, positionals, tokens } = parseArgs({
    ...{ args, options: OPTIONS, allowPositionals: true, strict: false, tokens: true },
  });
  const given = tokens.filter((token) => token.kind === "option");
  for (const { name, rawName, value } of given) {
    if (!isOption(name)) {
      const known = Object.keys(OPTIONS).map((option) => `--${option}`);
      throw new AttentionError(rawName, `is no option${suggest(rawName, known)} (see --help)`);
    }
    if (OPTIONS[name].type === "boolean" && value !== undefined)
      throw new AttentionError(rawName, `takes no value, got ${value}`);
  }
  const [command = "", ...files] = positionals;
  if (values.help) return { command: "help", files: [Object.hasOwn(COMMANDS, command) ? command : "all"], options: {} };
  if (values.version) return { command: "version", files: [], options: {} };
  if (!Object.hasOwn(COMMANDS, command)) {
    const known = Object.keys(COMMANDS).join(", ");
    throw new AttentionError("command", `must be one of ${known}, got ${command || "none"} (see --help)`);
  }
  const name = /** @type {keyof typeof COMMANDS} */ (command);
  for (const option of given) checkOption(option, name, given);
  if (name === "check" && files.length === 0) throw new AttentionError("FILE", "must be given, got none");
  if (name !== "check" && files.length !== 1) {
    throw new AttentionError(name === "render" ? "LINK or FILE" : "FILE", `must be one, got ${files.length}`);
  }
  return { command, files, options: /** @type {Options} */ (values) };
}

/**
 * @param {{name: string, value?: string}} option
 * @param {keyof typeof COMMANDS} command
 * @param {readonly {name: string}[]} given
 */
function checkOption({ name, value }, command, given) {
  const takers = Object.entries(COMMANDS).filter(([, options]) => /** @type {string[]} */ (options).includes(name));
  if (!takers.some(([taker]) => taker === command)) {
    throw new AttentionError(`--${name}`, `belongs to ${takers.map(([taker]) => taker).join(" and ")}, got ${command}`);
  }
  const times = given.filter((option) => option.name === name).length;
  if (times > 1) throw new AttentionError(`--${name}`, `must be given once, got ${times} times`);
  if (typeof value !== "string") throw new AttentionError(`--${name}`, "must have a value, got none");
}

/** The package's; its folder is two above this file's, in the sources and in the bundle alike. */
async function readVersion() {
  return JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8")).version;
}

/**
 * @param {Engine} engine
 * @param {string} file
 * @param {string | undefined} stage
 */
async function trace(engine, file, stage) {
  const text = await readText("FILE", file);
  return blaming(file, () => {
    const { spec, inputs } = readWalk(parseCaseFile(text));
    const walk = engine.trace(spec, inputs);
    const ids = stage === undefined ? walk.stages : [stage];
    for (const id of ids) walk.shape(id);
    walk.finish();
    return walkToJson(walk, ids, stage === undefined ? decodeSteps(walk) : []);
  });
}

/**
 * A link has a # or a field=value, an address a ://; anything else is a file.
 * @param {Engine} engine
 * @param {string} source
 * @param {Options} options
 */
async function render(engine, source, options) {
  if (source === "" || /[#=]|:\/\//.test(source)) return renderLink(engine, source, options);
  const text = await readText("LINK or FILE", source);
  return blaming(source, () => renderFile(engine, source, text, options));
}

/**
 * @param {Engine} engine
 * @param {string[]} files
 * @returns {Promise<{status: 0 | 1, out: string[]}>}
 */
async function checkAll(engine, files) {
  const out = [];
  let differs = false;
  for (const file of files) {
    const text = await readText("FILE", file);
    const { line, same } = blaming(file, () => check(engine, text));
    out.push(`${file}: ${line}\n`);
    differs ||= !same;
  }
  return { status: differs ? 1 : 0, out };
}

/**
 * Names the file in the errors of an action on its content.
 * @template T
 * @param {string} file
 * @param {() => T} act
 * @returns {T}
 */
function blaming(file, act) {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    throw new AttentionError(nameOf(file), error.message);
  }
}

/**
 * @param {Iterable<string>} out
 * @throws {AttentionError} where it cannot be printed
 */
async function print(out) {
  try {
    await pipeline(Readable.from(out), process.stdout, { end: false });
  } catch (error) {
    const code = codeOf(error);
    /* The reader has seen enough: `attention-stepper trace FILE | head` is no failure. */
    if (code === "EPIPE") return;
    throw new AttentionError(
      "standard output",
      `must take what is printed, got ${code === "ENOSPC" ? "no space left" : code}`,
    );
  }
}

/** @param {AttentionError} error */
const lineOf = ({ message }) => `attention-stepper: ${message.replace(/\s*[\r\n]\s*/g, " ")}\n`;

/** @param {Outcome} outcome */
async function end({ status, out, err }) {
  process.exitCode = status;
  process.stderr.write(err);
  try {
    await print(out);
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    process.exitCode = 2;
    process.stderr.write(lineOf(error));
  }
}

const isProgram = process.argv[1] && existsSync(process.argv[1]);
if (isProgram && realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  await end(await run(process.argv.slice(2)));
}
