/** The native builds that must give the bits of the WebAssembly. @typedef {Parameters<typeof import("./same-bits.js").checkNative>[1]} Build */

const compilers = /** @type {const} */ (["gcc", "clang"]);
const backends = /** @type {const} */ (["vectors", "plain"]);
const sanitize = ["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/** @type {readonly Build[]} */
const all = Object.freeze([
  ...compilers.flatMap((compiler) =>
    backends.flatMap((backend) => ["-O0", "-O2", "-O3"].map((level) => ({ compiler, backend, flags: [level] }))),
  ),
  ...compilers.map((compiler) => ({ compiler, backend: backends[0], flags: ["-O3", "-march=native"] })),
  { compiler: "clang", backend: "vectors", flags: sanitize },
]);

/** @param {Build} build */
export const nameOf = ({ compiler, backend, flags = [] }) => [compiler, backend, ...flags].join(" ");

/** tests/native/same-bits.test.js checks this one. */
const first = "gcc vectors -O2";

/** Each compiler, backend and kind of optimisation at least once: what every change is checked with. */
const often = Object.freeze([
  "gcc plain -O0",
  "clang vectors -O3 -march=native",
  "clang plain -O2",
  nameOf({ compiler: "clang", backend: "vectors", flags: sanitize }),
]);

export const builds = Object.freeze({
  often: Object.freeze(all.filter((build) => often.includes(nameOf(build)))),
  others: Object.freeze(all.filter((build) => ![first, ...often].includes(nameOf(build)))),
});
