/** The element in pages of another's: what it takes, shows and tells. Needs a finished build. */
import assert from "node:assert/strict";

import { changeState, defaultState } from "../../web/state/state.js";
import { applyPreset } from "../../web/state/presets.js";
import { stateToFragment } from "../../web/state/url.js";
import { eventually } from "./eventually.js";
import { checkCells, t } from "./expected.js";
import { allEngines, inBrowsers } from "./harness.js";
import { withHost } from "./hosts.js";

inBrowsers(allEngines, (test) => {
  test("one tag shows the weights of the default walk, from one file", (page) =>
    withHost(page, async (host) => {
      await host.show("<attention-stepper></attention-stepper>");
      await host.ready();
      assert.deepEqual(await host.run(({ element }) => element.state), defaultState);
      checkCells(await host.run(({ tables }) => tables()), defaultState);
      assert.deepEqual(host.requests, ["/page.html", "/watch.js", "/attention-stepper.js"]);
      const [ready] = await host.heard("attention-ready");
      assert.deepEqual(ready, { state: defaultState, link: "" });
      assert.equal(await host.run(({ find }) => find("h2").textContent), t("stage-weights-title"));
    }));

  test("preset, then state, then single attributes; changes of these, and of properties", (page) =>
    withHost(page, async (host) => {
      const gqa = applyPreset(defaultState, "gqa");
      const linked = changeState(gqa, { d_k: 6, stage: "raw" });
      const shown = changeState(linked, { seed: 3, causal: false });
      await host.show(
        `<attention-stepper preset="gqa" state="d_k=6&amp;stage=raw" seed="3" causal="false"></attention-stepper>`,
      );
      await host.ready();
      const state = () => host.run(({ element }) => element.state);
      assert.deepEqual(await state(), shown);
      checkCells(await host.run(({ tables }) => tables()), shown);
      await host.heard();
      await host.run(({ element }) => {
        element.setAttribute("kv-heads", "4");
        element.dK = 5;
      });
      const other = changeState(shown, { kv_heads: 4, d_k: 5 });
      await eventually(async () => checkCells(await host.run(({ tables }) => tables()), other));
      const told = await host.heard("attention-change");
      assert.deepEqual(told.at(-1).state, other);
      assert.equal(told.at(-1).link, stateToFragment(other));
      // One event, but where a browser that is driven takes up each line of a script by itself.
      assert.deepEqual(told.flatMap(({ fields }) => fields).sort(), ["d_k", "kv_heads"]);
      const values = await host.run(({ element }) => [element.dK, element.kvHeads, element.getAttribute("d-k")]);
      assert.deepEqual(values, [5, 4, "5"]);
      await host.run(({ element }) => element.removeAttribute("d-k"));
      assert.equal(await host.run(({ element }) => element.dK), 6);
    }));

  test("a wrong attribute says so, the last good state stays, and mending it ends that", (page) =>
    withHost(page, async (host) => {
      await host.show(`<attention-stepper d-k="9000" heads="2"></attention-stepper>`);
      await host.ready();
      const messages = () => host.run(({ findAll }) => findAll('[role="alert"] p').map((one) => one.textContent));
      const message = "d_k: must be an integer from 1 to 256, got 9000";
      assert.deepEqual(await messages(), [message]);
      assert.deepEqual(await host.heard("attention-error"), [{ field: "d-k", message, got: "9000" }]);
      assert.deepEqual(await host.run(({ element }) => element.state), changeState(defaultState, { heads: 2 }));
      await host.run(({ element }) => element.setAttribute("d-k", "8"));
      await eventually(async () => assert.deepEqual(await messages(), []));
      assert.equal(await host.run(({ element }) => element.state.d_k), 8);
      assert.deepEqual(await host.heard("attention-error"), []);
    }));
});
