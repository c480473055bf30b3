import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { wordsOf } from "../../web/state/controls.js";
import { controlFields, fieldGroups, primaryFields } from "../../web/state/fields.js";
import { locales } from "../../web/lessons/locales-node.js";
import { createTranslate } from "../../web/lessons/translate.js";
import { labs } from "../../web/state/labs.js";
import { presetGroups, presets } from "../../web/state/presets.js";
import { stagesFor } from "../../web/state/stages.js";
import { defaultState } from "../../web/state/state.js";

const folders = ["components", "view", "figures"].map((name) => new URL(`../../web/${name}/`, import.meta.url));
const sources = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(new URL(name, folder), "utf8")),
);
const code = sources.join("\n");
const idsOf = (/** @type {string} */ text) => [...text.matchAll(/^([a-z][\w-]*) =/gim)].map((match) => match[1] ?? "");

/** The message ids in the code: literal ids, and patterns for ids that are composed at run time. */
const literal = [...code.matchAll(/\bt\("([\w-]+)"/g)].map((match) => match[1] ?? "");
const chosen = [...code.matchAll(/\bt\([^)]*\?\s*"([\w-]+)"\s*:\s*"([\w-]+)"/g)].flatMap((match) => match.slice(1));
const templates = [...code.matchAll(/`((?:[a-z_]+|\$\{[^}]*\})-[^`]*)`/g)].map((match) => match[1] ?? "");
const families = templates
  .map((template) => template.replace(/\$\{[^}]*\}/g, "*"))
  .filter((family) => /^[\w*-]+$/.test(family));
const patterns = families.map((family) => new RegExp(`^${family.replaceAll("*", "[\\w-]*")}$`));

/**
 * A translate function that formats every message with the number 1 for each argument.
 * @param {string} locale
 */
function translator(locale) {
  const name = /** @type {keyof typeof locales} */ (locale);
  const args = Object.fromEntries([...locales[name].matchAll(/\$(\w+)/g)].map((match) => [match[1], 1]));
  const t = createTranslate(name);
  return (/** @type {string} */ id) => t(id, args);
}

for (const [locale, text] of Object.entries(locales)) {
  test(`${locale} has every message that the code names`, () => {
    const has = new Set(idsOf(text));
    assert.ok(literal.length > 30, `found only ${literal.length} ids in the code`);
    const operations = /^operation-(?!scaled)/; // optional: without a label, figures draw an arrow
    assert.deepEqual(
      [...literal, ...chosen].filter((id) => !has.has(id) && !operations.test(id)),
      [],
    );
  });

  test(`${locale}: no two settings, experiments or settings of Train have the same label`, () => {
    const t = translator(locale);
    const settings = controlFields.map(
      (field) => ({ sentence: t("sentence-label"), context: t("context-label") })[field] ?? t(`control-${field}`),
    );
    const short = idsOf(text).filter((id) => /^control-\w+-short$/.test(id));
    const ofTrain = idsOf(text).filter((id) => /^train-set-\w+$/.test(id));
    const groups = { settings, short: short.map(t), labs: labs.map(({ id }) => t(`lab-${id}`)), train: ofTrain.map(t) };
    for (const [group, labels] of Object.entries(groups)) {
      const lower = labels.map((label) => label.toLowerCase());
      assert.ok(lower.length > 0 && lower.every(Boolean), group);
      const twice = lower.filter((label, at) => lower.indexOf(label) !== at);
      assert.deepEqual(twice, [], group);
    }
  });

  test(`${locale} has no unused message`, () => {
    const used = new Set([...literal, ...chosen]);
    const unused = idsOf(text).filter(
      (id) => !used.has(id) && !code.includes(`"${id}"`) && !patterns.some((pattern) => pattern.test(id)),
    );
    assert.deepEqual(unused, []);
  });

  test(`${locale} has words for every stage, preset and control`, () => {
    const t = translator(locale);
    const stages = new Set(["C", ...stagesFor({ ...defaultState, position: "sinusoidal" })]);
    for (const stage of stages) {
      for (const part of ["", "-op", "-title", "-text"])
        assert.notEqual(t(`stage-${stage}${part}`), "", `stage-${stage}${part}`);
    }
    for (const { id, group } of labs) {
      assert.notEqual(t(`lab-${id}`), "", `lab-${id}`);
      assert.notEqual(t(`labs-${group}`), "", `labs-${group}`);
    }
    for (const { id } of presets) assert.notEqual(t(`preset-${id}`), "", `preset-${id}`);
    for (const group of presetGroups) assert.notEqual(t(`examples-${group}`), "", `examples-${group}`);
  });

  test(`${locale} has a name, a line of explanation and words for every choice of every control`, () => {
    const t = translator(locale);
    const fields = [...primaryFields, ...fieldGroups.flatMap(([, fields]) => fields)].filter(
      (field) => field !== "context" && field !== "batch",
    );
    for (const [group] of fieldGroups) assert.notEqual(t(`group-${group}`), "", `group-${group}`);
    for (const field of fields) {
      const options = wordsOf(field);
      const explained = ["position", "mask_mode"].includes(field) ? options.map((option) => `-${option}`) : [""];
      const ids = [
        `control-${field}`,
        ...explained.map((of) => `control-${field}-hint${of}`),
        ...options.map((option) => `option-${field}-${option}`),
      ];
      for (const id of ids) assert.notEqual(t(id), "", id);
    }
  });

  test(`${locale} can be parsed, and every message can be formatted`, () => {
    const t = translator(locale);
    for (const id of idsOf(text)) assert.notEqual(t(id), "", id);
  });

  test(`${locale} has apostrophes and quotation marks of print`, () => {
    const lines = text.split("\n").filter((line) => !line.startsWith("#"));
    // Fluent's own strings, such as { "," }, and what a reader types into HTML, such as slot="caption", have straight ones.
    const words = lines.map((line) => line.replaceAll(/\{[^}]*\}|\b\w+="\w+"/g, ""));
    const straight = words.filter((line) => /\w'|'\w|"/.test(line));
    assert.deepEqual(straight, []);
  });

  test(`${locale} has messages that can be parsed separately: none refers to another`, () => {
    assert.equal(new Set(idsOf(text)).size, idsOf(text).length);
    assert.deepEqual(text.match(/\{\s*-?[a-z][\w.-]*\s*\}|^-\w+/gim) ?? [], []);
  });
}

test("every message file is in the folder of the place that shows it, and no folder has more than 24 files", () => {
  const folder = new URL("../../web/lessons/locales/", import.meta.url);
  const paths = readdirSync(folder, { recursive: true }).map(String);
  const files = paths.filter((path) => path.endsWith(".ftl"));
  assert.ok(files.length > 40, `found only ${files.length}`);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) {
    assert.match(file, /^[a-z]{2}\/[a-z]+\/[a-z-]+\.ftl$/);
    const at = file.slice(0, file.lastIndexOf("/"));
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  for (const [at, count] of counts) assert.ok(count <= 24, `${at}: ${count} files`);
});
