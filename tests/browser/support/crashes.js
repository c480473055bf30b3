import { error as errors } from "selenium-webdriver";

const TRIES = 3;

/**
 * Makes up to three attempts if WebKit crashes, each in a new browser. WebKitGTK 2.50 crashes in its WebAssembly interpreter
 * when a call returns: about once in a hundred runs of the corpus, and once in a few thousand of the page. Other failures
 * are final.
 * @param {import("./engines.js").EngineName} name
 * @param {import("node:test").TestContext} context
 * @param {() => Promise<void>} attempt
 * @param {() => Promise<void>} reopen
 */
export async function despiteCrashes(name, context, attempt, reopen) {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const crashed = name === "webkit" && error instanceof errors.NoSuchSessionError;
      if (!crashed || tries === TRIES) throw error;
      context.diagnostic(`WebKit crashed; try ${tries + 1} of ${TRIES} follows`);
      await reopen();
    }
  }
}
