import { readFile } from "node:fs/promises";
import subsetFont from "subset-font";

/** The family of words, Literata, and the name of its file in web/dist/. */
export const fontName = "literata.woff2";
/** The package that it comes from, whose licence the notices contain. */
export const fontSource = "node_modules/@fontsource-variable/literata/files/literata-latin-wght-normal.woff2";

/** The letters of English, French and German, with their signs. Other languages bring their own letters. */
const letters = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  ..."ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜŸÄÖẞßàâæçèéêëîïôœùûüÿäöñáíóú",
  ..."\u00a0\u202f«»‘’‚“”„–—…·×−÷°√",
].join("");

/**
 * The font with the letters and weights that pages use.
 * @param {string} root folder that contains node_modules/, with a slash at its end
 */
export async function subsetOfFont(root) {
  const variationAxes = { wght: { min: 400, max: 700 } };
  return subsetFont(await readFile(root + fontSource), letters, { targetFormat: "woff2", variationAxes });
}

/**
 * The style of a document whose words are in this font. Where it has not arrived by the first frame they are in Georgia, made as
 * wide and as high, or in what the system has, until the next visit: nothing moves or changes under the reader's eyes.
 * @param {string} url of the font
 */
export const fontStyle = (url) => `@font-face {
  font-family: Literata;
  src: url("${url}") format("woff2");
  font-weight: 400 700;
  font-display: optional;
}
@font-face {
  font-family: "Literata until then";
  src: local("Georgia"), local("Gelasio");
  size-adjust: 108.0%;
  ascent-override: 109.0%;
  descent-override: 28.5%;
  line-gap-override: 0%;
}
:root {
  --font-words: Literata, "Literata until then", Georgia, serif;
}
`;
