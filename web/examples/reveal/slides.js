import Reveal from "reveal.js";
import "reveal.js/reveal.css";
import "reveal.js/theme/serif.css";
import "attention-stepper";

Reveal.initialize({
  width: 1100,
  height: 700,
  keyboardCondition: () => document.activeElement?.localName !== "attention-stepper",
});
