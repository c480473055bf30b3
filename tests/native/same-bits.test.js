/**
 * The promise of the product: the same bits from every build. Here three of them, the WebAssembly with SIMD, the scalar
 * one and a native one, over all reference cases and the corpus of 500 walks, whose hash stands in tests/support/corpus.js;
 * every-build.test.js has other compilers, backends and levels of optimisation.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../web/engine/index.js";
import { CORPUS_HASH, FAST_HASH, fastCorpusNumbers, sha256 } from "../support/corpus.js";
import { bitsOf, checkNative, checkSame, hashOf, simd128 } from "../support/native/same-bits.js";

const engine = await simd128();
const bits = await bitsOf(engine);

test("the corpus has the hashes that are written down", async () => {
  assert.equal(await hashOf(bits.corpus), CORPUS_HASH, "if the change is meant, write the new hash into corpus.js");
  assert.equal(await sha256(fastCorpusNumbers(engine)), FAST_HASH, "likewise");
});

test("the hash sees one flipped bit, a sign of zero, and a NaN in place of a number", async () => {
  const floats = new Float32Array([1, 0, NaN]);
  const changed = (/** @type {number} */ at, /** @type {number} */ pattern) => {
    const copy = floats.slice();
    new Uint32Array(copy.buffer)[at] = pattern;
    return hashOf(new Uint8Array(copy.buffer));
  };
  const same = await hashOf(new Uint8Array(floats.buffer));
  assert.equal(await changed(2, 0xffc00001), same);
  for (const [at, pattern] of /** @type {[number, number][]} */ ([
    [0, 0x3f800001],
    [1, 0x80000000],
    [0, 0x7fc00000],
  ])) {
    assert.notEqual(await changed(at, pattern), same);
  }
});

test("the walks' results include NaN, infinities and finite numbers", () => {
  const bytes = Buffer.concat([bits.cases, bits.corpus]);
  const floats = Array.from(new Float32Array(new Uint8Array(bytes).buffer));
  const share = (/** @type {(x: number) => boolean} */ is) => floats.filter(is).length / floats.length;
  assert.ok(share(Number.isNaN) > 0.02 && share(Number.isNaN) < 0.5, `${share(Number.isNaN)} NaN`);
  assert.ok(share(Number.isFinite) > 0.4, `${share(Number.isFinite)} finite`);
  assert.ok(floats.includes(Infinity) && floats.includes(-Infinity) && floats.some((x) => Object.is(x, -0)));
});

test("the scalar WebAssembly gives the bits of the simd128 one", async () => {
  const scalar = await createEngine({ build: "scalar" });
  assert.deepEqual([engine.build, scalar.build], ["simd128", "scalar"]);
  const own = await bitsOf(scalar);
  await checkSame(own.cases, bits.cases, "reference cases");
  await checkSame(own.corpus, bits.corpus, "corpus");
  await checkSame(own.fast, bits.fast, "results of the fast paths");
});

test("a native build gives them too", () => checkNative(bits, { compiler: "gcc", backend: "vectors", flags: ["-O2"] }));
