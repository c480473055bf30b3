/** The parts of Train that are loaded when the reader opens one of them. */
import "./changed-heads.js";
import "./weight-files.js";
