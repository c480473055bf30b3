import assert from "node:assert/strict";
import { test } from "node:test";
import { shortenIds, stripComments, stripTemplates } from "../../web/build/strip-whitespace.js";
import { locales } from "../../web/lessons/locales-node.js";
import { createTranslate } from "../../web/lessons/translate.js";

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

test("ids are shortened by the parts that the id before them has, and read back: every message says the same", () => {
  const ids = ["one", "one-two", "one-two-four", "one-two-five-six", "one-seven", "one-seven-two", "only", "one"];
  const short = ["one", "-two", "--four", "--five-six", "-seven", "--two", "only", "one"];
  const asText = (/** @type {string[]} */ of) =>
    of.map((id) => `${id} = ${id} one-two = 2\n    one-three = 3\n`).join("");
  assert.equal(shortenIds(asText(ids)).replace(/ = .*/g, ""), asText(short).replace(/ = .*/g, ""));
  for (const text of Object.values(locales)) {
    const source = stripComments(text);
    const ids = [...source.matchAll(/^([a-z][\w-]*) =/gim)].map(([, id = ""]) => id);
    assert.ok(ids.length > 1000 && shortenIds(source).length < source.length * 0.95);
    const args = Object.fromEntries([...source.matchAll(/\$(\w+)/g)].map(([, name = ""]) => [name, 1]));
    const [before, after] = [source, shortenIds(source)].map((each) => createTranslate("en", each));
    for (const id of ids) {
      assert.notEqual(before?.(id, args), "", id);
      assert.equal(after?.(id, args), before?.(id, args), id);
    }
  }
});
