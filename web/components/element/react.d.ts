// Adds <attention-stepper> to the JSX of React 19: write `import type {} from "attention-stepper/react";` once.
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { AttentionStepper, AttentionStepperAttributes } from "./element.js";

type Props = DetailedHTMLProps<HTMLAttributes<AttentionStepper>, AttentionStepper>;

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "attention-stepper": Omit<Props, keyof AttentionStepperAttributes> & AttentionStepperAttributes;
    }
  }
}
