// The public types of `<attention-stepper>`: those of the package's entry ".".
import type { State } from "../../state/state.js";

/** The fields that only the page's experiments use: neither attributes nor properties of the element. */
type LabField =
  | ("lab" | "compare" | "prefill" | "tile_queries" | "tile_keys" | "tile_step" | "layers" | "cached" | "cache_step")
  | ("model" | "model_tokens" | "loss" | "gradient" | "bench_a" | "bench_b" | "bench_scores" | "bench_temperature");

/** A field's property: d_k is dK. */
type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** The fields that change what is computed or shown. Setting one sets its attribute. */
type Fields = { [Field in Exclude<keyof State, LabField> as Camel<Field>]: State[Field] };

export interface AttentionStepper extends HTMLElement, Fields {
  /** The current state. Setting it replaces all of it; fields that are left out get their defaults. */
  get state(): State;
  set state(state: Partial<State>);
  /** The current state as a link's fragment. */
  readonly link: string;
  /** Resolves when the first figure is drawn. */
  readonly ready: Promise<void>;
  /** These four are the texts of their attributes; null without one. */
  preset: string | null;
  view: string | null;
  controls: string | null;
  locale: string | null;
  /**
   * Changes some fields and keeps the others, as the controls do.
   * @throws {AttentionError} that names the field; then nothing has changed
   */
  change(fields: Partial<State>): void;
}

/** Undefined on a server, where there is no document. */
export declare const AttentionStepper: { new (): AttentionStepper; prototype: AttentionStepper } | undefined;

declare global {
  interface HTMLElementTagNameMap {
    "attention-stepper": AttentionStepper;
  }
  interface HTMLElementEventMap {
    /** The first figure is drawn. link: null where the state is too large for one. */
    "attention-ready": CustomEvent<{ state: State; link: string | null }>;
    /** Another stage, head or number is shown. */
    "attention-step": CustomEvent<Pick<State, "stage" | "head" | "cell">>;
    /** Another state is shown. fields: the names of those that have changed. */
    "attention-change": CustomEvent<{ state: State; link: string | null; fields: (keyof State)[] }>;
    /** An attribute cannot be used, or the engine could not start; the element shows it too. */
    "attention-error": CustomEvent<{ field: string; message: string; got: string }>;
    /** Its height has changed, in px. */
    "attention-resize": CustomEvent<{ height: number }>;
  }
}
