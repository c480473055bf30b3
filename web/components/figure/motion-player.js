import { Player } from "./player.js";

/**
 * Plays the computation of the inspected number step by step. Fires "motion-step" with {step}; step 0 shows the result.
 */
export class MotionPlayer extends Player {
  static properties = { ...Player.properties, motion: { attribute: false }, step: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../../figures/scene/motion.js").Motion} */
    this.motion = { steps: 0, momentAt: () => ({ shown: new Map(), lit: [], note: { id: "", args: {} } }) };
    this.step = 0;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("motion")) this.pause();
  }

  position() {
    const { t } = this.view;
    const { steps } = this.motion;
    const short = t("motion-count", { step: this.step, steps });
    const note = this.step > 0 ? this.motion.momentAt(this.step).note : null;
    const label = t("motion-label");
    const text = note ? `${short} · ${t(note.id, note.args)}` : label;
    return { at: this.step, first: 1, last: steps, rest: 0, label, text, short };
  }

  /** @param {number} step */
  show(step) {
    this.send("motion-step", { step });
  }
}

customElements.define("attention-motion-player", MotionPlayer);
