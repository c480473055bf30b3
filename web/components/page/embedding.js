import { modelsIn } from "../../state/recipes/trained-models.js";
import { RunCache } from "../../view/run-cache.js";
import { viewOf } from "../../view/view.js";
import { Lazy } from "../lazy.js";
import { loadModels } from "../train/load-models.js";

/** @typedef {{state: import("../../state/state.js").State, course: import("../embed-button.js").CourseStep | null}} Asked */

/**
 * Opens the dialog that embeds a figure, whichever place asks for it. The dialog has a walk of its own, so that nothing depends on
 * where it was asked for; the walk is freed when the dialog closes.
 * @param {import("lit").LitElement & {walks: RunCache | null, linkProblem: import("./problems.js").LinkProblem}} page
 * @param {{t: () => import("../../words/translate.js").Translate, loadWords: import("../../words/words.js").Words["load"],
 *   theme: () => "light" | "dark"}} act
 */
export function offerEmbedding(page, { t, loadWords, theme }) {
  const dialogs = new Lazy(page, () =>
    Promise.all([import("../embed/embed-dialog.js"), loadWords("embed"), loadWords("explore")]),
  );

  /** @param {Asked} asked */
  async function open(asked) {
    const { state, course } = asked;
    const engine = page.walks?.engine;
    if (!engine) return;
    if (!(await dialogs.load())) {
      page.linkProblem = { message: t()("part-failed", { part: t()("embed-this") }), again: () => again(asked) };
      return;
    }
    await loadModels(engine, modelsIn(state), loadWords);
    const walks = new RunCache(engine);
    const view = viewOf(state, walks.walkOf(state), { t: t(), theme: theme(), cell: state.cell });
    const dialog = Object.assign(document.createElement("embed-dialog"), { view, course });
    dialog.addEventListener("closed", () => {
      dialog.remove();
      walks.free();
    });
    page.renderRoot.append(dialog);
  }

  /** @param {Asked} asked */
  async function again(asked) {
    page.linkProblem = null;
    await open(asked);
  }

  page.addEventListener("embed-this", (event) => void open(/** @type {CustomEvent} */ (event).detail));
}
