// The public types of `<attention-stepper>`, which the package exports from its entry ".".
import type { State } from "../../state/state.js";

/** The fields that only the page's experiments use: neither attributes nor properties of the element. */
type ExperimentField =
  | (
      | "experiment"
      | "experiment_state"
      | "compare"
      | "prefill"
      | "tile_queries"
      | "tile_keys"
      | "tile_step"
      | "cost_layers"
      | "cached"
      | "cache_step"
    )
  | (
      | "cost_model"
      | "cost_tokens"
      | "loss"
      | "loss_token"
      | "gradient"
      | "dot_a"
      | "dot_b"
      | "softmax_scores"
      | "softmax_temperature"
      | "sampling_temperature"
      | "sampling_top_k"
      | "sampling_top_p"
    );

/** The name of the property for a field, in camel case: the field d_k has the property dK. */
type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** The fields that change what is computed or shown. Setting one sets its attribute. */
type Fields = { [Field in Exclude<keyof State, ExperimentField> as Camel<Field>]: State[Field] };

/** The name of the attribute for a field: the field d_k has the attribute d-k. */
type Kebab<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First}-${Kebab<Rest>}` : Name;

/** The texts of an attribute whose property has this type. */
type Text<Value> = Value extends boolean
  ? "true" | "false" | ""
  : Value extends number
    ? `${number}`
    : Value extends string
      ? Value
      : Value extends null
        ? "none"
        : string;

/** Tensors by their names in the engine. */
type Inputs = Readonly<Record<string, { shape: number[]; data: Float32Array | number[] }>>;

interface Events {
  /** Fires once, when the first figure is drawn. link: the fragment of a link; null if the state is too large for one. */
  "attention-ready": CustomEvent<{ state: State; link: string | null }>;
  /** Fires when another stage, head or number is shown. */
  "attention-step": CustomEvent<Pick<State, "stage" | "head" | "cell">>;
  /** Fires when any field of the state has changed. fields: the names of the changed fields. */
  "attention-change": CustomEvent<{ state: State; link: string | null; fields: (keyof State)[] }>;
  /** Fires when the reader answers a question of a lesson; when a task is solved, given is null. */
  "attention-answer": CustomEvent<{ lesson: string; step: string; given: string | number | null; right: boolean }>;
  /** Fires when an attribute is invalid or the element cannot start; the element also shows the message. */
  "attention-error": CustomEvent<{ field: string; message: string; got: string }>;
  /** Fires when the height of the element has changed. height: in px. */
  "attention-resize": CustomEvent<{ height: number }>;
}

/** The attributes that are not fields of a state. */
type OwnAttributes = {
  preset?: string;
  view?: "stage" | "equation" | "lines" | "walk";
  controls?: string;
  caption?: string;
  explorer?: string;
  locale?: "en";
  lesson?: string;
  step?: string;
};

/** What a value may be in JSX so that a server writes it: false, null, lists and objects have no attribute there. */
type Written<Value> = Text<Value> | Extract<Value, string | number | true>;

/**
 * What JSX can pass to the element: every attribute (d-k), also in the spelling of its property (dK). attention-stepper/react
 * adds the element to React's JSX.
 */
export type AttentionStepperAttributes = OwnAttributes & { state?: string } & {
  [Field in Exclude<keyof State, ExperimentField> as Camel<Field> | Kebab<Field>]?: Written<State[Field]>;
};

/** The name of an event's listener in React: attention-step has onAttentionStep. */
type Listener<Name extends string> = Name extends `attention-${infer What}` ? `onAttention${Capitalize<What>}` : never;

/** What stepperProps of attention-stepper/react takes: every property of the element (dK), and listeners. */
export type AttentionStepperProps = OwnAttributes & { state?: string | Partial<State> } & {
  [Field in keyof Fields]?: Fields[Field] | Text<Fields[Field]>;
} & { [Name in keyof Events as Listener<Name>]?: (event: Events[Name]) => void };

export interface AttentionStepper extends HTMLElement, Fields {
  /**
   * The current state. Setting it replaces the whole state: fields that are left out get their defaults. A text sets the
   * attribute, null removes it.
   */
  get state(): State;
  set state(state: Partial<State> | string | null);
  /**
   * The tensors that are shown: Q, K and V, or X with Wq, Wk and Wv (Wo and biases may follow); null where the recipe makes
   * them. What cannot be shown is reported by "attention-error", with the field "inputs".
   */
  get inputs(): Inputs | null;
  set inputs(inputs: Inputs | null);
  /** The current state as the fragment of a link (the part after #); null if it is too large for a link. */
  readonly link: string | null;
  /**
   * Resolves when the first figure is drawn; rejected if the element cannot start. An element that is put back into the
   * page then tries again, with a new promise.
   */
  readonly ready: Promise<void>;
  /** This property and the next seven mirror the attributes of the same names; null if the attribute is absent. */
  preset: string | null;
  view: string | null;
  controls: string | null;
  caption: string | null;
  explorer: string | null;
  locale: string | null;
  lesson: string | null;
  step: string | null;
  /**
   * Changes some fields of the state and keeps the others, as the controls do.
   * @throws {AttentionError} names the invalid field; the state is then unchanged
   */
  change(fields: Partial<State>): void;
}

/** Undefined on a server, where there is no document. */
export declare const AttentionStepper: { new (): AttentionStepper; prototype: AttentionStepper } | undefined;

declare global {
  interface HTMLElementTagNameMap {
    "attention-stepper": AttentionStepper;
  }
  interface HTMLElementEventMap extends Events {}
}
