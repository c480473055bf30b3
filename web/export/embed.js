/** HTML to paste into another page, where it shows a state. All user text in it is escaped. */

import { reservedHeights } from "../view/reserved-heights.js";
import { defaultLanguage } from "../words/languages.js";

/** @typedef {"stage" | "equation" | "lines" | "walk"} EmbedView */

/** Heights of the iframe in px, for a text column of 720 px. @type {Readonly<Record<EmbedView, number>>} */
const heights = Object.freeze({ stage: 860, equation: 700, lines: 500, walk: 1260 });

const width = 720;

/** Gives frames of embed.html the height of their content, as examples/fit-frames.js does. */
const fitting = `addEventListener("message", ({ source, data }) => {
  const frame = [...document.querySelectorAll("iframe")].find(({ contentWindow }) => contentWindow === source);
  if (frame && data?.type === "attention-resize") frame.height = data.height;
});`;

/**
 * The three ways to embed a state. Below each figure, a link leads to the explorer, where it has an address.
 * @param {{fragment: string, view: EmbedView, title: string, fallback: string, base: string, locale?: string}} what fragment: the part of the
 *   link after #; fallback: the text until the element is ready, or where its script does not load; base: address of the folder with attention-stepper.js and embed.html, ending in a slash, or "" for the page's own folder; locale: the language of the element, its default unless given
 * @returns {{element: string, iframe: string, oembed: string}} oembed: an oEmbed
 *   response (JSON) with the same iframe
 */
export function embedsOf({ fragment, view, title, fallback, base, locale = defaultLanguage }) {
  const isDefault = locale === defaultLanguage;
  const state = fragment === "" ? "" : ` state="${escaped(fragment)}"`;
  const options = [
    `view=${view}`,
    ...(base === "" ? [] : [`explorer=${encodeURIComponent(base)}`]),
    ...(isDefault ? [] : [`locale=${locale}`]),
  ];
  const address = `${base}embed.html?${options.join("&")}${fragment === "" ? "" : `#${fragment}`}`;
  const explorer = base === "" ? "" : ` explorer="${escaped(base)}"`;
  const height = heights[view];
  const iframe = [
    `<iframe`,
    `  src="${escaped(address)}"`,
    `  title="${escaped(title)}"`,
    `  width="100%"`,
    `  height="${height}"`,
    `  frameborder="0"`,
    `  loading="lazy"`,
    `></iframe>`,
  ].join("\n");
  return {
    element: [
      `<style>attention-stepper:not(:defined) { display: block; min-height: ${reservedHeights[view]} }</style>`,
      `<script type="module" src="${escaped(base)}attention-stepper.js"></script>`,
      `<attention-stepper view="${view}"${explorer}${isDefault ? "" : ` locale="${locale}"`}${state}>`,
      `  ${escaped(fallback)}`,
      `</attention-stepper>`,
    ].join("\n"),
    iframe: `${iframe}\n<script type="module">\n${fitting}\n</script>`,
    oembed: oembedOf({ title, height, iframe }),
  };
}

/** @param {{title: string, height: number, iframe: string}} what */
function oembedOf({ title, height, iframe }) {
  const html = iframe.replace(/\n\s*/g, " ").replace(" >", ">");
  const response = { version: "1.0", type: "rich", provider_name: "Attention Stepper", title, width, height, html };
  // "<" is escaped so that the text cannot end a script element that it is pasted into.
  return JSON.stringify(response, null, 2).replaceAll("<", "\\u003c");
}

/** @param {string} text @returns {string} for use in a quoted HTML attribute */
const escaped = (text) => text.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
