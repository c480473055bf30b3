/** A text as it is searched: in lower case, without accents and the signs of subscripts. @param {string} text */
const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f_]/g, "")
    .toLowerCase();

/**
 * Whether a text contains every one of these words, or parts of words.
 * @param {string} text
 * @param {string} wanted
 */
export const contains = (text, wanted) =>
  plain(wanted)
    .split(/\s+/)
    .every((word) => plain(text).includes(word));
