import { droppedFile, textOf } from "../one-file.js";
import { whileConnected } from "../while-connected.js";

/** @typedef {import("../../state/state.js").State} State */
/** Saves the state of the page as a file, and opens such a file from a file field or when it is dropped on the page. */
export class PageFiles {
  #page;
  #loadDeferred;
  #show;

  /**
   * @param {import("lit").ReactiveElement & {state: State}} page
   * @param {() => Promise<typeof import("./deferred.js") | null>} loadDeferred resolves with the modules that read and write
   *   files; null if they cannot be loaded
   * @param {(next: () => State) => void} show shows the state of a file, or says why it cannot be used
   */
  constructor(page, loadDeferred, show) {
    this.#page = page;
    this.#loadDeferred = loadDeferred;
    this.#show = show;
    page.addEventListener("state-save", () => void this.save());
    page.addEventListener("state-file", (event) => void this.#open(/** @type {CustomEvent} */ (event).detail.file));
    whileConnected(page, (signal) => {
      document.addEventListener("dragover", (event) => holdsFiles(event) && event.preventDefault(), { signal });
      document.addEventListener("drop", (event) => void droppedFile(event, (file) => this.#open(file)), { signal });
    });
  }

  async save() {
    const deferred = await this.#loadDeferred();
    deferred?.download("attention-state.json", deferred.stateToFile(this.#page.state), "application/json");
  }

  /** Shows the state in a file. @param {File} file a saved state */
  async #open(file) {
    const readable = textOf(file).catch((/** @type {Error} */ error) => error);
    const [text, deferred] = await Promise.all([readable, this.#loadDeferred()]);
    if (!deferred) return;
    const read = () => {
      if (text instanceof Error) throw text;
      return deferred.stateFromFile(file.name, text);
    };
    this.#show(read);
  }
}

/** Whether files are dragged, rather than text. @param {DragEvent} event */
const holdsFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files") ?? false;
