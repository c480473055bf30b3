import { html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";

import { contents, finish, writeLearnLink } from "../../course/link.js";
import { wayOn } from "../../course/questions/placement.js";
import { known, ten } from "../../course/questions/questions.js";
import { comesBack, due, withAsked, withDone } from "../../course/questions/schedule.js";
import { answerList } from "./answer-list.js";
import "./question-round.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../course/questions/asked.js").Asked} Asked */
/** @typedef {import("../../course/questions/questions.js").Answers} Answers */

/** The questions of Learn: before the path, after it, and on later visits. */
export class CourseQuestions {
  #host;
  #read;
  #change;
  /** @type {string | null} "before", "after" or "review"; null: nothing is asked */
  #kind = null;
  /** The questions of this round. @type {readonly string[]} */
  #ids = [];
  /** Tells rounds apart: each begins anew. */
  #round = 0;
  /** What was answered in this round; null while it goes on. @type {Answers | null} */
  #answers = null;

  /**
   * @param {import("lit").LitElement} host
   * @param {{read: () => {asked: Asked, progress: import("../../course/progress.js").Progress, today: string},
   *   change: (asked: Asked) => void}} act
   */
  constructor(host, { read, change }) {
    this.#host = host;
    this.#read = read;
    this.#change = change;
  }

  /** Shows what was answered; what was not asked yet is asked. @param {string | null} kind */
  begin(kind) {
    this.#kind = kind;
    const { asked, today } = this.#read();
    if (kind === "before" || kind === "after")
      this.#ask(
        ten.map(({ id }) => id),
        asked[kind],
      );
    else if (kind === "review") this.#ask(due(asked, today), null);
  }

  /** @param {readonly string[]} ids @param {Answers | null} answers */
  #ask(ids, answers) {
    this.#ids = ids;
    this.#answers = answers;
    this.#round += 1;
    this.#host.requestUpdate();
  }

  /** @param {Translate} t */
  render(t) {
    return html`<main class="contents">
      <h2 tabindex="-1">${t(`questions-${this.#kind}-title`)}</h2>
      ${this.#answers ? this.#result(t, this.#answers) : this.#ids.length === 0 ? this.#nothing(t) : this.#asking(t)}
    </main>`;
  }

  /** @param {Translate} t */
  #asking(t) {
    return html`<p>${t(`questions-${this.#kind}-what`)}</p>
      ${keyed(
        this.#round,
        html`<question-round
          .t=${t}
          .ids=${this.#ids}
          .tells=${this.#kind !== "before"}
          @round-answer=${(/** @type {CustomEvent} */ event) => this.#answered(event.detail)}
          @round-end=${(/** @type {CustomEvent} */ event) => this.#end(event.detail)}
        ></question-round>`,
      )}`;
  }

  /** @param {Translate} t */
  #nothing = (t) =>
    html`<p>${t("questions-review-none")}</p>
      ${toList(t)}`;

  /** @param {Translate} t @param {Answers} answers */
  #result(t, answers) {
    const { asked, progress } = this.#read();
    const ids = Object.keys(answers);
    const now = known(answers);
    if (this.#kind === "review") {
      const back = ids.filter((id) => comesBack(asked, id)).length;
      return html`<p class="gain" role="status">
          ${t("questions-known", { known: now, count: ids.length })} ${t("questions-review-back", { back })}
        </p>
        ${answerList(t, answers)} ${toList(t)}`;
    }
    const again = html`<button class="link" id="again" @click=${() => this.#again()}>${t("questions-again")}</button>`;
    if (this.#kind === "before")
      return html`<p class="gain">${t("questions-known", { known: now, count: ids.length })}</p>
        ${placement(t, answers, progress)}
        <p class="small">${again}</p>`;
    const gain = asked.before ? { before: known(asked.before), after: now, count: ids.length } : null;
    return html`<p class="gain">
        ${gain ? t("questions-gain", gain) : t("questions-known", { known: now, count: ids.length })}
      </p>
      <h3>${t("questions-results")}</h3>
      ${answerList(t, answers)}
      <p class="small">${again}</p>
      ${toList(t, html`<a class="button main" href="#${writeLearnLink(finish)}">${t("learn-to-finish")}</a>`)}`;
  }

  #again() {
    this.#ask(this.#ids, null);
    this.#focusHeading();
  }

  /** On a later visit each question counts as asked as soon as it was answered. @param {string} id */
  #answered(id) {
    const { asked, today } = this.#read();
    if (this.#kind === "review") this.#change(withAsked(asked, id, today));
  }

  /** @param {Answers} answers */
  #end(answers) {
    const { asked, progress, today } = this.#read();
    if (this.#kind === "before" || this.#kind === "after")
      this.#change(withDone(Object.freeze({ ...asked, [this.#kind]: answers }), progress, today));
    this.#answers = answers;
    this.#host.requestUpdate();
    this.#focusHeading();
  }

  /** What had the focus is gone: it goes to the heading. */
  #focusHeading() {
    void this.#host.updateComplete.then(() => {
      /** @type {HTMLElement | null} */ (this.#host.renderRoot.querySelector("h2"))?.focus({ preventScroll: true });
      window.scrollTo({ top: 0 });
    });
  }
}

/** @typedef {ReturnType<typeof wayOn>} Way */

/** The button that goes on with the path, by its words to where. @param {Translate} t @param {Way} way */
export function goOn(t, { next, lesson, isBegun, skip }) {
  const words =
    next === null ? "learn-to-finish" : isBegun ? "learn-continue" : skip > 0 ? "questions-begin" : "learn-start";
  return html`<a class="button main" id="continue" href="#${writeLearnLink(next ?? finish)}"
    >${t(words, { lesson })}</a
  >`;
}

/** What the ten say of where to begin. @param {Way} way */
function placed({ skip, next, isBegun }) {
  if (next === null) return "questions-start-end";
  if (skip > 0) return "questions-start-at";
  return isBegun ? "questions-start-begun" : "questions-start-all";
}

/** Where to begin on the path. @param {Translate} t @param {Answers} answers @param {import("../../course/progress.js").Progress} progress */
function placement(t, answers, progress) {
  const way = wayOn(progress, answers);
  return html`<p>${t(placed(way), { skip: way.skip })}</p>
    ${toList(t, goOn(t, way))}`;
}

/** The way back to the list of lessons. @param {Translate} t @param {unknown} [first] a link that leads on, before it */
const toList = (t, first = nothing) =>
  html`<p class="start">${first} <a class="alone" href="#${writeLearnLink(contents)}">${t("questions-list")}</a></p>`;

/**
 * What the list of lessons offers: on a later visit some questions, and to who has not begun yet a way to find out where to begin.
 * @param {Translate} t
 * @param {{asked: Asked, today: string, isBegun: boolean}} of
 */
export function offer(t, { asked, today, isBegun }) {
  const count = due(asked, today).length;
  if (count > 0) return offered("review", t("questions-review", { count }));
  if (isBegun) return nothing;
  if (asked.before === null) return offerBefore(t);
  return offered("before", t("questions-known-short", { known: known(asked.before), count: ten.length }));
}

/** To who has not begun yet: a way to find out where to begin. @param {Translate} t */
export const offerBefore = (t) => offered("before", t("questions-before"));

/** @param {string} lesson @param {string} words */
const offered = (lesson, words) =>
  html`<p class="offer"><a id="offer" class="alone" href="#${writeLearnLink({ lesson, step: 0 })}">${words}</a></p>`;

/**
 * What the finish offers: the ten, and what has changed.
 * @param {Translate} t
 * @param {Asked} asked
 * @param {boolean} isDone whether all lessons are: the ten are the next thing to do then
 */
export function offerAtFinish(t, { before, after }, isDone) {
  const link = `#${writeLearnLink({ lesson: "after", step: 0 })}`;
  if (after === null)
    return html`<p class="start">
      <a id="offer" class=${isDone ? "button main" : "alone"} href=${link}
        >${t(before ? "questions-after-first" : "questions-after")}</a
      >
    </p>`;
  const [count, now] = [ten.length, known(after)];
  return html`<p class="gain">
    <a id="offer" class="alone" href=${link}>
      ${before ? t("questions-gain-short", { before: known(before), after: now, count }) : t("questions-known-short", { known: now, count })}
    </a>
  </p>`;
}
