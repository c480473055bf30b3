import { ViewElement } from "../view-element.js";

/** @typedef {import("../../view/view.js").View} View */

/** An experiment. It is rendered again when the state, the theme or its own properties change, not for every new view. */
export class LabElement extends ViewElement {
  /** @param {Map<string, unknown>} changed */
  shouldUpdate(changed) {
    const before = /** @type {View | undefined} */ (changed.get("view"));
    const { run, state, theme } = this.view;
    const same = before?.run === run && before.state === state && before.theme === theme;
    return !same || changed.size > 1;
  }

  /**
   * Whether the view has another run, so that what was derived from its numbers must be computed again.
   * @param {Map<string, unknown>} changed
   */
  renumbered(changed) {
    return changed.has("view") && /** @type {View | undefined} */ (changed.get("view"))?.run !== this.view.run;
  }
}
