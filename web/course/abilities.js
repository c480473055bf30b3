/**
 * What one can do after the path, and the step in which one did it: the words are the messages `learn-ability-<id>`.
 * @type {readonly Readonly<{id: string, lesson: string, step: string}>[]}
 */
export const abilities = Object.freeze([
  { id: "purpose", lesson: "purpose", step: "tired" },
  { id: "score", lesson: "query-key", step: "dot" },
  { id: "table", lesson: "query-key", step: "table" },
  { id: "softmax", lesson: "shares", step: "rise" },
  { id: "scaling", lesson: "shares", step: "divide" },
  { id: "value", lesson: "mix", step: "alive" },
  { id: "heads", lesson: "several-heads", step: "side-by-side" },
  { id: "order", lesson: "order-future", step: "count" },
  { id: "training", lesson: "learns", step: "slope" },
]);
