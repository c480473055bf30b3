/** What the tasks ask, and the answers they give, against definitions of their own. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { Random } from "../../web/training/random.js";
import { tasks } from "../../web/training/tasks.js";
import { names } from "../../web/training/tasks/names.js";
import { drawPair, sentences } from "../../web/training/tasks/translation.js";
import { following } from "../../web/training/tasks/grammar.js";
import * as pronounWords from "../../web/training/words/pronoun.js";
import * as translationWords from "../../web/training/words/translation.js";

/** @typedef {keyof typeof tasks} Id */
/** @typedef {import("../../web/training/tasks/task.js").Example} Example */

const engine = await createEngine();
const ids = /** @type {Id[]} */ (Object.keys(tasks));
const random = (/** @type {number} */ seed) => new Random(engine.torchRandom(seed));

/** 500 examples for training and 500 held-out ones. @param {Id} id @returns {Example[]} */
const some = (id) => [false, true].flatMap((heldOut) => tasks[id].examples(random(3), 500, heldOut));

/** The words of a sequence. @param {Id} id @param {readonly number[]} tokens */
const wordsOf = (id, tokens) => tokens.map((token) => tasks[id].label(token));

/** Everything that is asked of the model. @param {Example} example */
const keyOf = ({ tokens, targets, source = [] }) =>
  [source, tokens, targets.map((target) => (target < 0 ? 0 : 1))].map((row) => row.join()).join("|");

test("10,000 training examples of each task and 10,000 held-out ones have none in common", () => {
  for (const id of ids) {
    const training = new Set(tasks[id].examples(random(1), 10_000, false).map(keyOf));
    const both = tasks[id].examples(random(2), 10_000, true).filter((example) => training.has(keyOf(example)));
    assert.deepEqual(both, [], id);
    assert.ok(training.size > 1000, `${id}: only ${training.size} different examples`);
  }
});

test("the same seed gives the same batch, another seed another", () => {
  for (const id of ids) {
    const task = tasks[id];
    assert.deepEqual(task.draw(random(7)), task.draw(random(7)), id);
    assert.deepEqual(task.heldOut(random(7), 9), task.heldOut(random(7), 9), id);
    assert.notDeepEqual(task.draw(random(7)), task.draw(random(8)), id);
  }
});

test("a batch has a row for each example, filled up with 0, and with -1 where nothing is asked", () => {
  for (const id of ids) {
    const { n, source } = tasks[id].model();
    const examples = tasks[id].examples(random(5), 6, false);
    const batch = tasks[id].pack(examples);
    const filled = (/** @type {readonly number[]} */ row, /** @type {number} */ width, /** @type {number} */ fill) =>
      Array.from({ length: width }, (_, at) => row[at] ?? fill);
    assert.deepEqual(
      [...batch.tokens],
      examples.flatMap(({ tokens }) => filled(tokens, n, 0)),
      id,
    );
    assert.deepEqual(
      [...batch.targets],
      examples.flatMap(({ targets }) => filled(targets, n, -1)),
      id,
    );
    assert.deepEqual(
      [...batch.lengths],
      examples.map(({ tokens }) => tokens.length),
      id,
    );
    assert.equal(source !== undefined, batch.source !== undefined, id);
    if (!source) continue;
    assert.deepEqual(
      [...(batch.source ?? [])],
      examples.flatMap((example) => filled(example.source ?? [], source.n, 0)),
    );
  }
});

test("tokens, targets and lengths fit the model, and its longest sequences are drawn", () => {
  for (const id of ids) {
    const { n, vocabulary, readout, source } = tasks[id].model();
    const examples = some(id);
    for (const { tokens, targets, source: from } of examples) {
      assert.ok(tokens.every((token) => token >= 0 && token < vocabulary) && targets.length === tokens.length, id);
      const limit = readout === "pointer" ? tokens.length : vocabulary;
      assert.ok(targets.every((target) => target >= -1 && target < limit) && Math.max(...targets) >= 0, id);
      if (source)
        assert.ok(
          from?.every((token) => token >= 0 && token < source.vocabulary),
          id,
        );
    }
    assert.equal(Math.max(...examples.map(({ tokens }) => tokens.length)), n, id);
    if (source) assert.equal(Math.max(...examples.map((example) => example.source?.length ?? 0)), source.n, id);
  }
});

test("reverse asks for the mirror image of each position", () => {
  for (const { tokens, targets } of some("reverse")) {
    for (let i = 0; i < 8; i++) assert.equal(targets[i], tokens[7 - i]);
  }
});

test("previous asks for the letter before, and for none at the start", () => {
  for (const { tokens, targets } of some("previous")) {
    assert.equal(targets[0], -1);
    for (let i = 1; i < 8; i++) assert.equal(targets[i], tokens[i - 1]);
  }
});

test("induction asks, where a letter comes again, for the letter after its first occurrence", () => {
  const examples = some("induction");
  for (const { tokens, targets } of examples) {
    tokens.forEach((token, i) => {
      const first = tokens.indexOf(token);
      assert.equal(targets[i], first < i ? tokens[first + 1] : -1, `${tokens} at ${i}`);
    });
  }
  const asked = examples.map(({ targets }) => targets.filter((target) => target >= 0).length);
  assert.deepEqual([...new Set(asked.slice(0, 500))].sort(), [1, 2, 3, 4]);
  assert.deepEqual([...new Set(asked.slice(500))], [1]);
});

test("majority asks for the one letter that is more frequent than every other", () => {
  for (const { tokens, targets } of some("majority")) {
    const count = (/** @type {number} */ letter) => tokens.filter((token) => token === letter).length;
    const [answer] = targets;
    assert.ok(targets.every((target) => target === answer));
    for (let letter = 0; letter < 5; letter++) {
      if (letter !== answer) assert.ok(count(answer) > count(letter), `${tokens}: ${answer}`);
    }
  }
});

test("the pronoun points to the animal, to the place, or to nothing, as its adjective says", () => {
  const table = /** @type {[string, string][]} */ ([
    ["tired", "animal"],
    ["hungry", "animal"],
    ["wide", "road"],
    ["icy", "road"],
    ["dark", "·"],
    ["foggy", "·"],
  ]);
  const { animals, places, animalAdjectives, placeAdjectives, impersonalAdjectives } = pronounWords;
  for (const [adjective, noun] of table) {
    const kinds = { animal: animalAdjectives, road: placeAdjectives, "·": impersonalAdjectives };
    for (const [kind, list] of Object.entries(kinds)) assert.equal(list.includes(adjective), kind === noun, adjective);
  }
  const seen = { animal: 0, place: 0, nothing: 0 };
  for (const { tokens, targets } of some("pronoun")) {
    const words = wordsOf("pronoun", tokens);
    const text = words.join(" ");
    const shape =
      /^· the (\w+ )?(\w+) \w+ \w+ the (\w+ )?(\w+) (because|since|as) it is (too|so|very|quite) (\w+)( \w+)?$/;
    const [, , animal = "", , place = "", , , adjective = ""] = shape.exec(text) ?? assert.fail(text);
    assert.ok(animals.includes(animal) && places.includes(place), text);
    const pointed = targets.flatMap((target, at) => (target < 0 ? [] : [[words[at], words[target]]]));
    const kind = animalAdjectives.includes(adjective)
      ? "animal"
      : placeAdjectives.includes(adjective)
        ? "place"
        : "nothing";
    assert.deepEqual(pointed, [["it", { animal, place, nothing: "·" }[kind]]], text);
    if (kind === "nothing") assert.ok(impersonalAdjectives.includes(adjective), text);
    seen[kind]++;
  }
  assert.ok(
    Object.values(seen).every((count) => count > 250),
    JSON.stringify(seen),
  );
});

test("the pairs animal and tired, road and wide, animal and dark are held out", () => {
  const examples = tasks.pronoun.examples(random(11), 10_000, false);
  const referents = new Set();
  for (const { tokens, targets } of examples) {
    const words = wordsOf("pronoun", tokens);
    const it = words.indexOf("it");
    referents.add(`${words[targets[it]]} ${words[it + 3]}`);
    const dark = words[it + 3] === "dark" && words.includes("animal");
    assert.ok(!dark, words.join(" "));
  }
  assert.ok(!referents.has("animal tired") && !referents.has("road wide"));
  assert.ok(referents.has("dog tired") && referents.has("animal hungry") && referents.has("street wide"));
});

test("no word of the pronoun task has two meanings", () => {
  const words = Object.values(pronounWords).flat();
  assert.deepEqual(
    words.filter((word, at) => words.indexOf(word) !== at),
    [],
  );
  assert.ok(words.length > 200);
});

test("translations follow French word order and agree in gender", () => {
  const expected = new Map(
    Object.entries({
      "the red car": "la voiture rouge",
      "a small house": "une petite maison",
      "the white cow is old": "la vache blanche est vieille",
      "my old dog seems strong": "mon vieux chien semble fort",
      "an empty box": "une boîte vide",
      "an old castle": "un vieux château",
      "the boat was heavy": "le bateau était lourd",
      "this beautiful flower remains dry": "cette belle fleur reste sèche",
      "this new bicycle becomes expensive": "cette nouvelle bicyclette devient chère",
      "my soft coat is light": "mon manteau doux est léger",
      "a good song": "une bonne chanson",
      "the fat cat": "le gros chat",
      "the lemon is yellow": "le citron est jaune",
      "a broken bottle": "une bouteille cassée",
      "this bad road is closed": "cette mauvaise route est fermée",
    }),
  );
  /** All sentences with the words of the table are made, until each has come. */
  const found = new Map();
  const seen = new Set([...expected.keys()].flatMap((text) => text.split(" ")));
  const nouns = translationWords.feminineNouns.length + translationWords.masculineNouns.length;
  for (let determiner = 0; determiner < 4; determiner++) {
    for (let noun = 0; noun < nouns; noun++) {
      const plain = sentences({ determiner, noun, adjective: -1, copula: -1, predicate: -1 }).english;
      if (!seen.has(plain[1])) continue;
      for (let adjective = -1; adjective < 36; adjective++) {
        for (let copula = -1; copula < 5; copula++) {
          for (let predicate = 0; predicate < (copula < 0 ? 1 : 36); predicate++) {
            const { english, french } = sentences({ determiner, noun, adjective, copula, predicate });
            if (expected.has(english.join(" "))) found.set(english.join(" "), french.join(" "));
          }
        }
      }
    }
  }
  assert.deepEqual([...found].sort(), [...expected].sort());
});

test("French articles and adjectives agree with their noun in every drawn sentence", () => {
  const feminine = new Set(
    (
      "voiture maison table chaise porte fenêtre fleur ville rue lampe chemise jupe clé lettre bouteille boîte fourchette " +
      "bicyclette montagne plage rivière lune nuit route pièce tasse montre vache souris tortue chèvre poire cerise carotte " +
      "tomate feuille pierre forêt machine chanson cuisine chaussure"
    ).split(" "),
  );
  const masculine = new Set(
    (
      "livre jardin chien chat cheval couteau verre lit chapeau manteau bus train bateau pont mur château village lac champ " +
      "chemin gâteau fromage poisson lapin mouton cochon loup lion crayon cahier téléphone bureau miroir toit tapis panier " +
      "tableau tambour piano violon citron sac"
    ).split(" "),
  );
  const draws = random(4);
  const nouns = new Set();
  for (let n = 0; n < 3000; n++) {
    const { french } = drawPair(draws, n % 2 === 0);
    const noun = french.find((word) => feminine.has(word) || masculine.has(word)) ?? assert.fail(french.join(" "));
    nouns.add(noun);
    const articles = feminine.has(noun) ? ["la", "une", "cette", "ma"] : ["le", "un", "ce", "mon"];
    assert.ok(articles.includes(french[0]), french.join(" "));
    /** Forms that only the other gender has. */
    const wrong = feminine.has(noun)
      ? /\b(vert|bleu|noir|blanc|gris|brun|lourd|sec|doux|froid|petit|grand|beau|vieux|nouveau|joli|bon|mauvais|gros|fort)(?![\p{L}])/u
      : /(?<![\p{L}])(verte|bleue|noire|blanche|grise|brune|lourde|sèche|douce|froide|petite|grande|belle|vieille|nouvelle|jolie|bonne|mauvaise|grosse|forte)(?![\p{L}])/u;
    assert.doesNotMatch(french.join(" "), wrong);
  }
  assert.equal(nouns.size, feminine.size + masculine.size);
});

/** The grammar as one regular expression, from word lists of its own. */
function recogniser() {
  const base =
    "dog cat bird teacher farmer doctor baker pilot singer student nurse sailor painter writer friend girl boy horse rabbit king queen";
  const irregular = { child: "children", woman: "women", man: "men" };
  const one = [...base.split(" "), ...Object.keys(irregular)].join("|");
  const many = [...base.split(" ").map((noun) => `${noun}s`), ...Object.values(irregular)].join("|");
  const verbs = {
    alone: "sleep run sing wait smile laugh walk swim dream jump dance work".split(" "),
    withObject: "see like hear know follow help find call meet watch thank visit".split(" "),
  };
  const third = (/** @type {string} */ verb) => (/(ch|sh|s)$/.test(verb) ? `${verb}es` : `${verb}s`);
  const adjective =
    "(?:(?:small|big|young|quiet|happy|clever|brave|kind|tall|busy|patient|proud|cheerful|famous|strong|gentle) )?";
  const [ones, manys] = ["(?:the|a|this|every)", "(?:the|these|some|many)"];
  const any = `(?:${ones} (?:${one})|${manys} (?:${many}))`;
  const object = `(?:${ones} ${adjective}(?:${one})|${manys} ${adjective}(?:${many}))`;
  const beside = `(?: (?:near|behind|with|beside) ${any})?`;
  const sentence = (/** @type {string} */ subject, /** @type {(verb: string) => string} */ form) =>
    `${subject}${beside} (?:(?:${verbs.alone.map(form).join("|")})|(?:${verbs.withObject.map(form).join("|")}) ${object})`;
  const singular = sentence(`${ones} ${adjective}(?:${one})`, third);
  const plural = sentence(`${manys} ${adjective}(?:${many})`, (verb) => verb);
  return new RegExp(`^(?:${singular}|${plural}) \\.$`);
}

test("sentences of the grammar are accepted by a recogniser, and their targets are the next words", () => {
  const accepted = recogniser();
  for (const { tokens, targets } of some("grammar")) {
    const words = wordsOf("grammar", targets);
    assert.match(words.join(" "), accepted);
    assert.deepEqual(wordsOf("grammar", tokens), ["<start>", ...words.slice(0, -1)]);
  }
});

test("the words that may follow are those with which a recogniser accepts the sentence in the end", () => {
  const accepted = recogniser();
  const vocabulary = Array.from({ length: tasks.grammar.model().vocabulary }, (_, token) => tasks.grammar.label(token));
  const completions = [
    ...[".", "dog .", "dogs .", "sees the dog .", "see the dog .", "dog sees the dog .", "dogs see the dog ."],
    ...[
      "the dog .",
      "the dog sleeps .",
      "the dog sleep .",
      "dog sleeps .",
      "dog sleep .",
      "dogs sleeps .",
      "dogs sleep .",
    ],
    ...["sleeps .", "sleep .", "the dog sees the dog ."],
  ];
  for (const { targets } of tasks.grammar.examples(random(9), 25, false)) {
    const words = wordsOf("grammar", targets);
    for (let length = 0; length <= words.length; length++) {
      const start = words.slice(0, length);
      const want = vocabulary.filter((word) =>
        ["", ...completions].some((rest) => accepted.test([...start, word, ...(rest ? [rest] : [])].join(" "))),
      );
      assert.deepEqual([...following(start)].sort(), want.sort(), start.join(" "));
    }
  }
  assert.equal(following(["dog", "the"]).size, 0);
});

test("held-out sentences of the grammar have pairs of first noun and verb that training never shows", () => {
  const singular = (/** @type {string} */ word) =>
    word
      .replace(/ren$/, "")
      .replace(/men$/, "man")
      .replace(/(ch)?e?s$/, "$1");
  const noun =
    /^\w+ (?:(?:small|big|young|quiet|happy|clever|brave|kind|tall|busy|patient|proud|cheerful|famous|strong|gentle) )?(\w+)/;
  const verb =
    / (sleeps?|runs?|sings?|waits?|smiles?|laughs?|walks?|swims?|dreams?|jumps?|dances?|works?|sees?|likes?|hears?|knows?|follows?|helps?|finds?|calls?|meets?|watch(?:es)?|thanks?|visits?) /;
  const pairs = (/** @type {boolean} */ heldOut) =>
    new Set(
      tasks.grammar.examples(random(6), 5000, heldOut).map(({ targets }) => {
        const text = wordsOf("grammar", targets).join(" ");
        return `${singular(noun.exec(text)?.[1] ?? assert.fail(text))} ${singular(verb.exec(text)?.[1] ?? assert.fail(text))}`;
      }),
    );
  const [training, heldOut] = [pairs(false), pairs(true)];
  assert.ok(training.size > 400 && heldOut.size > 100, `${training.size} ${heldOut.size}`);
  assert.deepEqual(
    [...heldOut].filter((pair) => training.has(pair)),
    [],
  );
});

test("a task's layers are attention alone, have an MLP, or norms too; a pointer's last layer never has an MLP", () => {
  const mlp = { mlp: "plain", activation: "gelu" };
  const { grammar, pronoun } = tasks;
  const own = grammar.model().layers[0];
  assert.deepEqual(grammar.model({ block: "attention" }), grammar.model());
  assert.deepEqual(grammar.model({ block: "mlp" }), { ...grammar.model(), layers: [{ ...own, ...mlp }] });
  assert.deepEqual(grammar.model({ block: "norm-mlp" }), {
    ...grammar.model(),
    layers: [{ ...own, ...mlp, norm: "layernorm" }],
    final_norm: "layernorm",
  });
  const keys = { heads: 1, keys: "embeddings" };
  assert.deepEqual(pronoun.model({ block: "mlp" }).layers, [{ ...keys, ...mlp }, keys]);
  const { layers, final_norm } = pronoun.model({ block: "norm-mlp" });
  assert.deepEqual(layers, [
    { ...keys, ...mlp, norm: "layernorm" },
    { ...keys, norm: "layernorm" },
  ]);
  assert.equal(final_norm, undefined);
});

test("the model of names loses its norms and its MLP where it is attention alone", () => {
  const { task } = names.make(
    Array.from({ length: 60 }, (_, at) => "abcdefgh".slice(at % 8) + "x".repeat(at / 8)).join("\n"),
  );
  const { layers, embedding_norm, norm_weight, ...rest } = task.model();
  const [attention, mlp] = [
    { heads: 4, causal: true },
    { mlp: "plain", activation: "relu" },
  ];
  assert.deepEqual([embedding_norm, norm_weight], ["rmsnorm", false]);
  assert.deepEqual(layers, [{ ...attention, ...mlp, norm: "rmsnorm", norm_weight: false }]);
  assert.deepEqual(task.model({ block: "norm-mlp" }), task.model());
  assert.deepEqual(task.model({ block: "mlp" }), { ...rest, layers: [{ ...attention, ...mlp }] });
  assert.deepEqual(task.model({ block: "attention" }).layers, [attention]);
});

test("options change the model of a task: heads, d_k, width, layers, mask, positions, learning rate", () => {
  const { induction, pronoun, reverse } = tasks;
  assert.deepEqual(reverse.model().layers, [{ heads: 1 }]);
  const wide = { heads: 2, d_k: 4, d_model: 24, causal: true, position: /** @type {const} */ ("rope"), lr: 0.5 };
  const changed = reverse.model(wide);
  assert.deepEqual(changed.layers, [{ heads: 2, d_k: 4, causal: true }]);
  assert.deepEqual([changed.d_model, changed.position, changed.optimizer.lr], [24, "rope", 0.5]);
  assert.equal(induction.model({ layers: 1 }).layers.length, 1);
  assert.deepEqual(pronoun.model({ layers: 1 }).layers, [{ heads: 1, keys: "embeddings" }]);
  assert.equal(reverse.model({ layers: 2 }).layers.length, 2);
  assert.equal(reverse.model().layers.length, 1, "the task's own model is as before");
});
