/** Functions that run inside the timed page. They are sent there as text, so they use nothing but their parameters. */

/** Runs before the page's own scripts: records when the first frame with a figure is drawn, and tasks over 50 ms until then. */
export function recordStart() {
  /** @type {number[]} */
  const longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: "longtask",
    buffered: true,
  });
  const { port1, port2 } = new MessageChannel();
  const frame = () => requestAnimationFrame(() => port2.postMessage(null));
  // The message arrives after the frame has been drawn.
  port1.onmessage = () => {
    const figure = document.querySelector("attention-explorer")?.shadowRoot?.querySelector("attention-stage-figure");
    if ((figure?.shadowRoot?.querySelector("canvas")?.width ?? 0) <= 300) return void frame();
    const first = performance.now();
    // Long tasks are reported late, and tables follow the figure.
    setTimeout(() => Object.assign(window, { start: { first, longTasks } }), 400);
  };
  frame();
}

/** @param {(start: {first: number, longTasks: number[], problem: string}) => void} done problem: what is wrong with the link */
export function startTimes(done) {
  const look = () => {
    const { start } = /** @type {any} */ (window);
    const { linkProblem } = /** @type {any} */ (document.querySelector("attention-explorer"));
    if (start) done({ ...start, problem: linkProblem });
    else setTimeout(look, 20);
  };
  look();
}

/**
 * Changes something repeatedly, and times from each change until the next frame is drawn; also without a change, for
 * comparison. What follows the frame is done in pieces: the longest within 400 ms is timed too, as the reader's input waits for it.
 * @param {"slider" | "stage" | "key" | "pointer"} kind slider: d_k one step back and forth; stage: one stage back and forth; key:
 *   the same by arrow keys; pointer: over cells of the figure
 * @param {number} count
 * @param {(times: {idle: number[], changed: number[], pieces: number[]}) => void} done
 */
export async function changeTimes(kind, count, done) {
  const explorer = /** @type {any} */ (document.querySelector("attention-explorer"));
  const part = (/** @type {string} */ name) => explorer.shadowRoot.querySelector(name).shadowRoot;
  const { stage, sentence } = explorer.state;
  const cells = sentence.split(" ").length;
  const next = stage === "weights" ? "context" : "weights";
  const changes = {
    slider: (/** @type {number} */ at) => {
      const slider = part("attention-control-bar").querySelector("#d_k");
      slider.value = String(Number(slider.value) + (at % 2 ? 1 : -1));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    },
    stage: (/** @type {number} */ at) => {
      const detail = { patch: { stage: at % 2 ? stage : next } };
      explorer.dispatchEvent(new CustomEvent("state-patch", { detail }));
    },
    key: (/** @type {number} */ at) => {
      const key = at % 2 ? "ArrowLeft" : "ArrowRight";
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
    },
    pointer: (/** @type {number} */ at) => {
      const cell = { stage, index: [0, at % cells, 0] };
      explorer.dispatchEvent(new CustomEvent("state-hover", { detail: { cell } }));
    },
  };
  const frameDrawn = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      }),
    );
  // Tables are drawn in a pause after the figure. The random part starts each change at another time between two frames.
  const pause = () => new Promise((resolve) => setTimeout(resolve, 250 + 17 * Math.random()));
  /** The longest time, in ms, in which the page could not take a message. @param {number} during ms */
  const longestPiece = async (during) => {
    const { port1, port2 } = new MessageChannel();
    const end = performance.now() + during;
    let longest = 0;
    for (let last = performance.now(); last < end;) {
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
    return longest;
  };
  /** @type {{idle: number[], changed: number[], pieces: number[]}} */
  const times = { idle: [], changed: [], pieces: [] };
  for (let at = 0; at < count; at++) {
    await pause();
    const start = performance.now();
    await frameDrawn();
    times.idle.push(performance.now() - start);
    await pause();
    const begun = performance.now();
    const { state } = explorer;
    changes[kind](at);
    await frameDrawn();
    times.changed.push(performance.now() - begun);
    if (kind !== "pointer" && explorer.state === state) throw new Error(`${kind}: nothing has changed`);
    times.pieces.push(await longestPiece(400));
  }
  done(times);
}

/**
 * Plays the run of the place Train at full speed until its held-out accuracy has reached a goal, or until it ends.
 * @param {number} goal
 * @param {number} longest seconds after which the run is ended
 * @param {(run: {step: number | null, seconds: number, status: string, intervals: number[], work: number[]}) => void} done
 *   step: after which the goal was reached, or null; seconds: from pressing play until the page knew; intervals: ms
 *   between the starts of frames; work: ms that the page then took for scripts, layout and painting
 */
export function learningTimes(goal, longest, done) {
  const part = (/** @type {any} */ host, /** @type {string} */ name) => host?.shadowRoot?.querySelector(name);
  const place = () => part(document.querySelector("attention-explorer"), "train-place");
  const intervals = /** @type {number[]} */ ([]);
  const work = /** @type {number[]} */ ([]);
  let start = 0;
  let last = 0;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => work.push(performance.now() - last);
  const frame = () => {
    const { run } = place();
    const now = performance.now();
    intervals.push(now - last);
    last = now;
    port2.postMessage(null); // arrives when the frame has been drawn
    const reached = run.evaluations.find((/** @type {{accuracy: number}} */ { accuracy }) => accuracy >= goal);
    const isLate = now - start > 1000 * longest;
    if (!reached && !isLate && run.status === "running") return void requestAnimationFrame(frame);
    const { status } = run;
    if (status === "running") part(place(), "#play").click();
    done({ step: reached?.step ?? null, seconds: (now - start) / 1000, status, intervals, work });
  };
  const play = () => {
    const speed = part(place(), "#speed");
    const { status, steps, snapshots } = place()?.run ?? {};
    if (!speed || status !== "paused" || steps !== 0 || snapshots.length !== 1) return void setTimeout(play, 20);
    speed.value = "full";
    speed.dispatchEvent(new Event("change"));
    // The page is idle at first: what follows is due to training.
    setTimeout(() => {
      part(place(), "#play").click();
      start = last = performance.now();
      const begun = () => (place().run.status === "running" || place().run.steps > 0 ? frame() : wait());
      const wait = () => requestAnimationFrame(begun);
      wait();
    }, 500);
  };
  play();
}

/** Where the place of models takes files, once it is there. @param {(input: HTMLInputElement) => void} done */
export function modelInput(done) {
  const part = (/** @type {any} */ host, /** @type {string} */ name) => host?.shadowRoot?.querySelector(name);
  const look = () => {
    const place = part(document.querySelector("attention-explorer"), "checkpoint-place");
    const input = part(part(place, "model-files"), "#files");
    if (input) done(input);
    else setTimeout(look, 20);
  };
  look();
}

/**
 * Walks tokens in the place of models, once one is open, and then chooses a head of another layer.
 * @param {string} ids of the tokens, with commas between
 * @param {(times: {layers: number, next: null, lens: number, another: number, longest: number}) => void} done ms; next: null, as
 *   the page reads it out together with lens; another: until the numbers of that head are shown; longest: task of the page
 */
export async function modelTimes(ids, done) {
  const part = (/** @type {any} */ host, /** @type {string} */ name) => host?.shadowRoot?.querySelector(name);
  const place = part(document.querySelector("attention-explorer"), "checkpoint-place");
  let longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: "longtask" });
  const until = (/** @type {() => boolean} */ is) =>
    new Promise((resolve) => {
      const look = () => (is() ? resolve(performance.now()) : setTimeout(look, 5));
      look();
    });
  await until(() => Boolean(part(place, "#input")));
  part(place, "#input").value = ids;
  part(place, "#input").dispatchEvent(new Event("input"));
  longest = 0;
  const start = performance.now();
  part(place, "#run").click();
  const bar = () => part(place, "progress");
  await until(() => bar() !== null);
  const layers = await until(() => bar().value >= bar().max - 1);
  const whole = await until(() => part(place, "part-shares") !== null);
  // In the page another head is another layer's work: its numbers are read from the walk.
  const shown = () => part(part(place, "number-window"), "number-scroll")?.numbers;
  await until(() => Boolean(shown()));
  const before = shown();
  const begun = performance.now();
  part(place, '[data-at="3.5"]').click();
  const another = await until(() => Boolean(shown()) && shown() !== before);
  // Long tasks are reported late.
  setTimeout(
    () => done({ layers: layers - start, next: null, lens: whole - layers, another: another - begun, longest }),
    500,
  );
}

/**
 * @typedef {{first: number, largest: number, whole: number, longest: number, shift: number}} PaintTimes ms from the start of
 *   loading; longest: the longest task over 50 ms, else 0; shift: what moved without the reader's doing, as a share of the window
 */

/** Runs before the page's own scripts: records what is painted, long tasks, and what moves. */
export function recordPaints() {
  const times = { first: 0, largest: 0, longest: 0, shift: 0 };
  Object.assign(window, { times });
  /** @type {Record<string, (entry: any) => void>} */
  const kinds = {
    paint: ({ name, startTime }) => {
      if (name === "first-contentful-paint") times.first = startTime;
    },
    "largest-contentful-paint": ({ startTime }) => (times.largest = startTime),
    longtask: ({ duration }) => (times.longest = Math.max(times.longest, duration)),
    "layout-shift": ({ value, hadRecentInput }) => (times.shift += hadRecentInput ? 0 : value),
  };
  for (const [type, note] of Object.entries(kinds))
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
}

/** Waits for all of the page. @param {(times: PaintTimes) => void} done */
export function paintTimes(done) {
  const look = () => {
    const { times } = /** @type {any} */ (window);
    const whole = performance.now();
    // Long tasks are reported late, and tables and small pictures follow the figure.
    if (/** @type {any} */ (document.querySelector("attention-explorer")).whole)
      setTimeout(() => done({ ...times, whole }), 1500);
    else setTimeout(look, 20);
  };
  look();
}
