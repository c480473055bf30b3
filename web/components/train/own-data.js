/** The parts of Train that only the tasks on data need: the text and own pairs. Loaded with the first of them. */
import "./data-card.js";
import "./text-report.js";
