/** The reference of the C API, made from the public headers: each declaration with the comment before it. Pure functions. */

/** Matches a comment that starts a line, an enum or struct, or a declaration that ATTENTION_API or ATTENTION_STAGE marks. */
const piece =
  /^\/\*((?:(?!\*\/)[^])*)\*\/|^(?:typedef )?(?:enum|struct)\b[^;{]*\{[^}]*\}[^;]*;|^ATTENTION_(?:API|STAGE) [^;]*;/gm;

/**
 * @param {string} header its text
 * @returns {string} Markdown: the header's first comment, then its declarations, grouped by the comment before them
 */
export function headerReference(header) {
  const [[, manual = ""] = [], ...pieces] = [...header.matchAll(piece)].filter(([whole]) => !isAboutMacros(whole));
  /** @type {{comment: string, code: string[]}[]} */
  const groups = [];
  for (const [whole, comment] of pieces) {
    const last = groups.at(-1);
    if (comment !== undefined) groups.push({ comment, code: [] });
    else if (last) last.code.push(whole);
    else groups.push({ comment: "", code: [whole] });
  }
  const level = groups.some(({ comment }) => sectionOf(comment) !== undefined) ? "####" : "###";
  return [commentText(manual), ...groups.map((group) => groupText(group, level))].join("\n\n");
}

/** Whether a comment explains one of the macros that mark declarations. @param {string} text */
const isAboutMacros = (text) => /^\/\* Marks what/.test(text);

/** @param {string} comment @returns {string | undefined} the title, where it starts a section ("---- title ----") */
const sectionOf = (comment) => /^ ?-{4} (.*?) -+ $/.exec(comment)?.[1];

/** @param {{comment: string, code: string[]}} group @param {string} level "###" or "####" */
function groupText({ comment, code }, level) {
  const section = sectionOf(comment);
  const names = code.map(nameOf).map((name) => `\`${name}\``);
  return [
    section === undefined ? "" : `### ${section}`,
    names.length > 0 ? `${level} ${names.join(", ")}` : "",
    names.length > 0 ? `\`\`\`c\n${code.map(withoutMark).join("\n")}\n\`\`\`` : "",
    section === undefined ? commentText(comment) : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** A declaration without the macro that marks it. @param {string} code */
const withoutMark = (code) => /^(?:ATTENTION_(?:API|STAGE) )?([^]*)$/.exec(code)?.[1] ?? "";

/** @param {string} code @returns {string} the name that it declares */
function nameOf(code) {
  if (code.startsWith("ATTENTION")) return /(\w+)\(/.exec(code)?.[1] ?? code;
  return /\}\s*(\w+)\s*;$/.exec(code)?.[1] ?? /^(?:enum|struct) (\w+)/.exec(code)?.[1] ?? "constants";
}

/**
 * @param {string} comment
 * @returns {string} Markdown; indented lines outside of lists become code blocks
 */
function commentText(comment) {
  const lines = comment.split("\n").map((line) => /^(?: \*(?= |$)| )?(.*?)\s*$/.exec(line)?.[1] ?? "");
  let inList = false;
  let wasCode = false;
  const out = lines.flatMap((line) => {
    const text = line.startsWith(" ") ? line.slice(1) : line;
    inList = /^\s*- /.test(text) || (inList && /^\s/.test(text));
    const isCode = !inList && /^ {2}/.test(text);
    const separator = isCode !== wasCode ? [""] : [];
    wasCode = isCode;
    return [...separator, isCode ? `    ${text.trimStart()}` : text];
  });
  return out.join("\n").trim();
}
