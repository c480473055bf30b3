/** Gradient descent in one dimension: slopes and bounds against differences, and the learning rate from which x² diverges. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { descentCurves, descentStep, outcomeOfStep } from "../../web/training/descent/curves.js";

const names = /** @type {import("../../web/training/descent/curves.js").CurveName[]} */ (Object.keys(descentCurves));

/** 401 numbers spread evenly over an interval. @param {readonly [number, number]} interval */
const spread = ([low, high]) => Array.from({ length: 401 }, (_, at) => low + ((high - low) * at) / 400);

/**
 * Takes steps until descent arrives or diverges.
 * @param {import("../../web/training/descent/curves.js").CurveName} name
 * @param {number} start
 * @param {number} eta
 */
function descend(name, start, eta) {
  const curve = descentCurves[name];
  const outcomes = [];
  let x = start;
  for (let count = 0; count < 20_000; count++) {
    const step = descentStep(curve, x, eta);
    const outcome = outcomeOfStep(curve, step);
    outcomes.push(outcome);
    if (outcome === "arrived" || outcome === "diverged") return { x, outcomes };
    x = step.next;
  }
  return { x, outcomes };
}

test("the functions are x², a quartic with two valleys, the left one deeper, and x·cos(πx)", () => {
  const { square, valleys, wave } = descentCurves;
  assert.deepEqual([square.value(-3), square.value(0.5)], [9, 0.25]);
  assert.deepEqual([wave.value(1), wave.value(2), wave.value(0)], [-1, 2, 0]);
  const low = spread(valleys.interval).filter(
    (x) => valleys.value(x) < valleys.value(x - 0.01) && valleys.value(x) <= valleys.value(x + 0.01),
  );
  assert.equal(low.length, 2, `valleys at ${low}`);
  const [left = NaN, right = NaN] = low;
  assert.ok(left < 0 && right > 0 && valleys.value(left) < valleys.value(right));
});

for (const name of names) {
  const { value, slope, interval, L, bounded } = descentCurves[name];

  test(`${name}: the slope is that of central differences, and |f″| is at most L and reaches it`, () => {
    let largest = 0;
    for (const x of spread(interval)) {
      const h = 1e-5;
      const difference = (value(x + h) - value(x - h)) / (2 * h);
      assert.ok(Math.abs(slope(x) - difference) < 1e-7, `f′(${x}) = ${slope(x)}, differences ${difference}`);
      const k = 1e-3;
      const second = (value(x + k) - 2 * value(x) + value(x - k)) / (k * k);
      largest = Math.max(largest, Math.abs(second));
    }
    assert.ok(Math.abs(largest - L) < 1e-4 * L, `largest |f″| ${largest}, L ${L}`);
    assert.ok((bounded[0] ?? NaN) <= (interval[0] ?? NaN) && (bounded[1] ?? NaN) >= (interval[1] ?? NaN));
  });

  test(`${name}: no step that stays where L holds ends above its bound, and below 2/L the bound is a decrease`, () => {
    let claimed = 0;
    for (const x of spread(interval))
      for (const eta of [0.001, 0.01, 0.05, 0.1, 0.3, 0.7, 1, 1.5, 3]) {
        const { bound, next, nextValue, value: before, slope: rise } = descentStep(descentCurves[name], x, eta);
        assert.equal(next, x - eta * slope(x));
        assert.equal(nextValue, value(next));
        const isInside = next >= (bounded[0] ?? NaN) && next <= (bounded[1] ?? NaN);
        assert.equal(bound !== null, isInside, `x ${x}, eta ${eta}, next ${next}`);
        if (bound === null) continue;
        claimed++;
        assert.ok(nextValue <= bound + 1e-12 * Math.max(1, Math.abs(bound)), `x ${x}, eta ${eta}: above its bound`);
        if (Math.abs(rise) > 1e-6) assert.equal(bound < before, eta < 2 / L, `x ${x}, eta ${eta}: bound ${bound}`);
      }
    assert.ok(claimed > 500, `${claimed} bounds`);
  });
}

test("x² goes down for every eta below 1 = 2/L, jumps between x and −x at 1, and diverges above", () => {
  for (const eta of [0.001, 0.1, 0.5, 0.9, 0.999]) {
    const { x, outcomes } = descend("square", 1.6, eta);
    assert.equal(outcomes.pop(), "arrived", `eta ${eta}`);
    assert.ok(outcomes.every((outcome) => outcome === "down") && Math.abs(x) < 1e-6, `eta ${eta}`);
  }
  assert.deepEqual(new Set(descend("square", 1.6, 1).outcomes), new Set(["level"]));
  assert.equal(descentStep(descentCurves.square, 1.6, 1).next, -1.6);
  for (const eta of [1.01, 1.1, 2]) {
    const { outcomes } = descend("square", 1.6, eta);
    assert.equal(outcomes.pop(), "diverged", `eta ${eta}`);
    assert.ok(
      outcomes.every((outcome) => outcome === "up"),
      `eta ${eta}`,
    );
    // |x| grows by the factor 2·eta − 1 with each step, and has diverged beyond 1000 times the interval's end.
    assert.equal(outcomes.length, Math.floor(Math.log(2000 / 1.6) / Math.log(2 * eta - 1)), `eta ${eta}`);
  }
  assert.equal(descentStep(descentCurves.square, 1.6, 0.5).next, 0, "with 1/L, one step is enough");
});

test("for x² the bound is exact, because its slope changes by L everywhere", () => {
  for (const x of [-2, -0.3, 1, 50])
    for (const eta of [0.01, 0.5, 1, 3]) {
      const { bound, nextValue } = descentStep(descentCurves.square, x, eta);
      assert.ok(Math.abs((bound ?? NaN) - nextValue) <= 1e-12 * x * x * eta * eta * 4 + 1e-15, `x ${x}, eta ${eta}`);
    }
});

test("with short steps, the quartic ends in the valley on whose side it started; the start decides", () => {
  const { slope } = descentCurves.valleys;
  const [left, right] = [descend("valleys", -0.2, 0.05).x, descend("valleys", 0.4, 0.05).x];
  assert.ok(left < -1 && right > 1, `${left}, ${right}`);
  for (const x of [left, right]) assert.ok(Math.abs(slope(x)) < 1e-6);
  assert.ok(descentCurves.valleys.value(left) < descentCurves.valleys.value(right));
  assert.equal(descend("valleys", 1.8, 2).outcomes.at(-1), "diverged");
});
