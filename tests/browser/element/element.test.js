/** The element in other people's pages: its attributes, what it shows, and its events. Needs a finished build. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Key } from "selenium-webdriver";

import { changeState, defaultState } from "../../../web/state/state.js";
import { applyPreset } from "../../../web/state/presets.js";
import { stagesFor } from "../../../web/state/stages.js";
import { stateToFragment } from "../../../web/state/url.js";
import { readText } from "../../support/machine.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { checkCells, t } from "../support/expected.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { withHost } from "../support/hosts.js";

const tall = `<div class="tall">${"<p>words</p>".repeat(120)}</div>`;
/** Counts compilations of WebAssembly; runs before the element's script. */
const counter = `<script>
  window.compiled = 0;
  const { compile, instantiate } = WebAssembly;
  WebAssembly.compile = (...args) => {
    window.compiled++;
    return compile(...args);
  };
  WebAssembly.instantiate = async (...args) => {
    const result = await instantiate(...args);
    window.memory = result.exports.memory;
    return result;
  };
</script>`;

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

  test("preset, state and single attributes apply in this order; attributes and properties can change later", (page) =>
    withHost(page, async (host) => {
      const gqa = applyPreset(defaultState, "gqa");
      const linked = changeState(gqa, { d_k: 6, stage: "raw", cell: { stage: "raw", index: [1, 4, 2] } });
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
      const changes = await host.heard("attention-change");
      assert.deepEqual(changes.at(-1).state, other);
      assert.equal(changes.at(-1).link, stateToFragment(other));
      // Usually one event; under WebDriver some browsers run each line of a script in a task of its own.
      assert.deepEqual(changes.flatMap(({ fields }) => fields).sort(), ["d_k", "kv_heads"]);
      const values = await host.run(({ element }) => [element.dK, element.kvHeads, element.getAttribute("d-k")]);
      assert.deepEqual(values, [5, 4, "5"]);
      await host.run(({ element }) => element.removeAttribute("d-k"));
      assert.equal(await host.run(({ element }) => element.dK), 6);
    }));

  test("a wrong attribute shows a message and keeps the last valid state; correcting it removes the message", (page) =>
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

  test("attributes that the element does not have are reported; those of others are not; a property's spelling is understood", (page) =>
    withHost(page, async (host) => {
      await host.show(
        '<attention-stepper d_k="8" kvHeads="2" heads="2" temprature="3" class="a" data-d_k="1" ng-version="2"></attention-stepper>',
      );
      await host.ready();
      const messages = () =>
        host.run(({ findAll }) => findAll('[part="message"]').map(({ textContent }) => textContent ?? ""));
      const [of_d_k, of_temperature, of_mask] = [
        'd_k: unknown attribute, got "8"; did you mean d-k?',
        'temprature: unknown attribute, got "3"; did you mean temperature?',
        'mask_mode: unknown attribute, got "after_softmax"; did you mean mask-mode?',
      ];
      assert.deepEqual(await messages(), [of_d_k, of_temperature]);
      const told = (await host.heard("attention-error")).map(({ field, got }) => [field, got]);
      assert.deepEqual(told, [
        ["d_k", "8"],
        ["temprature", "3"],
      ]);
      const two = changeState(defaultState, { heads: 2, kv_heads: 2 });
      assert.deepEqual(await host.run(({ element }) => element.state), two);
      await host.run(({ element }) => {
        element.setAttribute("mask_mode", "after_softmax");
        element.removeAttribute("d_k");
        element.setAttribute("data-x", "1");
      });
      await eventually(async () => assert.deepEqual((await messages()).sort(), [of_mask, of_temperature]));
      await host.run(({ element }) => {
        element.setAttribute("maskMode", "after_softmax");
        for (const name of ["mask_mode", "temprature"]) element.removeAttribute(name);
      });
      await eventually(async () => assert.deepEqual(await messages(), []));
      assert.equal(await host.run(({ element }) => element.maskMode), "after_softmax");
      const names = await host.run(({ element }) => {
        element.maskMode = "before_softmax";
        return element.getAttributeNames().filter((/** @type {string} */ name) => /mask/.test(name));
      });
      assert.deepEqual(names, ["mask-mode"], "the property replaces both spellings");
      assert.deepEqual(await host.run(({ element }) => element.state), two);
      await host.run(({ element }) => {
        element.setAttribute("kv-heads", "1");
        element.removeAttribute("kvheads");
      });
      assert.equal(await host.run(({ element }) => element.kvHeads), 1);
    }));

  test("twenty elements share one engine, and only those near the window start", (page) =>
    withHost(page, async (host) => {
      const many = '<attention-stepper view="equation"></attention-stepper>'.repeat(20);
      await host.show(`${many}<p>the end</p>`, { head: counter });
      await host.ready();
      const started = () => host.run(({ elements }) => elements.filter((one) => one.started).length);
      const first = await started();
      assert.ok(first > 0 && first < 8, `${first} started`);
      await host.run(({ elements }) => elements[19].scrollIntoView());
      await host.ready(19);
      assert.ok((await started()) < 20);
      await host.run(({ elements }) => Promise.all(elements.map((one) => one.scrollIntoView())));
      for (let at = 0; at < 20; at++) {
        await host.run(({ elements }, which) => elements[which].scrollIntoView(), at);
        await host.ready(at);
      }
      assert.equal(await started(), 20);
      assert.equal(await host.run(() => /** @type {any} */ (window).compiled), 1);
    }));

  test("the tables exist for a reader who enters a figure immediately", (page) =>
    withHost(page, async (host) => {
      await host.show("");
      const counts = await host.run(async () => {
        const added = document.body.appendChild(document.createElement("attention-stepper"));
        await /** @type {any} */ (added).ready;
        const figure = added.shadowRoot?.querySelector("attention-stage-figure")?.shadowRoot;
        const count = () => figure?.querySelectorAll("td[data-cell]").length;
        const before = count();
        figure?.querySelector("button")?.focus();
        await /** @type {any} */ (figure)?.host.updateComplete;
        return [before, count()];
      });
      assert.equal(counts[0], 0, "ready does not wait for them");
      assert.ok(Number(counts[1]) >= 49, String(counts));
    }));

  test("the memory of a removed element is used again by the next one", (page) =>
    withHost(page, async (host) => {
      await host.show("", { head: counter });
      const words = Array.from({ length: 200 }, (_, at) => `w${at}`).join(" ");
      /** @type {number[]} */
      const bytes = [];
      for (let at = 0; at < 6; at++) {
        await host.run(
          (_, text) =>
            document.body.insertAdjacentHTML("beforeend", `<attention-stepper sentence="${text}"></attention-stepper>`),
          words,
        );
        await host.run(({ element }) => element.ready);
        bytes.push(await host.run(() => /** @type {any} */ (window).memory.buffer.byteLength));
        await host.run(({ element }) => element.remove());
      }
      assert.ok(Number(bytes[0]) > 2 ** 21, `${bytes[0]} bytes`);
      assert.deepEqual(
        bytes,
        bytes.map(() => bytes[0]),
      );
    }));

  test("the slot's content is shown until the figure is drawn, and nothing below it moves", (page) =>
    withHost(page, async (host) => {
      const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="100%" height="1200"></svg>`;
      await host.show(`${tall}<attention-stepper>${image}</attention-stepper><p id="end">the end</p>`);
      await eventually(() => host.run(({ element }) => element.updateComplete));
      const before = await host.run(({ element }) => [
        document.querySelector("svg")?.checkVisibility(),
        element.started,
        element.offsetHeight,
      ]);
      assert.deepEqual(before.slice(0, 2), [true, false]);
      assert.ok(Number(before[2]) >= 1200);
      await host.run(({ element }) => element.scrollIntoView());
      const top = () =>
        host.run(({ element }) => {
          const end = /** @type {Element} */ (document.querySelector("#end"));
          return end.getBoundingClientRect().top - element.getBoundingClientRect().top;
        });
      const waiting = await top();
      await host.ready();
      assert.equal(await host.run(() => document.querySelector("svg")?.checkVisibility()), false);
      assert.equal(await top(), waiting);
    }));

  test("without its script, and without a document, its content is shown", (page) =>
    withHost(page, async (host) => {
      await host.show("<attention-stepper><p>weights, drawn ahead</p></attention-stepper>", { script: "/watch.js" });
      assert.equal(await host.run(() => document.querySelector("attention-stepper p")?.checkVisibility()), true);
    }));

  test("light and dark follow the page's class or attribute with the documented lines, or the element's own theme", (page) =>
    withHost(page, async (host) => {
      const [, lines = ""] = /```css\n(:root \{[^]*?)```/.exec(readText("web/docs/element.md")) ?? [];
      await host.show("<attention-stepper></attention-stepper>", { head: `<style>${lines}</style>` });
      await host.ready();
      const looks = () =>
        host.run(({ find }) => {
          const [red = 0] = getComputedStyle(find(".body")).backgroundColor.match(/\d+/g) ?? [];
          return [Number(red) > 127 ? "light" : "dark", find("attention-stage-figure").view.theme];
        });
      const become = (/** @type {string} */ theme) =>
        eventually(async () => assert.deepEqual(await looks(), [theme, theme]));
      await become("light");
      await host.run(() => void (document.documentElement.dataset.theme = "dark"));
      await become("dark");
      await host.run(() => void (document.documentElement.dataset.theme = "light"));
      await become("light");
      await host.run(() => document.documentElement.classList.add("dark"));
      await become("dark");
      await host.run(({ element }) => (element.theme = "light"));
      await become("light");
      await host.run(({ element }) => {
        element.theme = "dark";
        document.documentElement.classList.remove("dark");
      });
      await become("dark");
    }));

  test("a dark element is printed light, and dark again afterwards", (page) =>
    withHost(page, async (host) => {
      await host.show('<attention-stepper theme="dark"></attention-stepper>');
      await host.ready();
      const become = (/** @type {string} */ theme) =>
        eventually(async () => {
          const [red = 0, figure] = await host.run(({ find }) => [
            Number(getComputedStyle(find(".body")).backgroundColor.match(/\d+/)?.[0]),
            find("attention-stage-figure").view.theme,
          ]);
          assert.deepEqual([red > 127 ? "light" : "dark", figure], [theme, theme]);
        });
      await become("dark");
      await host.run(() => void window.dispatchEvent(new Event("beforeprint")));
      await become("light");
      assert.equal(await host.run(({ element }) => element.theme), "dark");
      await host.run(() => void window.dispatchEvent(new Event("afterprint")));
      await become("dark");
    }));

  test("every view, every stage of the walk by keyboard; the page's own keys still work", (page) =>
    withHost(page, async (host) => {
      await host.show('<button id="mine">mine</button><attention-stepper view="walk" stage="X"></attention-stepper>');
      await host.ready();
      await host.run(({ element }) => element.shadowRoot.querySelector("#figure").focus());
      for (const stage of stagesFor(defaultState)) {
        await eventually(async () => assert.equal(await host.run(({ element }) => element.stage), stage));
        const state = await host.run(({ element }) => element.state);
        await eventually(async () => checkCells(await host.run(({ tables }) => tables()), state));
        await page.press(Key.ARROW_RIGHT);
      }
      await page.press(Key.ESCAPE);
      await eventually(async () => assert.equal(await host.run(({ element }) => element.cell), null));
      await host.run(() => document.querySelector("button")?.focus());
      await page.press(Key.ARROW_LEFT, Key.ESCAPE);
      assert.equal(await host.run(({ element }) => element.stage), "output");
      for (const view of ["stage", "equation", "lines"]) {
        await host.run(({ element }, which) => {
          element.setAttribute("stage", "weights");
          element.view = which;
        }, view);
        await eventually(async () =>
          assert.deepEqual(
            await host.run(({ find }) => [
              find(".desk"),
              find("math") !== null,
              find("attention-stage-figure") !== null,
            ]),
            [null, view === "equation", true],
          ),
        );
      }
    }));

  test("in a column as narrow as a phone, in a wide window, stages and choices of heads take as little height as there", (page) =>
    withHost(page, async (host) => {
      const sized = (/** @type {number} */ width) =>
        host.show(
          `<div style="width: ${width}px"><attention-stepper view="walk" controls="head"></attention-stepper></div>`,
        );
      const low = () =>
        host.run(({ find }) => {
          const [strip, picker] = [find("attention-stage-strip"), find("attention-head-picker")];
          const choices = picker.shadowRoot.querySelector("fieldset");
          return {
            isLow: strip.shadowRoot.querySelector("button").offsetHeight <= 44,
            gap: choices && getComputedStyle(choices).columnGap,
          };
        });
      for (const [width, expected] of /** @type {const} */ ([
        [360, { isLow: true, gap: "4px" }],
        [600, { isLow: false, gap: "6px" }],
      ])) {
        await sized(width);
        await host.ready();
        await eventually(async () => assert.deepEqual(await low(), expected, `${width} px`));
      }
    }));

  test("the element shows the controls that its attribute lists, and they work", (page) =>
    withHost(page, async (host) => {
      await host.show('<attention-stepper controls="sentence d-k causal"></attention-stepper>');
      await host.ready();
      const ids = await host.run(({ findAll }) =>
        findAll("attention-control-bar :is(input, textarea)")
          .concat(findAll("input, textarea"))
          .map(({ id }) => id)
          .filter((id) => id !== ""),
      );
      assert.deepEqual(
        [...new Set(ids)].filter((id) => ["sentence", "d_k", "causal", "heads"].includes(id)),
        ["sentence", "d_k", "causal"],
      );
      await (await /** @type {any} */ (host.run(({ find }) => find("#sentence")))).sendKeys(Key.END, " now");
      await (await /** @type {any} */ (host.run(({ find }) => find("#causal")))).click();
      await eventually(async () => {
        const { sentence, causal } = await host.run(({ element }) => element.state);
        assert.deepEqual([sentence, causal], [`${defaultState.sentence} now`, false]);
      });
      const field = /** @type {any} */ (await host.run(({ find }) => find("#d_k-value")));
      await field.sendKeys("000", Key.TAB);
      await eventually(async () =>
        assert.match((await host.run(({ find }) => find("#d_k-problem").textContent)) ?? "", /d_k: must be/),
      );
      assert.equal(await host.run(({ element }) => element.dK), 40, "the last number that could be used");
    }));

  test("a slider leaves a ring, and cells their rims, until the ring or a script changes the state", (page) =>
    withHost(page, async (host) => {
      await host.show('<attention-stepper stage="scaled" controls="d-k"></attention-stepper>');
      await host.ready();
      await host.run(() => {
        Object.assign(window, { escaped: [] });
        addEventListener("history-move", ({ type }) => /** @type {any} */ (window).escaped.push(type));
      });
      const move = async () => {
        await host.run(({ find }) => find("#d_k").focus());
        await page.press(Key.ARROW_RIGHT);
      };
      const shown = async (/** @type {number} */ d_k, /** @type {boolean} */ isMoved) =>
        eventually(async () =>
          assert.deepEqual(
            await host.run(({ element, findAll }) => [
              element.state.d_k,
              findAll(".former").map((ring) => ring.getAttribute("aria-label")),
              findAll(".instead").map(({ textContent }) => textContent),
            ]),
            [d_k, isMoved ? ["back to 4"] : [], isMoved ? [t("figure-former")] : []],
          ),
        );
      await move();
      await shown(5, true);
      await host.run(({ find }) => find(".former").click());
      await shown(4, false);
      const before = changeState(defaultState, { stage: "scaled" });
      await eventually(async () => checkCells(await host.run(({ tables }) => tables()), before)); // they follow the figure
      await move();
      await shown(5, true);
      await host.run(({ element }) => (element.dK = 6));
      await shown(6, false);
      assert.deepEqual(
        await host.run(() => /** @type {any} */ (window).escaped),
        [],
        "the page around it hears nothing of it",
      );
    }));

  test("a caption, from the attribute or the slot, names the figure; titles say where scaling is off", (page) =>
    withHost(page, async (host) => {
      const plain = '<attention-stepper caption="With <b>scaling</b>" d-k="64"></attention-stepper>';
      const slotted =
        '<attention-stepper d-k="64" scaling="false"><span slot="caption">Without <i>scaling</i></span><p>waiting</p></attention-stepper>';
      await host.show(`${plain}${slotted}<attention-stepper></attention-stepper>`);
      for (const at of [0, 1, 2]) {
        await host.run(({ elements }, which) => elements[which].scrollIntoView(), at);
        await host.ready(at);
      }
      const captions = () =>
        host.run(({ elements, find }) =>
          elements.map((one, at) => [
            find("[part=caption]", at).checkVisibility() &&
              (one.innerText || find("[part=caption]", at).innerText).trim(),
            find(".frame", at).getAttribute("aria-labelledby"),
            find("h2", at).textContent,
          ]),
        );
      const title = t("stage-weights-title");
      const named = [
        ["With <b>scaling</b>", "caption", title],
        ["Without scaling", "caption", `${title} (unscaled)`],
        [false, null, title],
      ];
      await eventually(async () => assert.deepEqual(await captions(), named));
      await host.run(({ elements }) => {
        elements[0].caption = null;
        elements[1].querySelector("[slot]").remove();
        elements[2].caption = "Later";
      });
      await eventually(async () =>
        assert.deepEqual(
          (await captions()).map(([text]) => text),
          [false, false, "Later"],
        ),
      );
    }));

  test("with controls none nothing is left to press; parts hide the figure's own controls one by one", (page) =>
    withHost(page, async (host) => {
      await host.show(
        `<style>attention-stepper.few::part(heads), attention-stepper.few::part(hint) { display: none; }</style>
         <attention-stepper controls="none"></attention-stepper><attention-stepper class="few"></attention-stepper>`,
      );
      for (const at of [0, 1]) {
        await host.run(({ elements }, which) => elements[which].scrollIntoView(), at);
        await host.ready(at);
      }
      const controls = (/** @type {number} */ at) =>
        host.run(
          ({ findAll }, which) =>
            findAll("button, input, select, .hint", which)
              .filter((control) => control.checkVisibility() && !control.matches(".operand"))
              .map((control) => /** @type {any} */ (control.getRootNode()).host.localName),
          at,
        );
      await eventually(async () => assert.deepEqual(await controls(0), []));
      await eventually(async () => {
        const hosts = new Set(await controls(1));
        assert.deepEqual([...hosts].sort(), [
          "attention-cell-arithmetic",
          "attention-motion-player",
          "attention-stage-figure",
        ]);
      });
    }));

  test("hostile text stays text in attributes, properties and messages", (page) =>
    withHost(page, async (host) => {
      const evil = "<img src=x onerror=window.run=1></script>";
      await host.show('<attention-stepper controls="all"></attention-stepper>');
      await host.ready();
      await host.run(({ element }, text) => {
        element.sentence = text;
        element.context = text;
        for (const name of ["preset", "state", "view", "controls", "locale", "stage", "cell", "d-k", "theme"])
          element.setAttribute(name, text);
      }, evil);
      await eventually(async () =>
        assert.ok((await host.run(({ findAll }) => findAll('[part="message"]').length)) >= 9),
      );
      assert.equal(await host.run(({ element }) => element.sentence), evil);
      await eventually(async () =>
        checkCells(
          await host.run(({ tables }) => tables()),
          changeState(defaultState, { sentence: evil, context: evil }),
        ),
      );
      assert.deepEqual(await host.run(({ findAll }) => [findAll("img").length, /** @type {any} */ (window).run]), [
        0,
        null,
      ]);
    }));

  test("it works under the strictest page policy, and where other elements have its parts' names", (page) =>
    withHost(page, async (host) => {
      host.put(
        "/others.js",
        "js",
        `for (const name of ["stage-figure", "control-bar", "stage-panel", "cell-arithmetic"])
           customElements.define(name, class extends HTMLElement {});`,
      );
      const policy =
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; " +
        "require-trusted-types-for 'script'; trusted-types lit-html";
      await host.show('<attention-stepper view="walk" controls="all"></attention-stepper>', {
        head: '<script src="/others.js"></script><script type="module" src="/attention-stepper.js?again"></script>',
        policy,
      });
      await host.ready();
      checkCells(await host.run(({ tables }) => tables()), defaultState);
      const named = ["/page.html", "/watch.js", "/attention-stepper.js", "/others.js", "/attention-stepper.js"];
      assert.deepEqual([...host.requests].sort(), named.sort());
    }));

  test("where the page's policy forbids WebAssembly the slot's content stays, with a message", (page) =>
    withHost(page, async (host) => {
      await host.show("<attention-stepper><p>drawn ahead</p></attention-stepper>", {
        policy: "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:",
      });
      await eventually(async () => assert.equal((await host.heard("attention-error")).length, 1));
      assert.equal(await host.run(() => document.querySelector("attention-stepper p")?.checkVisibility()), true);
      assert.match(await host.run(({ find }) => find('[part="message"]').textContent), /^The engine could not start/);
      await page.problems(); // browsers log the policy violation themselves
    }));

  test("an element that is put back into the page tries again to start an engine that failed", (page) =>
    withHost(page, async (host) => {
      host.put(
        "/broken.js",
        "js",
        `window.broken = true;
         for (const name of ["compile", "instantiate"]) {
           const real = WebAssembly[name];
           WebAssembly[name] = (...args) => (window.broken ? Promise.reject(new Error("no memory")) : real(...args));
         }`,
      );
      await host.show("<attention-stepper></attention-stepper>", { head: '<script src="/broken.js"></script>' });
      await eventually(async () => assert.equal((await host.heard("attention-error")).length, 1));
      const messages = () =>
        host.run(({ findAll }) => findAll('[part="message"]').map(({ textContent }) => textContent));
      await eventually(async () => assert.match((await messages()).join(), /could not start.*no memory/));
      await host.run(({ element }) => {
        Object.assign(window, { broken: false });
        const { parentNode } = element;
        element.remove();
        parentNode.append(element);
      });
      await host.ready();
      await eventually(async () => assert.deepEqual(await messages(), []));
    }));

  test("an element with a trained model says which words the model does not know, and which settings have no effect", (page) =>
    withHost(page, async (host) => {
      host.put("/trained.js", "js", readText("web/dist/trained.js"));
      const sentence = "The zebrafish cannot cross the road because it is too tired";
      await host.show(
        `<attention-stepper recipe="pronoun" heads="4" position="rope" sentence="${sentence}"></attention-stepper>`,
      );
      await host.ready();
      const messages = () =>
        host.run(({ findAll }) => findAll('[part="message"]').map(({ textContent }) => textContent ?? ""));
      const unknown = t("trained-unknown", { count: 1, words: "“zebrafish”" });
      const fixed = [
        "heads: the trained model decides it: must be 1, got 4",
        'position: the trained model decides it: must be "none", got "rope"',
      ];
      await eventually(async () => assert.deepEqual(await messages(), [...fixed, unknown]));
      const told = (await host.heard("attention-error")).map(({ field, got }) => [field, got]);
      assert.deepEqual(told, [
        ["heads", "4"],
        ["position", "rope"],
        ["sentence", "zebrafish"],
      ]);
      await host.run(({ element }) => {
        for (const name of ["heads", "position"]) element.removeAttribute(name);
        element.sentence = "The animal is too tired";
      });
      await eventually(async () => assert.deepEqual(await messages(), []));
    }));

  test("an element without its trained weights says so, and draws once they can be loaded or are not needed", (page) =>
    withHost(page, async (host) => {
      const messages = () =>
        host.run(({ findAll }) => findAll('[part="message"]').map(({ textContent }) => textContent ?? ""));
      const isMissing = () =>
        eventually(async () => assert.match((await messages()).join(), /^recipe: needs the weights in trained\.js/));
      await host.show('<attention-stepper recipe="pronoun"><p>drawn ahead</p></attention-stepper>');
      await isMissing();
      const [{ field }] = await host.heard("attention-error");
      assert.equal(field, "recipe");
      assert.match(await host.run(({ element }) => element.ready.then(() => "ready", String)), /trained\.js/);
      await host.run(({ element }) => element.setAttribute("recipe", "random"));
      await host.ready();
      await eventually(async () => assert.deepEqual(await messages(), []));
      await host.run(({ element }) => element.setAttribute("recipe", "grammar")); // the file is still missing
      await isMissing();
      host.put("/trained.js", "js", readText("web/dist/trained.js"));
      await page.problems(); // browsers log the missing file themselves
      if (page.name !== "chromium") return; // the others ask for a missing module only once a page
      await host.run(({ element }) => element.setAttribute("recipe", "grammar"));
      await host.ready();
      await eventually(async () => assert.deepEqual(await messages(), []));
      assert.equal(await host.run(({ element }) => element.ready.then(() => "ready", String)), "ready");
    }));

  test("from a page on disk", (page) =>
    withHost(page, async (host) => {
      const folder = await mkdtemp(join(tmpdir(), "attention-host-"));
      const script = readText("web/dist/attention-stepper.js").replaceAll("</script", "<\\/script");
      const html = `<!doctype html><meta charset="utf-8"><title>t</title><script type="module">${script}</script><attention-stepper></attention-stepper>`;
      await writeFile(join(folder, "page.html"), html);
      await page.driver.get(pathToFileURL(join(folder, "page.html")).href);
      await host.ready();
      checkCells(await host.run(({ tables }) => tables()), defaultState);
      await page.driver.get("about:blank");
      await rm(folder, { recursive: true });
    }));

  for (const theme of ["light", "dark"]) {
    test(`axe finds nothing wrong with any view, ${theme}`, (page) =>
      withHost(page, async (host) => {
        const views = ["stage", "equation", "lines", "walk"].map(
          (view) => `<attention-stepper view="${view}" theme="${theme}" controls="all"></attention-stepper>`,
        );
        await host.show(`<main><h1>Host</h1>${views.join("")}<attention-stepper d-k="x"></attention-stepper></main>`, {
          head: `<style>:root{color-scheme:${theme}}body{background:Canvas}</style>`,
        });
        for (let at = 0; at < 5; at++) {
          await host.run(({ elements }, which) => elements[which].scrollIntoView(), at);
          await host.ready(at);
        }
        await checkAxe(page, theme, theme === "dark" ? { only: ["color-contrast"] } : {}); // all that depends on it
      }));
  }
});
