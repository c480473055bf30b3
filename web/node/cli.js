#!/usr/bin/env node
import { existsSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";

import { decodeSteps } from "../engine/decode-steps.js";
import { createEngine } from "../engine/training-engine.js";
import { addTrained } from "../training/trained.js";
import { AttentionError } from "../engine/errors.js";
import { readWalk } from "./case-file.js";
import { readArguments, TASK_OPTIONS } from "./arguments.js";
import { check } from "./check/check.js";
import { reportLines, reportToJson } from "./check/report.js";
import { explainCase } from "./explain/explain.js";
import { checkNoFolder, explainFolder, isFolder } from "./explain/explain-folder.js";
import { modelLines } from "./model.js";
import { walkToJson } from "./walk-json.js";
import { layerFrom } from "./case-folder.js";
import { readCase } from "./read-case.js";
import { codeOf, nameOf, readBytes } from "./read-input.js";
import { renderFile, renderLink } from "./render.js";
import { isTask, readTrainOptions, trainLines } from "./train.js";
import { FOLDER_OPTIONS, trainFolderLines } from "./train-folder.js";
import { usage } from "./usage.js";

/**
 * @typedef {import("../engine/training-engine.js").TrainingEngine} Engine
 * @typedef {import("./arguments.js").Options} Options
 * @typedef {{status: 0 | 1 | 2, out: Iterable<string | Uint8Array>, err: string}} Outcome
 */

/**
 * Runs a command without printing anything.
 * @param {string[]} args after the program's name
 * @returns {Promise<Outcome>} status: exit status; out, err: text for standard output and standard error
 */
export async function run(args) {
  try {
    const { command, files, options } = readArguments(args);
    if (command === "help") return { status: 0, out: [usage[/** @type {keyof typeof usage} */ (files[0])]], err: "" };
    if (command === "version") return { status: 0, out: [`${await readVersion()}\n`], err: "" };
    if (command === "train") return { status: 0, out: await train(files[0] ?? "", options), err: "" };
    const engine = await createEngine();
    if (command === "model") return { status: 0, out: await modelLines(engine, files[0] ?? "", options), err: "" };
    addTrained(engine);
    if (command === "trace") return { status: 0, out: await trace(engine, files[0] ?? "-", options), err: "" };
    if (command === "render") return { status: 0, out: [await render(engine, files[0] ?? "", options)], err: "" };
    if (command === "explain") return { status: 0, out: await explain(engine, files, options), err: "" };
    return await checkAll(engine, files, options);
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    return { status: 2, out: [], err: lineOf(error) };
  }
}

/**
 * Trains a small model on a task, or a model in a folder further. Both have options of their own.
 * @param {string} subject a task, or the path of a folder
 * @param {Options} options
 */
async function train(subject, options) {
  const isFolder = !isTask(subject) && existsSync(subject);
  const own = isFolder ? FOLDER_OPTIONS : TASK_OPTIONS;
  const wrong = Object.keys(options).find((name) => !own.includes(name));
  if (wrong !== undefined) {
    const [wanted, got] = isFolder ? ["a task", "a folder"] : ["a folder", "a task"];
    throw new AttentionError(`--${wrong}`, `belongs to train with ${wanted}, got ${got}`);
  }
  return isFolder ? trainFolderLines(subject, options) : trainLines(readTrainOptions(subject, options));
}

/** The version in package.json, which is two folders up from this file and from its bundle. */
async function readVersion() {
  return JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8")).version;
}

/**
 * Computes a case file's walk and returns its stages as JSON.
 * @param {Engine} engine
 * @param {string} file path, or - for standard input
 * @param {Options} options stage: the only one to return
 */
async function trace(engine, file, { stage, "layer-from": from }) {
  const layer = layerFrom(from);
  const bytes = await readBytes("FILE", file);
  return withFileName(file, () => {
    const { case: given, rounded } = readCase("FILE", file, bytes, layer);
    const { spec, inputs } = readWalk(given);
    const walk = engine.trace(spec, inputs);
    const ids = stage === undefined ? walk.stages : [stage];
    for (const id of ids) walk.shape(id);
    walk.finish();
    return walkToJson(
      walk,
      ids,
      stage === undefined ? decodeSteps(walk) : [],
      rounded.filter((name) => name in inputs),
    );
  });
}

/**
 * Explains one number of a walk: that of a case file, or that of a model in a folder.
 * @param {Engine} engine
 * @param {string[]} args path, or - for standard input; stage; index
 * @param {Options} options
 */
async function explain(engine, [file = "-", stage = "", index = ""], options) {
  const { depth, json, tokens, text, layer, "layer-from": from } = options;
  const ofFolder = { tokens, text, layer };
  if (isFolder(file)) {
    if (from !== undefined)
      throw new AttentionError("--layer-from", "needs a FILE, got a FOLDER; --layer names its layer");
    const lines = await explainFolder(engine, file, { stage, index, depth, json, ...ofFolder });
    return lines.map((line) => `${line}\n`);
  }
  checkNoFolder(ofFolder);
  const own = layerFrom(from);
  const bytes = await readBytes("FILE", file);
  const lines = await withFileName(file, () => {
    const { case: given } = readCase("FILE", file, bytes, own);
    return explainCase(engine, given, { stage, index, depth, json });
  });
  return lines.map((line) => `${line}\n`);
}

/**
 * Draws a file, or a link: an argument that contains "#", "=" or "://" and is not the path of a file. The text of an SVG ends in a
 * new line.
 * @param {Engine} engine
 * @param {string} source
 * @param {Options} options
 */
async function render(engine, source, options) {
  const isLink = source === "" || (/[#=]|:\/\//.test(source) && !existsSync(source));
  const draw = async () => {
    if (isLink) return renderLink(engine, source, options);
    const bytes = await readBytes("LINK or FILE", source);
    return withFileName(source, () => renderFile(engine, source, readCase("LINK or FILE", source, bytes), options));
  };
  const picture = await draw();
  return typeof picture === "string" ? `${picture}\n` : picture;
}

/**
 * What came of one file.
 * @typedef {{file: string, report: import("./check/check.js").Report, rounded: string[]} | {file: string, error: AttentionError}} Checked
 */

/**
 * Checks each file, whatever the others hold.
 * @param {Engine} engine
 * @param {string[]} files
 * @param {Options} options json: whether to print a JSON object for each file instead of lines
 * @returns {Promise<Outcome>} status: that of the worst file; err: one line for each that cannot be checked
 */
async function checkAll(engine, files, { json = false, tolerance, "layer-from": from }) {
  const options = {
    tolerance: tolerance === undefined ? undefined : readTolerance(tolerance),
    layer: layerFrom(from),
  };
  const all = /** @type {Checked[]} */ ([]);
  for (const file of files) all.push(await checkFile(engine, file, options));
  const errors = all.flatMap((checked) => ("error" in checked ? [checked.error] : []));
  const ok = all.every((checked) => "report" in checked && checked.report.ok);
  const lines = all.flatMap((checked) =>
    "report" in checked
      ? [...reportLines(checked.report), ...roundedLines(checked.rounded)].map((line) => `${checked.file}: ${line}\n`)
      : [],
  );
  const objects = all.map(({ file, ...checked }) =>
    "report" in checked
      ? { file, ...reportToJson(checked.report), ...(checked.rounded.length > 0 ? { rounded: checked.rounded } : {}) }
      : { file, ok: false, error: withoutControls(checked.error.message) },
  );
  return {
    status: errors.length > 0 ? 2 : ok ? 0 : 1,
    out: json ? objects.map((object) => `${JSON.stringify(object)}\n`) : lines,
    err: errors.map(lineOf).join(""),
  };
}

/** @param {string} given */
function readTolerance(given) {
  const tolerance = given.trim() === "" ? NaN : Number(given);
  if (tolerance >= 0 && tolerance < Infinity) return tolerance;
  throw new AttentionError("--tolerance", `must be a finite number from 0, got ${given}`);
}

/** What check says of tensors in files whose numbers are no float32. @param {readonly string[]} rounded their names */
const roundedLines = (rounded) => (rounded.length > 0 ? [`rounded to float32: ${rounded.join(", ")}`] : []);

/** @param {Engine} engine @param {string} file @param {{tolerance: number | undefined, layer: ReturnType<typeof layerFrom>}} options @returns {Promise<Checked>} */
async function checkFile(engine, file, options) {
  try {
    const bytes = await readBytes("FILE", file);
    return await withFileName(file, () => {
      const { case: given, rounded } = readCase("FILE", file, bytes, options.layer);
      return { file, report: check(engine, given, options), rounded };
    });
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    return { file, error };
  }
}

/**
 * Runs a function and adds the file's name to the errors that it throws.
 * @template T
 * @param {string} file
 * @param {() => T | Promise<T>} act
 * @returns {Promise<T>}
 */
async function withFileName(file, act) {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    throw new AttentionError(nameOf(file), error.message);
  }
}

/**
 * Writes texts, or the bytes of a picture, to standard output.
 * @param {Iterable<string | Uint8Array>} out
 * @throws {AttentionError} if standard output cannot be written, or as computing the text does
 */
async function print(out) {
  try {
    await pipeline(Readable.from(out), process.stdout, { end: false });
  } catch (error) {
    if (error instanceof AttentionError) throw error;
    const code = codeOf(error);
    /* The reader closed the pipe early, as in `attention-stepper trace FILE | head`: not an error. */
    if (code === "EPIPE") return;
    throw new AttentionError(
      "standard output",
      `must take what is printed, got ${code === "ENOSPC" ? "no space left" : code}`,
    );
  }
}

/** The message of an error, which may quote names in a file, as one line. @param {AttentionError} error */
const lineOf = ({ message }) => `attention-stepper: ${withoutControls(message)}\n`;

/** A text in one line; its control characters, to which terminals react, are written as escapes. @param {string} text */
function withoutControls(text) {
  const line = text
    .split(/[\r\n]+/)
    .map((part) => part.trim())
    .join(" ");
  const code = (/** @type {string} */ sign) => sign.charCodeAt(0).toString(16).padStart(2, "0");
  return line.replace(/\p{Cc}/gu, (sign) => `\\x${code(sign)}`);
}

/** Prints the outcome of a command and sets the exit status. @param {Outcome} outcome */
async function finish({ status, out, err }) {
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
  await finish(await run(process.argv.slice(2)));
}
