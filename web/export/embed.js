/** What shows a state on another's page, as HTML to paste. The user's words are data in it, whatever they hold. */

/** @typedef {"stage" | "equation" | "lines" | "walk"} EmbedView */

/** Of the iframe, in px, for a column of text of 720. @type {Readonly<Record<EmbedView, number>>} */
const heights = Object.freeze({ stage: 980, equation: 700, lines: 640, walk: 1260 });
const width = 720;

/**
 * @param {{fragment: string, view: EmbedView, title: string, base: string}} what fragment: the link's part after #; base:
 *   where attention-stepper.js and embed.html are, ending in a slash, or "" for the page's own folder
 * @returns {{element: string, iframe: string, oembed: string}} oembed: the same iframe as programs ask for it
 */
export function embedsOf({ fragment, view, title, base }) {
  const state = fragment === "" ? "" : ` state="${escaped(fragment)}"`;
  const address = `${base}embed.html?view=${view}${fragment === "" ? "" : `#${fragment}`}`;
  const height = heights[view];
  const iframe = [
    `<iframe`,
    `  src="${escaped(address)}"`,
    `  title="${escaped(title)}"`,
    `  width="100%"`,
    `  height="${height}"`,
    `  loading="lazy"`,
    `></iframe>`,
  ].join("\n");
  return {
    element: [
      `<script type="module" src="${escaped(base)}attention-stepper.js"></script>`,
      `<attention-stepper view="${view}"${state}></attention-stepper>`,
    ].join("\n"),
    iframe,
    oembed: oembedOf({ title, height, iframe }),
  };
}

/** @param {{title: string, height: number, iframe: string}} what */
function oembedOf({ title, height, iframe }) {
  const html = iframe.replace(/\n\s*/g, " ").replace(" >", ">");
  const answer = { version: "1.0", type: "rich", provider_name: "Attention Stepper", title, width, height, html };
  // Within a script element too, no text of it can end that.
  return JSON.stringify(answer, null, 2).replaceAll("<", "\\u003c");
}

/** @param {string} text @returns {string} safe between quotes in HTML */
const escaped = (text) => text.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
