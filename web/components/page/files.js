import { droppedFiles, textOf } from "../one-file.js";
import { whileConnected } from "../while-connected.js";

/** @typedef {import("../../state/state.js").State} State */
/** Saves the state of the page as a file, and opens such a file from a file field or when it is dropped on the page. */
export class PageFiles {
  #page;
  #loadLater;
  #show;
  #tensors;

  /**
   * @param {import("lit").ReactiveElement & {state: State}} page
   * @param {() => Promise<typeof import("./later.js") | null>} loadLater resolves with what reads and writes
   *   files; null if it cannot be loaded
   * @param {(next: () => State) => void} show shows the state of a file, or says why it cannot be used
   * @param {(files: readonly File[]) => void} tensors asks what to show of files of tensors
   */
  constructor(page, loadLater, show, tensors) {
    this.#page = page;
    this.#loadLater = loadLater;
    this.#show = show;
    this.#tensors = tensors;
    page.addEventListener("state-save", () => void this.save());
    page.addEventListener("state-file", (event) => void this.#open(/** @type {CustomEvent} */ (event).detail.file));
    whileConnected(page, (signal) => {
      document.addEventListener("dragover", (event) => holdsFiles(event) && event.preventDefault(), { signal });
      document.addEventListener("drop", (event) => void droppedFiles(event, (files) => this.#openAll(files)), {
        signal,
      });
    });
  }

  async save() {
    const later = await this.#loadLater();
    later?.download("attention-state.json", later.stateToFile(this.#page.state), "application/json");
  }

  /** Files of tensors go together; of others there is one. @param {readonly [File, ...File[]]} files */
  async #openAll(files) {
    if (files.every(holdsTensors)) this.#tensors(files);
    else await this.#open(files[0]);
  }

  /** Shows the state in a file. @param {File} file a saved state */
  async #open(file) {
    if (holdsTensors(file)) return this.#tensors([file]);
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

/** Whether a file is one of tensors, by its name. @param {File} file */
const holdsTensors = ({ name }) => /\.(npz|npy|safetensors)$/i.test(name);

/** Whether files are dragged, rather than text. @param {DragEvent} event */
const holdsFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files") ?? false;
