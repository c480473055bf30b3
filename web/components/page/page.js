/**
 * The script of the page. It defines the elements; index.html contains <attention-explorer>, which starts everything.
 */
import "./attention-explorer.js";
