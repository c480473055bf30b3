/** The names that links to a class can hold, as tables made from the code that reads them. */
import { termIds, termName } from "../../components/terms/terms.js";
import { parts } from "../../components/class/screen.js";
import { controlFields } from "../../state/fields.js";
import { defaultLanguage } from "../../words/languages.js";
import { words } from "../../words/words.js";
import { experiments } from "../../state/experiments/experiments.js";

const { t } = words(defaultLanguage);

/** A table of names in Markdown. @param {string} title @param {string} what heads the second column @param {readonly [string, string][]} rows */
const table = (title, what, rows) =>
  [
    `### ${title}`,
    "",
    `| name | ${what} |`,
    "| --- | --- |",
    ...rows.map(([name, text]) => `| \`${name}\` | ${text.replaceAll("|", "\\|").replaceAll("_", "\\_")} |`),
  ].join("\n");

/** The label of a setting. @param {string} field */
const labelOf = (field) =>
  ({ sentence: t("sentence-label"), context: t("context-label") })[field] ?? t(`control-${field}`);

/** The names of parts, settings, experiments and terms, as Markdown. */
export const nameTables = () =>
  [
    table(
      "Experiments",
      "its question",
      experiments.map(({ id }) => [id, t(`experiment-${id}`)]),
    ),
    table(
      "Settings",
      "its label",
      controlFields.map((field) => [field, labelOf(field)]),
    ),
    table(
      "Words that explain themselves",
      "the word",
      termIds.map((id) => [id, `[${termName(t, id)}](glossary.md#${id})`]),
    ),
    table(
      "Parts",
      "what it shows",
      parts.map((part) => [part, t(`class-part-${part}`)]),
    ),
  ].join("\n\n");
