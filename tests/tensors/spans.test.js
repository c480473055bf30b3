/** Tensors that follow each other in a file are read together, in pieces of up to 32 MiB. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { safetensorsIn, safetensorsOf } from "../../web/tensors/safetensors.js";
import { sourceOfBytes } from "../../web/tensors/source.js";
import { readSpan, spansOf } from "../../web/tensors/spans.js";

/** @typedef {import("../../web/tensors/safetensors.js").PlacedTensor} PlacedTensor */

const data = (/** @type {number} */ first) => Float32Array.from({ length: 4 }, (_, at) => first + at / 3);
const tensors = Object.fromEntries(["a", "b", "c", "d"].map((name, at) => [name, { shape: [2, 2], data: data(at) }]));

/** The tensors of a file, and the pieces of it that have been read since. */
function opened() {
  const source = sourceOfBytes("a.safetensors", safetensorsOf(tensors));
  /** @type {number[]} */
  const sizes = [];
  const read = (/** @type {number} */ begin, /** @type {number} */ end) => {
    sizes.push(end - begin);
    return source.read(begin, end);
  };
  const found = safetensorsIn({ ...source, read });
  sizes.length = 0;
  return { of: (/** @type {string} */ name) => found.get(name) ?? assert.fail(name), sizes };
}

test("neighbours are read at once, in whatever order they are asked for, and what stands between is not read", () => {
  const { of, sizes } = opened();
  const asked = ["d", "b", "a", "b"].map(of);
  const numbers = new Map(spansOf(asked).flatMap((span) => [...readSpan(span).numbers]));
  assert.deepEqual(sizes, [32, 16]);
  assert.deepEqual([...numbers.keys()], [of("a"), of("b"), of("d")]);
  for (const name of ["a", "b", "d"]) assert.deepEqual(numbers.get(of(name)), tensors[name]?.data, name);
});

test("tensors of two files are read from their own", () => {
  const [first, second] = [opened(), opened()];
  const spans = spansOf([first.of("a"), second.of("b"), first.of("b")]);
  assert.deepEqual(
    spans.map((span) => [span.source === first.of("a").source, span.end - span.begin]),
    [
      [true, 32],
      [false, 16],
    ],
  );
});

test("a piece has up to 32 MiB, but for a tensor that alone has more", () => {
  const MiB = 2 ** 20;
  const source = sourceOfBytes("large", new Uint8Array());
  let end = 0;
  const large = [20, 12, 1, 40, 2, 30].map((size) => {
    const begin = end;
    end += size * MiB;
    return /** @type {PlacedTensor} */ (/** @type {unknown} */ ({ source, begin, end }));
  });
  assert.deepEqual(
    spansOf(large).map((span) => (span.end - span.begin) / MiB),
    [32, 1, 40, 32],
  );
});
