import { posix } from "node:path";

import { escapeXml } from "../figures/painters/svg.js";
import { colours } from "../figures/tokens.js";
import { createEngine } from "../engine/training-engine.js";
import { renderLink } from "../node/render.js";
import { pngOf } from "../node/picture/rasteriser.js";
import { addTrained } from "../training/trained.js";
import { defaultLanguage } from "../words/languages.js";
import { words } from "../words/words.js";

// What other programs show of a link to a page: its title, its description and a picture.

const { t } = words(defaultLanguage);

/** The picture's file, beside the page. */
export const previewFile = "preview.png";

/** The picture's size in pixels, which Open Graph's readers show whole. */
const size = Object.freeze({ width: 1200, height: 630 });

/** What the picture shows: the weights of a trained model. */
const link = "#recipe=translation&stage=weights&cell=none";

/** The place of the figure in the picture, below the words. */
const figure = Object.freeze({ x: 100, y: 196, width: 1000 });

/**
 * The elements that describe a page to other programs. Most of these follow only whole addresses, which a page has where the
 * site's address is known.
 * @param {{title: string, description: string}} page both as they stand in HTML
 * @param {string} address of the page below that of the site, such as docs/index.html
 * @param {URL | null} site address of the folder with the picture; null: not known
 */
export const previewTags = ({ title, description }, address, site) =>
  [
    ["og:type", "website"],
    ["og:site_name", escapeXml(t("app-name"))],
    ["og:title", title],
    ["og:description", description],
    ...(site ? [["og:url", escapeXml(pageAddress(address, site))]] : []),
    ["og:image", escapeXml(pictureAddress(address, site))],
    ["og:image:width", String(size.width)],
    ["og:image:height", String(size.height)],
    ["og:image:alt", escapeXml(t("preview-alt"))],
    ["twitter:card", "summary_large_image"],
  ].map(([name = "", content]) => {
    const key = name.startsWith("og:") ? "property" : "name";
    return `<meta ${key}="${name}" content="${content}" />`;
  });

/** A page's address on the site; that of a folder for its index. @param {string} address @param {URL} site */
const pageAddress = (address, site) =>
  new URL(posix.basename(address) === "index.html" ? "." : "", new URL(address, site)).href;

/** The picture's address: whole, or from the page. @param {string} address of the page @param {URL | null} site */
const pictureAddress = (address, site) =>
  site ? new URL(previewFile, site).href : posix.relative(posix.dirname(address), previewFile);

/** The picture of all pages, as SVG. */
export async function previewSvg() {
  const engine = await createEngine();
  addTrained(engine);
  const drawn = await renderLink(engine, link, { theme: "light", width: String(figure.width) });
  const { paper, ink, ink2 } = colours.light;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" font-family="sans-serif">` +
    `<rect width="100%" height="100%" fill="${paper}"/>` +
    `<text x="60" y="108" font-size="60" font-weight="700" fill="${ink}">${escapeXml(t("app-name"))}</text>` +
    `<text x="60" y="162" font-size="30" fill="${ink2}">${escapeXml(t("preview-line"))}</text>` +
    `<g transform="translate(${figure.x} ${figure.y})">${drawn}</g></svg>`
  );
}

/** The picture of all pages, as PNG. */
export const previewPicture = async () => pngOf(await previewSvg(), { width: size.width, more: [] });
