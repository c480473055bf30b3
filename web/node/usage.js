const status = `Exit status
  0  done, nothing differs
  1  check found a difference
  2  bad input: one line on standard error names the field, and nothing is printed
     on standard output; or what is printed cannot be taken
`;

/** What a file may hold, for those commands that read one. */
const file = `FILE is JSON, - is standard input:
  {"spec": {"causal": true},
   "inputs": {"X": {"shape": [2, 2], "data": [1, 0, 0.5, -1]}},
   "expected": {"weights": {"shape": [1, 2, 2], "data": [1, 0, 0.37, 0.63]}},
   "tolerance_float32": 0.01}

  spec       heads kv_heads d_model d_context d_k d_v scale causal align window
             sink_tokens position softcap softmax_sink dropout mask_mode mask_value
             prefill; each may be left out
  inputs     X (or E, and P), C, Wq Wk Wv Wo, bq bk bv bo, key_valid, allow, keep,
             relK relV, bias_table, bias_matrix, sink, positions
  expected   for check: any of the stages; steps, one for each append to the KV
             cache; gradients, by stage or input, with dOutput beside expected
  tolerance_float32   for check: |got - want| <= tolerance x max(1, |want|);
             0.00002 where it is left out
  Data runs row after row. Infinities and NaN are the strings "inf" "-inf" "nan".
`;

const stages = `Stages, where the walk has them
  E P X C Q K V Q_rot K_rot raw scaled biased capped masked weights_unmasked
  zeroed weights dropped context concat output
`;

const others = `Besides, where the walk has them
  allow bias raw_content raw_relative sink_weight context_content
`;

const all = `attention-stepper: scaled dot-product attention, stage by stage

Usage
  attention-stepper render LINK|FILE  draw a figure of the page as an SVG
  attention-stepper trace FILE        print what every stage of a walk holds
  attention-stepper check FILE...     compare walks with what their files expect

  attention-stepper COMMAND --help    what a command takes, with examples
  attention-stepper --version

Try
  attention-stepper render "#sentence=I+love+Science&stage=weights" > weights.svg

${status}`;

const render = `attention-stepper render LINK|FILE: draw a figure of the page as an SVG

LINK is the page's address as the address bar has it, or what follows its #: the
state. "#" is the page as it starts. FILE, with no # or = in its name, is a state
that the page saved, or a case as trace and check read it: its weights, unless
--stage says otherwise, with numbered rows. - is standard input.

Options
  --stage ID      another stage than the link's
  --view VIEW     equation  the stage with what it is made of (the page's figure)
                  stage     its own matrix alone
                  lines     lines between words, of weights or dropped
                  walk      all stages, small, under their names
                  Without it, lines where the link asks for them, else equation.
  --theme NAME    light or dark; without it the link's, else light
  --locale LANG   the language of the words: en
  --width PX      the room to fill, 200 to 4000; 760 where it is left out

Examples
  attention-stepper render "#" > figure.svg
  attention-stepper render "#head=all" --stage weights --theme dark > dark.svg
  attention-stepper render "#causal=true" --view walk --width 1000 > walk.svg
  attention-stepper render case.json --stage raw > raw.svg

${stages}
${status}`;

const trace = `attention-stepper trace FILE: print what every stage of a walk holds, as JSON

Options
  --stage ID      one stage alone

Examples
  attention-stepper trace case.json
  attention-stepper trace - --stage weights < case.json

It prints {"stages": {"X": {"shape", "data"}, ...}}; with prefill, besides,
"steps": [{"first", "count", "cache_len", "X": ..., ...}, ...], one for each
append to the KV cache. Every number reads back as the same float32.

${file}
${stages}
${others}
${status}`;

const check = `attention-stepper check FILE...: compare walks with what their files expect

It prints one line for each file: ok, or the first difference: the stages in walking
order, then steps, then gradients. Numbers that were taught stay right.

Examples
  attention-stepper check lesson.json
  attention-stepper check cases/*.json && echo "all as taught"

${file}
${stages}
${others}
${status}`;

/** What --help prints: of the program, and of each command. */
export const usage = Object.freeze({ all, render, trace, check });
