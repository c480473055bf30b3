/** What the address of a lesson alone in a frame asks for, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { readAlone } from "../../../web/components/framed/alone.js";

/** @param {string} search */
const problemsOf = (search) => readAlone(search).problems.map(({ message }) => message);

test("the query says what is shown alone, its theme and who is told; other tools' options are theirs", () => {
  assert.deepEqual(readAlone("?alone=step&theme=dark&parent=https://example.org&utm_source=x"), {
    alone: "step",
    theme: "dark",
    origin: "https://example.org",
    problems: [],
  });
  assert.deepEqual(readAlone("?alone=lesson"), { alone: "lesson", theme: null, origin: "", problems: [] });
  assert.deepEqual(readAlone(""), { alone: null, theme: null, origin: "", problems: [] });
});

test("what cannot be used is refused by its name", () => {
  assert.match(problemsOf("?alone=all")[0] ?? "", /^alone: must be one of lesson, step[;,] got "?all"?$/);
  assert.match(problemsOf("?alone=")[0] ?? "", /^alone: must be one of lesson, step/);
  assert.match(problemsOf("?theme=blue")[0] ?? "", /^theme: must be one of light, dark/);
  for (const parent of ["*", "null", "https://example.org/a", "javascript:alert(1)"])
    assert.match(problemsOf(`?parent=${encodeURIComponent(parent)}`)[0] ?? "", /^parent: must be an origin such as/);
});
