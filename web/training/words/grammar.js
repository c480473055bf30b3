/** The words of the grammar task. No noun or adjective begins with a vowel, so that "a" fits before each. */

/**
 * @param {string} text pairs "singular/plural"
 * @returns {Readonly<Record<"singular" | "plural", readonly string[]>>} the two forms of each word, in the same order
 */
function forms(text) {
  const pairs = text
    .trim()
    .split(/\s+/)
    .map((pair) => /** @type {[string, string]} */ (pair.split("/")));
  return Object.freeze({
    singular: Object.freeze(pairs.map(([singular]) => singular)),
    plural: Object.freeze(pairs.map(([, plural]) => plural)),
  });
}

/** @param {string} text */
const words = (text) => Object.freeze(text.trim().split(/\s+/));

export const nouns = forms(`
  dog/dogs cat/cats bird/birds child/children teacher/teachers farmer/farmers doctor/doctors baker/bakers pilot/pilots
  singer/singers student/students nurse/nurses sailor/sailors painter/painters writer/writers friend/friends woman/women
  man/men girl/girls boy/boys horse/horses rabbit/rabbits king/kings queen/queens`);

/** Verbs without an object. */
export const intransitiveVerbs = forms(`
  sleeps/sleep runs/run sings/sing waits/wait smiles/smile laughs/laugh walks/walk swims/swim dreams/dream jumps/jump
  dances/dance works/work`);

/** Verbs with an object. */
export const transitiveVerbs = forms(`
  sees/see likes/like hears/hear knows/know follows/follow helps/help finds/find calls/call meets/meet watches/watch
  thanks/thank visits/visit`);

export const determiners = Object.freeze({
  singular: words("the a this every"),
  plural: words("the these some many"),
});
export const adjectives = words(`
  small big young quiet happy clever brave kind tall busy patient proud cheerful famous strong gentle`);
export const prepositions = words("near behind with beside");
export const END = ".";
