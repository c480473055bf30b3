/** Hostile links, files and texts: code, malformed syntax, and invalid text. */
import fc from "fast-check";
import { defaultState } from "../../web/state/state.js";
import { stateToFragment } from "../../web/state/url.js";
import { states } from "./random/random-states.js";

const fields = Object.keys(defaultState);
export const markup = "<img src=x onerror=alert(1)>";

export const values = fc.oneof(
  fc.constantFrom(
    ...["", "none", "null", "NaN", "Infinity", "-0", "1e309", "9007199254740993", "0x10", "true", "all", markup],
    ...["%", "%00", "%ED%A0%80", "__proto__", "constructor", "javascript:alert(1)", "weights.0.0.0", "X+0.1+NaN"],
    ...["0-0.0-1", "X.0.0+Q.0.0.0", "compare%3Dcompare%253Dd_k", "d_k%3D8", "1.2.3", "\ud800", "‮", "raw.-1.0.0"],
  ),
  fc.integer().map(String),
  fc.double().map(String),
  fc.string({ unit: "binary", maxLength: 30 }),
);

/** @param {import("../../web/state/state.js").State} state */
const shortLink = (state) => stateToFragment(state).slice(0, 2000);

/** Valid links with fields added, a part cut off, or letters replaced. */
export const links = fc
  .tuple(
    fc.oneof({ weight: 1, arbitrary: states.map(shortLink) }, { weight: 9, arbitrary: fc.constant("") }),
    fc.array(fc.tuple(fc.constantFrom(...fields, "__proto__"), values), { maxLength: 3 }),
    fc.nat(),
    fc.option(values, { freq: 1 }),
  )
  .map(([link, parts, at, spliced]) => {
    const whole = [link, ...parts.map(([field, value]) => `${field}=${value}`)].filter(Boolean).join("&");
    const offset = at % (whole.length + 1);
    return spliced === null ? whole : whole.slice(0, offset) + spliced + whole.slice(offset + (at % 3));
  });

/** State files with some fields replaced by any JSON, and some of them cut off. */
export const files = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: fc.constant(defaultState) }, { weight: 1, arbitrary: states }),
    fc.dictionary(
      fc.constantFrom(...fields, "toString"),
      fc.oneof(fc.jsonValue(), fc.constantFrom(markup, -1, 1e308)),
      {
        maxKeys: 2,
      },
    ),
    fc.option(fc.nat(), { freq: 1 }),
  )
  .map(([state, patch, cut]) => {
    const text = JSON.stringify({ "attention-stepper": 1, state: { ...state, ...patch } });
    return cut === null ? text : text.slice(0, cut % text.length);
  });

/** Texts that call ran() in a page that takes text for code. */
const attempts = [
  ...[
    "<script>ran()</script>",
    "</script><script>ran()</script>",
    "</style><script>ran()</script>",
    "]]><script>ran()",
  ],
  ...['"><img src=x onerror=ran()>', "'><svg onload=ran()>", "<math><mtext></table><img src=x onerror=ran()>"],
  ...["<iframe srcdoc='<script>parent.ran()</script>'>", "<style onload=ran()>", "<a href=javascript:ran()>x</a>"],
  ...["javascript:ran()", "data:text/html,<script>parent.ran()</script>", "&#60;script&#62;ran()&#60;/script&#62;"],
  ...[
    `\${ran()}`,
    `\`\${ran()}\``,
    "{ran()}",
    "{{constructor.constructor('ran()')()}}",
    "'+ran()+'",
    "\\u0027;ran();//",
  ],
  ...["{ $ran }", "{ -ran }", '{"ran"}', "<!--?lit$123$-->", "{{lit-123}}", "lit$ran$", "$lit$ran"],
  ...["expression(ran())", "url(javascript:ran())", "x;background:url(//127.0.0.1:9/x)", "@import '//127.0.0.1:9/x'"],
  ...["<template shadowrootmode=open><img src=x onerror=ran()></template>", "<base href=//127.0.0.1:9/>"],
  ...[
    "<object data=//127.0.0.1:9/x>",
    "<link rel=stylesheet href=//127.0.0.1:9/x>",
    "<meta http-equiv=refresh content=0>",
  ],
];

/** Attacks with arbitrary text around them, and characters that no text should contain. */
export const texts = fc
  .tuple(
    fc.constantFrom(...attempts, markup),
    fc.oneof(fc.constant(""), fc.string({ unit: "binary", maxLength: 20 }), values),
    fc.constantFrom("", " ", "\0", "\ud800", "\u202e", "\ufeff", "\u0301".repeat(40), "\n", "a ".repeat(60)),
    fc.constantFrom("before", "after", "around"),
  )
  .map(([attempt, other, odd, where]) =>
    where === "before"
      ? attempt + odd + other
      : where === "after"
        ? other + odd + attempt
        : odd + attempt + other + attempt,
  );

/**
 * @template T
 * @param {fc.Arbitrary<T>} arbitrary
 * @param {number} count
 * @param {number} [seed]
 * @returns {T[]} the same values at every call
 */
export const sample = (arbitrary, count, seed = 12) => fc.sample(arbitrary, { numRuns: count, seed });
