/** How much there is to read in the lessons. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** The words of all lessons and of what is often said, as they are written. Cut rather than raise it. */
const most = 99999;

test("the lessons have no more words than their budget", () => {
  const text = readFileSync(new URL("../../web/words/locales/en/learn.ftl", import.meta.url), "utf8");
  const said = [...text.matchAll(/^(?:lesson|misconception)-[\w-]+ =(.*(?:\n[ \n].*)*)/gm)].map(
    ([, words = ""]) => words,
  );
  assert.ok(said.length > 500, `${said.length} messages`);
  const count = said.join(" ").match(/\S*[\p{L}\d]\S*/gu)?.length ?? 0;
  assert.ok(count <= most, `${count} words`);
  assert.ok(count > 0.97 * most, `${count} words: lower the budget`);
});
