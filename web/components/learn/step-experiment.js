import { nothing } from "lit";

import { experimentOf } from "../../state/experiments/starts.js";
import { Lazy } from "../lazy.js";
import { withoutIntroduction } from "./step-words.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../course/step.js").Step} Step */
/** @typedef {import("../experiments/experiment-element.js").ExperimentElement} ExperimentElement */

/** The experiment that a step shows in place of a stage's figure. Experiments and their words are loaded with the first one. */
export class StepExperiment {
  #experiments;
  /** @type {ExperimentElement | null} */
  #element = null;

  /** @param {import("lit").LitElement & {view: View}} host */
  constructor(host) {
    this.#experiments = new Lazy(host, () =>
      Promise.all([import("../experiments/experiments.js"), host.view.loadWords("experiments")]),
    );
  }

  /** The experiment's element, once it is loaded. @param {View} view @param {Step} step @param {boolean} isAnswered */
  figure(view, { experiment = "", brief = false, question }, isAnswered) {
    const known = experimentOf(experiment);
    if (!known) return nothing;
    if (!this.#experiments.value) return this.#experiments.demand(view.t, view.t(`experiment-${experiment}`));
    if (this.#element?.localName !== known.element)
      this.#element = /** @type {ExperimentElement} */ (document.createElement(known.element));
    this.#element.brief = brief;
    const isAsking = question !== undefined && !isAnswered;
    this.#element.view = { ...view, t: withoutIntroduction(view.t, experiment, isAsking) };
    return this.#element;
  }
}
