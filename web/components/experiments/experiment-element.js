import { ViewElement } from "../view-element.js";

/** @typedef {import("../../view/view.js").View} View */

/**
 * The base class of experiments. A new view renders it again only with another state, theme or run. A change of its own
 * properties renders it, and so does `requestUpdate()`.
 */
export class ExperimentElement extends ViewElement {
  constructor() {
    super();
    /** Whether only the figure and its controls are shown: a lesson has words and numbers of its own. */
    this.brief = false;
  }

  /** @param {Map<string, unknown>} changed */
  shouldUpdate(changed) {
    const before = /** @type {View | undefined} */ (changed.get("view"));
    const { run, state, theme } = this.view;
    const same = before?.run === run && before.state === state && before.theme === theme;
    return !same || changed.size > 1 || !changed.has("view");
  }

  /**
   * Whether the view has another run, so that everything computed from its numbers is out of date.
   * @param {Map<string, unknown>} changed
   */
  renumbered(changed) {
    return changed.has("view") && /** @type {View | undefined} */ (changed.get("view"))?.run !== this.view.run;
  }
}
