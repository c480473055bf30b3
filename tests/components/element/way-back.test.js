/** The way back of the element's sliders: what a ring takes back, and what ends it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Settings } from "../../../web/components/element/settings.js";
import { WayBack } from "../../../web/components/element/way-back.js";

function start() {
  const element = new EventTarget();
  const settings = new Settings();
  settings.update();
  const shown = /** @type {import("../../../web/state/state.js").State[]} */ ([]);
  const back = new WayBack(element, settings, (state) => shown.push(state));
  const former = () => back.formerOf(settings.state);
  const press = () => element.dispatchEvent(new CustomEvent("history-move", { detail: -1 }));
  return { settings, shown, back, former, press };
}

test("the steps of one drag are taken back together, to the very state before", () => {
  const { settings, shown, back, former, press } = start();
  const before = settings.state;
  for (const d_k of [5, 6, 7]) assert.equal(back.change({ d_k }), settings.state);
  assert.deepEqual([former()?.field, former()?.value, former()?.state === before], ["d_k", before.d_k, true]);
  press();
  assert.deepEqual([shown.length, shown[0] === before, settings.state === before, former()], [1, true, true, null]);
});

test("another change, a refused one aside, ends the way back", () => {
  const { settings, back, former } = start();
  back.change({ heads: 2 });
  assert.throws(() => back.change({ heads: 0 }), /heads/);
  assert.equal(former()?.value, 4);
  back.change({ causal: !settings.state.causal });
  assert.equal(former(), null);
});

test("what an attribute or a script has changed is not taken back, even before it is shown", () => {
  for (const change of [
    (/** @type {Settings} */ settings) => settings.set("d-k", "9"),
    (/** @type {Settings} */ settings) => settings.change({ d_k: 9 }),
    (/** @type {Settings} */ settings) => settings.replace({ d_k: 9 }),
  ]) {
    const { settings, back, former, press } = start();
    back.change({ d_k: 5 });
    change(settings);
    press();
    assert.deepEqual([settings.state.d_k, former()], [9, null]);
    back.change({ d_k: 10 });
    assert.equal(former()?.value, 9);
  }
});
