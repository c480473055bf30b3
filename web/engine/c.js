/**
 * What JavaScript must know of the C code. Made by web/build/c-interface.js from the headers in c/, as the compiler
 * reads them: do not edit.
 */

/**
 * The functions that the WebAssembly exports; addresses are numbers.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {WebAssembly.Global} __heap_base
 * @property {() => number} attention_version
 * @property {(status: number) => number} attention_status_name
 * @property {(id: number) => number} attention_tensor_name
 * @property {(spec: number, n: number, d_model: number, heads: number) => void} attention_default_spec
 * @property {(index: number) => number} attention_spec_field
 * @property {(plan: number, spec: number) => number} attention_make_plan
 * @property {() => number} attention_plan_bytes
 * @property {() => number} attention_spec_bytes
 * @property {(plan: number) => number} attention_plan_floats
 * @property {(plan: number, id: number) => number} attention_plan_tensor
 * @property {() => number} attention_most_floats
 * @property {(shape: number, spec: number, id: number) => number} attention_shape
 * @property {(plan: number, memory: number, stage: number) => number} attention_step
 * @property {(plan: number, stage: number) => number} attention_multiply_adds
 * @property {(plan: number, stage: number) => number} attention_other_operations
 * @property {(spec: number, stage: number) => number} attention_spec_multiply_adds
 * @property {(spec: number, stage: number) => number} attention_spec_other_operations
 * @property {(spec: number, stage: number) => number} attention_spec_bytes_made
 * @property {(spec: number, pair: number) => number} attention_rope_frequency
 * @property {(spec: number, position: number, pair: number) => number} attention_rope_cos
 * @property {(spec: number, position: number, pair: number) => number} attention_rope_sin
 * @property {(ahead: number, clip: number) => number} attention_relative_row
 * @property {(head: number, heads: number) => number} attention_alibi_slope
 * @property {(ahead: number, buckets: number, max_distance: number, bidirectional: number) => number} attention_t5_bucket
 * @property {(x: number) => number} attention_tanh
 * @property {(weights_rj: number, score_rj: number, rows: number, n_k: number) => void} attention_softmax
 * @property {(x: number) => number} attention_exponential
 * @property {(x: number) => number} attention_whole_exponential
 * @property {(x: number, activation: number) => number} attention_activation
 * @property {(x: number, activation: number) => number} attention_activation_slope
 * @property {(x: number) => number} attention_erf
 * @property {(x: number) => number} attention_sigmoid
 * @property {(x: number, count: number) => number} attention_largest
 * @property {(plan: number, memory: number, tile: number) => number} attention_tile_start
 * @property {(plan: number, memory: number, tile: number) => number} attention_tile_step
 * @property {(context_ic: number, accumulator_ic: number, sum_i: number, queries: number, d_v: number) => void} attention_tile_context
 * @property {() => number} attention_random_size
 * @property {(random: number, seed: number) => void} attention_random_seed
 * @property {(out_n: number, random: number, n: number) => void} attention_random_bits
 * @property {(out_n: number, random: number, n: number) => void} attention_random_uniform
 * @property {(out_n: number, random: number, n: number) => void} attention_random_uniform_double
 * @property {(out_n: number, random: number, from: number, to: number, n: number, path: number) => void} attention_random_uniform_range
 * @property {(out_n: number, random: number, n: number, path: number) => void} attention_random_normal
 * @property {(out_n: number, random: number, n: number) => void} attention_random_normal_double
 * @property {(out_n: number, random: number, low: number, high: number, n: number) => void} attention_random_integers
 * @property {(out_n: number, random: number, n: number) => void} attention_random_permutation
 * @property {(out_n: number, random: number, p: number, n: number) => void} attention_random_keep
 * @property {(layers: number) => number} attention_model_bytes
 * @property {() => number} attention_model_spec_bytes
 * @property {(model: number, spec: number) => number} attention_make_model
 * @property {(spec: number, layer: number) => number} attention_check_model_layer
 * @property {(model: number) => number} attention_model_floats
 * @property {(model: number) => number} attention_model_parameters
 * @property {(model: number, index: number) => number} attention_model_parameter
 * @property {(model: number) => number} attention_model_gradient
 * @property {(model: number, memory: number, seed: number) => void} attention_model_start
 * @property {(model: number, batch: number) => number} attention_check_batch
 * @property {(model: number, memory: number, batch: number, prediction_bic: number, result: number) => number} attention_model_evaluate
 * @property {(model: number, memory: number, batch: number, result: number) => number} attention_model_gradients
 * @property {(model: number, memory: number, batch: number, optimizer: number, max_norm: number, result: number) => number} attention_model_step
 * @property {(model: number, memory: number, layer: number, n: number, logit_ic: number) => number} attention_model_lens
 * @property {(model: number, memory: number, token_i: number, before: number, n: number, logit_c: number) => number} attention_model_append
 * @property {(model: number, layer: number) => number} attention_model_plan
 * @property {(plan: number, memory: number, gradient: number, stage: number) => number} attention_backward
 * @property {(plan: number, stage: number) => number} attention_backward_multiply_adds
 * @property {(floats: number, spec: number) => number} attention_forward_floats
 * @property {(floats: number, spec: number) => number} attention_attend_floats
 * @property {(spec: number, input: number, packed: number, output_io: number, work: number) => number} attention_forward
 * @property {(rows: number, columns: number) => number} attention_packed_floats
 * @property {(out: number, w_mc: number, rows: number, columns: number) => void} attention_pack
 * @property {(spec: number, input: number, context_hic: number, work: number) => number} attention_attend
 * @property {(floats: number, spec: number) => number} attention_gradients_floats
 * @property {(spec: number, input: number, d_output_io: number, output_io: number, gradient: number, work: number) => number} attention_gradients
 * @property {() => number} attention_block_keys
 * @property {(spec: number) => number} attention_block_floats
 * @property {(floats: number, spec: number) => number} attention_append_floats
 * @property {(spec: number, input: number, block: number, nonfinite: number, output_io: number, work: number) => number} attention_append
 */

/* Statuses. */
export const OK = 0;
export const BAD_N_Q = -1;
export const BAD_N_K = -2;
export const BAD_D_MODEL = -3;
export const BAD_D_CONTEXT = -4;
export const BAD_HEADS = -5;
export const BAD_KV_HEADS = -6;
export const KV_HEADS_DO_NOT_DIVIDE = -7;
export const BAD_D_K = -8;
export const BAD_D_V = -9;
export const BAD_D_OUT = -10;
export const BAD_SCALE = -11;
export const BAD_CAUSAL = -12;
export const BAD_ALIGN = -13;
export const BAD_POSITION = -14;
export const BAD_GIVEN = -15;
export const WEIGHTS_INCOMPLETE = -16;
export const HEADS_WITHOUT_WEIGHTS = -17;
export const D_K_WITHOUT_WEIGHTS = -18;
export const D_V_WITHOUT_WEIGHTS = -19;
export const BIAS_WITHOUT_WEIGHTS = -20;
export const BIAS_WITHOUT_WO = -21;
export const N_K_WITHOUT_C = -22;
export const D_CONTEXT_WITHOUT_C = -23;
export const D_OUT_WITHOUT_WO = -24;
export const EMBEDDINGS_INCOMPLETE = -25;
export const TOO_LARGE = -26;
export const NOT_A_STEP = -27;
export const BAD_WINDOW = -28;
export const BAD_SINK_TOKENS = -29;
export const BAD_ROPE_STYLE = -30;
export const BAD_ROPE_BASE = -31;
export const BAD_FIRST = -32;
export const ODD_D_K_WITH_ROPE = -33;
export const POSITIONS_WITHOUT_ROPE = -34;
export const POSITIONS_BEFORE_FIRST = -35;
export const BAD_CLIP = -36;
export const REL_K_WITH_SHAW = -37;
export const REL_V_WITHOUT_SHAW = -38;
export const BAD_BUCKETS = -39;
export const BAD_MAX_DISTANCE = -40;
export const BAD_BIDIRECTIONAL = -41;
export const BIAS_TABLE_WITH_T5 = -42;
export const BAD_DISTANCE_FORM = -43;
export const BAD_LAMBDA = -44;
export const BAD_SIGMA = -45;
export const BIAS_MATRIX_WITH_DISTANCE = -46;
export const BAD_SOFTCAP = -47;
export const BAD_SOFTMAX_SINK = -48;
export const SINK_WITH_SOFTMAX_SINK = -49;
export const BAD_DROPOUT = -50;
export const KEEP_WITH_DROPOUT = -51;
export const BAD_MASK_MODE = -52;
export const BAD_MASK_HOW = -53;
export const BAD_MASK_VALUE = -54;
export const MASK_VALUE_AFTER_SOFTMAX = -55;
export const BAD_PREFILL = -56;
export const PREFILL_WITHOUT_CAUSAL = -57;
export const PREFILL_WITH_C = -58;
export const TILES_AFTER_SOFTMAX = -59;
export const BAD_TILE = -60;
export const NOT_A_CACHE = -61;
export const NO_BLOCK = -62;
export const BAD_VOCABULARY = -63;
export const BAD_N = -64;
export const BAD_MODEL_POSITION = -65;
export const BAD_READOUT = -66;
export const BAD_CLASSES = -67;
export const BAD_SOURCE_VOCABULARY = -68;
export const BAD_SOURCE_N = -69;
export const SOURCE_WITHOUT_KEYS = -70;
export const BAD_LAYERS = -71;
export const TOO_LARGE_VOCABULARY = -72;
export const TOO_LARGE_N = -73;
export const TOO_LARGE_CLASSES = -74;
export const TOO_LARGE_LOGITS = -75;
export const TOO_LARGE_SOURCE_VOCABULARY = -76;
export const TOO_LARGE_SOURCE_N = -77;
export const BAD_KEYS = -78;
export const KEYS_WITHOUT_SOURCE = -79;
export const LAYER_POSITION = -80;
export const LAYER_POSITIONS = -81;
export const LAYER_BIAS_MATRIX = -82;
export const LAYER_KEY_VALID = -83;
export const LAYER_ALLOW = -84;
export const LAYER_PREFILL = -85;
export const LAYER_C = -86;
export const LAYER_WEIGHTS = -87;
export const LAYER_WO = -88;
export const LAYER_N_Q = -89;
export const LAYER_N_K = -90;
export const LAYER_D_MODEL = -91;
export const LAYER_D_CONTEXT = -92;
export const LAYER_D_OUT = -93;
export const LAYER_TOO_LARGE = -94;
export const BAD_BATCH_SIZE = -95;
export const BAD_LENGTH = -96;
export const NO_TOKENS = -97;
export const BAD_TOKEN = -98;
export const NO_TARGETS = -99;
export const BAD_TARGET = -100;
export const NO_SOURCE = -101;
export const BAD_SOURCE_LENGTH = -102;
export const BAD_SOURCE_TOKEN = -103;
export const BAD_METHOD = -104;
export const BAD_LR = -105;
export const BAD_WEIGHT_DECAY = -106;
export const BAD_MOMENTUM = -107;
export const BAD_BETA1 = -108;
export const BAD_BETA2 = -109;
export const BAD_EPS = -110;
export const BAD_BETA1_POWER = -111;
export const BAD_BETA2_POWER = -112;
export const BAD_MAX_NORM = -113;
export const BAD_NORM = -114;
export const BAD_NORM_PLACE = -115;
export const BAD_NORM_EPSILON = -116;
export const BAD_NORM_OFFSET = -117;
export const BAD_QK_NORM = -118;
export const BAD_RESIDUAL = -119;
export const BAD_MLP = -120;
export const BAD_ACTIVATION = -121;
export const BAD_D_FF = -122;
export const PARALLEL_WITHOUT_MLP = -123;
export const PARALLEL_WITH_POST = -124;
export const BLOCK_D_OUT = -125;
export const NORM_1_WEIGHT_WITHOUT_NORM = -126;
export const NORM_2_WEIGHT_WITHOUT_NORM = -127;
export const OUTPUT_NORM_WEIGHT_WITHOUT_NORM = -128;
export const MLP_OUTPUT_NORM_WEIGHT_WITHOUT_NORM = -129;
export const NORM_BIAS_WITHOUT_MEAN = -130;
export const QK_NORM_WEIGHT_WITHOUT_QK_NORM = -131;
export const QK_NORM_BIAS_WITHOUT_MEAN = -132;
export const MLP_WEIGHTS = -133;
export const GATE_WITH_GATED = -134;
export const MLP_BIAS_WITHOUT_WEIGHT = -135;
export const PREFILL_IN_BLOCK = -136;
export const FAST_BLOCK = -137;
export const BAD_ROTARY_DIMS = -138;
export const BAD_ROPE_SCALING = -139;
export const BAD_ROPE_FACTOR = -140;
export const BAD_ROPE_ORIGINAL = -141;
export const BAD_ROPE_LOW_FREQ = -142;
export const BAD_ROPE_HIGH_FREQ = -143;
export const BAD_ROPE_BETA_FAST = -144;
export const BAD_ROPE_BETA_SLOW = -145;
export const BAD_ROPE_ATTENTION_FACTOR = -146;
export const LAYER_AFTER_POINTER = -147;
export const TOO_LARGE_LAYERS = -148;
export const BAD_EMBEDDING_NORM = -149;
export const EMBEDDING_NORM_WITH_SOURCE = -150;
export const BAD_FINAL_NORM = -151;
export const FINAL_NORM_WITH_POINTER = -152;
export const TIED_CLASSES = -153;
export const BAD_READOUT_BIAS = -154;
export const BAD_LOGITS_SOFTCAP = -155;
export const QUERIES_INCOMPLETE = -156;
export const QUERIES_WITH_WEIGHTS = -157;
export const QUERIES_WITH_POSITIONS = -158;
export const QUERIES_IN_BLOCK = -159;
export const BAD_RESIDUAL_DROPOUT = -160;
export const BAD_MLP_DROPOUT = -161;
export const KEEP_WITH_RESIDUAL_DROPOUT = -162;
export const KEEP_MLP_WITH_MLP_DROPOUT = -163;
export const KEEP_WITHOUT_RESIDUAL = -164;
export const KEEP_WITHOUT_MLP = -165;
export const KEEP_MLP_OUTPUT_WITH_OUTPUT = -166;
export const BAD_APPEND = -167;
export const BAD_INPUT = -1000;

/* The tensors of walks: stages, of which E, P, X, C, Q, K and V may be given; what stages store beside their results, of
 * which allow may be given; and inputs. */
export const STAGES = /** @type {const} */ ([
  "E",
  "P",
  "X",
  "C",
  "norm_1",
  "Q",
  "K",
  "V",
  "Q_rot",
  "K_rot",
  "raw",
  "scaled",
  "biased",
  "capped",
  "masked",
  "weights_unmasked",
  "zeroed",
  "weights",
  "dropped",
  "context",
  "concat",
  "output",
  "output_dropped",
  "output_norm",
  "residual_1",
  "norm_2",
  "mlp_hidden",
  "mlp_up",
  "mlp_activated",
  "mlp_dropped",
  "mlp_output",
  "mlp_output_dropped",
  "mlp_output_norm",
  "residual_2",
]);
export const BESIDE = /** @type {const} */ ([
  "allow",
  "bias",
  "raw_content",
  "raw_relative",
  "sink_weight",
  "context_content",
  "Q_projected",
  "K_projected",
]);
export const INPUTS = /** @type {const} */ ([
  "Wq",
  "Wk",
  "Wv",
  "Wo",
  "bq",
  "bk",
  "bv",
  "bo",
  "key_valid",
  "positions",
  "relK",
  "relV",
  "bias_table",
  "bias_matrix",
  "sink",
  "keep",
  "keep_output",
  "keep_mlp",
  "keep_mlp_output",
  "norm_1_weight",
  "norm_1_bias",
  "norm_2_weight",
  "norm_2_bias",
  "output_norm_weight",
  "output_norm_bias",
  "mlp_output_norm_weight",
  "mlp_output_norm_bias",
  "q_norm_weight",
  "q_norm_bias",
  "k_norm_weight",
  "k_norm_bias",
  "W_gate",
  "W_up",
  "W_down",
  "b_gate",
  "b_up",
  "b_down",
]);

/* The words of each enum, in the order of their numbers. */
export const ALIGN_WORDS = /** @type {const} */ (["bottom_right", "top_left"]);
export const POSITION_WORDS = /** @type {const} */ ([
  "none",
  "sinusoidal",
  "learned",
  "rope",
  "alibi",
  "shaw",
  "t5",
  "distance",
]);
export const ROPE_STYLE_WORDS = /** @type {const} */ (["interleaved", "half_split"]);
export const ROPE_SCALING_WORDS = /** @type {const} */ (["none", "linear", "llama3", "yarn"]);
export const DISTANCE_FORM_WORDS = /** @type {const} */ (["linear", "gaussian", "matrix"]);
export const MASK_MODE_WORDS = /** @type {const} */ (["before_softmax", "after_softmax", "after_softmax_renormalised"]);
export const MASK_HOW_WORDS = /** @type {const} */ (["infinite", "fill", "add"]);
export const NORM_WORDS = /** @type {const} */ (["none", "layernorm", "rmsnorm"]);
export const NORM_PLACE_WORDS = /** @type {const} */ (["pre", "post", "both"]);
export const RESIDUAL_WORDS = /** @type {const} */ (["none", "sequential", "parallel"]);
export const ACTIVATION_WORDS = /** @type {const} */ (["relu", "relu2", "gelu", "gelu_tanh", "silu", "quick_gelu"]);
export const MLP_WORDS = /** @type {const} */ (["none", "plain", "gated"]);
export const RANDOM_PATH_WORDS = /** @type {const} */ (["scalar", "avx2"]);
export const OPTIMIZER_METHOD_WORDS = /** @type {const} */ (["sgd", "adam", "adamw"]);
export const MODEL_KEYS_WORDS = /** @type {const} */ (["self", "embeddings", "source"]);
export const MODEL_READOUT_WORDS = /** @type {const} */ (["linear", "pointer", "tied"]);
export const PARAMETER_KIND_WORDS = /** @type {const} */ ([
  "token_embedding",
  "position_embedding",
  "source_embedding",
  "source_position_embedding",
  "readout_weight",
  "readout_bias",
  "embedding_norm_weight",
  "embedding_norm_bias",
  "final_norm_weight",
  "final_norm_bias",
  "layer_weight",
]);

/* Structs: their size in bytes, and of each member its type and the byte at which it starts. */
export const SPEC = /** @type {const} */ ({
  bytes: 296,
  members: {
    n_q: ["int32_t", 0],
    n_k: ["int32_t", 4],
    d_model: ["int32_t", 8],
    d_context: ["int32_t", 12],
    heads: ["int32_t", 16],
    kv_heads: ["int32_t", 20],
    d_k: ["int32_t", 24],
    d_v: ["int32_t", 28],
    d_out: ["int32_t", 32],
    scale: ["float", 36],
    causal: ["int32_t", 40],
    align: ["int32_t", 44],
    windowed: ["int32_t", 48],
    window: ["int32_t", 52],
    sink_tokens: ["int32_t", 56],
    position: ["int32_t", 60],
    first: ["int32_t", 64],
    rope_style: ["int32_t", 68],
    rope_base: ["float", 72],
    clip: ["int32_t", 76],
    buckets: ["int32_t", 80],
    max_distance: ["int32_t", 84],
    bidirectional: ["int32_t", 88],
    distance_form: ["int32_t", 92],
    lambda: ["float", 96],
    sigma: ["float", 100],
    softcap: ["float", 104],
    mask_mode: ["int32_t", 108],
    mask_how: ["int32_t", 112],
    mask_value: ["float", 116],
    softmax_sink: ["int32_t", 120],
    dropout: ["float", 124],
    prefill: ["int32_t", 128],
    norm: ["int32_t", 132],
    norm_place: ["int32_t", 136],
    norm_epsilon: ["float", 140],
    norm_offset: ["int32_t", 144],
    qk_norm: ["int32_t", 148],
    residual: ["int32_t", 152],
    mlp: ["int32_t", 156],
    activation: ["int32_t", 160],
    d_ff: ["int32_t", 164],
    residual_dropout: ["float", 168],
    mlp_dropout: ["float", 172],
    rotary_dims: ["int32_t", 176],
    rope_scaling: ["int32_t", 180],
    rope_factor: ["float", 184],
    rope_original: ["int32_t", 188],
    rope_low_freq: ["float", 192],
    rope_high_freq: ["float", 196],
    rope_beta_fast: ["float", 200],
    rope_beta_slow: ["float", 204],
    rope_attention_factor: ["float", 208],
    given: ["uint8_t[81]", 212],
  },
});
export const TENSOR = /** @type {const} */ ({
  bytes: 32,
  members: {
    count: ["size_t", 0],
    offset: ["size_t", 4],
    given: ["int32_t", 8],
    rank: ["int32_t", 12],
    shape: ["int32_t[3]", 16],
    stage: ["int32_t", 28],
  },
});
export const PLAN = /** @type {const} */ ({
  bytes: 3040,
  members: {
    spec: ["attention_spec", 0],
    tensor: ["attention_tensor[81]", 296],
    steps: ["int32_t", 2888],
    step: ["int32_t[34]", 2892],
    floats: ["size_t", 3028],
    examples: ["int32_t", 3032],
    seen: ["int32_t", 3036],
  },
});
export const SIZES = /** @type {const} */ ({
  bytes: 40,
  members: {
    n_q: ["int32_t", 0],
    n_k: ["int32_t", 4],
    heads: ["int32_t", 8],
    kv_heads: ["int32_t", 12],
    d_k: ["int32_t", 16],
    d_v: ["int32_t", 20],
    mask_heads: ["int32_t", 24],
    shift: ["int32_t", 28],
    clip: ["int32_t", 32],
    seen: ["int32_t", 36],
  },
});
export const PROJECTION = /** @type {const} */ ({
  bytes: 16,
  members: { n: ["int32_t", 0], width: ["int32_t", 4], heads: ["int32_t", 8], d_head: ["int32_t", 12] },
});
export const NORM_SIZE = /** @type {const} */ ({
  bytes: 20,
  members: {
    rows: ["size_t", 0],
    width: ["int32_t", 4],
    kind: ["int32_t", 8],
    offset: ["int32_t", 12],
    epsilon: ["float", 16],
  },
});
export const TILE = /** @type {const} */ ({
  bytes: 52,
  members: {
    head: ["int32_t", 0],
    query: ["int32_t", 4],
    queries: ["int32_t", 8],
    key: ["int32_t", 12],
    keys: ["int32_t", 16],
    score_ij: ["float *", 20],
    allow_ij: ["float *", 24],
    exponential_ij: ["float *", 28],
    unnormalised_ij: ["float *", 32],
    factor_i: ["float *", 36],
    max_i: ["float *", 40],
    sum_i: ["float *", 44],
    accumulator_ic: ["float *", 48],
  },
});
export const RANDOM = /** @type {const} */ ({
  bytes: 2512,
  members: {
    word: ["uint32_t[624]", 0],
    position: ["uint32_t", 2496],
    has_spare: ["uint32_t", 2500],
    spare: ["double", 2504],
  },
});
export const OPTIMIZER = /** @type {const} */ ({
  bytes: 72,
  members: {
    lr: ["double", 0],
    weight_decay: ["double", 8],
    momentum: ["double", 16],
    beta1: ["double", 24],
    beta2: ["double", 32],
    eps: ["double", 40],
    beta1_power: ["double", 48],
    beta2_power: ["double", 56],
    method: ["int32_t", 64],
  },
});
export const MODEL_NORM = /** @type {const} */ ({
  bytes: 20,
  members: {
    kind: ["int32_t", 0],
    weight: ["int32_t", 4],
    bias: ["int32_t", 8],
    offset: ["int32_t", 12],
    epsilon: ["float", 16],
  },
});
export const MODEL_LAYER = /** @type {const} */ ({
  bytes: 300,
  members: { keys: ["int32_t", 0], spec: ["attention_spec", 4] },
});
export const MODEL_SPEC = /** @type {const} */ ({
  bytes: 88,
  members: {
    vocabulary: ["int32_t", 0],
    n: ["int32_t", 4],
    d_model: ["int32_t", 8],
    position: ["int32_t", 12],
    embedding_norm: ["attention_model_norm", 16],
    final_norm: ["attention_model_norm", 36],
    readout: ["int32_t", 56],
    classes: ["int32_t", 60],
    readout_bias: ["int32_t", 64],
    logits_softcap: ["float", 68],
    source_vocabulary: ["int32_t", 72],
    source_n: ["int32_t", 76],
    layers: ["int32_t", 80],
    layer: ["const attention_model_layer *", 84],
  },
});
export const PARAMETER = /** @type {const} */ ({
  bytes: 32,
  members: {
    kind: ["int32_t", 0],
    layer: ["int32_t", 4],
    tensor: ["int32_t", 8],
    rank: ["int32_t", 12],
    shape: ["int32_t[2]", 16],
    count: ["size_t", 24],
    offset: ["size_t", 28],
  },
});
export const MODEL_WALK = /** @type {const} */ ({
  bytes: 3368,
  members: { rotations: ["size_t", 0], offset: ["size_t[81]", 4], plan: ["attention_plan", 328] },
});
export const MODEL = /** @type {const} */ ({
  bytes: 2688,
  members: {
    spec: ["attention_model_spec", 0],
    walk: ["attention_model_walk *", 88],
    parameter: ["attention_parameter *", 92],
    parameters: ["int32_t", 96],
    together: ["int32_t", 100],
    parameter_floats: ["size_t", 104],
    trained_floats: ["size_t", 108],
    passage_floats: ["size_t", 112],
    floats: ["size_t", 116],
    embeddings: ["size_t", 120],
    embedded: ["size_t", 124],
    stream: ["size_t", 128],
    source_embeddings: ["size_t", 132],
    source: ["size_t", 136],
    final_norm: ["size_t", 140],
    raw_logits: ["size_t", 144],
    logits: ["size_t", 148],
    probabilities: ["size_t", 152],
    losses: ["size_t", 156],
    moments: ["size_t", 160],
    sinusoids: ["size_t", 164],
    source_sinusoids: ["size_t", 168],
    random: ["attention_random", 176],
  },
});
export const BATCH = /** @type {const} */ ({
  bytes: 24,
  members: {
    size: ["int32_t", 0],
    token_bi: ["const int32_t *", 4],
    length_b: ["const int32_t *", 8],
    target_bi: ["const int32_t *", 12],
    source_bj: ["const int32_t *", 16],
    source_length_b: ["const int32_t *", 20],
  },
});
export const RESULT = /** @type {const} */ ({
  bytes: 24,
  members: { loss: ["double", 0], gradient_norm: ["double", 8], correct: ["int32_t", 16], count: ["int32_t", 20] },
});
