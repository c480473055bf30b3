import { html, nothing } from "lit";

import { backward, coreWithGradients } from "../../engine/backward.js";
import { LabElement } from "./lab-element.js";

/**
 * The base class of experiments that show gradients. The wasm with which the page starts has none, so the whole engine is
 * loaded when the experiment is opened.
 */
export class GradientLab extends LabElement {
  static properties = { ...LabElement.properties, core: { state: true }, failed: { state: true } };

  /** @type {Promise<void> | null} */
  #loading = null;

  constructor() {
    super();
    /** @type {import("../../engine/engine.js").Core | null} computes the gradients; null until it is loaded */
    this.core = null;
    /** Whether it could not be loaded. The reader tries again by closing the experiment and opening it again. */
    this.failed = false;
  }

  connectedCallback() {
    super.connectedCallback();
    if (!this.core) this.#loading = this.#load();
  }

  async #load() {
    this.failed = false;
    try {
      this.core = await coreWithGradients(this.view.engine);
    } catch {
      this.failed = true;
    }
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
    if (this.core) return this.content();
    return this.failed ? html`<p class="error" role="alert">${this.view.t("lab-failed")}</p>` : nothing;
  }

  /** What the experiment shows. @returns {unknown} */
  content() {
    return nothing;
  }
}
