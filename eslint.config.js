import js from "@eslint/js";
import globals from "globals";

const rules = {
  "array-callback-return": "error",
  eqeqeq: ["error", "always", { null: "ignore" }],
  "no-constructor-return": "error",
  "no-eval": "error",
  "no-implied-eval": "error",
  "no-lonely-if": "error",
  "no-new-func": "error",
  "no-param-reassign": "error",
  "no-self-compare": "error",
  "no-template-curly-in-string": "error",
  "no-throw-literal": "error",
  "no-unmodified-loop-condition": "error",
  "no-unused-vars": [
    "error",
    { args: "all", argsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_", caughtErrors: "all" },
  ],
  "no-useless-rename": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
  "prefer-object-has-own": "error",
  "prefer-template": "error",
};

/** No default exports: an export has the same name in every file that imports it. */
const noDefault = { selector: "ExportDefaultDeclaration", message: "Export by name" };
/** No literal spread into another: its members can stand there themselves. */
const noNested = {
  selector: "ObjectExpression > SpreadElement > ObjectExpression",
  message: "Write the members without the inner object",
};
/** No module-level mutable state. */
const noState = {
  selector: ":matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration[kind='let']",
  message: "Keep state out of modules",
};

/** Code for both browsers and Node may only use globals that both have. */
const shared = { ...globals["shared-node-browser"], WebAssembly: "readonly" };

export default [
  { ignores: ["node_modules/", "web/dist/", "coverage/"] },
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: "error" }, rules },
  { rules: { "no-restricted-syntax": ["error", noDefault, noNested] } },
  {
    files: ["web/**/*.js"],
    rules: { "no-restricted-syntax": ["error", noDefault, noNested, noState] },
    languageOptions: { globals: shared },
  },
  { files: ["web/figures/painters/canvas.js"], languageOptions: { globals: { ...shared, Path2D: "readonly" } } },
  {
    files: ["web/components/**/*.js", "web/scorm/launch.js", "web/view/scheduling.js", "web/examples/**/*.js"],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ["web/node/**/*.js", "web/build/**/*.js", "web/**/*-node.js", "web/**/node.js"],
    languageOptions: { globals: globals.node },
  },
  { files: ["web/examples/**/*.mjs"], languageOptions: { globals: globals.node } },
  // Test files contain functions that run in the browser next to code that runs in Node.
  { files: ["tests/**/*.js"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  { files: ["**/*.config.js", ".*.js"], rules: { "no-restricted-syntax": "off" } },
];
