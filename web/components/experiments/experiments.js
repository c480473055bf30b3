/** The part with the list of all questions, and the experiments that answer them. Loaded when a question is asked. */
import "./backward/backward-experiment.js";
import "./cache/cache-experiment.js";
import "./calculators/dot-experiment.js";
import "./calculators/softmax-experiment.js";
import "./compare/compare-experiment.js";
import "./cost/cost-experiment.js";
import "./export/export-experiment.js";
import "./mask/mask-experiment.js";
import "./numbers/numbers-experiment.js";
import "./order/order-experiment.js";
import "./place/place-experiment.js";
import "./tiles/tiles-experiment.js";
import "./training/training-experiment.js";
import "./question-list.js";

export { closing, opening } from "./experiment-card.js";
