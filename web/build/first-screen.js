/** The first screen as HTML and SVG, drawn by the components that draw it in the page. build.sh puts it into index.html. */
import { transform } from "esbuild";
import { LitElementRenderer, render } from "@lit-labs/ssr";
import { collectResult } from "@lit-labs/ssr/lib/render-result.js";
import { html } from "lit";

import { createEngine } from "../engine/index.js";
import { estimateWidth } from "../figures/text.js";
import { loadModels } from "../components/train/load-models.js";
import { readingOf } from "../components/trained/reading.js";
import { modelsIn } from "../state/recipes/trained-models.js";
import { RunCache } from "../view/run-cache.js";
import { defaultLanguage } from "../words/languages.js";
import { words } from "../words/words.js";

/** Where no script fits the sentence to the window, it fits into that of a phone, px. */
const width = 336;

/** How much narrower the letters of the sentence are than those of which widths are estimated. */
const narrowness = 0.92;

/** What the components ask before they are drawn: the address has no fragment, and no media query matches. */
const browser = Object.freeze({
  window: { location: { hash: "" }, matchMedia: () => ({ matches: false }) },
  document: { documentElement: { lang: defaultLanguage } },
});

/** Gives the picture of the sentence its width and its measure, which it takes from the browser otherwise. */
class SizedRenderer extends LitElementRenderer {
  connectedCallback() {
    const measureWords = (/** @type {string} */ word) => narrowness * estimateWidth(word, 16, 600);
    if (this.tagName === "pronoun-panel") Object.assign(this.element, { width, measureWords });
    super.connectedCallback();
  }
}

/**
 * The element <first-screen>: its shadow root holds what <attention-explorer> draws first, and its attributes what the picture
 * of the sentence is drawn from. The elements in it have names of their own, so that the page's script leaves them alone.
 * @returns {Promise<string>}
 */
export async function firstScreen() {
  Object.assign(globalThis, browser);
  try {
    return await withSmallStyles(asPicture(await drawn()));
  } finally {
    for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name);
  }
}

/** What Lit draws on a server. */
async function drawn() {
  const { firstState } = await import("../components/page/link.js");
  await import("../components/page/attention-explorer.js");
  const engine = await createEngine();
  await loadModels(engine, modelsIn(firstState), words(defaultLanguage).load);
  const walks = new RunCache(engine);
  const { tokens, run } = walks.walkOf(firstState);
  const reading = readingOf(tokens, run);
  if (reading === null) throw new Error("first screen: wanted a sentence with “it”, got none");
  const page = html`<attention-explorer
    data-reader=${reading.at}
    data-weights=${reading.weights.join(" ")}
    .walks=${walks}
  ></attention-explorer>`;
  return collectResult(render(page, { elementRenderers: [SizedRenderer] }));
}

/** Removes what only Lit reads, and names the elements so that none is defined. @param {string} markup */
const asPicture = (markup) =>
  markup
    .replace(/<!--[^]*?-->|<\?>| defer-hydration| shadowroot="open"| selected="false"/g, "")
    .replace(/(<\/?)attention-explorer\b/g, "$1first-screen")
    .replace(/(<\/?)(?!first-screen\b)(?=\w+-)/g, "$1first-");

/** Minifies the style sheets. @param {string} markup */
async function withSmallStyles(markup) {
  const parts = markup.split(/(?<=<style>)([^]*?)(?=<\/style>)/);
  const small = parts.map(async (part, at) =>
    at % 2 === 0 ? part : (await transform(part, { loader: "css", minify: true })).code.trim(),
  );
  return (await Promise.all(small)).join("");
}
