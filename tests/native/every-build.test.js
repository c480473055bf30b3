/**
 * The same bits from native builds: each compiler, with vectors and in plain C, and sanitizers. `npm run test:slow` has
 * every combination of them with every level of optimisation.
 */
import { describe, test } from "node:test";

import { builds, nameOf } from "../support/native/builds.js";
import { bitsOf, checkNative, simd128 } from "../support/native/same-bits.js";

const bits = await bitsOf(await simd128());

describe("native builds give the bits of the WebAssembly", { concurrency: 2 }, () => {
  for (const build of builds.often) test(nameOf(build), () => checkNative(bits, build));
});
