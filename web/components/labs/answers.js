// The list of all questions and the experiments that answer them. The page loads them when a question is asked.

import "./question-list.js";

export { opening } from "./lab-card.js";
