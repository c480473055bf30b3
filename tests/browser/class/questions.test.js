/** The ten questions for a class: given as a link, answered, handed in as links and files, and counted. Needs a finished build. */
import assert from "node:assert/strict";

import {
  handedInFromFile,
  handedInToFile,
  mostHandedIn,
  readAsking,
  writeAsking,
} from "../../../web/course/questions/handed-in.js";
import { ten } from "../../../web/course/questions/questions.js";
import { stateToFile } from "../../../web/state/files/state-file.js";
import { defaultState } from "../../../web/state/state.js";
import { words } from "../../../web/words/words.js";
import { checkAxe } from "../support/axe.js";
import { savedFile, saveHere } from "../support/downloads.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";
import { phoneProblems } from "../support/phone.js";
import { answerAll, round } from "../support/rounds.js";

/** @typedef {import("../support/page.js").Page} Page */

const { t } = words("en");
const ids = ten.map(({ id }) => id);

/** Loads the page from scratch with a link. @param {Page} page @param {string} fragment */
async function visit(page, fragment) {
  await page.driver.get("about:blank");
  await page.driver.get(`${page.site.url}#${fragment}`);
}

/** What the questions for a class show. @param {Page} page */
const shown = (page) =>
  page.run(({ find, findAll }) => {
    const texts = (/** @type {string} */ selector) =>
      findAll("class-questions", selector).map((each) => (each.textContent ?? "").replace(/\s+/g, " ").trim());
    return {
      title: texts("h2").join(),
      link: find("class-questions", "#link")?.value.split("#")[1] ?? "",
      rows: Object.fromEntries(
        findAll("class-questions", "tr[data-question]").map((row) => [
          row.dataset.question,
          [...row.querySelectorAll("td.right, td p")].map((each) => each.textContent.replace(/\s+/g, " ").trim()),
        ]),
      ),
      sections: texts(".collected h3"),
      said: texts("[role=status]").join(),
      alert: texts("[role=alert]").join(),
      names: texts(".collected li"),
      hasMarkup: find("class-questions", "bdi > *") !== null,
    };
  });

/** @param {Page} page @param {string} title */
const titled = (page, title) => eventually(async () => assert.equal((await shown(page)).title, title));

/** Types into a field. @param {Page} page @param {string} selector @param {string} value */
const fill = (page, selector, value) =>
  page.run(
    ({ find }, ...given) => {
      const field = find("class-questions", given[0]);
      field.value = given[1];
      field.dispatchEvent(new Event("input"));
    },
    selector,
    value,
  );

/** Drops a file on the page, below all that is shown; gives whether the page took it. @param {Page} page @param {string} name @param {string} text */
const drop = (page, name, text) =>
  page.run(
    (_, ...given) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([given[1]], given[0]));
      const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true, composed: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    },
    name,
    text,
  );

/** The part of the address after "#". @param {Page} page */
const address = (page) => page.run(() => window.location.hash.slice(1));

/** Answers that a student hands in. @param {string} id @param {Record<string, string | null>} other @param {string} [name] */
const handedIn = (id, other, name = "") => ({
  title: "Before",
  name,
  id,
  answers: { ...Object.fromEntries(ten.map(({ id: of, answer }) => [of, answer])), ...other },
});

inBrowsers(["chromium"], (test) => {
  test("a teacher gives the ten by a link; a student answers by keys, at 390 px, and hands them in without a name or with one", async (page) => {
    await visit(page, "place=class");
    await eventually(async () => assert.ok(await page.run(({ find }) => find("class-place", "#ten") !== null)));
    await page.click("class-place", "#ten");
    await titled(page, t("questions-class"));
    await fill(page, "#title", "Before");
    await eventually(async () => assert.equal((await shown(page)).link, "place=class&questions=answer&title=Before"));
    await page.look({ width: 390, height: 844 });
    await visit(page, (await shown(page)).link);
    await titled(page, "Before");
    await answerAll(page, ids, (id) => id !== "softmax");
    await titled(page, t("questions-class-done"));
    const without = readAsking((await shown(page)).link);
    assert.deepEqual([without.leftOut, without.asking.handedIn?.name], [[], ""]);
    assert.equal(without.asking.handedIn?.answers.softmax, "twice");
    assert.doesNotMatch((await shown(page)).link, /name/);
    assert.deepEqual(await phoneProblems(page), []);
    await checkAxe(page, "handing in, at 390");
    await fill(page, "#name", " Anna <b>B</b> & C ");
    await eventually(async () =>
      assert.equal(readAsking((await shown(page)).link).asking.handedIn?.name, "Anna <b>B</b> & C"),
    );
    await saveHere(page);
    const file = await savedFile(page, "class-questions", "#save", "attention-answers.json");
    assert.deepEqual(handedInFromFile("a", file.toString()), [readAsking((await shown(page)).link).asking.handedIn]);
    await page.follow("place=class");
    await eventually(async () => assert.ok(await page.run(({ find }) => find("class-place", "#ten") !== null)));
  });

  test("several links and files are counted: right answers, and which wrong ones were chosen; a reload keeps them, and names are text", async (page) => {
    const [one, two, three] = [
      handedIn("00000001", { softmax: "twice" }, "<img src=x onerror=alert(1)>"),
      handedIn("00000002", { softmax: "twice", order: null }),
      handedIn("00000003", { softmax: "all" }),
    ];
    const linkOf = (/** @type {typeof one} */ each) =>
      writeAsking({ questions: "collect", title: each.title, handedIn: each });
    await visit(page, linkOf(one));
    await titled(page, t("questions-class"));
    await page.run(() => window.sessionStorage.clear());
    await visit(page, linkOf(one));
    await eventually(async () => assert.deepEqual((await shown(page)).sections, ["Before"]));
    await fill(page, "#links", `${page.site.url}#${linkOf(two)}\nnonsense\n${page.site.url}#${linkOf(one)}`);
    await page.click("class-questions", "#add");
    await eventually(async () => {
      const { said, alert } = await shown(page);
      assert.equal(said, "One set of answers added.");
      assert.match(alert, /line 2/);
    });
    await page.run(
      ({ find }, text, bad) =>
        find("class-place", "class-questions").open([new File([bad], "bad.json"), new File([text], "good.json")]),
      JSON.stringify({ "attention-stepper-answers": 1, handed_in: [three] }),
      JSON.stringify({ "attention-stepper-answers": 1, handed_in: [{ ...three, answers: {} }] }),
    );
    const counted = async () => {
      const { rows, names, hasMarkup } = await shown(page);
      assert.deepEqual(rows.softmax, ["0 of 3", "2 × twice the first one’s", "1 × all of it"]);
      assert.deepEqual(rows.order, ["2 of 3", "1 × passed"]);
      assert.deepEqual(rows.purpose, ["3 of 3"]);
      assert.deepEqual(names, ["<img src=x onerror=alert(1)>: 9 of 10", "no name: 8 of 10", "no name: 9 of 10"]);
      assert.equal(hasMarkup, false);
    };
    await eventually(counted);
    assert.match((await shown(page)).alert, /bad\.json/);
    for (const width of [1280, 360]) {
      await page.look({ width, height: 800 });
      await checkAxe(page, `what a class has answered, at ${width}`);
    }
    assert.deepEqual(await phoneProblems(page), []);
    await page.driver.navigate().refresh();
    await eventually(counted);
    await page.click("class-questions", "#forget");
    await eventually(async () => assert.deepEqual((await shown(page)).sections, []));
    assert.equal((await round(page)).asked, "");
  });

  test("answers that came by a link leave the teacher's address, and stay collected; the same student's others replace them", async (page) => {
    const [first, second] = [handedIn("00000001", { softmax: "twice" }, "Anna"), handedIn("00000001", {}, "Anna")];
    const link = writeAsking({ questions: "collect", title: first.title, handedIn: first });
    await visit(page, "place=class&questions=collect");
    await titled(page, t("questions-class"));
    await page.run(() => window.sessionStorage.clear());
    await visit(page, link);
    await eventually(async () => assert.deepEqual((await shown(page)).names, ["Anna: 9 of 10"]));
    assert.equal(await address(page), "place=class&questions=collect&title=Before");
    assert.equal((await shown(page)).said, "One set of answers added.");
    await fill(page, "#links", writeAsking({ questions: "collect", title: second.title, handedIn: second }));
    await page.click("class-questions", "#add");
    await eventually(async () => {
      const { said, names } = await shown(page);
      assert.deepEqual([said, names], ["One set of answers replaced.", ["Anna: 10 of 10"]]);
    });
    await page.follow(link);
    await eventually(async () => assert.deepEqual((await shown(page)).names, ["Anna: 9 of 10"]));
    await eventually(async () => assert.equal(await address(page), "place=class&questions=collect&title=Before"));
    await page.driver.navigate().refresh();
    await eventually(async () => assert.deepEqual((await shown(page)).names, ["Anna: 9 of 10"]));
    await page.click("class-questions", "#forget");
  });

  test("links beyond the most that can be collected stay in their field", async (page) => {
    await visit(page, "place=class&questions=collect");
    await titled(page, t("questions-class"));
    const links = Array.from({ length: mostHandedIn + 1 }, (_, at) => {
      const each = handedIn(at.toString(16).padStart(8, "0"), {});
      return writeAsking({ questions: "collect", title: each.title, handedIn: each });
    }).join("\n");
    await fill(page, "#links", links);
    await page.click("class-questions", "#add");
    await eventually(async () => assert.match((await shown(page)).alert, /at most 500 sets, got 501/));
    assert.deepEqual((await shown(page)).sections, []);
    assert.equal(await page.run(({ find }) => find("class-questions", "#links").value), links);
  });

  test("a file that is dropped anywhere is read where answers are collected, and only there", async (page) => {
    await visit(page, "place=class&questions=collect");
    await titled(page, t("questions-class"));
    const file = handedInToFile([handedIn("00000001", {}, "Anna")]);
    assert.ok(await drop(page, "answers.json", file));
    await eventually(async () => assert.deepEqual((await shown(page)).names, ["Anna: 10 of 10"]));
    assert.ok(await drop(page, "state.json", stateToFile(defaultState)));
    await eventually(async () =>
      assert.equal((await shown(page)).alert, t("refused-no-answers", { field: "state.json" })),
    );
    await page.click("class-questions", "#forget");
    await page.follow("place=class&questions=answer");
    await eventually(async () => assert.equal((await round(page)).where, "Question 1 of 10"));
    assert.ok(await drop(page, "answers.json", file));
    await eventually(async () =>
      assert.equal((await shown(page)).alert, t("refused-answering", { field: "answers.json" })),
    );
    assert.equal((await round(page)).where, "Question 1 of 10", "the answers so far stay");
    assert.equal(await page.run(({ findAll }) => findAll("class-place", ".error:not([hidden])").length), 0);
  });
});
