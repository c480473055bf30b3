/** The first screen as HTML and SVG, drawn by the components that draw it in the page. build.sh puts it into index.html. */
import { transform } from "esbuild";
import { LitElementRenderer, render } from "@lit-labs/ssr";
import { collectResult } from "@lit-labs/ssr/lib/render-result.js";
import { html } from "lit";
import { parseFragment, serialize } from "parse5";

import { createEngine } from "../engine/index.js";
import { estimateWidth } from "../figures/text.js";
import { loadModels } from "../components/train/load-models.js";
import { readingOf } from "../components/trained/reading.js";
import { modelsIn } from "../state/recipes/trained-models.js";
import { RunCache } from "../view/run-cache.js";
import { defaultLanguage } from "../words/languages.js";
import { words } from "../words/words.js";

/** @typedef {import("parse5").DefaultTreeAdapterTypes.ParentNode} Parent */
/** @typedef {import("parse5").DefaultTreeAdapterTypes.Element} Element */

/** Where no script fits the sentence to the window, it fits into that of a phone, px. */
const width = 336;

/** How much narrower the letters of the sentence are than those of which widths are estimated. */
const narrowness = 0.92;

/** What the components ask before they are drawn: the address has no fragment, and no media query matches. */
const browser = Object.freeze({
  window: { location: { hash: "", search: "" }, matchMedia: () => ({ matches: false }) },
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
    return await asPicture(await drawn());
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

/**
 * What Lit drew, as a picture: without what only Lit reads, with elements that are not defined, and with small style sheets.
 * @param {string} markup
 */
async function asPicture(markup) {
  const root = parseFragment(markup);
  await makePicture(root);
  return serialize(root);
}

/** Attributes that only Lit reads, and one that a list of choices has where nothing is chosen in it. */
const onlyLit = Object.freeze(["defer-hydration", "shadowroot"]);

/** @param {Parent} parent changed in place */
async function makePicture(parent) {
  parent.childNodes = parent.childNodes.filter(({ nodeName }) => nodeName !== "#comment");
  for (const child of parent.childNodes) {
    if (!("tagName" in child)) continue;
    child.attrs = child.attrs.filter(
      ({ name, value }) => !onlyLit.includes(name) && !(name === "selected" && value === "false"),
    );
    if (child.tagName === "style") await minify(child);
    else await makePicture("content" in child ? child.content : child);
    if (child.tagName === "attention-explorer") child.tagName = "first-screen";
    else if (child.tagName.includes("-")) child.tagName = `first-${child.tagName}`;
  }
}

/** @param {Element} style */
async function minify(style) {
  for (const text of style.childNodes) {
    if ("value" in text) text.value = (await transform(text.value, { loader: "css", minify: true })).code.trim();
  }
}
