/** The padding token. The tokeniser never makes it: brackets are tokens of their own. */
export const padToken = "[pad]";

// Characters written without spaces between words: one token each. The last one is the long-vowel mark, which Unicode
// shares between scripts.
const cjk = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc";

// A letter is whatever is not of another class, so that a character which a browser's Unicode does not know yet belongs to
// a word in every browser.
const letter = `[^\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}\\p{P}\\p{S}\\p{Default_Ignorable_Code_Point}\\p{Extended_Pictographic}${cjk}]`;

// Zero-width joiners, Hangul's empty vowel and Mongolian's vowel separator shape letters inside a word and mean nothing
// at its end. Other invisible letters (Hangul's fillers) count as blanks.
const letters = `${letter}(?:${letter}|\\p{M}|(?:\\u200c|\\u200d|\\u1160|\\u180e)(?=${letter}|\\p{M}))*`;

// Apostrophes, hyphens and underscores inside a word, points and commas inside a number: don't, self-attention, d_k, 3.14
const inside = "['’\\-‑_]|(?<=\\p{Nd})[.,](?=\\p{Nd})";

const look = "(?:\\ufe0f|\\p{Emoji_Modifier}|[\\u{e0020}-\\u{e007f}])*";
const emoji = `\\p{Extended_Pictographic}${look}(?:\\u200d\\p{Extended_Pictographic}${look})*`;
const flag = "\\p{Regional_Indicator}{2}";
const mark = "[\\p{P}\\p{S}]\\p{M}*";

const token = `${flag}|${emoji}|[${cjk}]\\p{M}*|${letters}(?:(?:${inside})${letters})*|${mark}`;

// The same rules for ASCII text, where most of the above does not apply. It exists because browsers take long to
// compile regular expressions with Unicode classes.
const plain = /[A-Za-z\d]+(?:(?:['\-_]|(?<=\d)[.,](?=\d))[A-Za-z\d]+)*|[!-/:-@[-`{-~]/g;

/**
 * Splits a text into words and punctuation marks. The result depends only on Unicode's character classes, so it is the
 * same in every browser and locale. Case is preserved; accents are composed (NFC), so that both encodings of "é" give
 * the same token, and soft hyphens are removed.
 * @param {string} text
 * @returns {string[]}
 */
export const tokenise = (text) => (/[^\0-\x7f]/.test(text) ? tokeniseUnicode(text) : (text.match(plain) ?? []));

/** The rules for all of Unicode; for ASCII `tokenise` has the same result. @param {string} text @returns {string[]} */
export const tokeniseUnicode = (text) =>
  text.replaceAll("\u00ad", "").normalize("NFC").match(new RegExp(token, "gu")) ?? [];

/**
 * The tokens of a text without its punctuation.
 * @param {string} text
 * @returns {string[]}
 */
export function tokeniseWords(text) {
  return tokenise(text).filter((word) => !/^\p{P}/u.test(word));
}

/** The index of the last word, padding left out. @param {readonly string[]} tokens */
export const lastWord = (tokens) => tokens.reduce((last, token, at) => (token === padToken ? last : at), 0);
