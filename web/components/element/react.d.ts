// For JSX with React: the props of <attention-stepper>, and its attributes in JSX.
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { AttentionStepper, AttentionStepperAttributes, AttentionStepperProps } from "./element.js";

type Props = DetailedHTMLProps<HTMLAttributes<AttentionStepper>, AttentionStepper>;

/**
 * Props for <attention-stepper> that mean the same in a browser, on a server and while React hydrates:
 * `<attention-stepper {...stepperProps({ causal: false, onAttentionStep: tell })} />`. React's server leaves out
 * `causal={false}`, lists, objects and null, and hydration adds no listener to a custom element.
 */
export declare function stepperProps(
  props: Omit<Props, keyof AttentionStepperProps> & AttentionStepperProps,
): Omit<Props, keyof AttentionStepperAttributes> & AttentionStepperAttributes;

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "attention-stepper": Omit<Props, keyof AttentionStepperAttributes> & AttentionStepperAttributes;
    }
  }
}
