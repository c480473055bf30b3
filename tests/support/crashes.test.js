/** A browser test is retried after a crash of the browser itself, never after another failure. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { error as errors } from "selenium-webdriver";

import { despiteCrashes } from "../browser/support/crashes.js";

/**
 * @param {import("../browser/support/engines.js").EngineName} name
 * @param {(Error | null)[]} outcomes of the attempts
 */
async function attemptsOf(name, outcomes) {
  const diagnostics = /** @type {string[]} */ ([]);
  const context = /** @type {any} */ ({ diagnostic: (/** @type {string} */ text) => diagnostics.push(text) });
  let attempts = 0;
  let opened = 0;
  const attempt = async () => {
    const error = outcomes[attempts++];
    if (error) throw error;
  };
  const reopen = async () => void opened++;
  const thrown = await despiteCrashes(name, context, attempt, reopen).catch((error) => error);
  return { thrown, attempts, opened, diagnostics: diagnostics.length };
}

const crash = new errors.NoSuchSessionError("gone");
const fault = new assert.AssertionError({ message: "wrong number" });

test("a test is retried after a WebKit crash, up to three attempts, with a diagnostic", async () => {
  assert.deepEqual(await attemptsOf("webkit", [null]), { thrown: undefined, attempts: 1, opened: 0, diagnostics: 0 });
  assert.deepEqual(await attemptsOf("webkit", [crash, null]), {
    thrown: undefined,
    attempts: 2,
    opened: 1,
    diagnostics: 1,
  });
  assert.deepEqual(await attemptsOf("webkit", [crash, crash, crash]), {
    thrown: crash,
    attempts: 3,
    opened: 2,
    diagnostics: 2,
  });
});

test("a failure is final, also after a crash, and other browsers are not retried", async () => {
  assert.deepEqual(await attemptsOf("webkit", [fault, null]), {
    thrown: fault,
    attempts: 1,
    opened: 0,
    diagnostics: 0,
  });
  assert.deepEqual(await attemptsOf("webkit", [crash, fault, null]), {
    thrown: fault,
    attempts: 2,
    opened: 1,
    diagnostics: 1,
  });
  for (const name of /** @type {const} */ (["chromium", "firefox"]))
    assert.deepEqual(await attemptsOf(name, [crash, null]), { thrown: crash, attempts: 1, opened: 0, diagnostics: 0 });
});
