/** How long readers wait for the page, in Chromium: node tests/bench/page.js. Needs a finished build. */
import { openBrowser } from "../browser/engines.js";
import { Page } from "../browser/page.js";
import { openSite } from "../browser/site.js";

const loads = 15;
const inputs = 60;
const setting = `sentence=${Array.from({ length: 16 }, (_, at) => `w${at}`).join("+")}&d_k=16`;

/** Runs in the page before its own scripts: notes when the first frame with a figure is done. */
function noteFirstResult() {
  const { port1, port2 } = new MessageChannel();
  const frame = () => requestAnimationFrame(() => port2.postMessage(null));
  // The message comes when the frame has been drawn.
  port1.onmessage = () => {
    const figure = document.querySelector("attention-explorer")?.shadowRoot?.querySelector("stage-figure");
    if ((figure?.shadowRoot?.querySelector("canvas")?.width ?? 0) <= 300) return void frame();
    Object.assign(window, { firstResult: performance.now() });
  };
  frame();
}

/**
 * Runs in the page: moves d_k to and fro, and times from each input, or from nothing, until the next frame is drawn.
 * @param {number} count
 * @param {(times: {idle: number[], slider: number[], work: number[]}) => void} done
 */
async function timeSlider(count, done) {
  const explorer = /** @type {any} */ (document.querySelector("attention-explorer"));
  const bar = explorer.shadowRoot.querySelector("control-bar");
  const figure = explorer.shadowRoot.querySelector("stage-figure");
  const slider = bar.shadowRoot.querySelector("#d_k");
  const painted = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      }),
    );
  // The tables follow the figure after 120 ms; another phase of the screen each time.
  const rest = () => new Promise((resolve) => setTimeout(resolve, 200 + 17 * Math.random()));
  const times = { idle: [0], slider: [0], work: [0] };
  for (let at = 0; at < count; at++) {
    await rest();
    const start = performance.now();
    await painted();
    times.idle.push(performance.now() - start);
    await rest();
    slider.value = String(at % 2 === 0 ? 17 : 16);
    const moved = performance.now();
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await explorer.updateComplete;
    await figure.updateComplete;
    times.work.push(performance.now() - moved);
    await painted();
    times.slider.push(performance.now() - moved);
  }
  for (const list of Object.values(times)) list.shift();
  done(times);
}

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}

const site = await openSite({ watched: false });
const browser = await openBrowser("chromium");
try {
  const page = new Page(browser, site);
  await page.devtools("Page.addScriptToEvaluateOnNewDocument", { source: `(${noteFirstResult})()` });
  const results = [];
  for (let at = 0; at < loads; at++) {
    await page.open(setting);
    results.push(await page.run(() => /** @type {any} */ (window).firstResult));
  }
  const script = `(${timeSlider})(...arguments)`;
  const { idle, slider, work } = await browser.driver.executeAsyncScript(script, inputs);
  const milliseconds = (/** @type {number} */ time) => `${time.toFixed(1)} ms`;
  console.log("n = 16, heads = 4, d_k = 16; medians");
  console.table({
    "navigation to first result drawn, first load": milliseconds(results[0]),
    [`navigation to first result drawn, ${loads} loads`]: milliseconds(median(results)),
    "nothing to next frame drawn": milliseconds(median(idle)),
    [`slider to frame drawn, ${inputs} inputs`]: milliseconds(median(slider)),
    "slider to frame drawn, less idle": milliseconds(median(slider) - median(idle)),
    "of that, computing and painting": milliseconds(median(work)),
  });
} finally {
  await browser.close();
  await site.close();
}
