/** NumPy and PyTorch: which Python has them, and which BLAS they multiply matrices with. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../", import.meta.url));

/** The peers that are Python modules of the same name. */
export const pythonPeers = Object.freeze(["numpy", "torch"]);

/** How Debian installs them with a fast BLAS. */
export const aptInstall = "apt-get install -y --no-install-recommends python3-numpy python3-torch libopenblas0-pthread";

/** @typedef {{file: string, openblas: {config: string, kernel: string, threads: number} | null}} Library */
/** @typedef {{libraries: Library[], mkl: string | null}} BlasFacts what peers/blas.py prints */

/** @param {string} module @returns {string | undefined} a Python that can import it */
export function pythonWith(module) {
  const names = ["python3", "/usr/bin/python3"];
  return names.find((name) => spawnSync(name, ["-c", `import numpy, ${module}`]).status === 0);
}

/** @param {string} python @param {string} module @returns {BlasFacts} */
export function blasFacts(python, module) {
  const { stdout, stderr } = spawnSync(python, [join(folder, "peers/blas.py"), module], { encoding: "utf8" });
  if (!stdout.startsWith("{")) throw new Error(`${module}: cannot tell which BLAS it has: ${stderr.trim()}`);
  return JSON.parse(stdout);
}

/**
 * The file of the reference BLAS, if that is what multiplies: a libblas that is none of the fast ones. OpenBLAS may be
 * loaded beside it, by LAPACK.
 * @param {BlasFacts} facts
 */
export function referenceBlasOf({ libraries, mkl }) {
  const isReference = (/** @type {Library} */ { file, openblas }) =>
    openblas === null && /\/libblas\.so[^/]*$/.test(file) && !/blis|atlas|mkl/.test(file);
  return mkl === null ? libraries.find(isReference)?.file : undefined;
}

/** The BLAS in words, as results name it. @param {BlasFacts} facts */
export function blasName(facts) {
  const { libraries, mkl } = facts;
  if (mkl !== null) return `MKL ${mkl}`;
  const reference = referenceBlasOf(facts);
  if (reference !== undefined) return `the reference BLAS (${reference})`;
  const names = libraries.map(({ file, openblas }) => {
    if (openblas === null) return file;
    const [version = ""] = /^OpenBLAS \S+/.exec(openblas.config) ?? [];
    return `${version}, ${openblas.kernel} kernels, ${openblas.threads === 1 ? "1 thread" : `${openblas.threads} threads`}`;
  });
  return [...new Set(names)].join(" and ") || "an unknown BLAS";
}

/**
 * The reference BLAS takes several times as long as any other, so that every ratio would flatter this project.
 * @param {string} module @param {BlasFacts} facts
 */
export function refuseReferenceBlas(module, facts) {
  const file = referenceBlasOf(facts);
  if (file === undefined) return;
  throw new Error(
    `${module}: wanted a fast BLAS, got the reference BLAS (${file}), which takes several times as long as others; ` +
      `run as root: ${aptInstall}; or leave ${module} out with --peers`,
  );
}
