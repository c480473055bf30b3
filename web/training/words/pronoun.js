/** The words of the pronoun task. Every adjective fits one kind of thing only. */
import { Vocabulary } from "../vocabulary.js";

/** @param {string} text */
const words = (text) => Object.freeze(text.trim().split(/\s+/));

/** Stands first in every sentence: "it" means nothing that the sentence names, as in "it is dark". */
export const NOTHING = "·";

export const animals = words(`
  animal dog cat horse cow fox rabbit deer sheep goat pig bear wolf lion tiger mouse hen duck goose donkey camel elephant
  monkey frog squirrel hedgehog badger otter pony puppy kitten calf lamb zebra giraffe panda koala kangaroo turtle
  tortoise lizard rat mole beaver moose bull mule hare`);

export const places = words(`
  road street bridge river field forest valley park path garden meadow desert beach lane canyon swamp ravine trail alley
  yard marsh gorge tunnel plain island hill farm village town market square courtyard pasture orchard moor prairie creek
  brook ditch canal harbour avenue highway railway clearing slope lawn lake`);

/** What only an animal can be. */
export const animalAdjectives = words(`
  tired hungry thirsty sleepy afraid scared nervous lazy weak sick shy timid weary frightened exhausted clumsy cautious
  anxious hesitant drowsy fearful worried proud stubborn impatient curious sad confused bored restless`);

/** What only a place can be. */
export const placeAdjectives = words(`
  wide narrow steep slippery muddy icy flooded bumpy rocky sandy dusty crowded swampy winding uneven overgrown stony
  grassy broad flat hilly shady marshy distant remote deep shallow exposed barren leafy`);

/** What neither is here: "it" is the weather or the time. */
export const impersonalAdjectives = words(`
  dark late early foggy rainy windy stormy misty cloudy snowy sunny humid`);

export const auxiliaries = words("cannot can will must should might");
export const verbs = words("cross leave enter reach visit explore avoid pass approach search see find like watch");
/** Before a noun: they say nothing about what "it" is. */
export const others = words("old little big pretty");
export const conjunctions = words("because since as");
export const degrees = words("too so very quite");
export const endings = words("today now here again");
const functionWords = words("the it is");

/** All words; the order is that of the rows of the trained embeddings. */
export const vocabulary = new Vocabulary([
  ...[NOTHING, ...functionWords, ...animals, ...places],
  ...[...animalAdjectives, ...placeAdjectives, ...impersonalAdjectives],
  ...[...auxiliaries, ...verbs, ...others, ...conjunctions, ...degrees, ...endings],
]);
