/** Serves a copy of the built page, so that a new build can run during the tests. */
import { existsSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";

import { createPageServer } from "../../../web/node/serve.js";
import { pagePolicy } from "../../../web/node/page-policy.js";
import { dist } from "../../support/machine.js";
import { listen } from "../../support/listening.js";

/**
 * @typedef {object} Site
 * @property {string} url of the page
 * @property {string} file URL of the single-file page on disk
 * @property {string[]} requests requested paths
 * @property {(name: string, text: string) => void} replace serves another text for a file
 * @property {() => Promise<void>} close
 */

/**
 * @param {{watched?: boolean, strict?: boolean, built?: string}} [options] watched: adds a script that records errors;
 *   strict: enforces Trusted Types and permits no browser features; built: the folder of another build
 * @returns {Promise<Site>}
 */
export async function openSite({ watched = true, strict = false, built = dist } = {}) {
  checkBuilt();
  const folder = await mkdtemp(join(tmpdir(), "attention-site-"));
  await cp(built, folder, { recursive: true });
  await writeFile(join(folder, "nothing.html"), nothingOnIt);
  if (watched) await watch(folder);
  if (strict) await enforceTrustedTypes(folder);
  const server = createPageServer(folder);
  if (strict) server.prependListener("request", (_, response) => response.setHeader("Permissions-Policy", nothing));
  /** @type {string[]} */
  const requests = [];
  server.on("request", (request) => requests.push(request.url ?? ""));
  const { url, close: stop } = await listen(server);
  const close = async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  const file = pathToFileURL(join(folder, "attention-stepper.html")).href;
  const replace = (/** @type {string} */ name, /** @type {string} */ text) => writeFileSync(join(folder, name), text);
  return { url, file, requests, replace, close };
}

/** A page of the same site, from which what the browser has kept of the site can be set. Its icon keeps browsers from asking for one. */
const nothingOnIt = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Nothing</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:"><link rel="icon" href="data:,"></head></html>`;

const features = [
  "camera",
  "clipboard-read",
  "clipboard-write",
  "fullscreen",
  "geolocation",
  "microphone",
  "payment",
  "usb",
];
const nothing = features.map((feature) => `${feature}=()`).join(", ");

/** Adds a policy under which no text may become code, except Lit's templates. @param {string} folder */
async function enforceTrustedTypes(folder) {
  const page = await readFile(join(folder, "index.html"), "utf8");
  const more = "; require-trusted-types-for 'script'; trusted-types lit-html";
  const policy = pagePolicy(page) ?? "";
  await writeFile(join(folder, "index.html"), page.replace(policy, policy + more));
}

/** Throws if there is no finished build. */
export function checkBuilt() {
  if (!existsSync(`${dist}attention-stepper.html`)) throw new Error("web/dist/ is not there: run npm run build first");
}

/**
 * Records every error in a page, from before the page's own script starts: only Chromium reports errors through WebDriver.
 * @param {string} folder
 */
async function watch(folder) {
  const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".html"));
  for (const name of pages) {
    const page = await readFile(join(folder, name), "utf8");
    if (!pagePolicy(page)?.includes("script-src 'self'")) continue; // its scripts are inline
    const script = `<script src="${relative(dirname(name), "watch.js")}"></script>`;
    await writeFile(
      join(folder, name),
      page.replace("<title>", (title) => script + title),
    );
  }
  await writeFile(join(folder, "watch.js"), `(${watcher})();\n`);
}

export function watcher() {
  /** @type {string[]} */
  const problems = [];
  Object.assign(window, { problems });
  for (const kind of ["error", "unhandledrejection", "securitypolicyviolation"]) {
    const note = (/** @type {any} */ event) =>
      problems.push(
        `${kind}: ${event.reason?.stack ?? event.message ?? event.reason ?? event.blockedURI ?? event.target?.outerHTML}`,
      );
    window.addEventListener(kind, note, { capture: true });
  }
  // For tests of this script: sets markup from text, which Trusted Types forbid.
  Object.assign(window, { tryMarkup: () => (document.createElement("i").innerHTML = "<b>bold</b>") });
  for (const level of /** @type {const} */ (["error", "warn"])) {
    const write = console[level];
    console[level] = (...what) => {
      problems.push(`console.${level}: ${what.join(" ")}`);
      write(...what);
    };
  }
}
