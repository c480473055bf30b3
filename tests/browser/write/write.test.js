/** The place Write: what the reader writes is run and compared, in a Worker that can be ended and reaches nothing. Needs a finished build. */
import assert from "node:assert/strict";

import { Key } from "selenium-webdriver";

import { exerciseOf, exercises } from "../../../web/exercises/exercises.js";
import { listed } from "../../../web/exercises/listed.js";
import { pagePolicy } from "../../../web/node/page-policy.js";
import { words } from "../../../web/words/words.js";
import { readText } from "../../support/machine.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { phoneProblems } from "../support/phone.js";

/** @typedef {import("../support/page.js").Page} Page */

const place = "write-place";
const { t } = words("en");
const naive =
  "function softmax(S) {\n  return S.map((row) => {\n    const sum = row.reduce((a, b) => a + Math.exp(b), 0);\n    return row.map((s) => Math.exp(s) / sum);\n  });\n}\n";

/** Follows a link to an exercise, and waits for it. @param {Page} page @param {string} exercise */
async function goTo(page, exercise) {
  await page.follow(`place=write&exercise=${exercise}`);
  await eventually(async () => assert.deepEqual(await page.texts(place, "h2"), [t(`exercise-${exercise}`)]));
}

/** @param {Page} page @param {string} exercise */
async function open(page, exercise) {
  await page.open();
  await page.run(() => localStorage.clear());
  await goTo(page, exercise);
}

/** What stands in the editor. @param {Page} page @returns {Promise<string>} */
const codeIn = (page) => page.run(({ find }) => find("write-place", "#code").value);

/** Writes code, as pasting does. @param {Page} page @param {string} code */
const write = (page, code) =>
  page.run(({ find }, text) => {
    const field = find("write-place", "#code");
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, code);

/** @param {Page} page @param {string} key */
const withControl = (page, key) =>
  page.driver.actions().keyDown(Key.CONTROL).sendKeys(key).keyUp(Key.CONTROL).perform();

/** @param {Page} page @param {RegExp} wanted */
const says = (page, wanted) =>
  eventually(async () => assert.match((await page.texts(place, "#verdict"))[0] ?? "", wanted));

/** Writes code, runs it, and waits for what is said. @param {Page} page @param {string} code @param {RegExp} wanted */
async function runs(page, code, wanted) {
  await write(page, code);
  await page.click(place, "#run");
  await says(page, wanted);
}

inBrowsers(["chromium"], (test) => {
  test("every solution is right; what is solved stays so, and the way on leads to the next", async (page) => {
    await open(page, "dot-products");
    for (const [at, { id, solution }] of exercises.entries()) {
      await eventually(async () => assert.deepEqual(await page.texts(place, "h2"), [t(`exercise-${id}`)]));
      await runs(page, solution, /^Yes: all numbers are the engine’s, in \d cases\.$/);
      assert.deepEqual(await page.texts(place, "td .visually-hidden"), []);
      await page.click(place, "#next");
      await eventually(async () =>
        assert.equal(await page.fragment(), `place=write${at < 7 ? `&exercise=${exercises[at + 1]?.id}` : ""}`),
      );
    }
    await page.open();
    await page.follow("place=write");
    await eventually(async () =>
      assert.deepEqual(
        await page.texts(place, "li span"),
        listed.map(() => t("exercises-done")),
      ),
    );
    await page.follow("place=learn");
    await eventually(async () => {
      const links = await page.attributes("learn-place", "[aria-labelledby=group-write] li a", "href");
      assert.deepEqual(
        links,
        listed.map(({ id }) => `#place=write&exercise=${id}`),
      );
    });
  });

  test("a wrong number is marked beside the engine’s, and the usual mistake is said", async (page) => {
    await open(page, "softmax");
    await runs(
      page,
      naive,
      /^Case 4 of 6\. softmax\(S\)\[1\]\[0\] is NaN; the engine has 0\.\d+\. 3 numbers of softmax\(S\) differ\./,
    );
    assert.ok((await page.texts(place, ".why"))[0]?.startsWith("The formula is right, but Math.exp(1000) is Infinity"));
    const shown = await page.run(({ findAll }) =>
      findAll("write-place", "figure").map((figure) => [
        figure.querySelector("figcaption")?.textContent?.replace(/\s+/g, " ").trim(),
        figure.querySelectorAll("td.differs").length,
      ]),
    );
    assert.deepEqual(shown, [
      ["S 2 × 3", 0],
      ["Yours softmax(S) 2 × 3", 3],
      ["The engine’s softmax(S) 2 × 3", 0],
    ]);
    await checkAxe(page, "a wrong number", { within: place });
    await write(page, `${naive}\n`);
    await eventually(async () => assert.deepEqual(await page.texts(place, "#verdict"), [""]));
  });

  test("all of it works by keyboard: Enter indents, Ctrl+] too, Tab leaves, Ctrl+Enter runs", async (page) => {
    await open(page, "scaling");
    await page.retype(place, "#code", "function scale(S, d_k) {", Key.ENTER, "return S;", Key.ENTER, "}");
    assert.equal(await codeIn(page), "function scale(S, d_k) {\n  return S;\n  }");
    await withControl(page, "[");
    assert.equal(await codeIn(page), "function scale(S, d_k) {\n  return S;\n}");
    await withControl(page, "]");
    assert.equal(await codeIn(page), "function scale(S, d_k) {\n  return S;\n  }");
    await withControl(page, "[");
    await withControl(page, Key.ENTER);
    await says(page, /^Case 1 of 4\..*These are the scores as they came/);
    assert.equal(await page.run(({ focused }) => focused().id), "code");
    await page.press(Key.TAB);
    assert.equal(await page.run(({ focused }) => focused().id), "run");
    await page.press(Key.TAB, Key.TAB, Key.ENTER);
    await eventually(async () => assert.equal(await page.run(({ focused }) => focused().id), "solution"));
    assert.deepEqual(
      await page.run(({ find }) => find("write-place", "pre").textContent),
      exerciseOf("scaling").solution,
    );
  });

  test("what Reset replaces can be brought back, and what that replaces too", async (page) => {
    await open(page, "scaling");
    const start = await codeIn(page);
    assert.match(start, /^function scale\(S, d_k\) {\n {2}\/\/ /);
    assert.deepEqual(await page.texts(place, "#restore"), []);
    await write(page, "// one");
    await page.click(place, "#reset");
    await eventually(async () => assert.equal(await codeIn(page), start));
    await write(page, "// two");
    await page.click(place, "#restore");
    await eventually(async () => assert.equal(await codeIn(page), "// one"));
    await page.click(place, "#restore");
    await eventually(async () => assert.equal(await codeIn(page), "// two"));
  });

  test("where the browser stores nothing, that is said, and the code can be run", async (page) => {
    await open(page, "scaling");
    await page.run(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await write(page, exerciseOf("scaling").solution);
    await eventually(async () => assert.deepEqual(await page.texts(place, "#stored"), [t("exercises-not-stored")]));
    await page.click(place, "#run");
    await says(page, /^Yes/);
  });

  test("a run ends when its place is left", async (page) => {
    await open(page, "scaling");
    await page.run(() => {
      window.Worker = /** @type {any} */ (
        class {
          terminate() {}
          postMessage() {}
        }
      );
    });
    await page.click(place, "#run");
    await says(page, new RegExp(t("exercises-running")));
    await page.follow("place=learn");
    await eventually(() => page.part("learn-place", "h2"));
    await page.follow("place=write&exercise=scaling");
    await eventually(async () => assert.deepEqual(await page.texts(place, "#verdict"), [""]));
  });

  test("a link runs nothing; code is kept for the next visit, a solution is offered after an attempt", async (page) => {
    await open(page, "mask");
    assert.deepEqual(await page.texts(place, "#solve"), []);
    await write(page, "while (true);");
    await page.open();
    await page.run(() => {
      const { Worker } = window;
      Object.assign(window, { started: 0 });
      window.Worker = class extends Worker {
        /** @param {string | URL} address */
        constructor(address) {
          super(address);
          /** @type {any} */ (window).started++;
        }
      };
    });
    await goTo(page, "mask");
    assert.equal(await codeIn(page), "while (true);");
    const { solution } = exerciseOf("mask");
    assert.deepEqual(
      [await page.run(() => /** @type {any} */ (window).started), await page.texts(place, "#verdict")],
      [0, [""]],
    );
    await runs(page, solution, /^Yes/);
    assert.equal(await page.run(() => /** @type {any} */ (window).started), 1);
    assert.deepEqual(await page.texts(place, "#solve"), [t("exercises-solution")]);
  });

  test("fits 390 and 360 px, light and dark, with a result and without", async (page) => {
    for (const [width, theme, exercise] of /** @type {const} */ ([
      [390, "light", "softmax"],
      [360, "dark", "block"],
    ])) {
      await open(page, exercise);
      await page.look({ width, height: 844, media: { "prefers-color-scheme": theme } });
      assert.deepEqual(await phoneProblems(page), [], `${exercise}, to begin with`);
      const code = exercise === "softmax" ? naive : exerciseOf(exercise).solution.replace("add(X, output)", "output");
      await runs(page, code, /^Case/);
      assert.deepEqual(await phoneProblems(page), [], exercise);
      await checkAxe(page, `${exercise}, ${width} px, ${theme}`, { within: place });
      await page.follow("place=write");
      await eventually(async () => assert.deepEqual(await page.texts(place, "h2"), [t("exercises-title")]));
      assert.deepEqual(await phoneProblems(page), [], "the list");
      await checkAxe(page, `the list, ${theme}`, { within: place });
    }
  });
});

inBrowsers(allEngines, (test) => {
  test("an endless loop is ended and said, and the page goes on", async (page) => {
    await open(page, "mask");
    await runs(
      page,
      "function mask(S, allow) {\n  while (S.length > 2);\n  return S;\n}",
      /^Case 1 of 4\. Your code took longer than 2 seconds, and was ended/,
    );
    await runs(page, exerciseOf("mask").solution, /^Yes/);
  });

  test("what is no result is said as what it is, and what is too large to compare is not compared", async (page) => {
    await open(page, "mask");
    const returning = (/** @type {string} */ value) => `function mask(S, allow) {\n  return ${value};\n}`;
    await runs(
      page,
      returning("S.forEach(() => {})"),
      /mask\(S, allow\) is undefined: the function ended without a return, or/,
    );
    await runs(page, returning("mask"), /mask\(S, allow\) must be an array of rows; it is function \(…\) {…}\.$/);
    await runs(page, returning("(async () => S)()"), /must be an array of rows; it is Promise {…}\.$/);
    await runs(page, returning("[[1n]]"), /mask\(S, allow\)\[0\]\[0\] must be a number; it is 1n\.$/);
    await runs(
      page,
      returning("new Array(5e6).fill([0, 0, 0])"),
      /^Case 1 of 4\. Your function returned more than 2,?000 numbers/,
    );
    await write(page, "function head() {}");
    await goTo(page, "head");
    await runs(
      page,
      "function head(X, Wq) {\n  return { Q: matmul(X, Wq) };\n}",
      /^Case 1 of 4\. The object that your function returned has no K\.$/,
    );
  });

  test("errors are said with their line, which is selected", async (page) => {
    await open(page, "head");
    const lines = ["function head(X, Wq) {", "  const Q = matmul(X, Wq);", "  return matmul(Q, nothing);", "}"];
    await runs(page, lines.join("\n"), /Your code stopped: ReferenceError.*nothing.* Line 3$/);
    await page.click(place, "#line");
    const selected = () =>
      page.run(({ find }) => {
        const { value, selectionStart, selectionEnd } = find("write-place", "#code");
        return value.slice(selectionStart, selectionEnd);
      });
    assert.equal(await selected(), lines[2]);
    // Firefox does not tell a page more of code that it cannot read.
    const unread = (/** @type {number} */ line) =>
      page.name === "firefox"
        ? /^Your code cannot be read/
        : new RegExp(`^Your code stopped: SyntaxError.* Line ${line}$`);
    await runs(page, lines.join("\n").replace("matmul(X, Wq)", "= 1"), unread(2));
    await runs(page, lines.slice(0, 3).join("\n"), unread(3));
    await runs(page, `${lines.join("\n")}\nabsent();`, /^Your code stopped: ReferenceError.*absent.* Line 5$/);
  });

  test("the reader’s code can neither ask anyone for anything nor make code of text", async (page) => {
    await open(page, "mask");
    const asking = (/** @type {string} */ what) => `function mask(S, allow) {\n  return ${what};\n}`;
    for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "importScripts", "indexedDB", "postMessage", "close"])
      await runs(page, asking(`new ${name}("x")`), new RegExp(`ReferenceError.*${name}.* Line 2$`));
    await runs(page, asking('eval("S")'), /EvalError.* Line 2$/);
    await page.problems(); // of the policy, which refuses eval
  });

  test("a Worker from a blob has the page’s policy: what it asks of another host does not leave", async (page) => {
    const policy = pagePolicy(readText("web/dist/index.html")) ?? "";
    const directives = new Map(policy.split("; ").map((each) => [each.split(" ", 1)[0], each]));
    assert.equal(directives.get("worker-src"), "worker-src 'self' blob:");
    // The one script in the page, which fits the first screen to its window, is named by its hash.
    assert.match(directives.get("script-src") ?? "", /^script-src 'self' 'sha256-[\w+/=]{44}' 'wasm-unsafe-eval'$/);
    assert.match(pagePolicy(readText("web/dist/attention-stepper.html")) ?? "", /; worker-src blob:; /);
    await page.open();
    const other = page.site.url.replace("127.0.0.1", "localhost");
    assert.notEqual(other, page.site.url);
    const said = await page.run(async (_, url) => {
      const script = `const say = (what) => [() => postMessage(what + " came"), () => postMessage(what + " refused")];
        fetch(${JSON.stringify(url)} + "asked-by-fetch").then(...say("fetch"));
        import(${JSON.stringify(url)} + "asked-by-import.js").then(...say("import"));`;
      const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
      /** @type {string[]} */
      const answers = [];
      await new Promise((resolve) => {
        worker.onmessage = ({ data }) => answers.push(data) === 2 && resolve(null);
      });
      worker.terminate();
      return answers.sort();
    }, other);
    assert.deepEqual(said, ["fetch refused", "import refused"]);
    assert.deepEqual(
      page.site.requests.filter((path) => path.includes("asked")),
      [],
    );
    await page.problems(); // of the policy
  });

  test("the page in one file, opened from disk, runs the reader’s code too", async (page) => {
    await page.driver.get(`${page.site.file}#place=write&exercise=scaling`);
    await eventually(async () => assert.deepEqual(await page.texts(place, "h2"), [t("exercise-scaling")]));
    await runs(page, exerciseOf("scaling").solution, /^Yes/);
  });
});

inBrowsers(
  ["chromium"],
  (test) => {
    test("where a policy refuses Workers from blobs, the exercise says so", async (page) => {
      await open(page, "mask");
      await runs(page, exerciseOf("mask").solution, /^This browser does not let the page run your code/);
      await page.problems(); // of the policy
    });
  },
  { strict: true },
);
