/** Code to embed in other pages contains the user's words as data. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { embedsOf } from "../../web/export/embed.js";
import { changeState, defaultState } from "../../web/state/state.js";
import { stateToFragment } from "../../web/state/url.js";

const base = "https://example.org/a/";

test("a simple state gives the expected element, iframe and oEmbed reply", () => {
  const { element, iframe, oembed } = embedsOf({ fragment: "d_k=8", view: "walk", title: "Attention: a b", base });
  assert.equal(
    element,
    '<script type="module" src="https://example.org/a/attention-stepper.js"></script>\n' +
      '<attention-stepper view="walk" state="d_k=8"></attention-stepper>',
  );
  assert.match(
    iframe,
    /^<iframe\n {2}src="https:\/\/example\.org\/a\/embed\.html\?view=walk#d_k=8"\n {2}title="Attention: a b"/,
  );
  const answer = JSON.parse(oembed);
  assert.deepEqual([answer.version, answer.type, answer.title], ["1.0", "rich", "Attention: a b"]);
  assert.equal(answer.html.replace(/\s+/g, ""), iframe.replace(/\s+/g, ""));
  assert.ok(Number.isInteger(answer.width) && iframe.includes(`height="${answer.height}"`));
});

test("the default state adds no attributes", () => {
  const { element, iframe } = embedsOf({ fragment: "", view: "stage", title: "t", base: "" });
  assert.match(element, /src="attention-stepper\.js".*\n<attention-stepper view="stage"><\/attention-stepper>$/);
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
    const { element, iframe, oembed } = embedsOf({ fragment, view: "stage", title: `Attention: ${sentence}`, base });
    assert.match(
      element,
      /^<script type="module" src="[^"<>]*"><\/script>\n<attention-stepper view="stage" state="[^"<>]*"><\/attention-stepper>$/,
    );
    assert.match(iframe, /^<iframe(\n {2}[a-z]+="[^"<>]*")+\n><\/iframe>$/);
    assert.doesNotMatch(oembed, /</);
    assert.equal(JSON.parse(oembed).title, `Attention: ${sentence}`);
  }
});
