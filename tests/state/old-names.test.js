/** Older names of fields are read for good, in links, files and attributes, and never written. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { attributeNamed } from "../../web/components/element/attributes.js";
import { Settings } from "../../web/components/element/settings.js";
import { classFromFile } from "../../web/components/class/class-file.js";
import { readClass } from "../../web/components/class/class-link.js";
import { defaultState, fieldNames, fields } from "../../web/state/fields.js";
import { stateFromFile } from "../../web/state/files/state-file.js";
import { changeState } from "../../web/state/state.js";
import { readLink, stateToFragment } from "../../web/state/url.js";

/** Every older name, its text in a link, and the field with the value that it stands for. @type {[was: string, text: string, field: string, value: unknown][]} */
const renamed = [
  ["lab", "scaling", "experiment", "scaling"],
  ["experiment", "d_k%3D64", "experiment_state", { d_k: 64 }],
  ["weights", "false", "projections", false],
  ["bias", "true", "projection_bias", true],
  ["painted", "0-1.2", "hidden_pairs", [0, 1, 0, 2]],
  ["ignored", "1.3", "ignored_keys", [1, 3]],
  ["order", "6.1.2.3.4.5.0", "token_order", [6, 1, 2, 3, 4, 5, 0]],
  ["item", "1", "sentence_index", 1],
  ["first", "5", "first_position", 5],
  ["run", "none", "trained_run", null],
  ["other_edits", "Wq+0.0.0+2", "layer_edits", { Wq: [0, 0, 0, 2] }],
  ["layers", "12", "cost_layers", 12],
  ["model", "gpt2", "cost_model", "gpt2"],
  ["model_tokens", "1024", "cost_tokens", 1024],
  ["bench_a", "1+2", "dot_a", [1, 2]],
  ["bench_b", "3+4", "dot_b", [3, 4]],
  ["bench_scores", "1+-2", "softmax_scores", [1, -2]],
  ["bench_temperature", "2", "softmax_temperature", 2],
];

/** What a link needs beside a field. @type {Readonly<Record<string, string>>} */
const beside = { item: "&batch=a+b", bench_a: "&bench_b=3+4", bench_b: "&bench_a=1+2", other_edits: "&recipe=pronoun" };

/** Links from the tests and documents of earlier versions. */
const oldLinks = [
  "head=all&lab=order",
  "ignored=",
  "lab=backward",
  "lab=backward&loss=",
  "lab=cache&cache_step=2",
  "lab=cache&mask_mode=after_softmax&prefill=3&cached=false",
  "lab=cache&theme=dark&model=gpt2&layers=12&model_tokens=1024",
  "lab=compare",
  "lab=compare&compare=causal%3Dfalse&position=rope&d_model=15",
  "lab=compare&compare=causal%3Dtrue",
  "lab=compare&compare=position%3Dnone&d_k=5",
  "lab=cost",
  "lab=cost&heads=2",
  "lab=dot&bench_a=1e%2B38+1e%2B38&bench_b=2+2",
  "lab=dot&cell=raw.0.1.1&stage=raw&bench_a=1+2&bench_b=3+4",
  "lab=explaining",
  "lab=mask",
  "lab=mask&padding=1&padding_side=start",
  "lab=mask&sentence=The+cat+sat+on&causal=false",
  "lab=numbers",
  "lab=order",
  "lab=place&heads=2&d_k=3",
  "lab=place&theme=dark",
  "lab=scaling",
  "lab=scaling&compare=scaling%3Dfalse",
  "lab=scaling&compare=scaling%3Dfalse&d_k=4",
  "lab=scaling&compare=seed%3D7",
  "lab=tiles&tile_step=3",
  "lab=training",
  "lab=training&sentence=I+love+Science",
  "lab=training&sentence=I+love+Science&context=le+chat+noir",
  "lab=tying&compare=tied%3Dtrue",
  "recipe=grammar&lab=backward",
  "recipe=pronoun&lab=backward",
  "recipe=pronoun&layer=1&lab=backward",
  "recipe=random&causal=true&lab=cache",
  "recipe=random&lab=backward",
  "recipe=random&lab=backward&loss=",
  "recipe=random&lab=cost",
  "recipe=random&lab=dot",
  "recipe=random&lab=softmax",
  "recipe=random&lab=temperature&compare=temperature%3D2",
  "sentence=Is+it+%28really%29+so%3F&d_k=8&heads=1&order=1.0.2.3.4.5.6&head=0&cell=Wq.15.7",
  "sentence=one+two+three&batch=a+%257C+b%7C100%2525+%25257C&ignored=1&painted=0-1.2+2-0&mask_value=-1000000000",
  "stage=K_rot&cell=K_rot.1.3.1&position=rope&rope_style=half_split&first=5",
  "stage=Q&cell=Q.1.1.1&bias=true",
  "stage=V&cell=V.0.1.1&weights=false&head=0",
  "stage=weights&cell=weights.1.4.2&lab=tiles",
  "stage=weights&lab=backward",
  "stage=weights&lab=softmax",
];

test("every renamed field is in the list of this test", () => {
  const was = fieldNames.flatMap((field) => fields[field].was ?? []);
  assert.deepEqual(was.sort(), renamed.map(([name]) => name).sort());
});

for (const [was, text, field, value] of renamed) {
  test(`${was} in a link is ${field}`, () => {
    const { state, leftOut } = readLink(`${was}=${text}${beside[was] ?? ""}`);
    assert.deepEqual(leftOut, []);
    assert.deepEqual(state[/** @type {keyof typeof state} */ (field)], value);
    const { state: now } = readLink(`${field}=${text}${beside[was] ?? ""}`);
    assert.deepEqual(state, now);
    const written = stateToFragment(state).split("&");
    assert.deepEqual(readLink(written.join("&")).state, state);
    assert.ok(
      written.every((part) => !part.startsWith(`${was}=`) || was === "experiment"),
      written.join("&"),
    );
  });
}

for (const link of oldLinks) {
  test(`an old link opens, and is written with the names of now: ${link}`, () => {
    const { state, leftOut } = readLink(link);
    assert.deepEqual(leftOut, []);
    const written = stateToFragment(state);
    assert.deepEqual(readLink(written).state, state);
    const names = written.split("&").map((part) => part.split("=", 1)[0] ?? "");
    assert.deepEqual(
      names.filter((name) => name !== "" && !Object.hasOwn(fields, name)),
      [],
    );
  });
}

test("a field under both of its names is refused, in a link and in a file", () => {
  const [twice] = readLink("weights=false&projections=true").leftOut;
  assert.match(String(twice), /projections: must appear once in a link, got it twice/);
  const file = { "attention-stepper": 1, state: { weights: false, projections: true } };
  assert.throws(() => stateFromFile("a.json", JSON.stringify(file)), /projections: must appear once in a file/);
});

test("an unknown name is still refused by itself", () => {
  const [unknown] = readLink("wights=false").leftOut;
  assert.match(String(unknown), /wights: unknown field/);
});

test("a file has older names too, and those within a comparison and an experiment", () => {
  const state = { lab: "scaling", experiment: { d_k: 64, weights: false }, compare: { bias: true }, painted: [1, 0] };
  const read = stateFromFile("old.json", JSON.stringify({ "attention-stepper": 1, state }));
  const now = changeState(defaultState, {
    experiment: "scaling",
    experiment_state: { d_k: 64, projections: false },
    compare: { projection_bias: true },
    hidden_pairs: [1, 0],
  });
  assert.deepEqual(read, now);
});

test("a class has older names in its links and files, also those of the settings that it names", () => {
  const { shown, leftOut } = readClass(
    "place=class&screen=a&controls=weights+d_k&locked=bias&labs=scaling&lab=scaling&experiment=d_k%3D64&weights=false",
    [],
  );
  assert.deepEqual(leftOut, []);
  const [screen] = shown?.screens ?? [];
  assert.deepEqual(screen?.controls, ["projections", "d_k"]);
  assert.deepEqual(screen?.locked, ["projection_bias"]);
  assert.deepEqual(screen?.experiments, ["scaling"]);
  assert.equal(screen?.state.experiment, "scaling");
  const held = {
    title: "a",
    controls: ["weights", "d_k"],
    locked: ["bias"],
    labs: ["scaling"],
    state: { weights: false },
  };
  const file = { "attention-stepper-class": 1, title: "", screens: [held] };
  const [saved] = classFromFile("a.json", JSON.stringify(file), []).screens;
  assert.deepEqual(saved?.controls, ["projections", "d_k"]);
  assert.deepEqual(saved?.locked, ["projection_bias"]);
  assert.deepEqual(saved?.experiments, ["scaling"]);
  assert.equal(saved?.state.projections, false);
});

test("the element has older names as attributes, in both spellings, and in its list of controls", () => {
  const settings = new Settings();
  for (const [name, text] of Object.entries({
    weights: "false",
    bias: "true",
    order: "6.1.2.3.4.5.0",
    controls: "weights",
  }))
    settings.set(attributeNamed(name), text);
  settings.update();
  assert.deepEqual([...settings.problems.keys()], []);
  const { projections, projection_bias, token_order } = settings.state;
  assert.deepEqual([projections, projection_bias, token_order], [false, true, [6, 1, 2, 3, 4, 5, 0]]);
  assert.deepEqual(settings.looks.controls, ["projections"]);
});
