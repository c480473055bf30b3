/** The glossary: every term that explains itself in Learn, in one page, made from the same messages. */
import { bundled } from "#words";
import { termIds, termName } from "../../components/terms/terms.js";
import { lessons } from "../../course/course.js";
import { writeLearnLink } from "../../course/link.js";
import { escapeXml } from "../../figures/painters/svg.js";
import { defaultLanguage } from "../../words/languages.js";
import { words } from "../../words/words.js";

const { t } = words(defaultLanguage);

/**
 * The first step of the course that uses a term, and the title of its lesson.
 * @param {string} id
 */
function firstUse(id) {
  const mark = new RegExp(`\\[\\[${id.replaceAll("-", "[ -]")}[|\\]]`);
  const messages = String(bundled[defaultLanguage]?.learn)
    .split(/\n(?=[a-z])/)
    .filter((message) => mark.test(message));
  for (const { id: lesson, steps } of lessons) {
    const step = steps.findIndex((each) => {
      const starts = [
        `lesson-${lesson}-${each.id}`,
        ...(each.misconceptions ?? []).map((misconception) => `misconception-${misconception}`),
      ];
      return messages.some((message) => starts.some((start) => new RegExp(`^${start}[ -]`).test(message)));
    });
    if (step >= 0) return { title: t(`lesson-${lesson}`), link: writeLearnLink({ lesson, step }) };
  }
  return null;
}

/** The glossary as Markdown; each term has its id as an anchor. */
export function glossary() {
  const entries = termIds.map((id) => {
    const use = firstUse(id);
    const lesson = use
      ? ` <a class="small" href="../index.html#${escapeXml(use.link)}">${escapeXml(use.title)}</a>`
      : "";
    return `<dt id="${id}">${escapeXml(termName(t, id))}</dt>\n<dd>${escapeXml(t(`term-${id}`))}${lesson}</dd>`;
  });
  return `<dl class="guides">\n${entries.join("\n")}\n</dl>`;
}
