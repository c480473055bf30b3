export const usage = `attention-stepper: scaled dot-product attention, stage by stage

Usage
  attention-stepper trace FILE [--stage ID]   print what every stage holds, or one
  attention-stepper check FILE...             compare with what the files expect
  attention-stepper render LINK               draw a stage of the page as an SVG
      [--stage ID] [--width PX] [--theme light|dark]
  attention-stepper --help

FILE is JSON, - is standard input:
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

Stages, where the walk has them
  E P X C Q K V Q_rot K_rot raw scaled biased capped masked weights_unmasked
  zeroed weights dropped context concat output; and allow bias raw_content
  raw_relative sink_weight context_content

trace prints {"stages": {"X": {"shape", "data"}, ...}}; with prefill, besides,
"steps": [{"first", "count", "cache_len", "X": ..., ...}, ...], one for each
append to the KV cache. Every number reads back as the same float32.
check prints one line for each file: ok, or the first difference: the stages in
walking order, then steps, then gradients.

Exit status
  0  done, nothing differs
  1  check found a difference
  2  bad input: one line on standard error names the field, and nothing is printed
     on standard output
`;
