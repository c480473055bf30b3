import { ViewElement } from "../view-element.js";

/** @typedef {import("../../view/view.js").View} View */

/**
 * The base class of experiments. A new view alone does not render it again; only another state, theme or run does, or a
 * change of its own properties.
 */
export class LabElement extends ViewElement {
  /** @param {Map<string, unknown>} changed */
  shouldUpdate(changed) {
    const before = /** @type {View | undefined} */ (changed.get("view"));
    const { run, state, theme } = this.view;
    const same = before?.run === run && before.state === state && before.theme === theme;
    return !same || changed.size > 1;
  }

  /**
   * Whether the view has another run, so that everything computed from its numbers is out of date.
   * @param {Map<string, unknown>} changed
   */
  renumbered(changed) {
    return changed.has("view") && /** @type {View | undefined} */ (changed.get("view"))?.run !== this.view.run;
  }
}
