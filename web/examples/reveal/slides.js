import Reveal from "reveal.js";
import "reveal.js/reveal.css";
import "reveal.js/theme/serif.css";
import "attention-stepper";

Reveal.initialize({
  width: 1200,
  height: 900,
  keyboardCondition: () => document.activeElement?.localName !== "attention-stepper",
});

// A slide is centred when it is shown; the element grows when it starts.
addEventListener("attention-resize", () => Reveal.layout());
