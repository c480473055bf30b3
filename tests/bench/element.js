/**
 * How long elements take to start, in every browser there is: node tests/bench/element.js [ROUNDS]. Needs a finished
 * build. Elements are added to a page that has the script already; what takes turns with them counts how long it could
 * not run, in ms: that is what a reader feels.
 */
import { allEngines, missing, openBrowser } from "../browser/engines.js";
import { Host } from "../browser/hosts.js";
import { Page } from "../browser/page.js";

/** What is added, and how many of it are started: those near the window. */
const cases = Object.freeze({
  "one element": { count: 1, style: "" },
  "twenty, one below the other": { count: 20, style: "" },
  "twenty, all in sight": {
    count: 20,
    style:
      "body{display:grid;grid-template-columns:repeat(10,1fr);gap:4px}attention-stepper{height:320px;overflow:hidden}",
  },
});

/**
 * Runs in the page.
 * @param {number} count
 * @param {(times: {script: number, first: number, all: number, busy: number, longest: number, started: number}) => void} done
 */
async function start(count, done) {
  const asked = performance.now();
  await import(`/attention-stepper.js?${Math.random()}`);
  await customElements.whenDefined("attention-stepper");
  const script = performance.now() - asked;
  await new Promise((resolve) => setTimeout(resolve, 200));

  /** @type {number[]} */
  const gaps = [];
  const { port1, port2 } = new MessageChannel();
  let [before, isOver] = [performance.now(), false];
  port1.onmessage = () => {
    const now = performance.now();
    if (now - before > 1) gaps.push(now - before);
    before = now;
    if (!isOver) port2.postMessage(null);
  };
  port2.postMessage(null);

  const begun = performance.now();
  const elements = Array.from({ length: count }, () => {
    const element = /** @type {any} */ (document.createElement("attention-stepper"));
    element.setAttribute("view", count > 1 ? "equation" : "stage");
    return element;
  });
  document.body.append(...elements);
  /** @type {number[]} */
  const ready = [];
  for (const element of elements) element.ready.then(() => ready.push(performance.now() - begun));
  // Until none has become ready for half a second: those farther away wait.
  for (let known = -1; known !== ready.length || known === 0;) {
    known = ready.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  isOver = true;
  const busy = gaps.reduce((sum, gap) => sum + gap, 0);
  done({
    ...{ script, first: ready[0] ?? NaN, all: ready.at(-1) ?? NaN },
    ...{ busy, longest: Math.max(0, ...gaps), started: ready.length },
  });
}

/** @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

/** @param {import("../browser/engines.js").EngineName} name @param {number} rounds */
async function measure(name, rounds) {
  const browser = await openBrowser(name);
  const host = await new Host(new Page(browser, /** @type {any} */ (null))).open();
  /** @type {Record<string, Record<string, number>[]>} */
  const taken = Object.fromEntries(Object.keys(cases).map((key) => [key, []]));
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const [key, { count, style }] of Object.entries(cases)) {
        host.put("/page.html", "html", `<!doctype html><meta charset="utf-8"><title>t</title><style>${style}</style>`);
        await browser.driver.get(`${host.url}page.html?${round}${count}`);
        const times = await browser.driver.executeAsyncScript(`(${start})(...arguments)`, count);
        if (round > 0) taken[key]?.push(/** @type {any} */ (times));
      }
    }
  } finally {
    await host.close();
    await browser.close();
  }
  return Object.entries(taken).map(([key, times]) => {
    const kinds = Object.keys(times[0] ?? {});
    const medians = kinds.map((kind) => [kind, Math.round(median(times.map((time) => time[kind] ?? NaN)) * 10) / 10]);
    return { browser: name, what: key, ...Object.fromEntries(medians) };
  });
}

const rounds = Number(process.argv[2] ?? 7);
const rows = [];
for (const name of allEngines.filter((one) => missing(one).length === 0)) rows.push(...(await measure(name, rounds)));
console.log(
  "Medians in ms. script: loaded and defined; first, all: ready; busy: all that the page could not do meanwhile",
);
console.table(rows);
