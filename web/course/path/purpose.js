import { found, itMustFind, trained, withWord } from "../pronoun.js";
import { lesson } from "../step.js";

/** What attention is for: a trained model that knows what "it" means. */
export const purpose = lesson({
  id: "purpose",
  picture: "tired",
  sources: ["vaswani2017", "jain2019"],
  steps: [
    {
      id: "tired",
      picture: { kind: "line", hides: true },
      state: { ...trained, picture: "lines" },
      question: { kind: "token", side: "keys" },
      outcome: found,
      reveal: { cell: { stage: "weights", index: [0, 8, 2] } },
    },
    {
      id: "wide",
      picture: { kind: "line", hides: true },
      state: { ...trained, ...withWord("wide"), picture: "lines" },
      question: { kind: "token", side: "keys" },
      outcome: found,
      reveal: { cell: { stage: "weights", index: [0, 8, 6] } },
    },
    {
      id: "early",
      picture: { kind: "line", hides: true },
      state: { ...trained, ...withWord("early"), picture: "lines" },
      question: { kind: "token", side: "keys" },
      outcome: found,
      reveal: { cell: { stage: "weights", index: [0, 8, 0] } },
    },
    {
      id: "gather",
      picture: { kind: "line", hides: true },
      state: { ...trained, layer: 1, picture: "lines" },
      question: { kind: "token", side: "keys" },
      outcome: found,
      reveal: { cell: { stage: "weights", index: [0, 8, 11] } },
    },
    {
      id: "now-you",
      picture: { kind: "line" },
      state: { ...trained, picture: "lines" },
      controls: ["sentence"],
      task: itMustFind("street"),
    },
  ],
});
