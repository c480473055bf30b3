import { error as errors } from "selenium-webdriver";

const TRIES = 3;

/**
 * WebKitGTK 2.50 crashes in its interpreter of WebAssembly, where that returns from a call: about once in a hundred runs
 * of the corpus, and in a few thousand of the page. Then, and only then, there is another try in a browser opened anew.
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
