/** Messages to the element in an iframe, without a browser: the changes and the answers. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { attributeFields, attributeOf } from "../../web/components/element/attributes.js";
import { linkOf } from "../../web/components/element/events.js";
import { optionsOf, replyTo } from "../../web/components/element/frame-messages.js";
import { Settings } from "../../web/components/element/settings.js";
import { fieldNames } from "../../web/state/fields.js";
import { changeState, defaultState } from "../../web/state/state.js";

/** A stand-in for the element, without a page. */
class Stepper {
  #settings = new Settings();
  get state() {
    return this.#settings.state;
  }
  get link() {
    return linkOf(this.state);
  }
  /** @param {Record<string, unknown>} fields */
  change(fields) {
    this.#settings.change(fields);
  }
}

/** @param {Stepper} stepper @param {object} message @returns {Record<string, any>} the answer */
const set = (stepper, message) => replyTo({ type: "attention-set", ...message }, stepper);

test("an iframe's address gives options and the origin that may send messages", () => {
  const { attributes, origin, problems } = optionsOf("?view=walk&utm=x&parent=https://example.org&controls=d-k");
  assert.deepEqual([attributes, origin, problems], [{ view: "walk", controls: "d-k" }, "https://example.org", []]);
  for (const parent of [
    "*",
    "null",
    "example.org",
    "https://example.org/",
    "https://example.org/a",
    "file:///a",
    "a b",
  ]) {
    const wrong = optionsOf(`?parent=${encodeURIComponent(parent)}`);
    assert.equal(wrong.origin, "", parent);
    assert.match(wrong.problems.join(), /^parent: must be an origin such as/);
  }
});

test("what stands before the # of an iframe's address and belongs after it, or is misspelt, is named", () => {
  const place = (/** @type {string} */ name, /** @type {string} */ near, got = "8") =>
    `${name}: fields stand after the #, as in embed.html#${near}=…, got "${got}" before it`;
  for (const field of attributeFields)
    for (const name of new Set([field, attributeOf(field)]))
      if (name !== "theme") assert.deepEqual(optionsOf(`?${name}=8`).problems, [place(name, field)]);
  assert.deepEqual(optionsOf("?temprature=8&view=walk&parnet=https%3A%2F%2Fexample.org").problems, [
    place("temprature", "temperature"),
    'parnet: unknown option, got "https://example.org"; did you mean parent?',
  ]);
  assert.deepEqual(optionsOf("?veiw=walk").problems, ['veiw: unknown option, got "walk"; did you mean view?']);
  assert.deepEqual(optionsOf("?state=d_k%3D8").problems, [
    'state: stands after the #, without its name, got "d_k=8" before it',
  ]);
  const others =
    "utm_source utm_medium utm_campaign fbclid gclid msclkid mc_cid _ga ref source lang page v t cb cache nonce";
  for (const name of others.split(" ")) assert.deepEqual(optionsOf(`?${name}=8`).problems, [], name);
});

test("a reply repeats the message's id and nothing else of it", () => {
  const stepper = { state: defaultState, link: "", change() {} };
  const odd = { type: "attention-get", id: "<b>", __proto__: null };
  assert.deepEqual(replyTo(odd, stepper), { type: "attention-state", id: "<b>", state: defaultState, link: "" });
  for (const data of [null, undefined, 3, "x", [], () => 0])
    assert.deepEqual(replyTo(data, stepper), {
      type: "attention-error",
      id: null,
      field: "type",
      message: 'type: must be "attention-get" or "attention-set", got undefined',
    });
});

test("a state too large for a link is set and answered, without a link", () => {
  const sentence = Array.from({ length: 500 }, () => "é".repeat(18)).join(" ");
  const large = changeState(defaultState, { sentence });
  for (const message of [{ state: { sentence } }, { fields: { sentence } }]) {
    const stepper = new Stepper();
    const answer = { type: "attention-state", id: null, state: large, link: null };
    assert.deepEqual(set(stepper, message), answer);
    assert.deepEqual(replyTo({ type: "attention-get" }, stepper), answer, "and so is the next message");
    assert.equal(set(stepper, { fields: { sentence: "a b" } }).link, "sentence=a+b&cell=none");
  }
});

test("a link with a stage and no cell inspects the number there, as on the page", () => {
  const { state } = set(new Stepper(), { link: "stage=raw" });
  assert.deepEqual(state.cell, { stage: "raw", index: [1, 4, 2] });
});

/** Values that only some fields accept, or none. */
const odd = [
  ...[undefined, null, true, 3, -1, 0.5, NaN, Infinity, 2n, "", "x"],
  ...[[], [1], [undefined], [[]], new Array(3), {}, { stage: 1 }, { x: new Map() }, { X: new Array(3) }],
  ...[new Map(), new Set([1]), new Date(0), /x/, new Uint8Array(3), new ArrayBuffer(3), new Error("x")],
];

test("state and fields that are not plain objects are refused by name, and nothing changes", () => {
  for (const value of odd.filter((each) => Object.prototype.toString.call(each) !== "[object Object]"))
    for (const name of ["state", "fields"]) {
      const stepper = new Stepper();
      stepper.change({ seed: 3 });
      const before = stepper.state;
      const { type, field, message } = set(stepper, { [name]: value });
      assert.deepEqual([type, field], ["attention-error", name], `${name}: ${String(value)}`);
      assert.match(message, new RegExp(`^${name}: must be an object, got .`));
      assert.equal(stepper.state, before);
    }
  assert.equal(set(new Stepper(), { fields: new Map() }).message, "fields: must be an object, got a Map");
});

test("a value that a field does not accept is refused with the field's name; one that it accepts is in the state", () => {
  for (const field of fieldNames)
    for (const value of odd) {
      const stepper = new Stepper();
      const answer = set(stepper, { fields: { [field]: value } });
      const what = `${field}: ${String(value)}`;
      if (answer.type === "attention-state") assert.deepEqual(answer.state[field], value, what);
      else {
        // A vector is valid, but a dot product needs two of the same length: the error names the other field.
        const named = field === "dot_a" && Array.isArray(value) && value[0] === 1 ? "dot_b" : field;
        assert.ok(answer.field === named || answer.field.startsWith(`${named}.`), what); // or a part of it
        assert.ok(answer.message.startsWith(`${answer.field}: `), what);
        assert.equal(stepper.state, defaultState, what);
      }
    }
});

test("a message with a field that every object inherits is refused as any other unknown field, and nothing changes", () => {
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    const stepper = new Stepper();
    const message = JSON.parse(`{"type": "attention-set", "id": 1, ${JSON.stringify(name)}: {"d_k": 4}}`);
    assert.deepEqual(replyTo(message, stepper), {
      type: "attention-error",
      id: 1,
      field: "attention-set",
      message: `attention-set: must have one of state, link, fields, got "${name}"`,
    });
    assert.equal(stepper.state, defaultState, name);
  }
});
