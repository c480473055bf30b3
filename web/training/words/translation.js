/** The words of the translation task. No French noun begins with a vowel or an h, so no article is shortened. */

/**
 * @param {string} text pairs "english french", separated by commas
 * @returns {readonly Readonly<{english: string, forms: readonly string[]}>[]} forms: one, or masculine and feminine
 */
const entries = (text) =>
  Object.freeze(
    text
      .trim()
      .split(/\s*,\s*/)
      .map((entry) => {
        const [english = "", ...forms] = entry.split(/\s+/);
        return Object.freeze({ english, forms: Object.freeze(forms) });
      }),
  );

export const feminineNouns = entries(`
  car voiture, house maison, table table, chair chaise, door porte, window fenêtre, flower fleur, town ville, street rue,
  lamp lampe, shirt chemise, skirt jupe, key clé, letter lettre, bottle bouteille, box boîte, fork fourchette, bicycle
  bicyclette, mountain montagne, beach plage, river rivière, moon lune, night nuit, road route, room pièce, cup tasse,
  watch montre, cow vache, mouse souris, tortoise tortue, goat chèvre, pear poire, cherry cerise, carrot carotte, tomato
  tomate, leaf feuille, stone pierre, forest forêt, machine machine, song chanson, kitchen cuisine, shoe chaussure`);

export const masculineNouns = entries(`
  book livre, garden jardin, dog chien, cat chat, horse cheval, knife couteau, glass verre, bed lit, hat chapeau, coat
  manteau, bus bus, train train, boat bateau, bridge pont, wall mur, castle château, village village, lake lac, field
  champ, path chemin, cake gâteau, cheese fromage, fish poisson, rabbit lapin, sheep mouton, pig cochon, wolf loup, lion
  lion, pencil crayon, notebook cahier, telephone téléphone, desk bureau, mirror miroir, roof toit, carpet tapis, basket
  panier, painting tableau, drum tambour, piano piano, violin violon, lemon citron, bag sac`);

/** They follow the noun: "la voiture rouge". Masculine, feminine. */
export const adjectivesAfter = entries(`
  red rouge rouge, green vert verte, blue bleu bleue, black noir noire, white blanc blanche, yellow jaune jaune, grey gris
  grise, brown brun brune, purple violet violette, pink rose rose, round rond ronde, empty vide vide, heavy lourd lourde,
  dry sec sèche, soft doux douce, cold froid froide, warm chaud chaude, light léger légère, dirty sale sale, broken cassé
  cassée, open ouvert ouverte, closed fermé fermée, strange étrange étrange, modern moderne moderne, expensive cher
  chère, strong fort forte`);

/** They precede the noun: "la petite voiture". Masculine, feminine. */
export const adjectivesBefore = entries(`
  small petit petite, big grand grande, beautiful beau belle, old vieux vieille, new nouveau nouvelle, pretty joli jolie,
  good bon bonne, bad mauvais mauvaise, fat gros grosse, young jeune jeune`);

/** Masculine, feminine. "a" is "an" before a vowel. */
export const determiners = entries("the le la, a un une, this ce cette, my mon ma");

export const copulas = entries("is est, was était, seems semble, becomes devient, remains reste");
