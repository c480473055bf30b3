import Reveal from "reveal.js";
import "reveal.js/reveal.css";
import "reveal.js/theme/serif.css";
import "attention-stepper";
import "./figure.css";

Reveal.initialize({
  width: 1200,
  height: 900,
  scrollActivationWidth: 0, // slides on phones too: the view that scrolls sets styles that this page's policy forbids
  keyboardCondition: () => document.activeElement?.localName !== "attention-stepper",
});

// A slide is centred when it is shown; the element grows when it starts.
addEventListener("attention-resize", () => Reveal.layout());
