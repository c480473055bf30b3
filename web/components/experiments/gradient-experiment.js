import { nothing } from "lit";

import { backward, coreWithGradients } from "../../engine/backward.js";
import { Lazy } from "../lazy.js";
import { ExperimentElement } from "./experiment-element.js";

/**
 * The base class of experiments that show gradients. The wasm with which the page starts has none, so the whole engine is
 * loaded when the experiment is opened.
 */
export class GradientExperiment extends ExperimentElement {
  #core = new Lazy(this, () => coreWithGradients(this.view.engine));
  /** @type {Promise<unknown> | null} */
  #loading = null;

  /** Computes the gradients; null until it is loaded. */
  get core() {
    return this.#core.value;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#loading = this.#core.load();
  }

  /** @override The experiment has its height only once it can compute gradients. */
  async getUpdateComplete() {
    await this.#loading;
    return super.getUpdateComplete();
  }

  /**
   * The gradients of a loss with respect to the tensors of a finished run; none until the core is loaded.
   * @param {import("../../engine/run.js").Run} run
   * @param {import("../../engine/tensors.js").TensorInput} gradient of the loss with respect to the output or another stage
   * @param {string} [stage]
   * @returns {Record<string, import("../../engine/tensors.js").Tensor>}
   */
  gradientsOf(run, gradient, stage) {
    return this.core ? backward(run, gradient, this.core, stage) : {};
  }

  render() {
    const { t } = this.view;
    return this.core ? this.content() : this.#core.status(t, t("experiments-gradients"));
  }

  /** What the experiment shows. @returns {unknown} */
  content() {
    return nothing;
  }
}
