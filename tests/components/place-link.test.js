/** The address bar and what a place shows stay alike, and no link that a reader follows is overwritten. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { PlaceLink } from "../../web/components/place-link.js";

/** The entries of the browser's history, the last one shown. @type {string[]} */
let entries = [];
/** The page's window: the address bar, and those who listen to it. */
const address = {
  get hash() {
    const [, fragment = ""] = (entries.at(-1) ?? "").split("#");
    return fragment === "" ? "" : `#${fragment}`;
  },
  pathname: "/page",
  search: "",
};

beforeEach(() => {
  entries = ["/page"];
  const page = new EventTarget();
  const browser = {
    replaceState: (/** @type {unknown} */ _, /** @type {string} */ __, /** @type {string} */ url) =>
      entries.splice(-1, 1, url),
    pushState: (/** @type {unknown} */ _, /** @type {string} */ __, /** @type {string} */ url) => entries.push(url),
  };
  Object.assign(globalThis, {
    window: Object.assign(page, { location: address }),
    history: browser,
    document: { documentElement: { lang: "en" } },
  });
  mock.timers.enable({ apis: ["setTimeout"] });
});
afterEach(() => {
  mock.timers.reset();
  for (const name of ["window", "history", "document"]) Reflect.deleteProperty(globalThis, name);
});

/** Follows a link; the event that says so comes later. @param {string} fragment */
function follow(fragment) {
  entries.push(`#${fragment}`);
  return () => window.dispatchEvent(new Event("hashchange"));
}

/** A place that shows one word. @param {import("../../web/components/places.js").Place} place */
function newPlace(place) {
  /** @type {any[]} */
  const controllers = [];
  /** @type {{word: string | null, read: string[]}} */
  const shown = { word: "", read: [] };
  const host = /** @type {any} */ ({ addController: (/** @type {any} */ each) => controllers.push(each) });
  const link = new PlaceLink(host, {
    place,
    read(fragment) {
      shown.read.push(fragment);
      shown.word = fragment.split("word=")[1] ?? shown.word;
    },
    write: () => (shown.word === null ? null : `place=${place}&word=${shown.word}`),
  });
  const call = (/** @type {string} */ method) => controllers.forEach((each) => each[method]?.());
  call("hostConnected");
  return { link, shown, leave: () => call("hostDisconnected") };
}

test("a place reads its links, at the start and when one is followed, and no other place's", () => {
  follow("place=train&word=first");
  const { shown, leave } = newPlace("train");
  assert.deepEqual(shown.read, ["place=train&word=first"]);
  follow("place=learn&word=other")();
  follow("place=train&word=second")();
  assert.deepEqual([shown.word, shown.read.length], ["second", 2]);
  leave();
  follow("place=train&word=third")();
  assert.equal(shown.word, "second");
});

test("what is shown is written over the link that was read, once it has stopped changing", () => {
  follow("place=train&word=a");
  const { link, shown } = newPlace("train");
  for (const word of ["b", "c", "d"]) {
    shown.word = word;
    link.writeSoon();
    mock.timers.tick(200);
    assert.equal(entries.at(-1), "#place=train&word=a");
  }
  mock.timers.tick(100);
  assert.deepEqual(entries, ["/page", "#place=train&word=d"]);
  shown.word = null;
  link.write();
  assert.equal(entries.at(-1), "/page", "what no link can hold leaves none");
});

test("a link that was just followed is not overwritten before it is read, within the place and beyond it", () => {
  follow("place=train&word=a");
  const { link, shown } = newPlace("train");
  shown.word = "mine";
  for (const fragment of ["place=train&word=b", "place=learn", "n=3"]) {
    const arrive = follow(fragment);
    link.write();
    link.writeSoon();
    mock.timers.tick(1000);
    assert.equal(entries.at(-1), `#${fragment}`);
    arrive();
  }
  assert.equal(shown.word, "b");
});

test("back from another place, a link to the place alone becomes the link to what it shows", () => {
  follow("place=train&word=a");
  const { link } = newPlace("train");
  follow("place=learn")();
  follow("place=train");
  link.write();
  assert.equal(entries.at(-1), "#place=train&word=a");
});

test("a new entry of the history is written over from then on", () => {
  const { link, shown } = newPlace("explore");
  shown.word = "a";
  link.push();
  shown.word = "b";
  link.write();
  assert.deepEqual(entries, ["/page", "#place=explore&word=b"]);
});

test("where another place cannot be shown, its link gives way to the one of this place", () => {
  const { link, shown } = newPlace("explore");
  shown.word = "a";
  follow("place=learn")();
  link.replace();
  assert.deepEqual(entries, ["/page", "#place=explore&word=a"]);
});
