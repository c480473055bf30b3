import { ViewElement } from "../view-element.js";

/** @typedef {import("../../view/view.js").View} View */

/** An experiment: drawn again for another state or other looks, not while a pointer moves over the figure. */
export class LabElement extends ViewElement {
  /** @param {Map<string, unknown>} changed */
  shouldUpdate(changed) {
    const before = /** @type {View | undefined} */ (changed.get("view"));
    const { run, state, theme } = this.view;
    const same = before?.run === run && before.state === state && before.theme === theme;
    return !same || changed.size > 1;
  }

  /**
   * Whether there are other numbers than before: a reason to walk again.
   * @param {Map<string, unknown>} changed
   */
  renumbered(changed) {
    return changed.has("view") && /** @type {View | undefined} */ (changed.get("view"))?.run !== this.view.run;
  }
}
