/** Packs the package, and installs it in an empty project without a network. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createEngine } from "../../web/engine/index.js";
import { inputsFromState } from "../../web/state/index.js";
import { root, run } from "./machine.js";

/** @returns {Promise<{project: string, installed: string, remove: () => Promise<void>}>} paths of the project and of the package in it */
export async function installPackage() {
  const project = await mkdtemp(join(tmpdir(), "attention-project-"));
  const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", project];
  const { stdout } = await run("npm", pack, { cwd: root });
  await writeFile(join(project, "package.json"), '{"private": true, "type": "module"}');
  const tarball = `./${JSON.parse(stdout)[0].filename}`;
  await run("npm", ["install", tarball, "--offline", "--no-audit", "--no-fund"], { cwd: project });
  const remove = () => rm(project, { recursive: true, force: true, maxRetries: 20 });
  return { project, installed: join(project, "node_modules/attention-stepper"), remove };
}

/** A program as a user would write it; it stores its results in `numbers`. */
export const example = `
import { createEngine } from "attention-stepper/engine";
import { inputsFromState } from "attention-stepper/state";
const engine = await createEngine();
const { spec, inputs } = inputsFromState({ sentence: "a stitch in time", heads: 2 }, engine);
const numbers = [...engine.trace(spec, inputs).finish().tensor("weights").data];
`;

/** The same numbers, computed by the engine's sources. */
export async function exampleNumbers() {
  const engine = await createEngine();
  const { spec, inputs } = inputsFromState({ sentence: "a stitch in time", heads: 2 }, engine);
  return [...engine.trace(spec, inputs).finish().tensor("weights").data];
}
