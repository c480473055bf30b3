"use client";
import { useState } from "react";
import "attention-stepper";
import { stepperProps } from "attention-stepper/react";

const settings = { causal: false, maskMode: "after_softmax", ignoredKeys: [1, 3], dK: 6, heads: 2, view: "walk" };

/** A figure that the server writes with its settings, and the number of steps that the browser has heard of. */
export function Figure() {
  const [steps, setSteps] = useState(0);
  const props = stepperProps({ ...settings, onAttentionStep: () => setSteps((count) => count + 1) });
  return (
    <main>
      <attention-stepper {...props}>waiting</attention-stepper>
      <output>{steps}</output>
    </main>
  );
}
