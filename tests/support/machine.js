/** Shared by tests of builds and set-up: the project's folder, temporary folders, and fake commands. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const run = promisify(execFile);
export const root = fileURLToPath(new URL("../../", import.meta.url));
export const dist = `${root}web/dist/`;

/** @param {string} path relative to the project's folder */
export function readText(path) {
  return readFileSync(root + path, "utf8");
}

export const packageJson = JSON.parse(readText("package.json"));

/**
 * @param {import("node:test").TestContext} t
 * @returns {Promise<string>} path of a folder that is removed after the test
 */
export async function temporaryFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), "attention-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Creates a folder of commands that are shell scripts.
 * @param {string} folder in which the folder of commands is created
 * @param {Record<string, string>} scripts shell code by command name
 */
export async function fakeTools(folder, scripts) {
  const tools = join(folder, "tools");
  await mkdir(tools);
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(tools, name), `#!/bin/bash\n${script}\n`);
    await chmod(join(tools, name), 0o755);
  }
  return tools;
}

/** An environment in which the commands of a folder come before all others. @param {string} tools */
export function withTools(tools) {
  return { ...process.env, PATH: tools + delimiter + process.env.PATH };
}

/** Where a command of this machine is. @param {string} command */
export async function pathOf(command) {
  const { stdout } = await run("sh", ["-c", 'command -v "$0"', command]);
  return stdout.trim();
}

/** @param {string} command */
export async function isInstalled(command) {
  return pathOf(command).then(
    () => true,
    () => false,
  );
}
