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

test("ids are shortened to what follows an id before them, and read back: every message says the same", () => {
  const shortened = shortenIds("one = 1\none-two = 2 one-two = 2\n    one-three = 3\none-two-four = 4\nonely = 5\n");
  assert.equal(shortened, "one = 1\n-two = 2 one-two = 2\n    one-three = 3\n-two-four = 4\nonely = 5\n");
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
