/**
 * Which folder of web/ may import which. Arrows point down, and no files import each other in a circle.
 * `npm run check` holds it; web/components/README.md says what each folder of components is for.
 */

/** Folders of web/ and of web/components/, each with those that it may import besides itself. */
const allowed = {
  engine: [],
  words: [],
  tensors: ["engine"],
  checkpoints: ["engine", "tensors"],
  state: ["engine", "tensors"],
  figures: ["engine"],
  export: ["engine", "tensors", "state", "view", "words"],
  training: ["engine", "tensors", "state"],
  exercises: ["engine", "tensors", "state"],
  course: ["engine", "tensors", "state", "figures", "words", "training"],
  view: ["engine", "state", "figures", "words"],
  "components/fields": [],
  "components/terms": ["components", "engine", "state", "figures", "view", "words"],
  "components/figure": ["components/fields", "components", "state", "figures", "view"],
  "components/embed": ["components/figure", "components/fields", "components", "state", "figures", "view", "export"],
  "components/controls": ["components/fields", "components", "engine", "state", "figures", "view"],
  "components/arithmetic": ["components", "engine", "state", "figures", "view"],
  "components/stage": [
    "components/figure",
    "components/arithmetic",
    "components",
    "engine",
    "state",
    "figures",
    "view",
  ],
  "components/layer": ["components/figure", "components", "engine", "state", "figures", "view"],
  "components/experiments": [
    ...["components/figure", "components/arithmetic", "components/fields", "components"],
    ...["engine", "tensors", "state", "figures", "view", "words", "export"],
  ],
  "components/train": [
    ...["components/figure", "components/fields", "components/terms", "components"],
    ...["engine", "state", "figures", "view", "words", "training", "export"],
  ],
  "components/given": ["components/fields", "components", "engine", "tensors", "state", "words"],
  "components/checkpoint": ["checkpoints", "components/fields", "components", "engine", "figures", "view", "words"],
  "components/write": ["components/fields", "components", "engine", "figures", "view", "words", "exercises"],
  "components/trained": [
    ...["components/figure", "components/arithmetic", "components/fields", "components"],
    ...["engine", "state", "figures", "view", "words", "training"],
  ],
  /** What a page in a frame and the page around it tell each other. */
  "components/framed": ["components", "engine", "state"],
  "components/questions": ["components/fields", "components", "engine", "state", "words", "course"],
  "components/learn": [
    ...[
      "components/questions",
      "components/write",
      "components/figure",
      "components/controls",
      "components/arithmetic",
      "components/stage",
      "components/experiments",
    ],
    ...[
      "components/train",
      "components/trained",
      "components/fields",
      "components/terms",
      "components",
      "engine",
      "state",
      "figures",
      "view",
      "words",
      "course",
      "exercises",
      "training",
    ],
  ],
  "components/class": [
    ...[
      "components/questions",
      "components/figure",
      "components/controls",
      "components/arithmetic",
      "components/stage",
      "components/experiments",
    ],
    ...[
      "components/train",
      "components/fields",
      "components/terms",
      "components",
      "engine",
      "tensors",
      "state",
      "figures",
      "view",
      "words",
      "training",
      "course",
    ],
  ],
  "components/element": [
    ...["components/figure", "components/controls", "components/arithmetic", "components/stage", "components"],
    ...["components/framed", "engine", "state", "figures", "view", "words", "training"],
  ],
  "components/page": [
    ...[
      "components/figure",
      "components/controls",
      "components/arithmetic",
      "components/stage",
      "components/fields",
      "components/terms",
      "components",
    ],
    ...[
      "components/layer",
      "components/embed",
      "components/framed",
      "components/experiments",
      "components/learn",
      "components/class",
      "components/train",
      "components/trained",
      "components/checkpoint",
      "components/given",
      "components/write",
      "engine",
      "state",
      "figures",
      "view",
      "words",
      "course",
      "training",
    ],
  ],
  scorm: ["course"],
  /** What all components share: styles, the base class, words. */
  components: ["engine", "state", "figures", "view", "words"],
  node: ["engine", "tensors", "checkpoints", "state", "figures", "view", "words", "export", "training", "course"],
  /** The documentation describes the element and the class by their own tables, in the page's colours; node/ knows a page's policy. */
  build: [
    "engine",
    "tensors",
    "state",
    "figures",
    "words",
    "course",
    "exercises",
    "view",
    "node",
    "training",
    "export",
    "components/element",
    "components/class",
    "components/controls",
    "components/terms",
    "components",
    ...["components/page", "components/train", "components/trained"], // the first screen, which the build draws
  ],
};

/** @param {string} folder @returns {string} a pattern for its files; components: only those directly in it */
const filesOf = (folder) => (folder === "components" ? "^web/components/[^/]+$" : `^web/${folder}/`);

export default {
  forbidden: [
    {
      name: "no-circles",
      comment: "Files that import each other in a circle are one thing, or hold a third that both should import.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    ...Object.entries(allowed).map(([folder, others]) => ({
      name: `${folder} imports only what lies below it`,
      comment: `May import: ${others.join(", ") || "nothing else"}`,
      severity: "error",
      from: { path: filesOf(folder) },
      to: { path: "^(web|tests|c)/", pathNot: ["^web/dist/", ...[folder, ...others].map(filesOf)] },
    })),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^web/(dist|examples)/.*[.]js$" },
  },
};
