/** What is loaded when it is first needed: once, and again only after a failure. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Lazy, lazyOf } from "../../web/components/lazy.js";

/** A host that counts how often it is to be drawn again. */
function newHost() {
  let updates = 0;
  const host = /** @type {any} */ ({ requestUpdate: () => updates++ });
  return { host, updates: () => updates };
}

/** All words of a template, and the values in it. @param {any} template @returns {string} */
const wordsOf = (template) =>
  Array.isArray(template?.strings)
    ? template.strings
        .map((/** @type {string} */ text, /** @type {number} */ at) => text + wordsOf(template.values[at]))
        .join("")
    : ["string", "number"].includes(typeof template)
      ? String(template)
      : "";

const t = (/** @type {string} */ id, /** @type {any} */ args = {}) => [id, ...Object.values(args)].join("|");

test("something is loaded once, however often it is asked for", async () => {
  const { host, updates } = newHost();
  let loads = 0;
  const lazy = new Lazy(host, async () => ++loads);
  assert.deepEqual([lazy.is, lazy.value, loads], ["waiting", null, 0]);
  assert.match(wordsOf(lazy.status(t, "Heads")), /role="status">part-loading/);
  assert.equal(loads, 0);
  assert.match(wordsOf(lazy.demand(t, "Heads")), /role="status">part-loading/);
  assert.equal(loads, 1, "what is to be shown now is loaded");
  assert.deepEqual(await Promise.all([lazy.load(), lazy.load()]), [1, 1]);
  assert.equal(await lazy.load(), 1);
  assert.deepEqual([lazy.is, lazy.value, updates()], ["ready", 1, 1]);
  assert.equal(wordsOf(lazy.status(t, "Heads")), "");
  lazy.forget();
  assert.deepEqual([lazy.is, lazy.value], ["waiting", null]);
  assert.equal(await lazy.load(), 2);
});

test("what could not be loaded says so, and its button tries again", async () => {
  const { host, updates } = newHost();
  const broken = new Error("no connection");
  let works = false;
  const lazy = new Lazy(host, () => (works ? Promise.resolve("heads") : Promise.reject(broken)), "heads");
  assert.equal(await lazy.load(), null);
  assert.deepEqual([lazy.is, lazy.error, updates()], ["failed", broken, 1]);
  const failed = /** @type {any} */ (lazy.status(t, "Heads"));
  assert.match(wordsOf(failed), /role="alert">\s*part-failed\|Heads\s*<button class="link" data-again=heads @click/);
  assert.match(
    wordsOf(lazy.status(t, "Heads", "the weights are gone")),
    /role="alert">\s*the weights are gone\s*<button/,
  );
  works = true;
  failed.values.find((/** @type {unknown} */ value) => typeof value === "function")();
  assert.equal(lazy.is, "waiting");
  assert.equal(await lazy.load(), "heads");
  assert.deepEqual([lazy.is, lazy.error, lazy.value], ["ready", null, "heads"]);
});

test("things of one kind are loaded each by its own key", async () => {
  const { host } = newHost();
  /** @type {string[]} */
  const loaded = [];
  const of = lazyOf(host, async (/** @type {string} */ key) => (loaded.push(key), key.toUpperCase()));
  assert.equal(of("a"), of("a"));
  assert.equal(await of("a").load(), "A");
  assert.deepEqual([of("a").is, of("b").is], ["ready", "waiting"]);
  assert.equal(await of("b").load(), "B");
  assert.deepEqual(loaded, ["a", "b"]);
});
