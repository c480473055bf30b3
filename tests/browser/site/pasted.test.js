/** The lines of the guides, pasted into pages of other sites: at any depth, beside other frames, buttons and inputs. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test as nodeTest } from "node:test";

import { dist, readText, root } from "../../support/machine.js";
import { eventually } from "../support/eventually.js";
import { Exhibit } from "../support/exhibit.js";
import { inBrowsers } from "../support/harness.js";
import { runNotebook } from "../../support/notebook.js";
import { figureOf, pythonSkip } from "../../support/python.js";
import { pastedLines } from "../../support/pasted.js";
import { withHost } from "../support/hosts.js";

/** Files that the guides say to put at the top of the site. */
const scripts = ["two-elements.js", "messages.js", "fit-frames.js"];
/** A height in px that is too low for every figure, and pasted lines with frames of that height. */
const low = 300;
const lower = (/** @type {string} */ html) => html.replaceAll(/(height=\\?")\d+/g, `$1${low}`);
/** What else a page may have, before the pasted lines. */
const others = `<input type="search" value="mine" /><output>mine</output><button type="button" value="7">mine</button>
  <p role="status">mine</p><iframe id="other" src="/other.html" title="another" height="111"></iframe>`;
/** Records the ids that the answers of frames repeat. */
const recorder = `<script>window.answered = [];
  addEventListener("message", ({ data }) => /state|error/.test(data?.type) && answered.push(data.id));</script>`;
const places = ["/page.html", "/posts/x/index.html", "/a/b/page.html"];

inBrowsers(["chromium", "firefox"], (test) => {
  const skip = pythonSkip("numpy");
  /** @type {typeof test} */
  const testNumPy = (name, body) => (skip ? nodeTest(name, { skip }) : test(name, body));

  test("each figure of the notebook is whole without other files, and its frame as high as its content", (page) =>
    withHost(page, async (host) => {
      const results = await runNotebook(readText("web/examples/jupyter.ipynb"), dist);
      const html = results.flatMap((result) => result["text/html"] ?? []).join("\n");
      host.put(
        "/posts/notebook.html",
        "html",
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Notebook</title><link rel="icon" href="data:,"><body>${html}`,
      );
      await page.driver.get(`${host.url}posts/notebook.html`);
      const exhibit = new Exhibit(page);
      for (const at of [0, 1]) {
        await exhibit.run((_, index) => document.querySelectorAll("iframe")[index]?.scrollIntoView(), at);
        await exhibit.within(at, async () => assert.equal(await exhibit.checkElements(), 1));
        await eventually(async () => {
          const [given, border] = await exhibit.run((_, index) => {
            const frame = /** @type {HTMLIFrameElement} */ (document.querySelectorAll("iframe")[index]);
            return [Number(frame.height), getComputedStyle(frame).borderTopWidth];
          }, at);
          assert.equal(border, "0px");
          await exhibit.within(at, async () => {
            const needed = await exhibit.run(() => document.body.getBoundingClientRect().height);
            assert.ok(given !== 860 && given === Math.ceil(needed), `frame ${at}: ${given} px for ${needed} px`);
          });
        });
      }
    }));

  testNumPy("what show() of attention_case.py gives for a case is a figure of the case's numbers", (page) =>
    withHost(page, async (host) => {
      const { html, state } = figureOf(`${root}tests/reference/cases/gqa_2.json`, dist);
      const head = '<meta charset="utf-8"><title>Case</title><link rel="icon" href="data:,">';
      host.put("/case.html", "html", `<!doctype html><html lang="en">${head}<body>${html}`);
      await page.requested();
      await page.driver.get(`${host.url}case.html`);
      const exhibit = new Exhibit(page);
      const edits = JSON.parse(JSON.stringify(state.edits)); // drivers return -0 as 0
      await exhibit.within(0, () => exhibit.checkElement(0, { d_model: 32, kv_heads: 4, edits }));
      for (const address of await page.requested()) assert.ok(address.startsWith(host.url), address);
    }),
  );

  test("a frame whose script is missing says so, and not once the script is there", (page) =>
    withHost(page, async (host) => {
      const shown = () => host.run(() => document.querySelector("#sharing [role=status]")?.textContent);
      host.put("/embed.html", "html", await readFile(`${dist}embed.html`, "utf8"));
      host.put("/messages.js", "js", "");
      await host.show(pastedLines("messages"));
      assert.match((await shown()) ?? "", /needs JavaScript and messages\.js/);
      host.put("/messages.js", "js", await readFile(`${root}web/examples/messages.js`, "utf8"));
      await host.show(pastedLines("messages"));
      await eventually(async () => assert.equal(await shown(), "Key/value heads: 8"));
    }));

  for (const guide of ["plain", "two-elements", "sandbox", "messages", "wordpress"])
    test(`${guide}: its lines work in pages of any depth, and touch nothing else there`, (page) =>
      withHost(page, async (host) => {
        host.put("/embed.html", "html", await readFile(`${dist}embed.html`, "utf8"));
        host.put("/other.html", "html", `<!doctype html><title>other</title><link rel="icon" href="data:,">`);
        for (const name of scripts) host.put(`/${name}`, "js", await readFile(`${root}web/examples/${name}`, "utf8"));
        const exhibit = new Exhibit(page);
        for (const place of places) {
          const head = `<meta charset="utf-8"><title>Post</title><link rel="icon" href="data:,"><script src="/watch.js"></script>${recorder}`;
          host.put(
            place,
            "html",
            `<!doctype html><html lang="en"><head>${head}</head><body>${others}${lower(pastedLines(guide))}`,
          );
          await page.driver.get(host.url + place.slice(1));
          let elements = 0;
          await exhibit.everywhere(async () => void (elements += await exhibit.checkElements()));
          assert.ok(elements > 0, place);
          const clicks = () => {
            for (const button of document.querySelectorAll("button")) button.click();
            const input = /** @type {HTMLInputElement} */ (document.querySelector("input"));
            input.dispatchEvent(new Event("input"));
            return [...document.querySelectorAll("body > :is(input, output, button, p, iframe)")]
              .slice(0, 5)
              .map((one) => [
                one.localName,
                /** @type {any} */ (one).value ?? one.textContent,
                one.getAttribute("height"),
              ]);
          };
          assert.deepEqual(await exhibit.run(clicks), [
            ["input", "mine", null],
            ["output", "mine", null],
            ["button", "7", null],
            ["p", "mine", null],
            ["iframe", "", "111"],
          ]);
          if (guide === "messages")
            await eventually(async () => {
              const answered = await exhibit.run(() => /** @type {any} */ (window).answered);
              assert.deepEqual(answered, ["8", "2", "1"], "the pasted buttons, each once, and not the page's own");
            });
          if (guide === "two-elements") {
            await exhibit.run(() => {
              const slider = /** @type {HTMLInputElement} */ (document.querySelector("#scaling input"));
              slider.value = "16";
              slider.dispatchEvent(new Event("input"));
            });
            for (const at of [0, 1]) await exhibit.checkElement(at, { d_k: 16 });
            assert.equal(await exhibit.run(() => document.querySelector("#scaling output")?.textContent), "16");
          }
          await eventually(async () => {
            const frames = await exhibit.run(() =>
              [...document.querySelectorAll("iframe:not(#other)")].map((frame) => [
                getComputedStyle(frame).borderTopWidth,
                frame.getAttribute("height"),
              ]),
            );
            for (const [border, height] of frames) {
              assert.equal(border, "0px");
              assert.notEqual(height, String(low), "set to that of its content");
            }
          });
          assert.deepEqual(await page.problems(), [], place);
        }
      }));
});
