/** Pictures that the command line draws say what their numbers are worth: random, built by hand, or trained, and for what. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/training-engine.js";
import { readCase } from "../../web/node/read-case.js";
import { renderFile, renderLink } from "../../web/node/render.js";
import { addTrained } from "../../web/training/trained.js";

const engine = await createEngine();
addTrained(engine);

/** The notes of a picture, as a reader reads them. @param {string} svg */
const notesOf = (svg) =>
  [...svg.matchAll(/<text [^>]*font-size="12"[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text).join(" ");

test("a picture says whether its numbers are random, built by hand or trained, and for what", async () => {
  /** @type {[string, RegExp][]} */
  const kinds = [
    ["seed=5", /random, untrained weights Wq, Wk, Wv, Wo · seed 5$/],
    ["recipe=named&sentence=the+dog+chased+the+cat", /weights Wq, Wk, Wv, Wo built by hand, with named columns$/],
    ["recipe=pronoun", /only row “it” is trained · weights of layer 2 of a model trained to find what “it” means$/],
    ["recipe=pronoun&stage=output", /random, not used for the answer · weights of layer 2 of a model trained to find/],
    ["recipe=translation", /trained · weights of layer 1 of a model trained to translate noun phrases$/],
    ["recipe=grammar", /trained · weights of layer 1 of a model trained to guess the next word of simple sentences$/],
    ["position=sinusoidal&stage=P", /computed from the position · random, untrained/],
  ];
  for (const [link, note] of kinds)
    for (const view of ["equation", "stage"]) {
      const svg = String(await renderLink(engine, link, { view, width: "240" }));
      assert.match(notesOf(svg), note, `${link}, ${view}`);
      const [, width = 0, height = 0] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
      for (const [, x, y] of svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*font-size="12"/g))
        assert.ok(Number(x) < Number(width) && Number(y) < Number(height), "inside the picture");
    }
  assert.match(notesOf(String(await renderLink(engine, "seed=5", { view: "lines" }))), /random, untrained weights/);
  const walk = String(await renderLink(engine, "recipe=pronoun", { view: "walk" }));
  assert.match(notesOf(walk), /^trained · weights of layer 2/, "a walk has every stage: it speaks of the model");
});

test("a picture of a case says nothing of the kind: its numbers are the file's", async () => {
  const file = JSON.stringify({ spec: {}, inputs: { X: { shape: [2, 2], data: [1, 0, 0, 1] } } });
  assert.doesNotMatch(
    String(await renderFile(engine, "case.json", readCase("FILE", "case.json", Buffer.from(file)), {})),
    /untrained|trained/,
  );
});
