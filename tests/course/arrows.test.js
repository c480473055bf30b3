/** The picture of a query and keys as arrows, while the reader turns the query. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { arrows, atPlace, ring, tipOf } from "../../web/course/pictures/arrows.js";
import { words } from "../../web/words/words.js";

const { t } = words("en");
/** The keys of the path, by hand. */
const keys = /** @type {const} */ ({ animal: [1.5, 1], road: [1.5, -0.5], tired: [-0.5, 1], cross: [-1, -0.5] });

/** What the picture is drawn from, with a query. @param {readonly number[]} query */
function drawnWith(query) {
  const [a = 0, b = 0] = query;
  /** @type {Readonly<Record<string, readonly number[]>>} */
  const stages = {
    Q: query,
    K: Object.values(keys).flat(),
    raw: Object.values(keys).map(([x, y]) => a * x + b * y),
  };
  const tensor = (/** @type {string} */ stage) => ({ shape: [], data: stages[stage] ?? [] });
  const view = { t, queries: ["it"], keys: Object.keys(keys), run: { tensor, stages: [] }, state: {} };
  const picture = { kind: "arrows", turns: true, drops: true };
  return /** @type {import("../../web/course/pictures/drawing.js").Drawn} */ (
    /** @type {unknown} */ ({ view, picture, isHidden: false })
  );
}

test("wherever the query is turned, the ring at its tip covers no key’s label, and these stay whole", () => {
  let moved = 0;
  for (let across = -2.4; across <= 2.4; across += 0.1)
    for (let up = -2.4; up <= 2.4; up += 0.1) {
      const drawn = drawnWith([across, up]);
      const { shapes, height, width } = arrows(drawn);
      const [x, y] = tipOf(drawn.view);
      assert.ok(Math.hypot(...atPlace([x, y]).map((value, at) => value - Number([across, up][at]))) < 1e-9);
      for (const word of Object.keys(keys)) {
        const first = shapes.findIndex((shape) => shape.tag === "text" && shape.text === word);
        for (const line of shapes.slice(first, first + 2)) {
          assert.ok(line.tag === "text");
          const long = 7 * line.text.length;
          const left = line.anchor === "end" ? line.x - long : line.x;
          const [top, bottom] = [line.y - 11, line.y + 3];
          const where = `${line.text} with (${across.toFixed(1)}, ${up.toFixed(1)})`;
          assert.ok(left >= 0 && left + long <= width && top >= 0 && bottom <= height, where);
          const away = Math.hypot(Math.max(left - x, 0, x - left - long), Math.max(top - y, 0, y - bottom));
          assert.ok(away >= ring, `${where}: ${away}`);
        }
        const still = arrows(drawnWith([0, 0])).shapes.find((shape) => shape.tag === "text" && shape.text === word);
        const now = shapes[first];
        if (still?.tag === "text" && now?.tag === "text" && now.y !== still.y) moved++;
      }
    }
  assert.ok(moved > 50, `${moved} labels moved`);
});
