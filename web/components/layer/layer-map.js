import { html, nothing, svg } from "lit";

import { layerLayout } from "../../figures/layer/layout.js";
import { layerMap } from "../../figures/layer/map.js";
import { headsAcross, miniatureScene } from "../../figures/layer/miniature.js";
import { lengthsBy } from "../../figures/layer/sizes.js";
import { estimateWidth } from "../../figures/text.js";
import { shapeText } from "../../view/view.js";
import { stageName } from "../../view/stage-names.js";
import { SizeController } from "../figure/size-controller.js";
import { showScene } from "../figure/show-scene.js";
import { withoutTerms, withSubscripts } from "../rich-text.js";
import { roleStyle, shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { mapStyles } from "./styles.js";

/** @typedef {import("../../figures/layer/sizes.js").Layout} Layout */
/** @typedef {import("../../figures/layer/sizes.js").Node} Node */
/** @typedef {import("../../figures/layer/sizes.js").Line} Line */

/** The size of the tokens at the lanes, in px, and how many letters of each are written. */
const word = Object.freeze({ size: 13, wide: 14, tall: 8 });

/** The width of a part, in px, below which its shape has no room for the number of its heads. */
const narrow = 84;

/** @param {string} text @param {number} most letters */
const shortened = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/**
 * The whole layer: the residual stream as lanes, its branches, and each part as a picture of its numbers. The reader clicks a
 * part to show its stage; this fires "state-patch" with the stage.
 */
export class LayerMap extends ViewElement {
  static deferred = true;
  static properties = { ...ViewElement.properties, width: { state: true }, zoom: { state: true } };
  static styles = [shared, roleStyle, mapStyles];

  /** @type {Layout | null} null until its width is known */
  #layout = null;

  constructor() {
    super();
    /** The available width in px at the usual size of text, and how much larger text is. */
    this.width = 0;
    this.zoom = 1;
    new SizeController(this);
  }

  willUpdate() {
    const width = Math.floor(this.width / this.zoom);
    const { run, queries } = this.view;
    const parts = layerMap(run);
    const lengths = lengthsBy((stage) => run.shape(stage));
    const wordsWidth = Math.max(...queries.map((text) => estimateWidth(shortened(text, word.wide), word.size)));
    this.#layout =
      width === 0 ? null : layerLayout(parts, { width, tokens: queries.length, wordsWidth, lengthsOf: lengths });
  }

  render() {
    return html`
      <div class="ruler"></div>
      ${this.#layout ? this.#map(this.#layout) : nothing}
    `;
  }

  /** @param {Layout} layout */
  #map(layout) {
    const { t, run } = this.view;
    const text = t(run.spec.residual === "none" ? "layer-map-text-alone" : "layer-map-text");
    return html`
      <div class="words ${layout.free ? "beside" : ""}">
        <h2>${t("layer-map-title")}</h2>
        <p>${withoutTerms(text)}</p>
      </div>
      <nav class=${layout.isTall ? "tall" : "wide"} aria-label=${t("layer-map-label")}>
        ${this.#lines(layout)}
        <ol>
          ${layout.nodes.map((node) => this.#part(node))}
        </ol>
      </nav>
    `;
  }

  /** What is drawn between the parts. @param {Layout} layout */
  #lines(layout) {
    const { t, queries } = this.view;
    const { zoom: scale } = this;
    const { width, height, lanes, bands, links, sums, ties, gates, titles, words, isTall } = layout;
    const lines = (/** @type {Line[]} */ group, /** @type {string} */ kind, /** @type {number} */ wide) =>
      group.map((line) => svg`<path class="${kind} ${line.role}" d=${line.d} stroke-width=${wide}></path>`);
    return html`<svg
      aria-hidden="true"
      viewBox="0 0 ${width} ${height}"
      width=${width * scale}
      height=${height * scale}
    >
      ${lines(bands, "band", layout.bandWidth)} ${lines(lanes, "lane", layout.laneWidth)} ${lines(links, "link", 2)}
      ${ties.map((d) => svg`<path class="tie" d=${d}></path>`)}
      ${gates.map(
        ({ x, y, width: wide, height: high }) =>
          svg`<rect class="gate" x=${x} y=${y} width=${wide} height=${high} rx="4"></rect>`,
      )}
      ${sums.map(
        ({ x, y, r }) => svg`<g class="sum">
          <circle cx=${x} cy=${y} r=${r}></circle>
          <path d="M${x - r / 2} ${y}H${x + r / 2}M${x} ${y - r / 2}V${y + r / 2}"></path>
        </g>`,
      )}
      ${titles.map(({ id, x, y }) => svg`<text class="title" x=${x} y=${y}>${t(`layer-map-${id}`)}</text>`)}
      ${words.map(
        ({ x, y, at }) => svg`<text
          class="word"
          x=${x}
          y=${y}
          text-anchor=${isTall ? "start" : "end"}
          dominant-baseline=${isTall ? "auto" : "central"}
          transform=${isTall ? `rotate(-72 ${x} ${y})` : nothing}
        >${shortened(queries[at] ?? "", isTall ? word.tall : word.wide)}</text>`,
      )}
    </svg>`;
  }

  /** @param {Node} node */
  #part({ part, below, width }) {
    const { t, state } = this.view;
    const name = (/** @type {string} */ stage) => withSubscripts(stageName(this.view, stage));
    const isCurrent = part.stages.includes(state.stage);
    const reads = part.from.map((id) => stageName(this.view, id)).join(", ");
    return html`<li data-part=${part.id} class=${below ? "below" : ""}>
      <button
        data-stage=${part.shows}
        aria-current=${isCurrent ? "step" : "false"}
        @click=${() => this.patch({ stage: part.shows })}
      >
        <span class="label">
          <span class="name ${part.id}">${name(part.shows)}</span>
          <span class="shape">${this.#shape(part.shows, width)}</span>
        </span>
        <canvas aria-hidden="true"></canvas>
      </button>
      ${reads ? html`<span class="visually-hidden">${t("layer-map-reads", { parts: reads })}</span>` : nothing}
    </li>`;
  }

  /** A shape; where there is little room, only screen readers hear of its heads. @param {string} stage @param {number} width px */
  #shape(stage, width) {
    const text = shapeText(this.view, stage);
    const [heads, matrix] = text.split(" · ");
    if (matrix === undefined || width > narrow) return text;
    return html`<span class="visually-hidden">${heads} · </span>${matrix}`;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const layout = this.#layout;
    if (!layout) return;
    this.#place(layout);
    const before = /** @type {import("../../view/view.js").View | undefined} */ (changed.get("view"));
    const isSame =
      !changed.has("width") &&
      !changed.has("zoom") &&
      before?.trace === this.view.trace &&
      before.theme === this.view.theme;
    if (!isSame) void this.paintAfterFigure(false, () => this.#paint());
  }

  /** Puts the parts where they stand: from script, because the page's content security policy allows no style attributes. @param {Layout} layout */
  #place({ nodes, height, width, free }) {
    const { zoom: scale } = this;
    const px = (/** @type {number} */ value) => `${value * scale}px`;
    const words = /** @type {HTMLElement} */ (this.renderRoot.querySelector(".words"));
    Object.assign(words.style, free ? { left: px(free.x), width: px(free.width) } : { left: "", width: "" });
    const list = /** @type {HTMLElement} */ (this.renderRoot.querySelector("ol"));
    Object.assign(list.style, { width: px(width), height: px(height) });
    this.renderRoot.querySelectorAll("li").forEach((item, at) => {
      const { x, y, width: wide } = /** @type {Node} */ (nodes[at]);
      const { below, height: high } = /** @type {Node} */ (nodes[at]);
      Object.assign(item.style, { left: px(x), top: px(below ? y + high : y), width: px(wide) });
      item.style.setProperty("--high", px(high));
    });
  }

  /** Paints one picture after another. */
  *#paint() {
    const { run, trace, theme } = this.view;
    const layout = this.#layout;
    if (!layout) return;
    for (const [at, canvas] of this.renderRoot.querySelectorAll("canvas").entries()) {
      const node = layout.nodes[at];
      if (!node) continue;
      const { width, height, part } = node;
      const shape = run.shape(part.shows);
      const heads = shape.length === 3 ? /** @type {number} */ (shape[0]) : 1;
      const isPair = part.id === "weights";
      const across = isPair && layout.isTall ? Math.min(4, heads) : headsAcross(heads, isPair);
      yield showScene(canvas, miniatureScene({ stage: part.shows, across, trace, width, height, theme }), this.zoom);
    }
  }
}

customElements.define("attention-layer-map", LayerMap);
