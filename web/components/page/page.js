/** The page's script: defines the elements; index.html has the one that starts it all. */
import "./attention-explorer.js";
