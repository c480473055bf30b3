/** Prepares a run: a build of the project, the libraries to compare with, and a fast BLAS under NumPy and PyTorch. */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { blasFacts, pythonPeers, pythonWith, refuseReferenceBlas } from "./runner/python.js";

export const folder = fileURLToPath(new URL("./", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));

/** @param {string} command @param {string[]} args @param {string} cwd */
function runOrThrow(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${error?.message ?? "see above"}`);
}

/** Whether the installed packages are up to date with the lock file. */
function isInstalled() {
  const [installed, lock] = ["node_modules/.package-lock.json", "package-lock.json"].map((name) => join(folder, name));
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
}

/**
 * @param {string | undefined} build folder of a finished build; without it, web/dist/ is used, and built if it is missing
 * @param {readonly string[]} peers
 * @returns {string} path of the build, with a slash at its end
 */
export function setUp(build, peers) {
  const dist = join(build ?? join(root, "web/dist"), "/");
  if (build === undefined && !existsSync(join(dist, "engine.js"))) runOrThrow("bash", ["build.sh"], root);
  if (!existsSync(join(dist, "engine.js"))) throw new Error(`--build: wanted a folder with engine.js, got ${dist}`);
  if (!isInstalled() && peers.some((peer) => peer === "onnxruntime" || peer === "tfjs")) {
    console.log("Installing the libraries to compare with into tests/bench/node_modules");
    runOrThrow("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  }
  for (const peer of pythonPeers) {
    const python = peers.includes(peer) ? pythonWith(peer) : undefined;
    if (python) refuseReferenceBlas(peer, blasFacts(python, peer));
  }
  return dist;
}
