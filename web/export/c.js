import { specNumbers } from "../engine/spec-words.js";
import { headInView, isLarge } from "./exported-walk.js";
import { floatToJson } from "../tensors/float.js";

/** @typedef {import("./exported-walk.js").Walk} Walk */
/** @typedef {import("./exported-walk.js").AnyTensor} AnyTensor */

/**
 * The prefixes that c/attention.h gives the enum constants of some members, after ATTENTION_; other members have none.
 * @type {Readonly<Record<string, string>>}
 */
const prefixes = Object.freeze({
  position: "POSITION_",
  rope_style: "ROPE_",
  distance_form: "DISTANCE_",
  mask_how: "MASK_",
});
/** The members of attention_spec that are floats; the others are integers. */
const floats = new Set(["scale", "rope_base", "lambda", "sigma", "softcap", "mask_value", "dropout"]);

/**
 * Writes a C program that computes the walk with the engine's own sources, to the same bits, and prints the stage in
 * view. Small inputs are literals; large ones are read from the .npy files of the unpacked .npz file.
 * @param {Walk} walk
 * @returns {string}
 */
export function cOf(walk) {
  const { inputs, file } = walk;
  const large = isLarge(inputs);
  const tensors = Object.entries(inputs);
  const put = (/** @type {string} */ name) => {
    const to = `tensor(&plan, memory, ${idOf(name, inputs)})`;
    return large ? `  load("${name}.npy", ${to});` : `  put(${symbol(name)}, sizeof ${symbol(name)}, ${to});`;
  };
  return [
    "/* Beside the folder c/ of attention-stepper:",
    " *     cc -std=c11 -O2 -ffp-contract=off -I c walk.c $(find c -name '*.c') -lm -o walk && ./walk",
    ...(large ? [` * It reads the .npy files of ${file}, unpacked here, on a little-endian machine.`] : []),
    " */",
    '#include "attention.h"',
    ...(!large && tensors.some(([, tensor]) => hasNonfinite(tensor)) ? ["#include <math.h>"] : []),
    "#include <stdio.h>",
    "#include <stdlib.h>",
    "#include <string.h>",
    "",
    ...(large ? [] : tensors.map(([name, tensor]) => `static const float ${symbol(name)}[] = {${numbers(tensor)}};`)),
    "",
    "typedef struct {",
    "  float *data;",
    "  size_t count;",
    "} floats;",
    "",
    "static floats tensor(const attention_plan *plan, float *memory, int id) {",
    "  return (floats){memory + plan->tensor[id].offset, plan->tensor[id].count};",
    "}",
    "",
    ...(large ? loadFunction : putFunction),
    "",
    "int main(void) {",
    ...specLines(walk),
    "  attention_plan plan;",
    "  const int32_t status = attention_make_plan(&plan, &spec);",
    "  if (status != ATTENTION_OK) return puts(attention_status_name(status)), 1;",
    "  float *memory = malloc(plan.floats * sizeof *memory);",
    "  if (!memory) return 1;",
    ...Object.keys(inputs).map(put),
    "  for (int32_t step = 0; step < plan.steps; step++) attention_step(&plan, memory, plan.step[step]);",
    "",
    ...printLines(walk),
    "  free(memory);",
    "  return 0;",
    "}",
    "",
  ].join("\n");
}

const putFunction = Object.freeze([
  "static void put(const float *from, size_t bytes, floats to) {",
  "  if (bytes != to.count * sizeof(float)) exit(1);",
  "  memcpy(to.data, from, bytes);",
  "}",
]);

const loadFunction = Object.freeze([
  "static void load(const char *name, floats to) {",
  "  unsigned char start[10];",
  '  FILE *file = fopen(name, "rb");',
  "  if (!file || fread(start, 1, 10, file) != 10) exit(1);",
  "  fseek(file, 10 + start[8] + 256 * start[9], SEEK_SET); /* past the header */",
  "  if (fread(to.data, sizeof(float), to.count, file) != to.count) exit(1);",
  "  fclose(file);",
  "}",
]);

/** Lines of C that define the attention_spec, without members that are 0. @param {Walk} walk */
function specLines({ spec, inputs }) {
  const numbers = specNumbers(spec);
  const members = Object.entries(spec).filter(([name]) => numbers[name] !== 0);
  const given = Object.keys(inputs).map((name) => `[${idOf(name, inputs)}] = 1`);
  const values = members.map(([name, value]) => `.${name} = ${memberValue(name, value)}`);
  return [
    "  const attention_spec spec = {",
    ...values.map((value) => `      ${value},`),
    `      .given = {${given.join(", ")}},`,
    "  };",
  ];
}

/**
 * The value of a member of attention_spec in C.
 * @param {string} name of the member
 * @param {string | number | boolean} value
 */
function memberValue(name, value) {
  if (typeof value === "string") return `ATTENTION_${prefixes[name] ?? ""}${value.toUpperCase()}`;
  return floats.has(name) ? literal(Math.fround(Number(value))) : Number(value);
}

/** Lines of C that print the stage in view, or one head of it. @param {Walk} walk */
function printLines(walk) {
  const { stage } = walk;
  const head = headInView(walk);
  const id = `ATTENTION_${stage.toUpperCase()}`;
  const from = head === null ? "0" : `${head}`;
  return [
    `  const attention_tensor *shape = &plan.tensor[${id}];`,
    "  const size_t columns = (size_t)shape->shape[shape->rank - 1];",
    head === null
      ? "  const size_t rows = shape->count / columns;"
      : "  const size_t rows = (size_t)shape->shape[shape->rank - 2];",
    `  const float *number = memory + shape->offset${head === null ? "" : ` + ${from} * rows * columns`};`,
    `  puts("${stage}${head === null ? "" : `, head ${head + 1}`}");`,
    "  for (size_t at = 0; at < rows * columns; at++) printf(\"%.9g%c\", (double)number[at], (at + 1) % columns ? ' ' : '\\n');",
  ];
}

/** The enum constant of an input. @param {string} name @param {Walk["inputs"]} inputs */
function idOf(name, inputs) {
  if (name === "allow") return inputs.allow?.shape.length === 3 ? "ATTENTION_HEAD_MASK" : "ATTENTION_MASK";
  return `ATTENTION_${name.replace(/^rel([KV])$/, "rel_$1").toUpperCase()}`;
}

/** Whether a tensor needs the macros NAN or INFINITY of math.h. @param {AnyTensor} tensor */
const hasNonfinite = ({ data }) => Array.from(data).some((value) => !Number.isFinite(value));

/** The C variable of an input; the prefix avoids clashes with names from headers. @param {string} name */
const symbol = (name) => `input_${name}`;

/** @param {AnyTensor} tensor @returns {string} its numbers as C literals, ten to a line */
function numbers({ data }) {
  const all = Array.from(data, literal);
  const lines = Array.from({ length: Math.ceil(all.length / 10) }, (_, at) =>
    all.slice(at * 10, at * 10 + 10).join(", "),
  );
  return `\n    ${lines.join(",\n    ")}`;
}

/** @param {number} value a float32 @returns {string} C literal */
function literal(value) {
  if (Number.isNaN(value)) return "NAN";
  if (!Number.isFinite(value)) return value > 0 ? "INFINITY" : "-INFINITY";
  const text = floatToJson(value);
  return `${/[.e]/.test(text) ? text : `${text}.0`}f`;
}
