/** The reference of the C API, made from the public headers: each declaration with the comment before it. Pure. */

/** A comment that starts a line, an enum or struct, or what a macro of the headers marks as public. */
const piece =
  /^\/\*((?:(?!\*\/)[^])*)\*\/|^(?:typedef )?(?:enum|struct)\b[^;{]*\{[^}]*\}[^;]*;|^ATTENTION_(?:API|STAGE) [^;]*;/gm;

/**
 * @param {string} header its text
 * @returns {string} Markdown: the header's manual, then its declarations; those that share a comment stand together
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

/** @param {string} text */
const isAboutMacros = (text) => /^\/\* Marks what/.test(text);

/** @param {string} comment @returns {string | undefined} the title of the section that it starts */
const sectionOf = (comment) => /^ ?-{4} (.*?) -+ $/.exec(comment)?.[1];

/** @param {{comment: string, code: string[]}} group @param {string} level the hashes of its heading */
function groupText({ comment, code }, level) {
  const section = sectionOf(comment);
  const names = code.map(nameOf).map((name) => `\`${name}\``);
  return [
    section === undefined ? "" : `### ${section}`,
    names.length > 0 ? `${level} ${names.join(", ")}` : "",
    names.length > 0
      ? `\`\`\`c\n${code.map((text) => text.replace(/^ATTENTION_(?:API|STAGE) /, "")).join("\n")}\n\`\`\``
      : "",
    section === undefined ? commentText(comment) : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** @param {string} code @returns {string} the name that it declares */
function nameOf(code) {
  if (code.startsWith("ATTENTION")) return /(\w+)\(/.exec(code)?.[1] ?? code;
  return /\}\s*(\w+)\s*;$/.exec(code)?.[1] ?? /^(?:enum|struct) (\w+)/.exec(code)?.[1] ?? "constants";
}

/**
 * @param {string} comment
 * @returns {string} Markdown: indented lines that are no part of a list stay as they are, as code
 */
function commentText(comment) {
  const lines = comment.split("\n").map((line) => line.replace(/^ \*(?= |$)|^ /, "").trimEnd());
  let inList = false;
  let wasCode = false;
  const out = lines.flatMap((line) => {
    const text = line.replace(/^ /, "");
    inList = /^\s*- /.test(text) || (inList && /^\s/.test(text));
    const isCode = !inList && /^ {2}/.test(text);
    const apart = isCode !== wasCode ? [""] : [];
    wasCode = isCode;
    return [...apart, isCode ? `    ${text.trimStart()}` : text];
  });
  return out.join("\n").trim();
}
