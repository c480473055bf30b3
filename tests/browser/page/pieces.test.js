/** Small pictures are painted in pieces after the figure; a further step ends what is left of them. Needs a finished build. */
import assert from "node:assert/strict";

import { inBrowsers } from "../support/harness.js";

const all = 100;

inBrowsers(["chromium"], (test) => {
  for (const steps of [0, 1])
    test(`of ${all} pieces ${steps === 0 ? "all are painted without a further step" : "the rest is not painted after a further step of d_k"}`, async (page) => {
      await page.open("d_k=8");
      const painted = await page.run(
        async ({ hosts, explorer }, count, isStepping) => {
          const strip = hosts.find((host) => host.matches("attention-stage-strip"));
          const painted = { count: 0 };
          const pieces = function* () {
            for (; painted.count < count; painted.count++) {
              const end = performance.now() + 5; // longer than a task may take, so that each piece is a task of its own
              while (performance.now() < end);
              yield;
            }
          };
          const whole = strip.paintAfterFigure(false, pieces);
          while (painted.count === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
          if (isStepping) explorer.dispatchEvent(new CustomEvent("state-patch", { detail: { patch: { d_k: 9 } } }));
          await whole;
          return painted.count;
        },
        all,
        steps > 0,
      );
      if (steps === 0) assert.equal(painted, all);
      else assert.ok(painted > 0 && painted < all / 2, `${painted} pieces`);
    });
});
