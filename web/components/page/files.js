import { unreadable } from "../refusal.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {(next: () => State, field: string, text: string) => void} Change */

/** The page's state as a file: saved, chosen in an experiment, or dropped anywhere on the page. */
export class PageFiles {
  #page;
  #complete;
  #change;

  /**
   * @param {HTMLElement & {state: State}} page
   * @param {() => Promise<typeof import("./deferred.js") | null>} complete gives what reads and writes files
   * @param {Change} change
   */
  constructor(page, complete, change) {
    this.#page = page;
    this.#complete = complete;
    this.#change = change;
    page.addEventListener("state-save", () => void this.save());
    page.addEventListener("state-file", (event) => void this.#load(/** @type {CustomEvent} */ (event).detail.file));
  }

  /** @param {AbortSignal} signal until which files can be dropped */
  listen(signal) {
    document.addEventListener("dragover", (event) => event.preventDefault(), { signal });
    document.addEventListener("drop", (event) => this.#drop(event), { signal });
  }

  async save() {
    const more = await this.#complete();
    more?.download("attention-state.json", more.stateToFile(this.#page.state), "application/json");
  }

  /** @param {DragEvent} event */
  #drop(event) {
    const [file] = event.dataTransfer?.files ?? [];
    event.preventDefault(); // the browser would leave the page for the file
    if (file) void this.#load(file);
  }

  /** @param {File} file a saved state */
  async #load(file) {
    const [text, more] = await Promise.all([file.text().catch(() => null), this.#complete()]);
    if (!more) return;
    const read = () => {
      if (text === null) throw unreadable(file);
      return more.stateFromFile(file.name, text);
    };
    this.#change(read, "file", "");
  }
}
