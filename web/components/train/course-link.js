import { css, html } from "lit";

import { phone } from "../styles.js";

/** The part of a link to Train that says that the reader comes from the course, and may want to go back there. */
const mark = "from=course";

/** The step of the course that leads to Train. */
const step = "#place=learn&lesson=learns&step=train";

export const courseLinkStyles = css`
  #to-course {
    color: inherit;
  }
  .way-on {
    min-height: 44px; /* so that nothing moves when the run ends */
    margin: 0;
    text-align: end;
  }
  /* In a window so high that map, buttons and curve have their place above it. */
  @media ${phone} and (min-height: 45rem) {
    .way-on {
      position: sticky; /* in sight beside the result, whose line is the last on the screen */
      z-index: 1;
      bottom: 0;
    }
    .way-on:has(a) {
      padding-block: var(--space-8);
      border-top: 1px solid var(--hairline);
      background: var(--background); /* what scrolls beneath it is not cut in half */
    }
  }
`;

/** The link from the course to a task in Train. @param {string} task */
export const linkFromCourse = (task) => `place=train&task=${task}&seed=1&${mark}`;

/** A link to Train, and whether it came from the course. @param {string} fragment */
export function readCourseMark(fragment) {
  const parts = fragment.split("&");
  return { link: parts.filter((part) => part !== mark).join("&"), isFromCourse: parts.includes(mark) };
}

/** @param {string} link @param {boolean} isFromCourse */
export const withCourseMark = (link, isFromCourse) => (isFromCourse ? `${link}&${mark}` : link);

/** The same as the next thing to do, once the run has ended. @param {import("../../words/translate.js").Translate} t */
export const onToCourse = (t) =>
  html`<a class="button main" id="on-to-course" href=${step}>${t("train-to-course")}</a>`;

/** The way back to the step that leads to Train. @param {import("../../words/translate.js").Translate} t */
export const wayToCourse = (t) => html`<p class="small"><a id="to-course" href=${step}>${t("train-to-course")}</a></p>`;
