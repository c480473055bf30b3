/** The player: manual and automatic steps, announcements, and reduced motion. Needs a finished build. */
import assert from "node:assert/strict";

import { changeState, defaultState } from "../../../../web/state/state.js";
import { eventually } from "../../support/eventually.js";
import { t, walkOf } from "../../support/expected.js";
import { runningSums } from "../../../../web/figures/scene/motion.js";
import { inBrowsers } from "../../support/harness.js";

inBrowsers(["chromium"], (test) => {
  test("stepping shows the engine's partial sums, and the figure changes with it", async (page) => {
    await page.open("stage=raw&cell=raw.1.4.2");
    const cell = { stage: "raw", index: [1, 4, 2] };
    const { run } = walkOf(changeState(defaultState, { stage: "raw", cell }));
    const sums = runningSums(run.explain("raw", cell.index).terms);
    run.free();
    const still = await page.run(({ pixels }) => pixels().colours.reduce((sum, colour) => (sum + colour) % 1e9, 0));
    for (const [at, sum] of sums.entries()) {
      await page.click("attention-motion-player", ".next");
      const wanted = `step ${at + 1} of 4 · `;
      await eventually(async () => {
        const [description] = await page.texts("attention-motion-player", "p[role=status]");
        assert.ok(
          description?.startsWith(wanted) && description.endsWith(sum.toFixed(4).replace("-", "−")),
          description,
        );
      });
      if (at > 0) continue;
      await eventually(async () => {
        const moved = await page.run(({ pixels }) => pixels().colours.reduce((sum, colour) => (sum + colour) % 1e9, 0));
        assert.notEqual(moved, still);
      });
    }
  });

  test("playing advances automatically, without announcements, and ends; choosing another number starts again", async (page) => {
    await page.open("stage=raw&cell=raw.1.4.2");
    await page.run(({ find }) => {
      const speed = find("attention-motion-player", "select");
      speed.value = "4";
      speed.dispatchEvent(new Event("change"));
    });
    await page.click("attention-motion-player", ".play");
    await eventually(async () =>
      assert.deepEqual(await page.attributes("attention-motion-player", "p", "aria-live"), ["off"]),
    );
    await eventually(async () =>
      assert.match((await page.texts("attention-motion-player", "p[aria-live=polite]"))[0] ?? "", /^step 4 of 4/),
    );
    await page.follow("stage=raw&cell=raw.1.3.1");
    await eventually(async () =>
      assert.doesNotMatch((await page.texts("attention-motion-player", "p"))[0] ?? "", /^step/),
    );
  });

  test("where the reader prefers reduced motion nothing plays, and stepping still works", async (page) => {
    await page.look({ media: { "prefers-reduced-motion": "no-preference" } });
    await page.open("stage=weights&cell=weights.1.4.2");
    await page.click("attention-motion-player", ".play");
    await eventually(async () => assert.match((await page.texts("attention-motion-player", "p"))[0] ?? "", /^step/));
    await page.look({ media: { "prefers-reduced-motion": "reduce" } });
    await eventually(async () => assert.deepEqual(await page.texts("attention-motion-player", ".play"), []));
    const playing = () => page.run(({ find }) => find("attention-motion-player", ".bar").getRootNode().host.playing);
    await eventually(async () => assert.equal(await playing(), false, "what played has stopped"));
    await page.open("stage=weights&cell=weights.1.4.2");
    await eventually(async () =>
      assert.deepEqual(await page.texts("attention-motion-player", ".bar button"), [
        t("player-back"),
        t("player-next"),
      ]),
    );
    await page.click("attention-motion-player", ".next");
    await eventually(async () =>
      assert.match((await page.texts("attention-motion-player", "p"))[0] ?? "", /^step 1 of 6 · e\^/),
    );
  });
});
