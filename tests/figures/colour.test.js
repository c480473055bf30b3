/** Colours mix in Oklab: against published values. tests/browser/page/looks.test.js compares them with the browser's color-mix(). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { contrast, inkOn, oklabMix, oklabOf } from "../../web/figures/colour/colour.js";

test("Oklab of the primaries is as CSS Color 4 says", () => {
  const published = {
    "#ff0000": [0.62796, 0.22486, 0.12585],
    "#00ff00": [0.86644, -0.23389, 0.1795],
    "#0000ff": [0.45201, -0.03246, -0.31153],
    "#ffffff": [1, 0, 0],
    "#000000": [0, 0, 0],
  };
  for (const [colour, expected] of Object.entries(published))
    oklabOf(colour).forEach((value, at) =>
      assert.ok(Math.abs(value - (expected[at] ?? NaN)) < 2e-5, `${colour} ${at}`),
    );
});

test("a mix starts and ends with the given colours, and goes through those between", () => {
  const path = ["#206cbd", "#85560a", "#f3efe7", "#4a5560"];
  assert.deepEqual([0, 1 / 3, 2 / 3, 1].map(oklabMix(path)), path);
});

test("the middle of white and black has half the lightness: #636363", () => {
  assert.equal(oklabMix(["#ffffff", "#000000"])(0.5), "#636363");
});

test("on every fill the ink has a contrast of 4.58 or more", () => {
  for (let grey = 0; grey < 256; grey++) {
    const fill = `#${grey.toString(16).padStart(2, "0").repeat(3)}`;
    const [ink, other] = inkOn(fill) === "#000000" ? ["#000000", "#ffffff"] : ["#ffffff", "#000000"];
    assert.ok(contrast(fill, ink) >= 4.58 && contrast(fill, ink) >= contrast(fill, other), fill);
  }
});
