import { choices } from "../../state/fields.js";

/** The questions by what they are about, in the order of a first reading: the message labs-<group> names each group. */
const groups = Object.freeze({
  scores: ["comparing", "scaling", "temperature", "tying"],
  masks: ["masking", "causality", "mask"],
  heads: ["seeing", "splitting", "mixing", "sharing"],
  order: ["order", "positions", "rotation"],
  whole: ["training", "cache", "tiles", "backward", "cost", "speed", "place"],
  benches: ["dot", "softmax"],
  yours: ["numbers", "export", "compare"],
});

/**
 * Every experiment in its group; those that no group names come last.
 * @returns {{group: string, labs: readonly string[]}[]}
 */
export function groupedLabs() {
  const named = Object.values(groups).flat();
  const rest = choices.lab.filter((lab) => !named.includes(lab));
  const known = Object.entries(groups).map(([group, labs]) => ({
    group,
    labs: labs.filter((lab) => choices.lab.includes(lab)),
  }));
  return [...known, { group: "more", labs: rest }].filter(({ labs }) => labs.length > 0);
}
