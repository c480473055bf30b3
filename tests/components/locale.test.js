import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

import { temporaryFolder } from "../support/machine.js";
import { pseudo, pseudoMessages } from "../support/copy/pseudo.js";
import { differences, lockOf, report, stale } from "../../web/build/translations.js";

import { termId, termIds } from "../../web/components/terms/terms.js";
import { wordsOf } from "../../web/state/controls.js";
import { controlFields, fieldGroups, primaryFields } from "../../web/state/fields.js";
import { bundled } from "../../web/words/words-node.js";
import { parts, words } from "../../web/words/words.js";
import { experiments } from "../../web/state/experiments/experiments.js";
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

/** All messages of a locale. @param {string} locale */
const textOf = (locale) => Object.values(bundled[locale] ?? {}).join("\n");

/**
 * A translate function that formats every message with the number 1 for each argument.
 * @param {string} locale
 */
function translator(locale) {
  const args = Object.fromEntries([...textOf(locale).matchAll(/\$(\w+)/g)].map((match) => [match[1], 1]));
  const { t } = words(locale);
  return (/** @type {string} */ id) => t(id, args);
}

for (const locale of Object.keys(bundled)) {
  const text = textOf(locale);

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
    const groups = {
      settings,
      short: short.map(t),
      experiments: experiments.map(({ id }) => t(`experiment-${id}`)),
      train: ofTrain.map(t),
    };
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
    for (const { id, group } of experiments) {
      assert.notEqual(t(`experiment-${id}`), "", `experiment-${id}`);
      assert.notEqual(t(`experiments-${group}`), "", `experiments-${group}`);
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

test("every language has a file for each part, and no others", () => {
  for (const [locale, texts] of Object.entries(bundled))
    assert.deepEqual(Object.keys(texts).sort(), [...parts].sort(), locale);
});

test("every language has the ids, the arguments, the terms and the lessons of English", () => {
  const english = textOf("en");
  for (const locale of Object.keys(bundled)) assert.deepEqual(differences(english, textOf(locale)), [], locale);
  for (const language of Object.values(pseudo))
    assert.deepEqual(differences(english, pseudoMessages(english, language)), [], language.tag);
  const [first = "", second = ""] = ["app-name = A { $b }", "app-name = A { $c }"];
  assert.deepEqual(differences(first, second), ["app-name"]);
  assert.deepEqual(differences(`${first}\nmore = [[query]]`, first), ["more"]);
  assert.deepEqual(differences("more = [[query]]", "more = [[key|query]]"), ["more"]);
});

test("every term that a message marks has an explanation", () => {
  const marked = [...textOf("en").matchAll(/\[\[([^|\]]+)/g)].map((match) => termId(match[1] ?? ""));
  assert.ok(marked.length > 100, `found only ${marked.length} terms`);
  assert.deepEqual(
    marked.filter((id) => !termIds.includes(id)),
    [],
  );
});

test("a lock names the messages that have changed in English, and new ones; comments change nothing", () => {
  const before = "one = a\n# said to translators\ntwo = b { $c ->\n  [one] d\n *[other] e\n}\n";
  const lock = lockOf(before);
  assert.deepEqual(stale(before, lock), []);
  assert.deepEqual(stale(before.replace("said", "told"), lock), []);
  assert.deepEqual(stale(before.replace("[one] d", "[one] f"), lock), ["two"]);
  assert.deepEqual(stale(`${before}three = g\n`, lock), ["three"]);
});

test("what of a language is missing or older than English is reported, until its translator has done it", async (t) => {
  const folder = await temporaryFolder(t);
  for (const [tag, text] of [
    ["en", "one = a { $b }\ntwo = c\n"],
    ["de", "one = d { $b }\n"],
  ]) {
    mkdirSync(`${folder}/${tag}`);
    writeFileSync(`${folder}/${tag}/page.ftl`, String(text));
  }
  for (const tag of ["fr", "en", "../de"])
    assert.deepEqual(report(folder, tag, true), [
      `${tag}: wanted a language that has a folder in ${folder} and is not English, got none of this name`,
    ]);
  const never = ["English has changed: one", "English has changed: two"];
  assert.deepEqual(report(folder, "de", true), ["not as in English: two", ...never], "nothing is recorded");
  writeFileSync(`${folder}/de/page.ftl`, "one = d { $b }\ntwo = e\n");
  assert.deepEqual(report(folder, "de", false), never);
  assert.deepEqual(report(folder, "de", true), []);
  assert.deepEqual(report(folder, "de", false), []);
  writeFileSync(`${folder}/en/page.ftl`, "one = a { $b }!\ntwo = c\n");
  assert.deepEqual(report(folder, "de", false), ["English has changed: one"]);
  assert.deepEqual(report(folder, "de", true), []);
});

test("a list of words and a number are written as the language does", () => {
  const { t } = words("en");
  assert.equal(t("number", { value: -12345.6789 }), "−12,345.679");
  assert.match(t("lesson-whole-walk-now-you-open", { last: "cat", words: ["“a”", "“b”", "“c”"] }), /“a”, “b”, and “c”/);
});
