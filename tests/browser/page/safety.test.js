/** The page under the strictest policies that a host can set, in every browser: it violates none. Needs a finished build. */
import assert from "node:assert/strict";

import { changeState, defaultState } from "../../../web/state/state.js";
import { choices } from "../../../web/state/fields.js";
import { stagesFor } from "../../../web/state/stages.js";
import { stateToFragment } from "../../../web/state/url.js";
import { pagePolicy } from "../../../web/node/page-policy.js";
import { eventually } from "../support/eventually.js";
import { readText } from "../../support/machine.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { withHost } from "../support/hosts.js";

/** @typedef {import("../../../web/state/state.js").State} State */
/** @typedef {import("../support/page.js").Page} Page */

/** Settings that together have every stage. @type {Partial<State>[]} */
const settings = [
  { position: "learned", softcap: 2, dropout: 0.2, causal: true },
  { position: "rope", context: "the road", mask_mode: "after_softmax", padding: 1 },
  { position: "alibi", mask_mode: "after_softmax_renormalised", causal: true, heads: 2 },
];

/** Each stage once, with the first settings that have it. @returns {Map<string, State>} */
function everyStage() {
  /** @type {Map<string, State>} */
  const found = new Map();
  for (const patch of settings) {
    const state = changeState(defaultState, { ...patch, cell: null });
    for (const stage of stagesFor(state)) if (!found.has(stage)) found.set(stage, changeState(state, { stage }));
  }
  return found;
}

/** Checks that nothing is stored in the browser. */
const storedData = async () => ({
  local: localStorage.length,
  session: sessionStorage.length,
  cookie: document.cookie,
  databases: "databases" in indexedDB ? (await indexedDB.databases()).length : 0,
  caches: "caches" in window ? (await caches.keys()).length : 0,
});

inBrowsers(
  allEngines,
  (test) => {
    test("Trusted Types are enforced, and a violation is recorded", async (page) => {
      await page.open();
      await page.run(() => {
        const script = document.createElement("button");
        script.addEventListener("click", () => /** @type {any} */ (window).tryMarkup());
        script.click();
      });
      await eventually(async () => {
        const recorded = await page.run(() => /** @type {any} */ (window).problems.join("\n"));
        assert.match(recorded, /securitypolicyviolation: trusted-types-sink/);
      });
      await page.problems();
    });

    test("every stage, with an explanation and as lines, violates no policy", async (page) => {
      const stages = everyStage();
      assert.ok(stages.size >= 20, [...stages.keys()].join(" "));
      await page.open();
      for (const [stage, state] of stages) {
        await page.follow(stateToFragment(state));
        await eventually(async () => assert.deepEqual((await page.standing()).current, [stage]));
      }
      await page.follow("stage=weights&cell=weights.0.2.1&picture=lines&head=all&theme=dark");
      await eventually(async () => assert.equal((await page.state()).picture, "lines"));
      assert.deepEqual(await page.problems(), []);
    });

    test("every experiment violates no policy, stores nothing in the browser and sends no request to another host", async (page) => {
      await page.open();
      for (const experiment of choices.experiment) {
        await page.follow(`experiment=${experiment}`);
        await eventually(async () => assert.ok(await opened(page, experiment), experiment));
      }
      assert.deepEqual(await page.problems(), []);
      for (const address of await page.requested()) assert.ok(address.startsWith(page.site.url), address);
      assert.deepEqual(await page.run(storedData), { local: 0, session: 0, cookie: "", databases: 0, caches: 0 });
    });
  },
  { strict: true },
);

const policy = `${pagePolicy(readText("web/index.html"))}; require-trusted-types-for 'script'; trusted-types lit-html`;

inBrowsers(allEngines, (test) => {
  test("the element and its iframe violate no policy of a host that enforces one with Trusted Types", async (page) => {
    await withHost(page, async (host) => {
      for (const view of ["stage", "equation", "lines", "walk"]) {
        const stage = view === "lines" ? "weights" : "raw";
        await host.show(`<attention-stepper view="${view}" stage="${stage}" controls="all"></attention-stepper>`, {
          policy,
        });
        await host.ready();
        assert.deepEqual(await page.problems(), [], view);
      }
      const whole = readText("web/dist/embed.html");
      const own = pagePolicy(whole) ?? "";
      host.put("/embed.html", "html", whole, `${own}; require-trusted-types-for 'script'; trusted-types lit-html`);
      await page.driver.get(`${host.url}embed.html#stage=raw`);
      await host.ready();
      assert.deepEqual(await host.run(({ element }) => element.state.stage), "raw");
    });
  });

  test("in a sandboxed frame, where storage is refused, the single-file page still works", async (page) => {
    await withHost(page, async (host) => {
      host.put("/whole.html", "html", readText("web/dist/attention-stepper.html"));
      const start = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Host</title>`;
      const frame = `<iframe sandbox="allow-scripts" src="/whole.html#stage=raw" title="Attention"></iframe>`;
      host.put("/frame.html", "html", start + frame);
      await page.driver.get(`${host.url}frame.html`);
      await page.driver.switchTo().frame(0);
      await page.started();
      const { current, state } = await page.standing();
      assert.deepEqual([current, state.stage], [["raw"], "raw"]);
      const refused = await page.run(() => {
        try {
          return String(localStorage.length);
        } catch (error) {
          return /** @type {Error} */ (error).name;
        }
      });
      assert.equal(refused, "SecurityError");
      await page.driver.switchTo().defaultContent();
    });
  });
});

/** @param {Page} page @param {string} experiment @returns {Promise<boolean>} whether its element is drawn */
const opened = (page, experiment) =>
  page.run(
    ({ hosts, find }, id) =>
      (
        find("question-list", `[data-experiment="${id}"]`) ?? find("stage-questions", `[data-experiment="${id}"]`)
      )?.getAttribute("aria-expanded") === "true" &&
      hosts.some((host) => /-experiment$/.test(host.localName) && host.shadowRoot.querySelector("p, table, canvas")),
    experiment,
  );
