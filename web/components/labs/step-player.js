import { Player } from "../figure/player.js";

/** The steps of an experiment's walk. Asks with "step-to" to stand at another step. */
export class StepPlayer extends Player {
  static properties = { ...Player.properties, at: {}, last: {}, says: {} };

  constructor() {
    super();
    this.at = 0;
    this.last = 0;
    /** Where the walk stands, in words. */
    this.says = "";
  }

  position() {
    const { at, last, says } = this;
    return { at, first: 0, last, rest: null, label: this.view.t("player-steps"), text: says, short: says };
  }

  /** @param {number} at */
  show(at) {
    this.send("step-to", { at });
  }
}

customElements.define("step-player", StepPlayer);
