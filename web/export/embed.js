/** HTML to paste into another page, where it shows a state. All user text in it is escaped. */

import { reservedHeights } from "../view/reserved-heights.js";
import { defaultLanguage } from "../words/languages.js";

/** @typedef {"stage" | "equation" | "lines" | "walk"} EmbedView */

/** Heights of the iframe in px, for a text column of 720 px. @type {Readonly<Record<EmbedView, number>>} */
const heights = Object.freeze({ stage: 1040, equation: 800, lines: 600, walk: 1350 });

const width = 720;

/** Gives frames the height of their content, as examples/fit-frames.js does. */
const fitting = `addEventListener("message", ({ source, data }) => {
  const frame = [...document.querySelectorAll("iframe")].find(({ contentWindow }) => contentWindow === source);
  if (frame && data?.type === "attention-resize") frame.height = data.height;
});`;

/** The height of the iframe with a lesson in px, for the same column. */
const lessonHeight = 900;

/**
 * The lines to paste: an element; an iframe; or an oEmbed response (JSON) with the same iframe.
 * @typedef {{element: string, iframe: string, oembed: string}} Embeds
 */
/**
 * What both kinds of embeds have.
 * @typedef {object} Words
 * @property {string} title
 * @property {string} fallback the text until the element is ready, or where its script does not load
 * @property {string} base address of the folder with attention-stepper.js, embed.html and index.html, ending in a slash, or "" for the
 *   page's own folder
 * @property {string} [locale] the language of the element, its default unless given
 */

/**
 * The three ways to embed a state. Below each figure, a link leads to the explorer, where it has an address.
 * @param {Words & {fragment: string, view: EmbedView}} what fragment: the part of the link after #
 * @returns {Embeds}
 */
export function embedsOf({ fragment, view, base, locale = defaultLanguage, ...words }) {
  const isDefault = locale === defaultLanguage;
  const options = [
    `view=${view}`,
    ...(base === "" ? [] : [`explorer=${encodeURIComponent(base)}`]),
    ...(isDefault ? [] : [`locale=${locale}`]),
  ];
  const attributes = [
    ["view", view],
    ...(base === "" ? [] : [["explorer", base]]),
    ...(isDefault ? [] : [["locale", locale]]),
    ...(fragment === "" ? [] : [["state", fragment]]),
  ];
  const address = `${base}embed.html?${options.join("&")}${fragment === "" ? "" : `#${fragment}`}`;
  return embeds({ ...words, base, attributes, address, height: heights[view], reserved: reservedHeights[view] });
}

/**
 * The three ways to embed a lesson, or one step of it.
 * @param {Words & {lesson: string, step: string | null}} what step: null for the whole lesson
 * @returns {Embeds}
 */
export function lessonEmbedsOf({ lesson, step, base, locale = defaultLanguage, ...words }) {
  const isDefault = locale === defaultLanguage;
  const attributes = [
    ["lesson", lesson],
    ...(step === null ? [] : [["step", step]]),
    ...(isDefault ? [] : [["locale", locale]]),
  ];
  const link = [
    "place=learn",
    `lesson=${lesson}`,
    ...(step === null ? [] : [`step=${step}`]),
    ...(isDefault ? [] : [`lang=${locale}`]),
  ];
  const address = `${base}index.html?alone=${step === null ? "lesson" : "step"}#${link.join("&")}`;
  return embeds({ ...words, base, attributes, address, height: lessonHeight, reserved: reservedHeights.stage });
}

/**
 * @param {Words & {attributes: string[][], address: string, height: number, reserved: string}} what attributes: names and values;
 *   address: of the iframe's page; height: of the iframe, in px; reserved: what the element takes from the start, in CSS
 * @returns {Embeds}
 */
function embeds({ title, fallback, base, attributes, address, height, reserved }) {
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
      `<style>attention-stepper:not(:defined) { display: block; min-height: ${reserved} }</style>`,
      `<script type="module" src="${escaped(base)}attention-stepper.js"></script>`,
      `<attention-stepper${attributes.map(([name, value = ""]) => ` ${name}="${escaped(value)}"`).join("")}>`,
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
