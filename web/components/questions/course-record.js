import { html, LitElement } from "lit";

import { progressFromFile, progressToFile, together } from "../../course/progress-file.js";
import { nothingAsked } from "../../course/questions/asked.js";
import { AttentionError } from "../../engine/errors.js";
import { download } from "../download.js";
import { errorText } from "../error-text.js";
import { pickedFile, textOf } from "../one-file.js";
import { shared } from "../styles.js";
import { recordStyles } from "./styles.js";

/**
 * What was done in the course: whether it leads to questions on later visits, and how it is saved, and moved to another browser.
 * Fires "course-done" with what is done now.
 */
export class CourseRecord extends LitElement {
  static properties = {
    t: { attribute: false },
    done: { attribute: false },
    today: { attribute: false },
    said: { state: true },
    problem: { state: true },
  };

  static styles = [shared, recordStyles];

  constructor() {
    super();
    /** @type {import("../../words/translate.js").Translate} */
    this.t = () => "";
    /** @type {import("../../course/progress-file.js").Done} */
    this.done = { progress: {}, asked: nothingAsked };
    /** The day, as the reader's clock says it. */
    this.today = "";
    /** What was loaded. */
    this.said = "";
    /** Why a file cannot be used. */
    this.problem = "";
  }

  render() {
    const { t, done, said, problem } = this;
    return html`<h3 id="record">${t("questions-record")}</h3>
      <p class="small muted">${t("learn-private")}</p>
      <p>
        <label class="check">
          <input id="review" type="checkbox" .checked=${done.asked.review} @change=${() => this.#switch()} />
          ${t("questions-review-on")}
        </label>
      </p>
      <p><button id="save" @click=${() => this.#save()}>${t("questions-save")}</button></p>
      <p>
        <label for="file">${t("questions-load")}</label><br />
        <input
          id="file"
          type="file"
          accept=".json,application/json"
          @change=${(/** @type {Event} */ event) =>
            void pickedFile(/** @type {HTMLInputElement} */ (event.target), (file) => this.load(file))}
        />
      </p>
      <p role="status">${said}</p>
      <p class="error" role="alert">${problem}</p>`;
  }

  #switch() {
    const { progress, asked } = this.done;
    this.#send({ progress, asked: Object.freeze({ ...asked, review: !asked.review }) });
  }

  #save() {
    download("attention-course.json", progressToFile(this.done), "application/json");
  }

  /** Adds what a file has to what is here; a file with anything wrong in it changes nothing. @param {File} file */
  async load(file) {
    Object.assign(this, { said: "", problem: "" });
    try {
      const done = together(this.done, progressFromFile(file.name, await textOf(file), this.today));
      this.#send(done);
      const steps = Object.values(done.progress).reduce((sum, each) => sum + Object.keys(each).length, 0);
      this.said = this.t("questions-loaded", { steps });
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.problem = errorText(this.t, error);
    }
  }

  /** @param {import("../../course/progress-file.js").Done} detail */
  #send(detail) {
    this.dispatchEvent(new CustomEvent("course-done", { detail }));
  }
}

customElements.define("course-record", CourseRecord);
