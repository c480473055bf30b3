/** The exercise sheets: a page of each, to be printed, and a page of its answers, which the engine computes now. */

import { readWalk, written } from "../../course/reading.js";
import { sheets } from "../../course/sheets.js";
import { createEngine } from "../../engine/index.js";
import { escapeXml } from "../../figures/painters/svg.js";
import { defaultLanguage } from "../../words/languages.js";
import { words } from "../../words/words.js";
import { changeState, defaultState } from "../../state/state.js";
import { fragmentOf } from "../../state/url.js";
import { isPairStage } from "../../engine/stages.js";
import { computeWalk } from "../../view/view.js";

/** @typedef {import("../../course/sheets.js").Exercise} Exercise */
/** @typedef {import("../../course/sheets.js").Sheet} Sheet */
/** @typedef {import("./page.js").Page} Page */

const { t } = words(defaultLanguage);

/** @param {string} id @param {import("../../course/step.js").Facts} [facts] */
const said = (id, facts) => escapeXml(t(id, facts));

/**
 * All sheets and their answers.
 * @returns {Promise<Map<string, Page>>} by address, relative to web/dist/
 */
export async function sheetPages() {
  const engine = await createEngine();
  const line = `<p class="name" aria-hidden="true">${said("sheet-name")}</p>`;
  const pages = new Map();
  for (const sheet of sheets) {
    const solved = sheet.exercises.map((exercise) => solve(exercise, engine));
    const name = `sheet-${sheet.id}`;
    const title = t(name);
    const answers = `${title}: ${t("sheet-answers")}`;
    pages.set(
      `docs/${name}.html`,
      page(title, {
        note: t("sheet-note"),
        line,
        list: items(sheet, solved, false),
        after: hints(sheet),
        other: `${name}-answers`,
        link: answers,
      }),
    );
    pages.set(
      `docs/${name}-answers.html`,
      page(answers, {
        note: t("sheet-answers-note"),
        line: "",
        list: items(sheet, solved, true),
        after: "",
        other: name,
        link: title,
      }),
    );
  }
  return pages;
}

/** The list of sheets and answers, as HTML. */
export const sheetList = () =>
  `<ul>${sheets
    .map(
      ({ id }) =>
        `<li><a href="sheet-${id}.html">${said(`sheet-${id}`)}</a> (<a href="sheet-${id}-answers.html">${said("sheet-answers")}<span class="hidden">: ${said(`sheet-${id}`)}</span></a>)</li>`,
    )
    .join("\n")}</ul>`;

/**
 * @param {string} title
 * @param {{note: string, line: string, list: string, after: string, other: string, link: string}} parts line: HTML of the line for the
 *   name of who solves it, "" on answers; list: HTML of the exercises; after: HTML of what follows them; other: name of the page with
 *   the answers, or of that with the sheet; link: its title
 * @returns {Page}
 */
const page = (title, { note, line, list, after, other, link }) => ({
  title: escapeXml(title),
  description: escapeXml(note),
  head: `<title>${escapeXml(title)}</title>\n    <meta name="description" content="${escapeXml(note)}" />`,
  body: `${line}
<p class="screen">${escapeXml(note)} <a href="${other}.html">${escapeXml(link)}</a></p>
<ol class="sheet">
${list}
</ol>
${after}`,
});

/** A hint for each exercise, by its number: on paper on a sheet of their own, to be handed out when it is time. @param {Sheet} sheet */
const hints = ({ id, exercises }) => `<section class="hints" aria-labelledby="hints">
<h2 id="hints">${said("sheet-hints")}<span class="on-paper">: ${said(`sheet-${id}`)}</span></h2>
<ol>
${exercises.map((exercise) => `<li>${said(`sheet-${id}-${exercise.id}-hint`)}</li>`).join("\n")}
</ol>
</section>`;

/**
 * The exercises of a sheet, with their answers or with space for them.
 * @param {Sheet} sheet
 * @param {ReturnType<typeof solve>[]} solved
 * @param {boolean} hasAnswers
 */
const items = (sheet, solved, hasAnswers) =>
  sheet.exercises
    .map(({ id }, at) => {
      const { facts, given, link } = /** @type {ReturnType<typeof solve>} */ (solved[at]);
      const open = `<a class="screen" href="../index.html#${escapeXml(link)}">${said("sheet-open")}<span class="hidden"> (${at + 1})</span></a>`;
      const end = hasAnswers
        ? `<p class="answer"><strong>${said(`sheet-${sheet.id}-${id}-answer`, facts)}</strong></p>`
        : '<div class="answer-space"></div>';
      return `<li id="${id}"><p>${said(`sheet-${sheet.id}-${id}`)} ${open}</p>\n${given.join("\n")}\n${end}</li>`;
    })
    .join("\n");

/**
 * What the engine computes of an exercise.
 * @param {Exercise} exercise
 * @param {import("../../engine/engine.js").Engine} engine
 */
function solve({ state: patch, given = [], facts }, engine) {
  const state = changeState(defaultState, patch);
  const drawn = new Map();
  const compute = (/** @type {import("../../state/state.js").State} */ each) => computeWalk(each, engine, drawn);
  return readWalk(state, compute, (reading) => ({
    facts: facts(reading),
    given: given.map((id) => table(reading, id)),
    link: fragmentOf(state),
  }));
}

/** The numbers of a stage's first head as a table, with the words of rows and columns. @param {import("../../course/reading.js").Reading} reading @param {string} stage */
function table(reading, stage) {
  const { shape } = reading.tensor(stage);
  const digits = Array.from(reading.tensor(stage).data).every(Number.isInteger) ? 0 : 1;
  const columns = isPairStage(stage)
    ? `<tr><td></td>${reading.keys.map((key) => `<th scope="col">${escapeXml(key)}</th>`).join("")}</tr>`
    : "";
  const rows = reading.queries.map((word, row) => {
    const cells = reading.row(stage, row).map((value) => `<td>${written(value, digits)}</td>`);
    return `<tr><th scope="row">${escapeXml(word)}</th>${cells.join("")}</tr>`;
  });
  const caption = said("sheet-given", { name: stage, shape: shape.slice(-2).join(" × ") });
  return `<table class="numbers"><caption>${caption}</caption>${columns}${rows.join("")}</table>`;
}
