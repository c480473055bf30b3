/** Steps that play by themselves stay long enough to be read. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { readingTime } from "../../web/components/figure/autoplay.js";
import { motionFor } from "../../web/view/motion.js";
import { variantView } from "../support/variants/variant-views.js";

/** Words per minute of silent reading: the mean over 190 studies (Brysbaert 2019, Journal of Memory and Language 109). */
const wordsPerMinute = 238;

test("each step of a computation can be read at the usual speed before the next one comes", () => {
  let steps = 0;
  for (const stage of ["Q", "raw", "scaled", "weights", "context", "output"]) {
    const index = ["output"].includes(stage) ? [2, 1] : [0, 2, 1];
    const view = variantView("plain", { stage, head: 0, cell: { stage, index } });
    const motion = motionFor(view) ?? assert.fail(stage);
    for (let step = 1; step <= motion.steps; step++) {
      const { id, args } = motion.momentAt(step).note;
      const text = `${view.t("motion-count", { step, steps: motion.steps })} · ${view.t(id, args)}`;
      const words = text.split(/\s+/).length;
      const needed = (words / wordsPerMinute) * 60_000;
      steps++;
      assert.ok(readingTime(text) >= needed, `${text}: ${readingTime(text)} ms, needs ${needed}`);
    }
    view.run.free();
  }
  assert.ok(steps > 20, `${steps} steps`);
});
