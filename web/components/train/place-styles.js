import { courseLinkStyles } from "./course-link.js";
import { lossStyles } from "./results/loss.js";
import { mapStyles } from "./results/maps.js";
import { resultStyles } from "./results/run-results.js";
import { cardStyles } from "./run-cards.js";
import { controlStyles } from "./run-controls.js";
import { settingStyles } from "./settings-card.js";
import { trainStyles } from "./styles.js";
import { lineStyles } from "./task-line.js";
import { taskStyles } from "./task-list.js";
import { whatIfStyles } from "./what-if.js";

/** The styles of all parts of Train that have no shadow root of their own. */
export const placeStyles = [
  trainStyles,
  courseLinkStyles,
  lineStyles,
  taskStyles,
  controlStyles,
  mapStyles,
  lossStyles,
  resultStyles,
  settingStyles,
  whatIfStyles,
  cardStyles,
];
