import { written } from "../reading.js";
import { circle, d, numbersOf, path, text, width } from "./drawing.js";

const height = 116;
const places = 4;

/**
 * The turned queries of the first words as hands of clocks; the last one is asked about.
 * @param {import("./drawing.js").Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function clock({ view, isHidden }) {
  const { t } = view;
  const data = numbersOf(view, "Q_rot");
  const hands = Array.from({ length: places }, (_, place) => [Number(data[2 * place]), Number(data[2 * place + 1])]);
  return {
    width,
    height,
    shapes: hands.flatMap(([x = 0, y = 0], place) => {
      const [cx, cy] = [(width / places) * (place + 0.5), 50];
      const isUnknown = isHidden && place === places - 1;
      const hand = [
        path("shaft-q", d`M${cx} ${cy}l${36 * x} ${-36 * y}`),
        circle("tip-q", cx + 36 * x, cy - 36 * y, 3.5),
      ];
      return [
        circle("dial", cx, cy, 38),
        ...(isUnknown ? [text("word", "?", cx, cy + 6)] : hand),
        text("note", t("learn-row-place", { word: place }), cx, height - 8),
      ];
    }),
    behind: {
      caption: t("picture-clock"),
      columns: ["→", "↑"],
      rows: hands.slice(0, isHidden ? places - 1 : places).map((hand, place) => ({
        word: t("learn-row-place", { word: place }),
        values: hand.map((value) => written(value)),
      })),
    },
  };
}
