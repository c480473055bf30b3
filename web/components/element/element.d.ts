// What a script sees of `<attention-stepper>`: the package's types of ".". The class itself is made of more.
import type { State } from "../../state/state.js";

/** The fields that only the page's experiments read: no attributes, no properties. */
type LabField =
  | ("lab" | "compare" | "prefill" | "tile_queries" | "tile_keys" | "tile_step" | "layers" | "cached" | "cache_step")
  | ("model" | "model_tokens" | "loss" | "gradient" | "bench_a" | "bench_b" | "bench_scores" | "bench_temperature");

/** d_k is dK, as attributes' properties are in scripts. */
type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** Every field of a state that changes what is computed or looked at. Set, it is written to its attribute. */
type Fields = { [Field in Exclude<keyof State, LabField> as Camel<Field>]: State[Field] };

export interface AttentionStepper extends HTMLElement, Fields {
  /** The state that is shown. Set, it replaces the whole; what it leaves out is the default's. */
  get state(): State;
  set state(state: Partial<State>);
  /** The state that is shown as a link's fragment. */
  readonly link: string;
  /** When the first figure is drawn. */
  readonly ready: Promise<void>;
  /** These four are their attributes' texts; null without one. */
  preset: string | null;
  view: string | null;
  controls: string | null;
  locale: string | null;
  /**
   * Changes some fields and leaves the others, as a reader's controls do.
   * @throws {AttentionError} that names the field; nothing has then changed
   */
  change(fields: Partial<State>): void;
}

/** Undefined where there is no document, as on a server. */
export declare const AttentionStepper: { new (): AttentionStepper; prototype: AttentionStepper } | undefined;

declare global {
  interface HTMLElementTagNameMap {
    "attention-stepper": AttentionStepper;
  }
  interface HTMLElementEventMap {
    /** The first figure is drawn. link: null where the state is too large for one. */
    "attention-ready": CustomEvent<{ state: State; link: string | null }>;
    /** Another stage, head or number is looked at. */
    "attention-step": CustomEvent<Pick<State, "stage" | "head" | "cell">>;
    /** fields: the names of those that changed. */
    "attention-change": CustomEvent<{ state: State; link: string | null; fields: (keyof State)[] }>;
    /** Something was asked for that cannot be; the element says so too, and lives on. */
    "attention-error": CustomEvent<{ field: string; message: string; got: string }>;
    /** Its height in px, for whoever frames it. */
    "attention-resize": CustomEvent<{ height: number }>;
  }
}
