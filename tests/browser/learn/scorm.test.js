/** The SCORM package in a learning platform: scorm-again keeps what the course tells. Needs a finished build. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { unzipSync } from "fflate";

import { dist } from "../../support/machine.js";
import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { withHost } from "../support/hosts.js";

const scormAgain = readFileSync(createRequire(import.meta.url).resolve("scorm-again/scorm12"), "utf8");

/** The files of the package, as texts. */
const files = Object.fromEntries(
  Object.entries(unzipSync(readFileSync(`${dist}attention-course-scorm12.zip`))).map(([name, bytes]) => [
    name,
    new TextDecoder().decode(bytes),
  ]),
);

/** A platform's page: what it has kept so far is a part of its address. */
const platform = `<script src="/scorm12.js"></script><script src="/platform.js"></script><iframe src="/launch.html" title="course" width="100%" height="900"></iframe>`;
const platformScript = `
  const kept = sessionStorage.getItem("kept") ?? "";
  window.API = new Scorm12API({ autocommit: false });
  API.loadFromJSON({ cmi: { suspend_data: kept } });
  window.errors = [];
  for (const name of ["LMSSetValue", "LMSFinish", "LMSInitialize"]) {
    const call = API[name].bind(API);
    API[name] = (...values) => {
      const result = call(...values);
      if (API.LMSGetLastError() !== "0" && API.LMSGetLastError() !== 0) errors.push([name, ...values, API.LMSGetLastError()]);
      if (name === "LMSSetValue" && values[0] === "cmi.suspend_data") sessionStorage.setItem("kept", values[1]);
      return result;
    };
  }
`;

/** @param {import("../support/hosts.js").Host} host @param {string} element */
const valueOf = (host, element) => host.run((_, name) => /** @type {any} */ (window).API.LMSGetValue(name), element);

inBrowsers(allEngines, (test) => {
  test("the platform learns of each step, and the next visit goes on where this one ended", (page) =>
    withHost(page, async (host) => {
      for (const [name, text] of Object.entries(files))
        host.put(`/${name}`, name.endsWith(".js") ? "js" : name.endsWith(".css") ? "css" : "html", text);
      host.put("/scorm12.js", "js", scormAgain);
      host.put("/platform.js", "js", platformScript);
      /** @template T @param {() => Promise<T>} body */
      const inCourse = async (body) => {
        await page.driver.switchTo().frame(0);
        await page.driver.switchTo().frame(0);
        try {
          return await body();
        } finally {
          await page.driver.switchTo().defaultContent();
        }
      };
      /** Waits until the course is there. Each try finds its frame anew: one that is still on its way would be left behind. */
      const begun = () =>
        eventually(() =>
          inCourse(async () => assert.ok((await page.run(({ findAll }) => findAll("learn-place", "h2").length)) > 0)),
        );
      await host.show(platform);
      await begun();
      await inCourse(async () => {
        await page.follow("place=learn&lesson=purpose&step=tired");
        await eventually(async () =>
          assert.ok((await page.run(({ findAll }) => findAll("learn-place", "[data-option]").length)) > 0),
        );
        await page.run(({ find }) => find("learn-place", "[data-option]").click());
      });
      await eventually(async () => assert.equal(await valueOf(host, "cmi.core.score.raw"), "2")); // 1 of 36 steps
      assert.equal(await valueOf(host, "cmi.core.lesson_status"), "incomplete");
      assert.match(await valueOf(host, "cmi.suspend_data"), /^\{"purpose":\{"tired":/);
      assert.deepEqual(await host.run(() => /** @type {any} */ (window).errors), []);

      // Another browser: nothing is stored but what the platform has kept.
      await host.show("");
      await host.run(() => window.localStorage.clear());
      await host.show(platform);
      const stored = () => host.run(() => window.localStorage.getItem("attention-stepper-lessons"));
      await eventually(async () => assert.match(String(await stored()), /"tired"/));
      await begun();
      await inCourse(async () => {
        await page.follow("place=learn&lesson=purpose&step=tired");
        await eventually(async () =>
          assert.equal(await page.run(({ findAll }) => findAll("learn-place", "#answer-again").length), 1),
        );
      });
      assert.deepEqual(await host.run(() => /** @type {any} */ (window).errors), []);
      const alerts = () =>
        page.run(() => [...document.querySelectorAll("p[role=alert]")].map((p) => p.hasAttribute("hidden")));
      await page.driver.switchTo().frame(0);
      assert.deepEqual(await alerts(), [true, true]);
      await page.driver.switchTo().defaultContent();

      // Without a platform the course works, and says so.
      await page.driver.get(`${host.url}launch.html`);
      assert.deepEqual(await alerts(), [false, true]);
      await host.show("");
      await host.run(() => window.localStorage.clear());
    }));
});
