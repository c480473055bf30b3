/** The part with the list of all questions, and the experiments that answer them. Loaded when a question is asked. */
import "./backward/backward-lab.js";
import "./cache/cache-lab.js";
import "./calculators/dot-lab.js";
import "./calculators/softmax-lab.js";
import "./compare/compare-lab.js";
import "./cost/cost-lab.js";
import "./export/export-lab.js";
import "./mask/mask-lab.js";
import "./numbers/numbers-lab.js";
import "./order/order-lab.js";
import "./place/place-lab.js";
import "./tiles/tiles-lab.js";
import "./training/training-lab.js";
import "./question-list.js";

export { closing, opening } from "./lab-card.js";
