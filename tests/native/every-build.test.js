/** The same bits from native builds of two compilers, with vectors and in plain C, at every level of optimisation. */
import { describe, test } from "node:test";
import { bitsOf, checkNative, simd128 } from "../support/native/same-bits.js";

const bits = await bitsOf(await simd128());

/** @typedef {Parameters<typeof checkNative>[1]} Build */
const compilers = /** @type {const} */ (["gcc", "clang"]);
const backends = /** @type {const} */ (["vectors", "plain"]);
const sanitize = ["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/** @type {Build[]} */
const builds = [
  ...compilers.flatMap((compiler) =>
    backends.flatMap((backend) => ["-O0", "-O2", "-O3"].map((level) => ({ compiler, backend, flags: [level] }))),
  ),
  ...compilers.map((compiler) => ({ compiler, backend: backends[0], flags: ["-O3", "-march=native"] })),
  { compiler: "clang", backend: "vectors", flags: sanitize },
];

/** tests/native/same-bits.test.js checks this one. */
const checked = "gcc vectors -O2";

describe("native builds give the bits of the WebAssembly", { concurrency: 2 }, () => {
  for (const build of builds) {
    const { compiler, backend, flags = [] } = build;
    const name = [compiler, backend, ...flags].join(" ");
    if (name !== checked) test(name, () => checkNative(bits, build));
  }
});
