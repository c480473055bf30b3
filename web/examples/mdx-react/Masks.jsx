import { useState } from "react";
import "attention-stepper";
import { stepperProps } from "attention-stepper/react";

const modes = {
  before_softmax: "−∞ before softmax",
  after_softmax: "0 after softmax",
  after_softmax_renormalised: "0 after softmax, each row divided by its sum",
};

export function Masks({ sentence }) {
  const [mode, setMode] = useState("before_softmax");
  const [stage, setStage] = useState("weights");
  return (
    <>
      <p>
        <label>
          Masked:{" "}
          <select value={mode} onChange={({ target }) => setMode(target.value)}>
            {Object.entries(modes).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>{" "}
        Stage: <output>{stage}</output>
      </p>
      <attention-stepper
        {...stepperProps({
          sentence,
          heads: 1,
          dK: 16,
          maskMode: mode,
          view: "walk",
          onAttentionStep: ({ detail }) => setStage(detail.stage),
        })}
      >
        Masking before the softmax, and after it.
      </attention-stepper>
    </>
  );
}
