import { stepper } from "./stepper.js";

/** What an input says, whenever it says something else: `viewof` in a notebook. */
async function* valuesOf(input) {
  for (;;) {
    yield input.valueAsNumber;
    await new Promise((next) => input.addEventListener("input", next, { once: true }));
  }
}

export function notebook(runtime, observer) {
  const main = runtime.module();
  const cell = (name, ...definition) => main.variable(observer(name)).define(name, ...definition);

  cell("question", () => {
    const text = document.createElement("p");
    text.append("Suppose the sentence stands later in a longer text. Which of its numbers change?");
    return text;
  });
  cell("viewof first", () =>
    Object.assign(document.createElement("input"), {
      type: "range",
      max: 100,
      value: 0,
      ariaLabel: "first place",
    }),
  );
  cell("first", ["viewof first"], valuesOf);
  cell("walk", () =>
    stepper({
      sentence: "The dog chased the cat",
      position: "rope",
      "d-k": 8,
      heads: 1,
      view: "walk",
      stage: "raw",
    }),
  );
  cell("moved", ["walk", "first"], (walk, first) => {
    walk.firstPosition = first;
    const text = document.createElement("p");
    text.append(
      `The first word stands at ${first}. Q_rot and K_rot turn with it; their products, the raw scores, stay as they ` +
        "are but for rounding: two turned vectors know only how far apart they are.",
    );
    return text;
  });
}
