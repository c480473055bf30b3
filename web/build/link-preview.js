import { escapeXml } from "../figures/painters/svg.js";
import { createEngine } from "../engine/training-engine.js";
import { renderLink } from "../node/render.js";
import { pngOf } from "../node/picture/rasteriser.js";
import { addTrained } from "../training/trained.js";
import { defaultLanguage } from "../words/languages.js";
import { words } from "../words/words.js";

// What other programs show of a link to a page: its title, its description and a picture.

/** The picture's file, beside the page. */
export const previewFile = "preview.png";

/** The picture's size in pixels, which Open Graph's readers show whole. */
const size = Object.freeze({ width: 1200, height: 630 });

/** The room for the figure in the picture, below the words. */
const box = Object.freeze({ width: 1080, height: 404 });

/** What the picture shows: the weights of a trained model. */
const link = "#recipe=translation&stage=weights&cell=none";

/** What it shows, in words. */
const alt = "Scores become attention weights: two matrices with their numbers, of a model trained to translate";

/**
 * The elements that describe a page to other programs. Its own name is in them only once it has an address (`withAddress`), and
 * the picture's is relative until then: most programs follow only absolute ones.
 * @param {{title: string, description: string}} page both as they stand in HTML
 * @param {string} up from the page to the folder of the picture: "", "../"
 */
export const previewTags = ({ title, description }, up) =>
  [
    ["og:type", "website"],
    ["og:site_name", "Attention Stepper"],
    ["og:title", title],
    ["og:description", description],
    ["og:image", `${up}${previewFile}`],
    ["og:image:width", String(size.width)],
    ["og:image:height", String(size.height)],
    ["og:image:alt", alt],
    ["twitter:card", "summary_large_image"],
  ].map(([name = "", content]) => {
    const key = name.startsWith("og:") ? "property" : "name";
    return `<meta ${key}="${name}" content="${content}" />`;
  });

/**
 * A page whose preview names it and its picture absolutely. Other elements, and pages without a preview, stay as they are.
 * @param {string} html
 * @param {string} path of the page below the site's address, such as docs/index.html
 * @param {URL} site address of the folder with the picture, which ends in a slash
 */
export function withAddress(html, path, site) {
  const own = new URL(path.replace(/(^|\/)index\.html$/, "$1"), site);
  const picture = new URL(previewFile, site);
  return html
    .replace(/\n *<meta property="og:url"[^>]*>/, "")
    .replace(
      /^( *)<meta property="og:image" content="[^"]*" \/>/m,
      (_, indent) =>
        `${indent}<meta property="og:url" content="${escapeXml(own.href)}" />\n` +
        `${indent}<meta property="og:image" content="${escapeXml(picture.href)}" />`,
    );
}

/** The picture of all pages, as PNG. */
export async function previewPicture() {
  const engine = await createEngine();
  addTrained(engine);
  const { t, load } = words(defaultLanguage);
  await load("page");
  const figure = String(await renderLink(engine, link, { theme: "light", width: String(box.width) }));
  const { width, height } = box;
  const inside = figure.replace(/ width="[\d.]+" height="[\d.]+"/, ` width="${width}" height="${height}"`);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" font-family="sans-serif">` +
    `<rect width="100%" height="100%" fill="#fff"/>` +
    `<text x="60" y="108" font-size="60" font-weight="700" fill="#17171c">${escapeXml(t("app-name"))}</text>` +
    `<text x="60" y="162" font-size="30" fill="#55555f">Step through attention with real numbers</text>` +
    `<g transform="translate(60 196)">${inside}</g></svg>`;
  return pngOf(svg, { width: size.width, more: [] });
}
