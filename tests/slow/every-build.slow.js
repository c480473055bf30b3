/** The same bits from the native builds that tests/native/every-build.test.js leaves out. */
import { describe, test } from "node:test";

import { builds, nameOf } from "../support/native/builds.js";
import { bitsOf, checkNative, simd128 } from "../support/native/same-bits.js";

const bits = await bitsOf(await simd128());

describe("native builds give the bits of the WebAssembly", { concurrency: 2 }, () => {
  for (const build of builds.others) test(nameOf(build), () => checkNative(bits, build));
});
