import { droppedFile, textOf } from "../one-file.js";
import { whileConnected } from "../while-connected.js";

/** @typedef {import("../../state/state.js").State} State */
/** Saves the state of the page as a file, and opens such a file from a file field or when it is dropped on the page. */
export class PageFiles {
  #page;
  #loadLater;
  #show;

  /**
   * @param {import("lit").ReactiveElement & {state: State}} page
   * @param {() => Promise<typeof import("./later.js") | null>} loadLater resolves with what reads and writes
   *   files; null if it cannot be loaded
   * @param {(next: () => State) => void} show shows the state of a file, or says why it cannot be used
   */
  constructor(page, loadLater, show) {
    this.#page = page;
    this.#loadLater = loadLater;
    this.#show = show;
    page.addEventListener("state-save", () => void this.save());
    page.addEventListener("state-file", (event) => void this.#open(/** @type {CustomEvent} */ (event).detail.file));
    whileConnected(page, (signal) => {
      document.addEventListener("dragover", (event) => holdsFiles(event) && event.preventDefault(), { signal });
      document.addEventListener("drop", (event) => void droppedFile(event, (file) => this.#open(file)), { signal });
    });
  }

  async save() {
    const later = await this.#loadLater();
    later?.download("attention-state.json", later.stateToFile(this.#page.state), "application/json");
  }

  /** Shows the state in a file. @param {File} file a saved state */
  async #open(file) {
    const readable = textOf(file).catch((/** @type {Error} */ error) => error);
    const [text, later] = await Promise.all([readable, this.#loadLater()]);
    if (!later) return;
    const read = () => {
      if (text instanceof Error) throw text;
      return later.stateFromFile(file.name, text);
    };
    this.#show(read);
  }
}

/** Whether files are dragged, rather than text. @param {DragEvent} event */
const holdsFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files") ?? false;
