/** Code to embed in other pages contains the user's words as data. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { embedsOf, lessonEmbedsOf } from "../../web/export/embed.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { stateToFragment } from "../../web/state/url.js";
import { readText } from "../support/machine.js";

const base = "https://example.org/a/";

test("a simple state gives the expected element, iframe and oEmbed reply", () => {
  const { element, iframe, oembed } = embedsOf({
    fragment: "d_k=8",
    view: "walk",
    title: "Attention: a b",
    fallback: "a <b>",
    base,
  });
  assert.equal(
    element,
    "<style>attention-stepper:not(:defined) { display: block; min-height: min(100svh, 930px) }</style>\n" +
      '<script type="module" src="https://example.org/a/attention-stepper.js"></script>\n' +
      '<attention-stepper view="walk" explorer="https://example.org/a/" state="d_k=8">\n' +
      "  a &#60;b&#62;\n" +
      "</attention-stepper>",
  );
  assert.match(
    iframe,
    /^<iframe\n {2}src="https:\/\/example\.org\/a\/embed\.html\?view=walk&#38;explorer=https%3A%2F%2Fexample.org%2Fa%2F#d_k=8"\n {2}title="Attention: a b"/,
  );
  const answer = JSON.parse(oembed);
  assert.deepEqual([answer.version, answer.type, answer.title], ["1.0", "rich", "Attention: a b"]);
  const [frame = "", script = ""] = iframe.split(/(?=<script)/);
  assert.equal(answer.html.replace(/\s+/g, ""), frame.replace(/\s+/g, ""));
  const guide = readText("web/examples/fit-frames.js");
  assert.equal(script, `<script type="module">\n${guide}</script>`, "the lines of the guides, which fit the height");
  assert.ok(Number.isInteger(answer.width) && iframe.includes(`height="${answer.height}"`));
});

test("a lesson, or a step of it, is an element, or a frame with the page that shows it alone", () => {
  const words = { title: "Softmax", fallback: "Softmax", base };
  const step = lessonEmbedsOf({ ...words, lesson: "softmax", step: "ratio" });
  assert.match(
    step.element,
    /\n<attention-stepper lesson="softmax" step="ratio">\n {2}Softmax\n<\/attention-stepper>$/,
  );
  assert.match(
    step.iframe,
    /^<iframe\n {2}src="https:\/\/example\.org\/a\/index\.html\?alone=step#place=learn&#38;lesson=softmax&#38;step=ratio"/,
  );
  const lesson = lessonEmbedsOf({ ...words, base: "", lesson: "softmax", step: null });
  assert.match(lesson.element, /\n<attention-stepper lesson="softmax">\n/);
  assert.match(lesson.iframe, /src="index\.html\?alone=lesson#place=learn&#38;lesson=softmax"/);
  assert.equal(JSON.parse(lesson.oembed).html.includes("alone=lesson"), true);
});

test("the default state adds no attributes", () => {
  const { element, iframe } = embedsOf({ fragment: "", view: "stage", title: "t", fallback: "text", base: "" });
  assert.match(
    element,
    /src="attention-stepper\.js".*\n<attention-stepper view="stage">\n {2}text\n<\/attention-stepper>$/,
  );
  assert.match(iframe, /src="embed\.html\?view=stage"/);
});

test("hostile words stay inside their quotes", () => {
  const sentences = [
    '"><script>alert(1)</script>',
    "' onload='x",
    "</script><!--",
    ["`$", "{1}` &quot; \\u003c"].join(""),
    "]]>\u2028",
  ];
  for (const sentence of sentences) {
    const fragment = stateToFragment(changeState(defaultState, { sentence }));
    const { element, iframe, oembed } = embedsOf({
      fragment,
      view: "stage",
      title: `Attention: ${sentence}`,
      fallback: sentence,
      base,
    });
    assert.match(
      element,
      /^<style>[^<>&]*<\/style>\n<script type="module" src="[^"<>]*"><\/script>\n<attention-stepper view="stage" explorer="[^"<>]*" state="[^"<>]*">\n[^<>]*\n<\/attention-stepper>$/,
    );
    assert.match(iframe, /^<iframe(\n {2}[a-z]+="[^"<>]*")+\n><\/iframe>\n<script type="module">\n[^<]*<\/script>$/);
    assert.doesNotMatch(oembed, /</);
    assert.equal(JSON.parse(oembed).title, `Attention: ${sentence}`);
  }
});

test("the element's lines close its tag: HTML has no self-closing tags", () => {
  const { element } = embedsOf({ fragment: "d_k=8", view: "stage", title: "t", fallback: "", base: "" });
  assert.doesNotMatch(element, /\/>/);
  assert.match(element, /<\/attention-stepper>$/);
});
