import assert from "node:assert/strict";
import { test } from "node:test";
import { stripComments, stripTemplates } from "../../web/build/strip-whitespace.js";

test("comments, indentation and line ends are removed from styles, which keep their meaning", () => {
  const styles =
    "css`\n  /* why */\n  a:not(.b) > li,\n  li {\n    margin: 4px  0;\n    inset: calc(1px + 2px);\n  }\n`";
  assert.equal(stripTemplates(styles), "css` a:not(.b) > li,li{margin: 4px 0;inset: calc(1px + 2px);}`");
});

test("values inserted into styles are kept", () => {
  assert.equal(stripTemplates(`css\`a { color: \${light}; }\``), `css\`a{color: \${light};}\``);
});

test("other templates and code keep their line ends and everything inside a line", () => {
  assert.equal(
    stripTemplates("html`\n    <p>\n      a  b\n    </p>`;\n  f( 1 );"),
    "html`\n<p>\na  b\n</p>`;\nf( 1 );",
  );
});

test("messages lose comments and the empty lines between them, not those inside", () => {
  const messages =
    "## Page\n\na = one # two\n\n# why\nb =\n    first\n\n    second\n\n## More\n\nC-d = { $n ->\n  *[other] x\n}\n";
  const kept = "a = one # two\nb =\n    first\n\n    second\nC-d = { $n ->\n  *[other] x\n}\n";
  assert.equal(stripComments(messages), kept);
});
