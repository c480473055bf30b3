import { html, LitElement, nothing } from "lit";

import {
  handedInFromFile,
  handedInToFile,
  newIn,
  readAsking,
  readLinks,
  withHandedIn,
  withoutAnswers,
  writeAsking,
} from "../../course/questions/handed-in.js";
import { ten } from "../../course/questions/questions.js";
import { AttentionError } from "../../engine/errors.js";
import { download, isCopied } from "../download.js";
import { errorText } from "../error-text.js";
import { eventValue } from "../fields/event-value.js";
import { withLanguage } from "../language-link.js";
import { droppedFiles, textOf } from "../one-file.js";
import { whileConnected } from "../while-connected.js";
import { answerList } from "./answer-list.js";
import { classQuestionStyles } from "./class-styles.js";
import { collected } from "./collected.js";
import { keepAnswers, keptAnswers } from "./kept-answers.js";
import "./question-round.js";

/** @typedef {import("../../course/questions/handed-in.js").HandedIn} HandedIn */
/** @typedef {import("../../course/questions/questions.js").Answers} Answers */

/** Where a link leads. @param {import("../../course/questions/handed-in.js").Asking} asking */
const addressOf = (asking) => `${window.location.href.replace(/#.*/s, "")}#${withLanguage(writeAsking(asking))}`;

/**
 * The ten questions for a class: a student answers them and hands the answers in, a teacher collects them. Fires "answers-taken" with
 * the link without its answers, once these are in the collection: they are no part of the teacher's own address.
 */
export class ClassQuestions extends LitElement {
  static properties = {
    t: { attribute: false },
    fragment: { attribute: false },
    title: { state: true },
    answers: { state: true },
    name: { state: true },
    collection: { state: true },
    said: { state: true },
    problems: { state: true },
  };

  static styles = classQuestionStyles;

  /** A random number, by which answers that are handed in twice are known. */
  #id = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  /** Whether the heading must get the focus once it is drawn. */
  #isNew = false;
  /** The link without the answers that were taken from it. @type {string | null} */
  #bare = null;

  constructor() {
    super();
    /** @type {import("../../words/translate.js").Translate} */
    this.t = () => "";
    /** The link, which says what is shown. */
    this.fragment = "";
    /** Of what is asked. */
    this.title = "";
    /** What the student has answered; null while the questions are asked. @type {Answers | null} */
    this.answers = null;
    /** The student's name, if it is given. */
    this.name = "";
    /** What the teacher has collected. @type {readonly HandedIn[]} */
    this.collection = keptAnswers();
    /** What was done, for screen readers too. */
    this.said = "";
    /** @type {readonly AttentionError[]} parts of links and files that cannot be used */
    this.problems = [];
    // Wherever on the page files are dropped while this is in view, no other part of the page reads them.
    whileConnected(this, (signal) =>
      document.addEventListener("drop", (event) => this.#drop(event), { capture: true, signal }),
    );
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("fragment") || this.fragment === this.#bare) return;
    const { asking, leftOut } = readAsking(this.fragment);
    this.title = asking.title;
    this.answers = null;
    this.problems = leftOut;
    this.#bare = asking.handedIn && this.#add([asking.handedIn]) ? withoutAnswers(this.fragment) : null;
  }

  render() {
    const { t } = this;
    const { asking } = readAsking(this.fragment);
    return html`<main>
      ${asking.questions === "answer" ? this.#student() : this.#teacher()}
      <p><a class="alone" href="#place=class">${t("questions-class-back")}</a></p>
    </main>`;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("fragment") && this.#bare !== null && this.fragment !== this.#bare)
      this.dispatchEvent(new CustomEvent("answers-taken", { detail: this.#bare, bubbles: true, composed: true }));
    if (!this.#isNew) return;
    this.#isNew = false;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("h2"))?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }

  /** What cannot be used. */
  #problems() {
    return html`<p class="error" role="alert" ?hidden=${this.problems.length === 0}>
      ${this.problems.map((problem) => html`${errorText(this.t, problem)}<br />`)}
    </p>`;
  }

  /** What a student sees. */
  #student() {
    const { t, title, answers } = this;
    const heading = html`<h2 tabindex="-1" dir="auto">
      ${answers ? t("questions-class-done") : title || t("questions-class")}
    </h2>`;
    if (answers) return html`${heading} ${this.#problems()} ${this.#handIn(answers)}`;
    return html`${heading} ${this.#problems()}
      <p>${t("questions-class-answer-what")}</p>
      <question-round
        .t=${t}
        .ids=${ten.map(({ id }) => id)}
        @round-end=${(/** @type {CustomEvent} */ event) => {
          this.answers = event.detail;
          this.#isNew = true;
        }}
      ></question-round>`;
  }

  /** What a student has answered, as a link and as a file. @param {Answers} answers */
  #handIn(answers) {
    const { t, title, name } = this;
    const handedIn = Object.freeze({ title, name: name.trim(), id: this.#id, answers });
    const address = addressOf({ questions: "collect", title, handedIn });
    return html` ${field(t("questions-class-name"), { id: "name", value: name, most: 60, set: (value) => (this.name = value) })}
      ${field(t("questions-class-hand-link"), { id: "link", value: address })}
      <p class="row">
        <button id="copy" class="main" @click=${() => void this.#copy(address)}>${t("class-copy")}</button>
        <button id="save" @click=${() => this.#save([handedIn])}>${t("questions-class-hand-file")}</button>
        <span class="small" role="status">${this.said}</span>
      </p>
      <h3>${t("questions-results")}</h3>
      ${answerList(t, answers)}`;
  }

  /** What a teacher sees: what is given to the class, and what came back. */
  #teacher() {
    const { t, title, collection } = this;
    const address = addressOf({ questions: "answer", title, handedIn: null });
    return html`<h2 tabindex="-1">${t("questions-class")}</h2>
      <p>${t("questions-class-what")}</p>
      <section aria-labelledby="give">
        <h3 id="give">${t("questions-class-give")}</h3>
        ${field(t("questions-class-title"), { id: "title", value: title, most: 80, set: (value) => (this.title = value) })}
        ${field(t("class-link"), { id: "link", value: address })}
        <p class="row">
          <button id="copy" @click=${() => void this.#copy(address)}>${t("class-copy")}</button>
          <a class="alone" href="#${writeAsking({ questions: "answer", title, handedIn: null })}"
            >${t("class-preview")}</a
          >
        </p>
      </section>
      <section aria-labelledby="collect">
        <h3 id="collect">${t("questions-class-collect")}</h3>
        <p>
          <label for="links">${t("questions-class-links")}</label><br />
          <textarea id="links" rows="3" spellcheck="false"></textarea>
        </p>
        <p class="row"><button id="add" @click=${() => this.#addLinks()}>${t("class-add-links-button")}</button></p>
        <p>
          <label for="files">${t("questions-class-files")}</label><br />
          <input
            id="files"
            type="file"
            multiple
            accept=".json,application/json"
            @change=${(/** @type {Event} */ event) => void this.#pick(/** @type {HTMLInputElement} */ (event.target))}
          />
        </p>
        <p class="small" role="status">${this.said}</p>
        ${this.#problems()}
      </section>
      ${
        collection.length === 0
          ? nothing
          : collected(t, collection, {
              save: () => this.#save(collection),
              forget: () => this.#keep([]),
            })
      }`;
  }

  /** @param {readonly HandedIn[]} handedIn */
  #save(handedIn) {
    download("attention-answers.json", handedInToFile(handedIn), "application/json");
  }

  /** @param {string} address */
  async #copy(address) {
    this.said = ""; // so that copying again is announced again
    this.said = this.t((await isCopied(address)) ? "class-copied" : "class-not-copied");
  }

  #addLinks() {
    const field = /** @type {HTMLTextAreaElement} */ (this.renderRoot.querySelector("#links"));
    const { handedIn, leftOut } = readLinks(field.value);
    this.problems = leftOut;
    if (this.#add(handedIn) && leftOut.length === 0) field.value = "";
  }

  /** @param {DragEvent} event */
  #drop(event) {
    if (this.getClientRects().length > 0) void droppedFiles(event, (files) => this.open(files));
  }

  /** @param {HTMLInputElement} input */
  async #pick(input) {
    await this.open([...(input.files ?? [])]);
    input.value = ""; // so that the same files can be picked again
  }

  /** Adds the answers of files; one that cannot be used is named, and the others hold. @param {readonly File[]} files at least one */
  async open(files) {
    if (readAsking(this.fragment).asking.questions === "answer") {
      const field = String(files[0]?.name).slice(0, 60);
      this.problems = [new AttentionError(field, "is not read while questions are answered", { code: "answering" })];
      return;
    }
    /** @type {HandedIn[]} */
    const handedIn = [];
    /** @type {AttentionError[]} */
    const problems = [];
    for (const file of files)
      try {
        handedIn.push(...handedInFromFile(file.name, await textOf(file)));
      } catch (error) {
        if (!(error instanceof AttentionError)) throw error;
        problems.push(error);
      }
    this.problems = problems;
    this.#add(handedIn);
  }

  /** Adds answers to what was collected. @param {readonly HandedIn[]} more @returns {boolean} whether they were taken */
  #add(more) {
    try {
      const { added, replaced } = newIn(this.collection, more);
      this.#keep(withHandedIn(this.collection, more));
      this.said = whatWasNew(this.t, { added, replaced });
      return true;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.said = "";
      this.problems = [...this.problems, error];
      return false;
    }
  }

  /** @param {readonly HandedIn[]} collection */
  #keep(collection) {
    this.collection = collection;
    keepAnswers(collection);
  }
}

/** What came into the collection, in words. @param {import("../../words/translate.js").Translate} t @param {ReturnType<typeof newIn>} of */
function whatWasNew(t, { added, replaced }) {
  const parts = [
    ...(added > 0 ? [t("questions-class-added", { count: added })] : []),
    ...(replaced > 0 ? [t("questions-class-replaced", { count: replaced })] : []),
  ];
  return parts.length > 0 ? parts.join(" ") : t("questions-class-nothing-new");
}

/**
 * A line of text with its name; one that nothing sets is only read.
 * @param {string} label
 * @param {{id: string, value: string, most?: number, set?: (value: string) => void}} of most: characters
 */
const field = (label, { id, value, most, set }) =>
  html`<p>
    <label for=${id}>${label}</label><br />
    <input
      id=${id}
      type="text"
      autocomplete=${id === "name" ? "name" : "off"}
      maxlength=${most ?? nothing}
      ?readonly=${!set}
      .value=${value}
      @input=${(/** @type {Event} */ event) => set?.(eventValue(event))}
    />
  </p>`;

customElements.define("class-questions", ClassQuestions);
