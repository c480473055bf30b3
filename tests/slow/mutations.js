/** The tests that must detect a fault, by group. @type {Record<string, string[]>} */
const TESTS = {
  forward: ["engine/variants/forward.test.js"],
  backward: ["engine/variants/backward.test.js"],
  explain: ["engine/variants/explain.test.js"],
  fast: [
    ...[
      "forward",
      "fast-blocks",
      "windows",
      "layer",
      "kv-cache",
      "fast-gradients",
      "shaw-gradients",
      "nonfinite",
      "differential",
    ].map((name) => `engine/${name}.test.js`),
  ],
  memory: ["engine/properties.test.js", "engine/errors.test.js"],
  cli: ["cli/cli.test.js"],
  sanitizers: ["native/fuzz/fuzz.test.js"],
  kernels: ["native/kernels/kernels.test.js"],
  refusals: ["native/refusals.test.js"],
  models: ["native/fuzz/fuzz.test.js", "engine/models/model.test.js"],
  training: ["engine/models/training.test.js"],
  generation: ["engine/models/generate.test.js"],
  walks: ["engine/models/walk.test.js"],
  checkpoints: ["checkpoints/training.test.js"],
};

/** Groups of faults that change no number: only the sanitizers detect them. */
const SILENT = ["sanitizers"];

/**
 * Deliberate faults, small mistakes that someone could make in the engine, and the tests that must detect each. text occurs
 * exactly once in file and is replaced by instead. silent: tests that pass in spite of the fault.
 * @type {readonly {fault: string, file: string, text: string, instead: string, tests: string[], silent: string[]}[]}
 */
export const mutations = Object.freeze([
  ...inStage("02_projections.c", [
    ["heads share the first head's bias", ".bias_next = d_head", ".bias_next = 0", "forward"],
  ]),
  ...inStage("03_rotated.c", [
    ["rope's halves are swapped", "left + l.apart] = (0.0f + x_sine)", "left + l.apart] = (0.0f - x_sine)", "forward"],
    ["rope's styles are swapped", "split = s->rope_style ==", "split = s->rope_style !=", "forward"],
    ["components that rope leaves alone are forgotten", "out_hid[d] = x_hid[d]", "out_hid[d] = 0.0f", "forward"],
    ["yarn's factor is forgotten", "(double)s->rope_attention_factor : 1.0", "1.0 : 1.0", "forward"],
    ["rope turns by d_k/2 too slow a base", "-2.0 * (double)pair", "-1.0 * (double)pair", "forward"],
  ]),
  ...inStage("04_raw.c", [
    [
      "a query head reads the wrong key head",
      "key_head(h, size->heads, size->kv_heads)",
      "(h % size->kv_heads)",
      "forward",
    ],
    [
      "a dot product starts at its second term",
      "for (size_t d = 0; d < components;)",
      "for (size_t d = components > 1; d < components;)",
      "forward",
    ],
    ["the last keys are written past the end", "first = j - before", "first = j", "kernels"],
    ["a later part of a dot product starts again at 0", ".continues = d > 0", ".continues = 0", "kernels"],
    [
      "Shaw's distances have the wrong sign",
      "const int32_t r = attention_relative_row(j - i - size->shift, size->clip);",
      "const int32_t r = attention_relative_row(i + size->shift - j, size->clip);",
      "forward",
    ],
  ]),
  ...inStage("05_scaled.c", [
    ["scale is forgotten in the lanes", "vec_mul(vec_load(raw_hij + s), factor)", "vec_load(raw_hij + s)", "forward"],
    ["scale is forgotten after the lanes", "raw_hij[s] * scale", "raw_hij[s]", "forward"],
    [
      "the last lanes reach past the end",
      "s + VEC_LANES <= count; s += VEC_LANES) vec_store",
      "s < count; s += VEC_LANES) vec_store",
      "sanitizers",
    ],
    ["scale is forgotten on the way back", "product = vec_mul(d_scaled, factor)", "product = d_scaled", "backward"],
  ]),
  ...inStage("06_biased.c", [
    ["ALiBi's slopes start one head late", "(double)(head + 1) / power", "(double)(head + 2) / power", "forward"],
    ["ALiBi's slopes beyond a power of two", "2 * (head - power) + 1", "2 * (head - power) + 2", "forward"],
    [
      "the Gaussian's distance is not squared",
      "const float square = sigmas * sigmas",
      "const float square = sigmas",
      "forward",
    ],
    [
      "T5's far buckets are off by one",
      "exact + (passed ? nearest : nearest - 1)",
      "exact + (passed ? nearest + 1 : nearest)",
      "forward",
    ],
    ["T5's sides are swapped", "bidirectional && ahead > 0", "bidirectional && ahead < 0", "forward"],
  ]),
  ...inStage("07_capped.c", [
    [
      "softcap forgets to scale back",
      "cap * attention_tanh(score_hij[s] / cap)",
      "attention_tanh(score_hij[s] / cap)",
      "forward",
    ],
    [
      "softcap is put on the scores before the bias",
      "attention_cap(result(w, ATTENTION_CAPPED), at(w, before(w, ATTENTION_CAPPED))",
      "attention_cap(result(w, ATTENTION_CAPPED), at(w, ATTENTION_SCALED)",
      "forward",
    ],
  ]),
  ...inStage("08_masked.c", [
    ["the causal shift is ignored", "sinks, n_k, i + size->shift, key", "sinks, n_k, i, key", "forward"],
    ["padding is ignored", "row, key_valid_j, n_k", "row, key_valid_j, 0", "forward"],
    ["the mask is turned round", "allow_ij[s] == 0.0f ? hidden", "allow_ij[s] != 0.0f ? hidden", "forward"],
    [
      "every head has the first head's mask",
      "(size->mask_heads == 1 ? 0 : h * head);\n    const float *score_ij",
      "0;\n    const float *score_ij",
      "forward",
    ],
    ["gradients pass through the mask", "add ? sum : vec_select(vec_load(allow_ij + s), sum, old)", "sum", "backward"],
  ]),
  ...inStage("09_weights.c", [
    [
      "the maximum is not taken off",
      "const float max = sink > largest || sink != sink ? sink : largest",
      "const float max = largest == -__builtin_inff() && sink == largest ? largest : 0.0f",
      "forward",
    ],
    [
      "the sink is missing in the denominator",
      "sum_r[r] = sink_r[r] = vec_first(",
      "sink_r[r] = vec_first(",
      "forward",
    ],
    ["weights that are divided once more lose the smallest", "divides_again(w->s)", "0", "fast"],
    [
      "a row that may see nothing is not caught",
      "nothing_r[r] = largest == -__builtin_inff()",
      "nothing_r[r] = 0",
      "forward",
    ],
    [
      "the sum starts at the second key",
      "for (int32_t j = 0; j < end; j++) {\n    a = a + a_j[j]",
      "for (int32_t j = end > 1; j < end; j++) {\n    a = a + a_j[j]",
      "forward",
    ],
    [
      "softmax's gradient lacks the sum",
      "vec_sub(vec_load(d_weights_j + j), vec_splat(mean))",
      "vec_load(d_weights_j + j)",
      "backward",
    ],
  ]),
  ...inStage("10_dropped.c", [
    [
      "what is kept does not grow",
      "weights_hij[s] / keep_prob",
      "weights_hij[s] / (keep_prob > 0.0f ? 1.0f : keep_prob)",
      "forward",
    ],
    ["what is dropped passes its gradient on", "    if (keep_hij[s] != 0.0f) d_weights", "    d_weights", "backward"],
    ["the gradient of what is kept does not grow", "d_dropped_hij[s] / keep_prob", "d_dropped_hij[s]", "backward"],
  ]),
  ...inStage("11_context.c", [
    ["a query head reads the wrong value head", ".sharing = size->heads / size->kv_heads", ".sharing = 1", "forward"],
    [
      "relV's part is left out",
      "const float product = weights_j[j] * rel_v_c[c]",
      "const float product = 0.0f * rel_v_c[c]",
      "forward",
    ],
  ]),
  ...inStage("12_concat.c", [
    [
      "heads are concatenated without being transposed",
      "((size_t)i * (size_t)heads + (size_t)h) * (size_t)d_v",
      "((size_t)h * (size_t)n_q + (size_t)i) * (size_t)d_v",
      "forward",
    ],
  ]),
  ...inStage("13_output.c", [
    ["the bias of the output is forgotten", "concat_ic, wo_co, bo_o, &", "concat_ic, wo_co, NULL, &", "fast"],
    [
      "Wo reads the heads before they are side by side",
      "attention_step_product(w, ATTENTION_OUTPUT, ATTENTION_CONCAT",
      "attention_step_product(w, ATTENTION_OUTPUT, ATTENTION_CONTEXT",
      "forward",
    ],
  ]),
  ...inStage("14_residual.c", [
    [
      "the MLP's sum forgets what attention added",
      "stream(w)), at(w, mlp_result(w))",
      "ATTENTION_X), at(w, mlp_result(w))",
      "forward",
    ],
    ["parallel residuals give X no gradient", "    copy_back(w, ATTENTION_RESIDUAL_2, ATTENTION_X);\n", "", "backward"],
  ]),
  ...inStage("15_norm.c", [
    [
      "four rows forget their last columns",
      "for (; d < width; d++) sum = vec_add(",
      "for (; d < width; d++) (void)vec_add(",
      "forward",
    ],
    ["epsilon is added to the root", "squares / width + size->epsilon)", "squares / width) + size->epsilon", "forward"],
    ["the factor forgets its 1", "size->offset ? 1.0f + weight_d[d]", "size->offset ? weight_d[d]", "forward"],
    ["a norm's gradient forgets the mean", "(g - mean) - times", "g - times", "backward"],
    [
      "a norm's gradient forgets the root",
      "times(mean_along, z), row.root)",
      "times(mean_along, z), 1.0f)",
      "backward",
    ],
  ]),
  ...inStage("16_mlp.c", [
    [
      "a gated MLP reads W_up twice",
      "is_gated(w->s) ? ATTENTION_W_GATE : ATTENTION_W_UP",
      "is_gated(w->s) ? ATTENTION_W_UP : ATTENTION_W_UP",
      "forward",
    ],
    [
      "the MLP's result is made from what is not yet dropped",
      "attention_step_product(w, ATTENTION_MLP_OUTPUT, before(w, ATTENTION_MLP_OUTPUT)",
      "attention_step_product(w, ATTENTION_MLP_OUTPUT, ATTENTION_MLP_ACTIVATED",
      "forward",
    ],
  ]),
  ...inStage("17_activation.c", [
    ["silu is quick", "x_sigmoid(x, x, slope)", "x_sigmoid(x, vec_mul(vec_splat(1.702f), x), slope)", "forward"],
    [
      "a gate passes no gradient to the activation's input",
      "    add_up_to_four(d_hidden + n",
      "    if (!up) add_up_to_four(d_hidden + n",
      "backward",
    ],
  ]),
  ...inFile("c/simd/matrix.c", [
    ["a bias is left out", "m->bias_c && i < to", "0 && i < to", "forward"],
    ["the fourth row's hidden terms count", "if (!no_d) tile_add_term", "tile_add_term", "kernels"],
    ["the last columns start one too late", "c < columns - 4 ? c : columns - 4", "c", "kernels"],
    [
      "rows that do not exist are computed",
      "const size_t last = (size_t)rows - 1, a",
      "const size_t last = (size_t)rows + 2, a",
      "kernels",
    ],
  ]),
  ...inFile("c/model/checks.c", [
    ["the length of a source is free where there is none", " : s->source_n != 0)", " : 0)", "refusals"],
    ["a layer of a model may have a prefill", "a->prefill == 0 ?", "a->prefill >= 0 ?", "refusals"],
    ["a token may be the vocabulary", "value_i[i] < limit;", "value_i[i] <= limit;", "refusals"],
    [
      "the last length of a batch is not checked",
      "b < s->size; b++)\n    if (s->length_b",
      "b < s->size - 1; b++)\n    if (s->length_b",
      "refusals",
    ],
    [
      "a pointer's target may be any key, whatever the sequence's length",
      "m->classes : length_of(keys->length_b, b, keys->n);",
      "m->classes : keys->n;",
      "refusals",
    ],
  ]),
  ...inFile("c/model/pass.c", [
    [
      "the last layer has one after it",
      "const attention_tensor *t = m->walk[layer].plan.tensor;",
      "const attention_tensor *t = m->walk[layer + 1].plan.tensor;",
      "models",
    ],
  ]),
  ...inFile("c/model/pass.h", [
    [
      "norms outside of layers have no offset",
      "norm->kind, norm->offset, norm->epsilon",
      "norm->kind, 0, norm->epsilon",
      "models",
    ],
  ]),
  ...inFile("c/model/readout.c", [
    [
      "all examples of a tied readout learn from the first one's logits",
      "*d_raw_ic = gradient + m->raw_logits + b * logits;",
      "*d_raw_ic = gradient + m->raw_logits;",
      "training",
    ],
    ["the lens reads every layer as the last", "stream_of(m, layer), &e", "stream_of(m, m->spec.layers), &e", "walks"],
    [
      "a bias learns from all rows but the last",
      "for (size_t i = 0; i < rows; i++) sum",
      "for (size_t i = 1; i < rows; i++) sum",
      "training",
    ],
  ]),
  ...inFile("c/model/examples.c", [
    ["the plan of longer sequences stays", "plan->spec.n_q == spec.n_q && ", "", "models"],
    [
      "new tokens stand at the first positions again",
      "p_im += (size_t)e->before * (size_t)width",
      "p_im += 0",
      "generation",
    ],
  ]),
  ...inFile("c/model/layer.c", [
    [
      "all masks of dropout are drawn with the probability of weights",
      "drop_probability(&plan->spec, (enum attention_tensor_id)id)",
      "plan->spec.dropout",
      "training",
    ],
  ]),
  ...inFile("c/model/continue.c", [
    [
      "new queries and keys are rotated as if they came first",
      "own.step[step], e->before)",
      "own.step[step], 0)",
      "generation",
    ],
    [
      "the first heads of a cache grow over the others",
      "for (size_t h = heads; h-- > 0;)",
      "for (size_t h = 0; h < heads; h++)",
      "generation",
    ],
    [
      "rows that later tokens change are kept",
      "s->mask_mode == ATTENTION_BEFORE_SOFTMAX",
      "s->mask_mode >= ATTENTION_BEFORE_SOFTMAX",
      "generation",
    ],
    ["tokens are appended beyond the end", "e->before > s->n - e->n", "e->before > s->n", "refusals"],
  ]),
  ...inFile("web/engine/model/model.js", [
    [
      "a sequence reads another one's cache",
      "this.#holder === holder ? holder.tokens : 0",
      "holder.tokens",
      "generation",
    ],
  ]),
  ...inFile("c/model/step.c", [
    ["a prediction is one row too long", "i < (size_t)s->n; i++)", "i <= (size_t)s->n; i++)", "models"],
  ]),
  ...inFile("c/model/optimizers.c", [
    ["AdamW does not decay", "factor(1.0 - o->lr * o->weight_decay)", "factor(1.0)", "checkpoints"],
    [
      "a learning rate may be negative",
      "{ return x >= 0.0 && x < 0x1.ffffffp127; }",
      "{ return x < 0x1.ffffffp127; }",
      "refusals",
    ],
  ]),
  ...inFile("c/simd/products.c", [
    ["infinite factors of hidden pairs count", "if (!is_finite(&s))", "if (0 * is_finite(&s))", "backward"],
    ["the last column is not packed", "= l < columns ? right", "= l + 1 < columns ? right", "backward"],
  ]),
  ...inFile("web/engine/memory.js", [
    [
      "freed neighbours are not merged",
      "block.start + block.bytes === next.start",
      "block.start + block.bytes === -next.start",
      "memory",
    ],
    ["memory that is in use is handed out again", "block.start += size;", "block.start += 0;", "memory"],
  ]),
  ...inFile("c/fused/block.c", [
    ["the MLP reads the stream before its norm", "mlp_input_im = normed_im;", "(void)normed_im;", "fast"],
    ["a hidden layer is not dropped", "if (input[ATTENTION_KEEP_MLP]) drop_hidden", "if (0) drop_hidden", "fast"],
  ]),
  ...inFile("c/simd/exp.h", [
    ["softmax's smallest exponentials are not 0", "vec_splat(-44.3f)", "vec_splat(-43.3f)", "kernels"],
  ]),
  ...inFile("web/engine/explain/terms.js", [
    ["explain forgets to round", "export const f = Math.fround;", "export const f = Number;", "explain"],
    [
      "explain adds in reverse",
      "const terms = steps.flatMap(",
      "const terms = [...steps].reverse().flatMap(",
      "explain",
    ],
  ]),
  ...inFile("web/engine/explain/rules.js", [
    ["explain sees a window one too wide", "back >= window", "back > window", "explain"],
  ]),
  ...inFile("web/engine/explain/weights.js", [
    [
      "explain forgets the sink",
      'run.spec.softmax_sink ? [term(run, "sink", [head]), ...scores] : scores',
      "scores",
      "explain",
    ],
  ]),
  ...inFile("c/fused/panels.c", [
    ["the last panel holds tokens twice", "(l < there ? l : 0) * stride", "(l < there ? l / 2 : 0) * stride", "fast"],
    ["components after the last four are mixed up", "= panel_ml[m * PANEL + l];", "= panel_ml[m * PANEL];", "fast"],
  ]),
  ...inFile("c/fused/product.c", [
    ["a hidden layer's panels lie too near", "if (weight == ATTENTION_W_DOWN) j.panel", "if (0) j.panel", "fast"],
    ["sums start afresh after 256 components", "inner, m > 0)", "inner, 0)", "fast"],
    ["tokens after the first 128 are the first again", "panels.first * j->panel_stride;", "0;", "fast"],
    [
      "packed weights are read with the stride of those that are packed on the way",
      "(j->order == PACKED ? j->inner : inner)",
      "inner",
      "fast",
    ],
    [
      "packed columns start at their first row again",
      "of->columns.first * j->inner + of->components.first * PANEL_ROWS",
      "of->columns.first * j->inner",
      "fast",
    ],
  ]),
  ...inFile("c/fused/job.c", [
    [
      "a pointer may be missing",
      "if ((input[id] != NULL) != is_given(",
      "if ((input[id] != NULL) > is_given(",
      "refusals",
    ],
    [
      "a stale table of rotations: a cache's tokens are rotated as if they came first",
      "input[ATTENTION_POSITIONS], first, rotated_places",
      "input[ATTENTION_POSITIONS], 0, rotated_places",
      "fast",
    ],
    [
      "queries are rotated by the angles of the first keys",
      "(size_t)(job->shift - first) * d_k",
      "(size_t)0 * d_k",
      "fast",
    ],
  ]),
  ...inFile("c/fused/softmax.c", [
    ["what was mixed is not rescaled", "  rescale_rows(p->accumulator_cl, components, factor_l);\n", "", "fast"],
  ]),
  ...inFile("c/scores.h", [
    ["softcap's slope is 1", "return 1.0f - square;", "return 1.0f - 0.0f * square;", "backward"],
    ["softcap bends no gradient", "p = 0; cap > 0.0f && p < count", "p = count; p < count", "fast"],
    ["a bias is left out", "bias_p ? vec_add(scaled, vec_load(bias_p)) : scaled", "scaled", "fast"],
    [
      "the last scores are not scaled",
      "const float scaled = score_p[p] * s->scale;",
      "const float scaled = score_p[p];",
      "fast",
    ],
  ]),
  ...inFile("c/range.h", [
    ["a causal mask hides the query's own token", "ahead = s->causal ? 0", "ahead = s->causal ? -1", "forward"],
    ["a causal window is one key too wide", "s->causal ? s->window - 1 : s->window", "s->window", "forward"],
    ["a two-sided window is one key short", "bounded ? s->window :", "bounded ? s->window - 1 :", "forward"],
    ["a window hides its sink tokens", "s->windowed && j >= s->sink_tokens", "s->windowed", "fast"],
    ["sink tokens right of a window are not looked at", "end > sinks ? end : sinks", "end", "fast"],
    ["a block with hidden keys counts as all visible", "return sinks && keys;", "return sinks || keys;", "fast"],
  ]),
  ...inFile("c/fused/scores.c", [
    [
      "a bucket's run of biases ends one place too late",
      "step * (same + stride - 1)",
      "step * (same + stride - 2)",
      "fast",
    ],
    [
      "a block is skipped although a sink token is in it",
      " && key >= s->sink_tokens)) return 0;",
      ")) return 0;",
      "fast",
    ],
    [
      "padded keys are seen",
      "key_valid[j] == 0.0f) seen.to = seen.from",
      "key_valid[j] == 0.0f) seen.to = seen.to",
      "fast",
    ],
    ["the given mask counts for no query but the first", "mask_of(b, b->query + l)", "mask_of(b, b->query)", "fast"],
    ["a mask that is added replaces", "? vec_add(score, value) : value", "? value : value", "fast"],
  ]),
  ...inFile("c/fused/attend.c", [
    [
      "a row whose sums overflow stays infinite",
      "if (must_recompute(b, p, l, ",
      "if (0 && must_recompute(b, p, l, ",
      "fast",
    ],
    ["weights that have lost their bits are renormalised", "<= (float)FAR_BELOW", "<= 1e30f", "fast"],
    [
      "scores of NaN beside -inf count as none",
      "if (p->sum[l] == 0.0f)",
      "if (p->max[l] == -__builtin_inff())",
      "fast",
    ],
  ]),
  ...inFile("c/fused/decode.c", [
    ["a single query looks past its window", "if (back < seen.from || back >= seen.to) score", "if (0) score", "fast"],
  ]),
  ...inFile("c/fused/gradients.c", [
    [
      "the mean gradient is not taken off",
      "vec_sub(vec_load(d_score_jl + at), vec_load(w->dot_l + at % PANEL))",
      "vec_load(d_score_jl + at)",
      "fast",
    ],
    [
      "relV gives weights no gradient",
      "  if (shaw) attention_relative_d_probabilities(w->relative, b, w->d_context_cl, d_score_jl);\n",
      "",
      "fast",
    ],
  ]),
  ...inFile("c/fused/gradients.c", [
    ["the smallest weights hide a NaN", ".nonfinite = w->nonfinite}", ".nonfinite = 0}", "fast"],
    [
      "NaN in a row of relK that no pair uses reaches gradients",
      "attention_is_nonfinite(a->job->input[ATTENTION_REL_K]",
      "0 && attention_is_nonfinite(a->q_hid",
      "fast",
    ],
  ]),
  ...inFile("c/fused/scores.c", [
    ["a pair takes the row before its own", "(clamped + clip - first_row)", "(clamped + clip - first_row - 1)", "fast"],
    [
      "half of a panel does not add the row of its distance",
      "vec_store(to + 4, vec_add(vec_load(x_jl + 4), vec_load(row_l + 4)));",
      "vec_store(to + 4, vec_load(x_jl + 4));",
      "fast",
    ],
  ]),
  ...inFile("c/fused/relative_gradients.c", [
    ["a block misses its farthest distance", "clip) + 1 - b->first_row", "clip) - b->first_row", "fast"],
    [
      "queries' gradients miss distances",
      "rows_of(b));\n}\n\nstatic void put_table",
      "0);\n}\n\nstatic void put_table",
      "fast",
    ],
    ["what a block left stands in the next one's rows", "  attention_clear(rows_rl, MAX_ROWS * PANEL);\n", "", "fast"],
    [
      "every panel adds the first one's queries to the gradient of relK",
      " + (size_t)b->query * PANEL_ROWS, n_q",
      ", n_q",
      "fast",
    ],
    [
      "the gradient of relK starts with what its memory held before",
      "  attention_clear(r.d_rel_k, table_floats(distances, d_k));\n",
      "",
      "fast",
    ],
  ]),
  ...inFile("c/fused/append.c", [
    [
      "a block of a cache may be missing",
      "if (!block[b]) return ATTENTION_NO_BLOCK;",
      "if (!block) return ATTENTION_NO_BLOCK;",
      "refusals",
    ],
  ]),
  ...inFile("c/fused/train.c", [
    [
      "a bias's gradient misses the first row",
      "for (size_t i = 0; i < n; i++) sum = sum + d_out_ic",
      "for (size_t i = 1; i < n; i++) sum = sum + d_out_ic",
      "fast",
    ],
  ]),
  ...inFile("web/tensors/compare.js", [["check ignores the tolerance", "/ tolerance;", "/ (1e9 * tolerance);", "cli"]]),
]);

/**
 * @param {string} name of a file in c/stages/
 * @param {string[][]} faults
 */
function inStage(name, faults) {
  return inFile(`c/stages/${name}`, faults);
}

/**
 * @param {string} file
 * @param {string[][]} faults each: what is wrong, the text, its replacement, and the group of tests that must detect it
 */
function inFile(file, faults) {
  return faults.map(([fault = "", text = "", instead = "", group = ""]) => ({
    fault,
    file,
    text,
    instead,
    tests: TESTS[group] ?? [],
    silent: SILENT.includes(group) ? [...(TESTS.forward ?? []), ...(TESTS.backward ?? [])] : [],
  }));
}
