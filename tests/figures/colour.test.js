/** Colours mix as in d3-interpolate, which the figures do not depend on. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { interpolateLab, piecewise, quantize } from "d3-interpolate";
import { hex, labMix, labShades } from "../../web/figures/colour/colour.js";

/** @param {string} colour "rgb(r, g, b)" */
function hexOf(colour) {
  const [r = 0, g = 0, b = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  return hex(r, g, b);
}

const paths = [
  ["#154f94", "#4685c2", "#a3c5e2", "#f4f4f5", "#f0bda8", "#d4714e", "#a93413"],
  ["#222127", "#42306d", "#6b4bb3", "#9c7de6", "#d6c5ff"],
  ["#000000", "#ffffff"],
  ["#00ff00", "#ff00ff", "#ffff00", "#0000ff"],
];

test("colours mix in CIELAB as in d3-interpolate", () => {
  for (const path of paths) {
    for (const count of [2, 16, 255]) {
      assert.deepEqual(labShades(path, count), quantize(piecewise(interpolateLab, path), count).map(hexOf));
    }
  }
});

test("a mix starts and ends with the given colours", () => {
  const mix = labMix(["#1c63ad", "#b85a00"]);
  assert.deepEqual([mix(0), mix(1)], ["#1c63ad", "#b85a00"]);
});
