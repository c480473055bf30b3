/**
 * Shows the first screen that index.html holds until the page has drawn its own. It is that of an address without a fragment, so
 * with one the page waits for itself, as before. This script stands in the HTML directly after the first screen.
 */
import { layOutSentence } from "../trained/sentence-arcs.js";
import { attributesOf } from "../trained/word-lines.js";
import { wordMeasure } from "../trained/word-measure.js";

const screen = /** @type {HTMLElement} */ (document.querySelector("first-screen"));
const panel = screen.shadowRoot?.querySelector("first-pronoun-panel");
/** What is as wide as the window lets it be, and what is as wide as the font makes it. */
const measured = panel?.shadowRoot?.querySelectorAll(".ruler, [data-adjective]") ?? [];
const picture = panel?.shadowRoot?.querySelector("svg");

/** @param {Element | undefined} element @param {Record<string, string | number> | undefined} attributes */
const setAll = (element, attributes = {}) =>
  Object.entries(attributes).forEach(([name, value]) => element?.setAttribute(name, String(value)));

/**
 * Fits the picture of the sentence to the window and to the font that is there.
 * @param {Element} host
 * @param {SVGSVGElement} svg
 */
function fit(host, svg) {
  if (!host.isConnected) return;
  const { reader = "", weights = "" } = screen.dataset;
  const texts = [...svg.querySelectorAll("text")];
  const zoom = parseFloat(getComputedStyle(host).fontSize) / 16;
  const sentence = {
    words: texts.slice(0, -1).map(({ textContent }) => textContent ?? ""),
    weights: weights.split(" ").map(Number),
    reader: Number(reader),
  };
  const drawing = layOutSentence(sentence, Math.floor(host.clientWidth) / zoom, wordMeasure(host));
  const attributes = attributesOf(drawing, zoom);
  setAll(svg, attributes.picture);
  svg.querySelectorAll("path").forEach((path, at) => setAll(path, attributes.lines[at]));
  texts.forEach((text, at) => setAll(text, attributes.words[at] ?? attributes.share));
}

if (panel && picture && window.location.hash === "") {
  screen.setAttribute("drawn", "hidden");
  // It calls back after the first layout, and the first one with another font, before anything of it is painted.
  const observer = new ResizeObserver(() => {
    fit(panel, picture);
    screen.setAttribute("drawn", "");
  });
  for (const each of measured) observer.observe(each);
  // A reader who goes elsewhere meanwhile sees that the page starts.
  window.addEventListener("hashchange", () => screen.remove(), { once: true });
} else screen.remove();
