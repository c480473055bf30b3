/* attention.h: scaled dot-product attention, stage by stage. This header is the manual; c/stages/ is the lesson.
 *
 * The subject (Vaswani et al. 2017, "Attention Is All You Need", eq. 1, in row vectors):
 *
 *     output = concat over heads h of ( softmax( mask( scale · Q_h K_hᵀ ) ) V_h ) · Wo + bo
 *     Q = X·Wq + bq      K = C·Wk + bk      V = C·Wv + bv      (C = X in self-attention)
 *
 * and, where the spec asks for them, the other parts of a transformer's layer: norms, residuals, and the MLP. Before
 * attention and the MLP (pre-norm):
 *
 *     a = X + attention(norm_1(X))       layer = a + MLP(norm_2(a))       MLP(x) = activation(x·W_up + b_up)·W_down + b_down
 *
 * Q, K and V may also be given themselves, in place of X, C and their weights: a walk then starts there.
 *
 * How to use it:
 *
 *     attention_spec spec;
 *     attention_default_spec(&spec, 6, 16, 4);            // six tokens of width 16, four heads; change what you like
 *     spec.given[ATTENTION_WQ] = spec.given[ATTENTION_WK] = spec.given[ATTENTION_WV] = 1;
 *     attention_plan plan;
 *     int status = attention_make_plan(&plan, &spec);     // checks all; which tensors, their shapes, how much memory
 *     float *memory = your_allocator(plan.floats * sizeof(float));
 *     ... write each tensor with .given == 1 at memory + plan.tensor[id].offset ...
 *     for (int s = 0; s < plan.steps; s++) attention_step(&plan, memory, plan.step[s]);
 *     ... read any tensor at memory + plan.tensor[id].offset ...
 *
 * Or call the stage functions at the end of this header on memory of your own.
 *
 * Conventions
 *   - Tensors are row-major floats. A pointer is named by what indexes it: q_hid is q[h][i][d] with
 *     h query head, g key/value head, i query, j key, d component of q and k, c component of v, m model width.
 *   - Query head h reads key/value head h·kv_heads/heads (Ainslie et al. 2023, grouped-query attention).
 *   - Masks are floats, 1 = allowed, 0 = hidden. A hidden key adds nothing to its row, whatever it holds (NaN too).
 *     A row without any allowed key has weights 0 and context 0, whatever its sink is. Other NaN and infinities
 *     follow IEEE 754; the fast paths give the same ones, with the exceptions that fused/fast.h names.
 *   - Every sum starts at +0 and runs in index order; every product and every sum is rounded to float. The result is
 *     the same, bit for bit, from every build.
 *   - Nothing is allocated, printed or aborted; there is no state outside the caller's memory.
 *   - Outputs must not overlap inputs unless said otherwise. Pointers need the alignment of float only, and are NULL only
 *     where this is said. Sizes and other members of a spec that a function takes one by one have the limits of a spec.
 */
#ifndef ATTENTION_H
#define ATTENTION_H

#include <stddef.h>
#include <stdint.h>

#include "api.h"

/* Marks the stages, which a library does not export: attention_step calls them. */
#define ATTENTION_STAGE

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version --------------------------------------------------------------------------------------------------- */

#define ATTENTION_VERSION "0.1.0"
#define ATTENTION_VERSION_NUMBER 100
/* The version of the code that was linked. ATTENTION_VERSION is that of this header, ATTENTION_VERSION_NUMBER the same to
 * compare with: 10000 · major + 100 · minor + patch. All are the package's. */
ATTENTION_API const char *attention_version(void);

/* ---- Status ---------------------------------------------------------------------------------------------------- */

enum attention_status {
  ATTENTION_OK = 0,
  ATTENTION_BAD_N_Q = -1,
  ATTENTION_BAD_N_K = -2,
  ATTENTION_BAD_D_MODEL = -3,
  ATTENTION_BAD_D_CONTEXT = -4,
  ATTENTION_BAD_HEADS = -5,
  ATTENTION_BAD_KV_HEADS = -6,
  ATTENTION_KV_HEADS_DO_NOT_DIVIDE = -7,
  ATTENTION_BAD_D_K = -8,
  ATTENTION_BAD_D_V = -9,
  ATTENTION_BAD_D_OUT = -10,
  ATTENTION_BAD_SCALE = -11,
  ATTENTION_BAD_CAUSAL = -12,
  ATTENTION_BAD_ALIGN = -13,
  ATTENTION_BAD_POSITION = -14,
  ATTENTION_BAD_GIVEN = -15,
  ATTENTION_WEIGHTS_INCOMPLETE = -16,
  ATTENTION_HEADS_WITHOUT_WEIGHTS = -17,
  ATTENTION_D_K_WITHOUT_WEIGHTS = -18,
  ATTENTION_D_V_WITHOUT_WEIGHTS = -19,
  ATTENTION_BIAS_WITHOUT_WEIGHTS = -20,
  ATTENTION_BIAS_WITHOUT_WO = -21,
  ATTENTION_N_K_WITHOUT_C = -22,
  ATTENTION_D_CONTEXT_WITHOUT_C = -23,
  ATTENTION_D_OUT_WITHOUT_WO = -24,
  ATTENTION_EMBEDDINGS_INCOMPLETE = -25,
  ATTENTION_TOO_LARGE = -26,
  ATTENTION_NOT_A_STEP = -27,
  ATTENTION_BAD_WINDOW = -28,
  ATTENTION_BAD_SINK_TOKENS = -29,
  ATTENTION_BAD_ROPE_STYLE = -30,
  ATTENTION_BAD_ROPE_BASE = -31,
  ATTENTION_BAD_FIRST = -32,
  ATTENTION_ODD_D_K_WITH_ROPE = -33,
  ATTENTION_POSITIONS_WITHOUT_ROPE = -34,
  ATTENTION_POSITIONS_BEFORE_FIRST = -35,
  ATTENTION_BAD_CLIP = -36,
  ATTENTION_REL_K_WITH_SHAW = -37,
  ATTENTION_REL_V_WITHOUT_SHAW = -38,
  ATTENTION_BAD_BUCKETS = -39,
  ATTENTION_BAD_MAX_DISTANCE = -40,
  ATTENTION_BAD_BIDIRECTIONAL = -41,
  ATTENTION_BIAS_TABLE_WITH_T5 = -42,
  ATTENTION_BAD_DISTANCE_FORM = -43,
  ATTENTION_BAD_LAMBDA = -44,
  ATTENTION_BAD_SIGMA = -45,
  ATTENTION_BIAS_MATRIX_WITH_DISTANCE = -46,
  ATTENTION_BAD_SOFTCAP = -47,
  ATTENTION_BAD_SOFTMAX_SINK = -48,
  ATTENTION_SINK_WITH_SOFTMAX_SINK = -49,
  ATTENTION_BAD_DROPOUT = -50,
  ATTENTION_KEEP_WITH_DROPOUT = -51,
  ATTENTION_BAD_MASK_MODE = -52,
  ATTENTION_BAD_MASK_HOW = -53,
  ATTENTION_BAD_MASK_VALUE = -54,
  ATTENTION_MASK_VALUE_AFTER_SOFTMAX = -55,
  ATTENTION_BAD_PREFILL = -56,
  ATTENTION_PREFILL_WITHOUT_CAUSAL = -57,
  ATTENTION_PREFILL_WITH_C = -58,
  ATTENTION_TILES_AFTER_SOFTMAX = -59,
  ATTENTION_BAD_TILE = -60,
  ATTENTION_NOT_A_CACHE = -61,
  ATTENTION_NO_BLOCK = -62,

  /* model/model.h: of a model, */
  ATTENTION_BAD_VOCABULARY = -63,
  ATTENTION_BAD_N = -64,
  ATTENTION_BAD_MODEL_POSITION = -65,
  ATTENTION_BAD_READOUT = -66,
  ATTENTION_BAD_CLASSES = -67,
  ATTENTION_BAD_SOURCE_VOCABULARY = -68,
  ATTENTION_BAD_SOURCE_N = -69,
  ATTENTION_SOURCE_WITHOUT_KEYS = -70,
  ATTENTION_BAD_LAYERS = -71,
  ATTENTION_TOO_LARGE_VOCABULARY = -72,
  ATTENTION_TOO_LARGE_N = -73,
  ATTENTION_TOO_LARGE_CLASSES = -74,
  ATTENTION_TOO_LARGE_LOGITS = -75,
  ATTENTION_TOO_LARGE_SOURCE_VOCABULARY = -76,
  ATTENTION_TOO_LARGE_SOURCE_N = -77,
  /* of one of its layers, */
  ATTENTION_BAD_KEYS = -78,
  ATTENTION_KEYS_WITHOUT_SOURCE = -79,
  ATTENTION_LAYER_POSITION = -80,
  ATTENTION_LAYER_POSITIONS = -81,
  ATTENTION_LAYER_BIAS_MATRIX = -82,
  ATTENTION_LAYER_KEY_VALID = -83,
  ATTENTION_LAYER_ALLOW = -84,
  ATTENTION_LAYER_PREFILL = -85,
  ATTENTION_LAYER_C = -86,
  ATTENTION_LAYER_WEIGHTS = -87,
  ATTENTION_LAYER_WO = -88,
  ATTENTION_LAYER_N_Q = -89,
  ATTENTION_LAYER_N_K = -90,
  ATTENTION_LAYER_D_MODEL = -91,
  ATTENTION_LAYER_D_CONTEXT = -92,
  ATTENTION_LAYER_D_OUT = -93,
  ATTENTION_LAYER_TOO_LARGE = -94,
  /* of a batch, */
  ATTENTION_BAD_BATCH_SIZE = -95,
  ATTENTION_BAD_LENGTH = -96,
  ATTENTION_NO_TOKENS = -97,
  ATTENTION_BAD_TOKEN = -98,
  ATTENTION_NO_TARGETS = -99,
  ATTENTION_BAD_TARGET = -100,
  ATTENTION_NO_SOURCE = -101,
  ATTENTION_BAD_SOURCE_LENGTH = -102,
  ATTENTION_BAD_SOURCE_TOKEN = -103,
  /* of an optimizer, */
  ATTENTION_BAD_METHOD = -104,
  ATTENTION_BAD_LR = -105,
  ATTENTION_BAD_WEIGHT_DECAY = -106,
  ATTENTION_BAD_MOMENTUM = -107,
  ATTENTION_BAD_BETA1 = -108,
  ATTENTION_BAD_BETA2 = -109,
  ATTENTION_BAD_EPS = -110,
  ATTENTION_BAD_BETA1_POWER = -111,
  ATTENTION_BAD_BETA2_POWER = -112,
  ATTENTION_BAD_MAX_NORM = -113,
  /* and of the parts of a layer around attention */
  ATTENTION_BAD_NORM = -114,
  ATTENTION_BAD_NORM_PLACE = -115,
  ATTENTION_BAD_NORM_EPSILON = -116,
  ATTENTION_BAD_NORM_OFFSET = -117,
  ATTENTION_BAD_QK_NORM = -118,
  ATTENTION_BAD_RESIDUAL = -119,
  ATTENTION_BAD_MLP = -120,
  ATTENTION_BAD_ACTIVATION = -121,
  ATTENTION_BAD_D_FF = -122,
  ATTENTION_PARALLEL_WITHOUT_MLP = -123,
  ATTENTION_PARALLEL_WITH_POST = -124,
  ATTENTION_BLOCK_D_OUT = -125,
  ATTENTION_NORM_1_WEIGHT_WITHOUT_NORM = -126,
  ATTENTION_NORM_2_WEIGHT_WITHOUT_NORM = -127,
  ATTENTION_OUTPUT_NORM_WEIGHT_WITHOUT_NORM = -128,
  ATTENTION_MLP_OUTPUT_NORM_WEIGHT_WITHOUT_NORM = -129,
  ATTENTION_NORM_BIAS_WITHOUT_MEAN = -130,
  ATTENTION_QK_NORM_WEIGHT_WITHOUT_QK_NORM = -131,
  ATTENTION_QK_NORM_BIAS_WITHOUT_MEAN = -132,
  ATTENTION_MLP_WEIGHTS = -133,
  ATTENTION_GATE_WITH_GATED = -134,
  ATTENTION_MLP_BIAS_WITHOUT_WEIGHT = -135,
  ATTENTION_PREFILL_IN_BLOCK = -136,
  ATTENTION_FAST_BLOCK = -137,
  ATTENTION_BAD_ROTARY_DIMS = -138,
  ATTENTION_BAD_ROPE_SCALING = -139,
  ATTENTION_BAD_ROPE_FACTOR = -140,
  ATTENTION_BAD_ROPE_ORIGINAL = -141,
  ATTENTION_BAD_ROPE_LOW_FREQ = -142,
  ATTENTION_BAD_ROPE_HIGH_FREQ = -143,
  ATTENTION_BAD_ROPE_BETA_FAST = -144,
  ATTENTION_BAD_ROPE_BETA_SLOW = -145,
  ATTENTION_BAD_ROPE_ATTENTION_FACTOR = -146,
  ATTENTION_LAYER_AFTER_POINTER = -147,
  ATTENTION_TOO_LARGE_LAYERS = -148,
  ATTENTION_BAD_EMBEDDING_NORM = -149,
  ATTENTION_EMBEDDING_NORM_WITH_SOURCE = -150,
  ATTENTION_BAD_FINAL_NORM = -151,
  ATTENTION_FINAL_NORM_WITH_POINTER = -152,
  ATTENTION_TIED_CLASSES = -153,
  ATTENTION_BAD_READOUT_BIAS = -154,
  ATTENTION_BAD_LOGITS_SOFTCAP = -155,
  /* and of queries, keys and values that are given */
  ATTENTION_QUERIES_INCOMPLETE = -156,
  ATTENTION_QUERIES_WITH_WEIGHTS = -157,
  ATTENTION_QUERIES_WITH_POSITIONS = -158,
  ATTENTION_QUERIES_IN_BLOCK = -159,
  /* and of dropout in the parts of a layer around attention */
  ATTENTION_BAD_RESIDUAL_DROPOUT = -160,
  ATTENTION_BAD_MLP_DROPOUT = -161,
  ATTENTION_KEEP_WITH_RESIDUAL_DROPOUT = -162,
  ATTENTION_KEEP_MLP_WITH_MLP_DROPOUT = -163,
  ATTENTION_KEEP_WITHOUT_RESIDUAL = -164,
  ATTENTION_KEEP_WITHOUT_MLP = -165,
  ATTENTION_KEEP_MLP_OUTPUT_WITH_OUTPUT = -166,
  /* model/model.h: tokens that are appended */
  ATTENTION_BAD_APPEND = -167,
  ATTENTION_STATUSES = 168,

  /* fused/fast.h: this minus the id of a tensor whose pointer does not agree with the spec */
  ATTENTION_BAD_INPUT = -1000
};

/* What a status means: "field: what is wanted", a constant string. Unknown numbers say so. */
ATTENTION_API const char *attention_status_name(int32_t status);

/* ---- Tensors --------------------------------------------------------------------------------------------------- */

/* First the stages in the order of computation (with norm_place post, norm_1 comes after residual_1, and norm_2 after
 * residual_2), then the other tensors that can be read, then those that only the
 * caller gives. */
enum attention_tensor_id {
  ATTENTION_E,                /* [n_q, d_model]       token embeddings, where absolute positions are added; given */
  ATTENTION_P,                /* [n_q, d_model]       absolute positions: computed (sinusoidal) or given (learned) */
  ATTENTION_X,                /* [n_q, d_model]       input of the query side: given, or E + P; none with given Q */
  ATTENTION_C,                /* [n_k, d_context]     input of the key/value side, in cross-attention; given */
  ATTENTION_NORM_1,           /* [n_q, d_model]       the norm before attention; with norm_place post, after it */
  ATTENTION_Q,                /* [heads, n_q, d_k]    queries: computed, or given with K and V, in place of X */
  ATTENTION_K,                /* [kv_heads, n_k, d_k] keys */
  ATTENTION_V,                /* [kv_heads, n_k, d_v] values */
  ATTENTION_Q_ROT,            /* [heads, n_q, d_k]    queries rotated by their positions; with rope */
  ATTENTION_K_ROT,            /* [kv_heads, n_k, d_k] keys likewise */
  ATTENTION_RAW,              /* [heads, n_q, n_k]    Q·Kᵀ, plus the relative part with shaw */
  ATTENTION_SCALED,           /* [heads, n_q, n_k]    raw · scale */
  ATTENTION_BIASED,           /* [heads, n_q, n_k]    plus the bias; with alibi, t5, distance */
  ATTENTION_CAPPED,           /* [heads, n_q, n_k]    bounded by ±softcap; with softcap */
  ATTENTION_MASKED,           /* [heads, n_q, n_k]    -inf where a key is hidden; with a mask before softmax */
  ATTENTION_WEIGHTS_UNMASKED, /* [heads, n_q, n_k] softmax over all keys; with a mask after softmax */
  ATTENTION_ZEROED,           /* [heads, n_q, n_k]    0 where a key is hidden; likewise */
  ATTENTION_WEIGHTS, /* [heads, n_q, n_k]    softmax over the keys; or zeroed, divided by its sum or as it is */
  ATTENTION_DROPPED, /* [heads, n_q, n_k]    some weights 0, the others divided by 1 - dropout; with dropout */
  ATTENTION_CONTEXT, /* [heads, n_q, d_v]    weights·V, plus the relative part with relV */
  ATTENTION_CONCAT,  /* [n_q, heads·d_v]     the heads side by side */
  ATTENTION_OUTPUT,  /* [n_q, d_out]         concat·Wo + bo, or concat where no Wo is given */
  ATTENTION_OUTPUT_DROPPED,  /* [n_q, d_model]  output, some numbers 0, the others larger; with residual_dropout */
  ATTENTION_OUTPUT_NORM,     /* [n_q, d_model]  the norm of output; with norm_place both */
  ATTENTION_RESIDUAL_1,      /* [n_q, d_model]  X + output; with residual sequential */
  ATTENTION_NORM_2,          /* [n_q, d_model]  the norm before the MLP; with norm_place post, after it */
  ATTENTION_MLP_HIDDEN,      /* [n_q, d_ff]     input·W_up + b_up; gated: input·W_gate + b_gate */
  ATTENTION_MLP_UP,          /* [n_q, d_ff]     input·W_up + b_up; with a gated MLP */
  ATTENTION_MLP_ACTIVATED,   /* [n_q, d_ff]     activation(mlp_hidden); gated: times mlp_up */
  ATTENTION_MLP_DROPPED,     /* [n_q, d_ff]     mlp_activated likewise; with mlp_dropout */
  ATTENTION_MLP_OUTPUT,      /* [n_q, d_model]  mlp_activated·W_down + b_down */
  ATTENTION_MLP_OUTPUT_DROPPED, /* [n_q, d_model] mlp_output likewise; with residual_dropout */
  ATTENTION_MLP_OUTPUT_NORM, /* [n_q, d_model]  the norm of mlp_output; with norm_place both */
  ATTENTION_RESIDUAL_2,      /* [n_q, d_model]  residual_1 + mlp_output; parallel: X + output + mlp_output */

  ATTENTION_ALLOW,           /* [n_q, n_k] or [heads, n_q, n_k]  all masks together; comes with masked or zeroed */
  ATTENTION_BIAS,            /* [heads, n_q, n_k], or [n_q, n_k] with distance; comes with biased */
  ATTENTION_RAW_CONTENT,     /* [heads, n_q, n_k]  Q·Kᵀ alone, with shaw; comes with raw */
  ATTENTION_RAW_RELATIVE,    /* [heads, n_q, n_k]  q·relK, with shaw; comes with raw */
  ATTENTION_SINK_WEIGHT,     /* [heads, n_q]       the weight of the sink; comes with softmax */
  ATTENTION_CONTEXT_CONTENT, /* [heads, n_q, d_v]  weights·V alone, with relV; comes with context */
  ATTENTION_Q_PROJECTED,     /* [heads, n_q, d_k]  the queries before their norm, with qk_norm; comes with Q */
  ATTENTION_K_PROJECTED,     /* [kv_heads, n_k, d_k]  keys likewise */

  ATTENTION_WQ,          /* [d_model, heads·d_k]      head h is column block h */
  ATTENTION_WK,          /* [d_context, kv_heads·d_k] */
  ATTENTION_WV,          /* [d_context, kv_heads·d_v] */
  ATTENTION_WO,          /* [heads·d_v, d_out] */
  ATTENTION_BQ,          /* [heads·d_k] */
  ATTENTION_BK,          /* [kv_heads·d_k] */
  ATTENTION_BV,          /* [kv_heads·d_v] */
  ATTENTION_BO,          /* [d_out] */
  ATTENTION_KEY_VALID,   /* [n_k]               padding mask: 0 hides the key from every query */
  ATTENTION_MASK,        /* [n_q, n_k]          any mask, the same for all heads */
  ATTENTION_HEAD_MASK,   /* [heads, n_q, n_k]   any mask, one for each head */
  ATTENTION_POSITIONS,   /* [max(n_q, n_k)]   with rope: positions of the tokens, instead of first + index */
  ATTENTION_REL_K,       /* [2·clip + 1, d_k] with shaw: row clip + r belongs to keys r places ahead */
  ATTENTION_REL_V,       /* [2·clip + 1, d_v] likewise for values; may be left out */
  ATTENTION_BIAS_TABLE,  /* [buckets, heads]  with t5 */
  ATTENTION_BIAS_MATRIX, /* [n_q, n_k]        with distance of the form matrix */
  ATTENTION_SINK,        /* [heads]           with softmax_sink: a score that takes weight and gives no value */
  ATTENTION_KEEP,        /* [heads, n_q, n_k] with dropout: 1 keeps a weight, 0 drops it; see random/random.h */
  ATTENTION_KEEP_OUTPUT, /* [n_q, d_model]    likewise for output, with residual_dropout */
  ATTENTION_KEEP_MLP,    /* [n_q, d_ff]       for mlp_activated, with mlp_dropout */
  ATTENTION_KEEP_MLP_OUTPUT, /* [n_q, d_model] for mlp_output, with residual_dropout */

  /* Of norms; each may be left out: a factor of 1, and nothing added. */
  ATTENTION_NORM_1_WEIGHT,          /* [d_model] */
  ATTENTION_NORM_1_BIAS,            /* [d_model]  with layernorm, as all that are added */
  ATTENTION_NORM_2_WEIGHT,          /* [d_model] */
  ATTENTION_NORM_2_BIAS,            /* [d_model] */
  ATTENTION_OUTPUT_NORM_WEIGHT,     /* [d_model] */
  ATTENTION_OUTPUT_NORM_BIAS,       /* [d_model] */
  ATTENTION_MLP_OUTPUT_NORM_WEIGHT, /* [d_model] */
  ATTENTION_MLP_OUTPUT_NORM_BIAS,   /* [d_model] */
  ATTENTION_Q_NORM_WEIGHT,          /* [d_k]  for the queries of all heads */
  ATTENTION_Q_NORM_BIAS,            /* [d_k] */
  ATTENTION_K_NORM_WEIGHT,          /* [d_k] */
  ATTENTION_K_NORM_BIAS,            /* [d_k] */
  ATTENTION_W_GATE,                 /* [d_model, d_ff]  with a gated MLP */
  ATTENTION_W_UP,                   /* [d_model, d_ff]  with an MLP */
  ATTENTION_W_DOWN,                 /* [d_ff, d_model]  likewise */
  ATTENTION_B_GATE,                 /* [d_ff] */
  ATTENTION_B_UP,                   /* [d_ff] */
  ATTENTION_B_DOWN,                 /* [d_model] */
  ATTENTION_TENSORS,

  ATTENTION_STAGES = ATTENTION_RESIDUAL_2 + 1
};

/* "E", "Q", "raw", "weights", "Wq", "key_valid", ...: the field's names. Both masks are called "allow" where they are
 * given and so is ATTENTION_ALLOW where it is read. NULL for numbers that are no tensor. */
ATTENTION_API const char *attention_tensor_name(int32_t id);

/* ---- Spec ------------------------------------------------------------------------------------------------------ */

enum attention_align { ATTENTION_BOTTOM_RIGHT = 0, ATTENTION_TOP_LEFT = 1 };

enum attention_position {
  ATTENTION_POSITION_NONE = 0,
  ATTENTION_POSITION_SINUSOIDAL = 1, /* Vaswani et al. 2017, section 3.5 */
  ATTENTION_POSITION_LEARNED = 2,    /* the caller gives P */
  ATTENTION_POSITION_ROPE = 3,       /* Su et al. 2021, RoFormer, eq. 34 */
  ATTENTION_POSITION_ALIBI = 4,      /* Press et al. 2022, section 3 */
  ATTENTION_POSITION_SHAW = 5,       /* Shaw et al. 2018, eq. 3 to 5 */
  ATTENTION_POSITION_T5 = 6,         /* Raffel et al. 2020, section 2.1; the buckets are those of its code */
  ATTENTION_POSITION_DISTANCE = 7    /* a penalty on distance; Gaussian as in Guo et al. 2019 */
};

enum attention_rope_style {
  ATTENTION_ROPE_INTERLEAVED = 0, /* components 2p and 2p + 1 are a pair */
  ATTENTION_ROPE_HALF_SPLIT = 1   /* components p and p + d_k/2 */
};

/* How the angles of rope are stretched for longer sequences than a model was trained on. */
enum attention_rope_scaling {
  ATTENTION_SCALING_NONE = 0,
  ATTENTION_SCALING_LINEAR = 1, /* each angle is divided by rope_factor (Chen et al. 2023) */
  ATTENTION_SCALING_LLAMA3 = 2, /* slow rotations are divided, fast ones kept, those between mixed (Llama 3.1, 2024) */
  ATTENTION_SCALING_YARN = 3    /* likewise, by how often a pair turns in rope_original tokens; cosines and sines are
                                 * multiplied by rope_attention_factor (Peng et al. 2023) */
};

enum attention_distance_form {
  ATTENTION_DISTANCE_LINEAR = 0,   /* -lambda · |i - j| */
  ATTENTION_DISTANCE_GAUSSIAN = 1, /* -(i - j)² / (2 · sigma²) */
  ATTENTION_DISTANCE_MATRIX = 2    /* bias_matrix */
};

enum attention_mask_mode {
  ATTENTION_BEFORE_SOFTMAX = 0,
  ATTENTION_AFTER_SOFTMAX = 1,             /* hidden weights become 0; the others stay as they are */
  ATTENTION_AFTER_SOFTMAX_RENORMALISED = 2 /* and each row is then divided by its sum: 0/0 where all visible weights
                                            * underflowed, and imprecise where they nearly did */
};

enum attention_mask_how {
  ATTENTION_MASK_INFINITE = 0, /* a hidden score becomes -inf */
  ATTENTION_MASK_FILL = 1,     /* becomes mask_value: a row that may see nothing has uniform weights */
  ATTENTION_MASK_ADD = 2       /* mask_value is added: such a row has nearly the weights of no mask */
};

enum attention_norm {
  ATTENTION_NORM_NONE = 0,
  ATTENTION_NORM_LAYERNORM = 1, /* (x - mean) / sqrt(variance + epsilon) · weight + bias (Ba et al. 2016) */
  ATTENTION_NORM_RMSNORM = 2    /* x / sqrt(mean of squares + epsilon) · weight (Zhang and Sennrich 2019) */
};

enum attention_norm_place {
  ATTENTION_PLACE_PRE = 0,  /* before attention and before the MLP (Xiong et al. 2020) */
  ATTENTION_PLACE_POST = 1, /* after each residual (Vaswani et al. 2017) */
  ATTENTION_PLACE_BOTH = 2  /* before them, and after them before the residual (Gemma 2, 2024) */
};

enum attention_residual {
  ATTENTION_RESIDUAL_NONE = 0,
  ATTENTION_RESIDUAL_SEQUENTIAL = 1, /* attention's output is added to X, then the MLP's to the sum (He et al. 2016) */
  ATTENTION_RESIDUAL_PARALLEL = 2    /* both read X, and both are added to it (Wang and Komatsuzaki 2021, GPT-J) */
};

/* The curve of an MLP's hidden layer. sigmoid(x) = 1 / (1 + e^-x). */
enum attention_activation {
  ATTENTION_RELU = 0,  /* max(x, 0) (Nair and Hinton 2010) */
  ATTENTION_RELU2,     /* max(x, 0)² (So et al. 2021, Primer) */
  ATTENTION_GELU,      /* x · (1 + erf(x / sqrt(2))) / 2 (Hendrycks and Gimpel 2016) */
  ATTENTION_GELU_TANH, /* x · (1 + tanh(sqrt(2/π) · (x + 0.044715·x³))) / 2 (likewise; GPT-2) */
  ATTENTION_SILU,      /* x · sigmoid(x) (Elfwing et al. 2018; Ramachandran et al. 2017, Swish) */
  ATTENTION_QUICK_GELU /* x · sigmoid(1.702·x) (Hendrycks and Gimpel 2016) */
};

enum attention_mlp {
  ATTENTION_MLP_NONE = 0,
  ATTENTION_MLP_PLAIN = 1, /* activation(x·W_up)·W_down (Vaswani et al. 2017, eq. 2) */
  ATTENTION_MLP_GATED = 2  /* (activation(x·W_gate) · x·W_up)·W_down (Shazeer 2020) */
};

/* Positions of tokens: key j is at first + j; query i at first + i, plus n_k - n_q where causal is bottom_right (the
 * queries are then the last tokens of the sequence, as in cached decoding). The causal mask, windows and relative
 * positions all measure i - j between these positions. shift, in the functions below, is what is added to i: n_k - n_q
 * or 0.
 *
 * Sizes are from 1 to ATTENTION_LARGEST_SIZE. Every member before given is four bytes wide. */
typedef struct {
  int32_t n_q;           /* queries: rows of X, or of each head's Q where that is given */
  int32_t n_k;           /* keys: rows of C, or of K where that is given, or n_q in self-attention */
  int32_t d_model;       /* width of X; not read where Q is given */
  int32_t d_context;     /* width of C, or d_model in self-attention; likewise */
  int32_t heads;         /* query heads */
  int32_t kv_heads;      /* key/value heads; divides heads */
  int32_t d_k;           /* width of one head's queries and keys */
  int32_t d_v;           /* width of one head's values */
  int32_t d_out;         /* width of the output; heads·d_v without Wo */
  float scale;           /* factor on raw scores; usually 1/sqrt(d_k) */
  int32_t causal;        /* 1: query i sees key j only where j <= i (+ n_k - n_q when bottom_right) */
  int32_t align;         /* enum attention_align: which corner the causal diagonal meets */
  int32_t windowed;      /* 1: hide the keys outside the window (Beltagy et al. 2020, Longformer, section 3.1) */
  int32_t window;        /* with causal the keys 0 <= i - j < window stay, otherwise those with |i - j| <= window */
  int32_t sink_tokens;   /* how many first keys are in every window (Xiao et al. 2023, StreamingLLM); still causal */
  int32_t position;      /* enum attention_position */
  int32_t first;         /* position of the first key, from -2^20 to 2^20; changes numbers with rope only */
  int32_t rope_style;    /* rope: enum attention_rope_style */
  float rope_base;       /* rope: pair p is rotated by position · base^(-2p/rotary_dims) radians; above 0, usually 10000 */
  int32_t clip;          /* shaw: farther keys count as this far; 0 to 2^18 */
  int32_t buckets;       /* t5: rows of bias_table, from 2 (4 where bidirectional) to ATTENTION_LARGEST_BUCKETS */
  int32_t max_distance;  /* t5: distances from here on share the last bucket; above the exact buckets, to 2^20 */
  int32_t bidirectional; /* t5: 1: half of the buckets is for later keys; 0: later keys count as distance 0 */
  int32_t distance_form; /* distance: enum attention_distance_form */
  float lambda;          /* linear: finite */
  float sigma;           /* gaussian: finite, above 0 */
  float softcap;         /* above 0: scores s become softcap · tanh(s / softcap) (Gemma 2, 2024); 0: none */
  int32_t mask_mode;     /* enum attention_mask_mode */
  int32_t mask_how;      /* enum attention_mask_how: before softmax, what becomes of hidden scores */
  float mask_value;      /* fill and add: finite */
  int32_t softmax_sink;  /* 1: sink joins each row's sum (Miller 2023, softmax off by one; gpt-oss 2025) */
  float dropout;         /* with keep: kept weights are divided by 1 - dropout; 0 to 1 (Srivastava et al. 2014) */
  int32_t prefill;       /* KV cache: rows of the first append; the others come one by one; 0: no cache. The walk
                          * itself has all rows; each append is a walk of its own: causal, bottom_right, with the
                          * new rows as X and all rows so far as C, which gives the same bits */

  /* The parts of a layer around attention. All 0: attention alone. With any of norm, residual and mlp, d_out is
   * d_model. */
  int32_t norm;        /* enum attention_norm */
  int32_t norm_place;  /* enum attention_norm_place */
  float norm_epsilon;  /* of every norm, also qk_norm; finite, at least 0 */
  int32_t norm_offset; /* 1: the factor of norms, also of qk_norm, is 1 + weight (Gemma) */
  int32_t qk_norm;     /* enum attention_norm: of each head's queries and keys, before rope (Henry et al. 2020) */
  int32_t residual;    /* enum attention_residual; parallel needs an mlp, and no norm after it */
  int32_t mlp;         /* enum attention_mlp */
  int32_t activation;  /* mlp: enum attention_activation */
  int32_t d_ff;        /* mlp: width of its hidden layer; usually 4·d_model */
  float residual_dropout; /* with keep_output and keep_mlp_output: what attention and the MLP add to the stream is divided by
                           * 1 - residual_dropout where it is kept; 0 to 1 (Vaswani et al. 2017, section 5.4) */
  float mlp_dropout;      /* with keep_mlp: likewise of mlp_activated */

  int32_t rotary_dims;         /* rope: how many components are rotated, the first of d_k; even; 0: all */
  int32_t rope_scaling;        /* rope: enum attention_rope_scaling */
  float rope_factor;           /* linear, llama3, yarn: finite, above 0 */
  int32_t rope_original;       /* llama3, yarn: tokens that the model was trained on */
  float rope_low_freq;         /* llama3: pairs that turn less often in these tokens are slowed by the factor; above 0 */
  float rope_high_freq;        /* llama3: those that turn more often are kept; above rope_low_freq */
  float rope_beta_fast;        /* yarn: likewise, usually 32; above rope_beta_slow */
  float rope_beta_slow;        /* yarn: usually 1; above 0 */
  float rope_attention_factor; /* yarn: usually 0.1·ln(rope_factor) + 1; finite, above 0 */

  uint8_t given[ATTENTION_TENSORS]; /* 1 for each tensor the caller gives: .given = {[ATTENTION_X] = 1, ...} */
} attention_spec;

/* Self-attention of n tokens: X is given, all heads together are as wide as X, scale is 1/sqrt(d_k), rope_base 10000,
 * norm_epsilon 1e-5, and every other member 0. More than one head needs Wq, Wk and Wv, or Q, K and V. What the sizes do not fit is for attention_make_plan to
 * say. */
ATTENTION_API void attention_default_spec(attention_spec *spec, int32_t n, int32_t d_model, int32_t heads);

enum { ATTENTION_LARGEST_SIZE = 1 << 20, ATTENTION_LARGEST_BUCKETS = 1024 };

/* The name of the index-th member of attention_spec ("n_q", "n_k", ...), NULL from given on. */
ATTENTION_API const char *attention_spec_field(int32_t index);

/* ---- Plan ------------------------------------------------------------------------------------------------------ */

typedef struct {
  size_t count;     /* elements; 0 when the tensor is not part of this walk */
  size_t offset;    /* where it starts in the caller's memory, in elements; a multiple of 4 */
  int32_t given;    /* 1: the caller writes it before the first step */
  int32_t rank;     /* 1 to 3 */
  int32_t shape[3]; /* outermost first */
  int32_t stage;    /* the stage that computes it: itself, or the one that stores it beside its result */
} attention_tensor;

typedef struct {
  attention_spec spec;
  attention_tensor tensor[ATTENTION_TENSORS];
  int32_t steps;                  /* stages in this walk */
  int32_t step[ATTENTION_STAGES]; /* their ids, in the order of computation */
  size_t floats;                  /* memory to bring, in elements */
  int32_t examples;               /* 1; in a model walks of the same lengths, computed as one */
  int32_t seen;                   /* 0; in training the keys that a head's first query sees, see attention_sizes */
} attention_plan;

/* Checks the spec and plans the memory of the walk. Returns ATTENTION_OK or the first thing that is wrong; plan is
 * written only on ATTENTION_OK. */
ATTENTION_API int32_t attention_make_plan(attention_plan *plan, const attention_spec *spec);

/* For callers that cannot see C structs: bytes of a plan and of a spec, plan->floats, and where a tensor's entry stands
 * in a plan (NULL for numbers that are no tensor). */
ATTENTION_API size_t attention_plan_bytes(void);
ATTENTION_API size_t attention_spec_bytes(void);
ATTENTION_API size_t attention_plan_floats(const attention_plan *plan);
ATTENTION_API const attention_tensor *attention_plan_tensor(const attention_plan *plan, int32_t id);

/* The most floats that one walk may need, and the workspace of one call of fused/fast.h: half of what can be addressed,
 * as differences of pointers are signed. Beyond that they are ATTENTION_TOO_LARGE. */
ATTENTION_API size_t attention_most_floats(void);

/* The sizes of a tensor of a walk, outermost first; its rank, or 0 where the walk does not have it. The spec must be
 * valid. Unlike a plan it sets no limit on the memory that the walk would need. */
ATTENTION_API int32_t attention_shape(int64_t shape[3], const attention_spec *spec, int32_t id);

/* Computes one stage from those before it; given tensors need no work and are accepted. memory holds plan->floats
 * elements. Returns ATTENTION_OK or ATTENTION_NOT_A_STEP. */
ATTENTION_API int32_t attention_step(const attention_plan *plan, float *memory, int32_t stage);

/* What a stage of the walk costs; 0 where it is given or not part of it. Exact up to 2^53, and counted as a dense
 * kernel works: hidden pairs too. The bytes it makes are 4 times its elements.
 *
 *   - Multiply-adds: one for each term of a dot product: projections, raw, context, output, and the rotations of rope.
 *   - Other operations: every other addition, multiplication, division, e^x, tanh, erf, sigmoid, sine or cosine counts as one.
 *     Softmax takes four for each pair (subtract, e^x, add, divide), softcap three, a bias one to add and one (linear,
 *     ALiBi) or three (Gaussian) to make. A norm divides each number of a row, and layernorm also sums and subtracts;
 *     its squares are multiply-adds, its root and what is done once for a row four more, or three. Comparisons and
 *     copies count nothing. */
ATTENTION_API double attention_multiply_adds(const attention_plan *plan, int32_t stage);
ATTENTION_API double attention_other_operations(const attention_plan *plan, int32_t stage);

/* The same, and the bytes, from a spec alone: for walks whose plan would be ATTENTION_TOO_LARGE as well. */
ATTENTION_API double attention_spec_multiply_adds(const attention_spec *spec, int32_t stage);
ATTENTION_API double attention_spec_other_operations(const attention_spec *spec, int32_t stage);
ATTENTION_API double attention_spec_bytes_made(const attention_spec *spec, int32_t stage);

/* ---- Stages: out first, then inputs, then sizes in elements ------------------------------------------------------ */

/* The sizes of attention's tensors; a function reads those that its own tensors have. */
typedef struct {
  int32_t n_q, n_k;
  int32_t heads, kv_heads; /* of queries; of keys and values */
  int32_t d_k, d_v;
  int32_t mask_heads; /* of allow: 1 (one mask for all heads) or heads */
  int32_t shift;      /* what is added to a query's index to get its position among the keys */
  int32_t clip;       /* shaw: relK and relV have 2·clip + 1 rows */
  int32_t seen;       /* where not 0, query i needs the first i + seen keys alone: raw scores of other pairs, and the
                       * gradients of their weights, need not be computed */
} attention_sizes;

/* A product of n rows with a matrix [width, heads·d_head]. */
typedef struct {
  int32_t n, width, heads, d_head;
} attention_projection;

/* p[i][2d] = sin(i / 10000^(2d/d_model)), p[i][2d+1] = cos of the same angle, in double, rounded once. */
ATTENTION_STAGE void attention_sinusoidal(float *p_im, int32_t n, int32_t d_model);

/* x = e + p. x may be e or p. */
ATTENTION_STAGE void attention_embed(float *x_im, const float *e_im, const float *p_im, int32_t n, int32_t d_model);

/* sum = left + right, for count elements. sum may be left or right. */
ATTENTION_STAGE void attention_add(float *sum, const float *left, const float *right, size_t count);

/* Q, K or V: out[h][i][d] = sum over m of x[i][m] · w[m][h·d_head + d], plus bias[h·d_head + d]; bias may be NULL. */
ATTENTION_STAGE void attention_project(float *out_hid, const float *x_im, const float *w_mhd, const float *bias_hd,
                                       const attention_projection *size);

/* The rotations of n tokens with rope; the first has the index `place` among the keys. In place of each pair of
 * components that is rotated the [n, d_k] table has the cosine and the sine of its angle, as attention_rope_cos and
 * attention_rope_sin give them. The position is that in position_j, or first + place where position_j is NULL. Reads
 * rope's members of the spec, and d_k. */
ATTENTION_STAGE void attention_rotations(float *table_id, const attention_spec *spec, const float *position_j,
                                         int32_t place, int32_t n);

/* Q_rot or K_rot: each pair (x, y) of components becomes (x·cos - y·sin, x·sin + y·cos); those beyond rotary_dims are
 * copied. Reads what attention_rotations reads. out may be x, and its last head may be the table. */
ATTENTION_STAGE void attention_rotate(float *out_hid, const float *x_hid, const float *table_id,
                                      const attention_spec *spec, int32_t heads, int32_t n);

/* The angle from one position to the next by which a pair is rotated, in radians: rope_base^(-2·pair/rotary_dims), scaled
 * as rope_scaling says. pair is from 0 to rotary_dims/2 - 1. */
ATTENTION_API double attention_rope_frequency(const attention_spec *spec, int32_t pair);

/* The cosine and the sine that rotate a pair at a position, in double, rounded once; NaN beyond 2^26 radians. With yarn,
 * times rope_attention_factor. */
ATTENTION_API float attention_rope_cos(const attention_spec *spec, float position, int32_t pair);
ATTENTION_API float attention_rope_sin(const attention_spec *spec, float position, int32_t pair);

/* raw[h][i][j] = sum over d of q[h][i][d] · k[g][j][d]. */
ATTENTION_STAGE void attention_raw(float *raw_hij, const float *q_hid, const float *k_gjd, const attention_sizes *size);

/* raw_relative[h][i][j] = sum over d of q[h][i][d] · rel_k[r][d], r the row for a key j - i - shift places ahead. */
ATTENTION_STAGE void attention_relative(float *relative_hij, const float *q_hid, const float *rel_k_rd,
                                        const attention_sizes *size);

/* The row of relK and relV for a key that is `ahead` places after the query (negative: before it): ahead, limited to
 * ±clip, plus clip. */
ATTENTION_API int32_t attention_relative_row(int32_t ahead, int32_t clip);

/* scaled = raw · scale, for count elements. scaled may be raw. */
ATTENTION_STAGE void attention_scale(float *scaled_hij, const float *raw_hij, float scale, size_t count);

/* bias[h][i][j] = -slope of the head · |i + shift - j|. */
ATTENTION_STAGE void attention_alibi(float *bias_hij, int32_t shift, int32_t heads, int32_t n_q, int32_t n_k);

/* A head's slope: 2^(-8·(head + 1)/heads) where heads is a power of two. Otherwise the first heads have the slopes of
 * the largest power of two below, and the others every second slope of twice that power, from its first. */
ATTENTION_API float attention_alibi_slope(int32_t head, int32_t heads);

/* bias[i][j] = -lambda · |i + shift - j|. */
ATTENTION_STAGE void attention_linear_bias(float *bias_ij, float lambda, int32_t shift, int32_t n_q, int32_t n_k);

/* bias[i][j] = -0.5 · ((i + shift - j) / sigma)². */
ATTENTION_STAGE void attention_gaussian_bias(float *bias_ij, float sigma, int32_t shift, int32_t n_q, int32_t n_k);

/* bias[h][i][j] = table[bucket of j - i - shift][h]. Reads t5's members of the spec, heads, n_q and n_k. */
ATTENTION_STAGE void attention_t5_bias(float *bias_hij, const float *table_rh, const attention_spec *spec,
                                       int32_t shift);

/* The bucket of a key that is `ahead` places after the query (negative: before it); exact where T5's code rounds
 * logarithms.
 * Of the b buckets for one direction the first e = b/2 hold one distance each; a distance d beyond these, up to
 * max_distance, falls in bucket e + floor((b - e) · log(d/e) / log(max_distance/e)). */
ATTENTION_API int32_t attention_t5_bucket(int32_t ahead, int32_t buckets, int32_t max_distance, int32_t bidirectional);

/* biased = score + bias; bias_heads is 1 (one bias for all heads) or heads. biased may be score. */
ATTENTION_STAGE void attention_bias(float *biased_hij, const float *score_hij, const float *bias_hij,
                                    int32_t bias_heads, int32_t heads, int32_t n_q, int32_t n_k);

/* capped = cap · tanh(score / cap), for count elements. capped may be score. */
ATTENTION_STAGE void attention_cap(float *capped_hij, const float *score_hij, float cap, size_t count);

/* tanh as capped computes it: in double, rounded once, within 0.51 ulp of the float. */
ATTENTION_API float attention_tanh(float x);

/* allow[h][i][j] = 1 where every mask allows, else 0: causal and the window of the spec, key_valid and mask. These two
 * may be NULL; mask_hij has as many heads as allow. With causal a key is seen where 0 <= i + shift - j, in a window
 * where this is also below window; without causal where |i + shift - j| <= window. The first sink_tokens keys are in
 * every window. */
ATTENTION_STAGE void attention_allow(float *allow_hij, const float *key_valid_j, const float *mask_hij,
                                     const attention_spec *spec, const attention_sizes *size);

/* masked = score where allowed; elsewhere value (-inf, unless the spec asks for a finite one), or score + value where
 * add is 1. masked may be score. */
ATTENTION_STAGE void attention_mask(float *masked_hij, const float *score_hij, const float *allow_hij, float value,
                                    int32_t add, const attention_sizes *size);

/* zeroed = weights where allowed, 0 where not. zeroed may be weights. */
ATTENTION_STAGE void attention_zero(float *zeroed_hij, const float *weights_hij, const float *allow_hij,
                                    const attention_sizes *size);

/* weights = zeroed / sum of the row's allowed zeroed, 0 where not allowed. Where sink_weight is given, the sum starts
 * with it instead of 0. weights may be zeroed. */
ATTENTION_STAGE void attention_renormalise(float *weights_hij, const float *zeroed_hij, const float *allow_hij,
                                           const float *sink_weight_hi, const attention_sizes *size);

/* weights[r][j] = e^(score - max) / sum over j of e^(score - max), the maximum and the sum taken over the row. A row of
 * -inf only (or of no keys) has weights 0. An exponential below 2^-63.5 (8e-20; a score 44.01 below the maximum) is 0:
 * all keys together would add less than 2^-43 to a sum that is at least 1, and to a sum of values less than 2^-43 of the
 * largest; but their products with values and gradients come below 2^-126, where machines take many times as long.
 * weights may be score. */
ATTENTION_API void attention_softmax(float *weights_rj, const float *score_rj, size_t rows, int32_t n_k);

/* The same with one more score in each row, the head's sink: it takes part in the maximum, its exponential is the first
 * term of the sum, and its share is left in sink_weight. Both may be NULL: no sink. whole: 1 where weights are divided
 * once more, after hidden ones have become 0: no exponential becomes 0 before it is below 2^-149, as small weights may
 * be all that is left. weights may be score. */
ATTENTION_STAGE void attention_softmax_sink(float *weights_hij, float *sink_weight_hi, const float *score_hij,
                                            const float *sink_h, int32_t whole, const attention_sizes *size);

/* dropped = weights / keep_prob where keep is not 0, else 0, for count elements; keep_prob is 1 - p. dropped may be
 * weights. */
ATTENTION_STAGE void attention_drop(float *dropped_hij, const float *weights_hij, const float *keep_hij,
                                    float keep_prob, size_t count);

/* e^x as softmax computes it, within 1 ulp: what each term of a weight is made of. Below 2^-63.5 it is 0; whole: below
 * 2^-149 only, for weights that are divided once more. */
ATTENTION_API float attention_exponential(float x);
ATTENTION_API float attention_whole_exponential(float x);

/* context[h][i][c] = sum over the allowed j of weights[h][i][j] · v[g][j][c]; allow may be NULL: all allowed. finite is
 * 1 where hidden keys have finite scores: then only those of weight 0 are left out. */
ATTENTION_STAGE void attention_context(float *context_hic, const float *weights_hij, const float *v_gjc,
                                       const float *allow_hij, int32_t finite, const attention_sizes *size);

/* context = (sum over j of weights[h][i][j] · rel_v[r][c]) + content, r the row for a key j - i - shift places ahead,
 * over the same keys. */
ATTENTION_STAGE void attention_context_relative(float *context_hic, const float *content_hic, const float *weights_hij,
                                                const float *rel_v_rc, const float *allow_hij, int32_t finite,
                                                const attention_sizes *size);

/* concat[i][h·d_v + c] = context[h][i][c]: transpose, then reshape. */
ATTENTION_STAGE void attention_concat(float *concat_ihc, const float *context_hic, int32_t heads, int32_t n_q,
                                      int32_t d_v);

/* output[i][o] = sum over c of concat[i][c] · wo[c][o], plus bo[o]; bo may be NULL. */
ATTENTION_STAGE void attention_output(float *output_io, const float *concat_ic, const float *wo_co, const float *bo_o,
                                      int32_t n_q, int32_t width, int32_t d_out);

/* activated = act(hidden), for count elements; where up is not NULL, the other projection of a gated MLP (Shazeer 2020,
 * GLU variants), act(hidden) · up. activated may be hidden or up. act is enum attention_activation, in the formulas of
 * PyTorch, whose order of operations stages/17_activation.c has: NaN gives NaN, and so does -inf, as 0 · inf, except
 * with relu and relu2, which make it 0. */
ATTENTION_STAGE void attention_activate(float *activated, const float *hidden, const float *up, int32_t activation,
                                        size_t count);

/* One number's activation, as activated has it, and its derivative, as gradients have it: at ±inf its limit, with relu
 * 0 at 0, and 1 at NaN. NaN where activation is none. */
ATTENTION_API float attention_activation(float x, int32_t activation);
ATTENTION_API float attention_activation_slope(float x, int32_t activation);

/* erf and sigmoid as activations compute them, within 2 ulp. */
ATTENTION_API float attention_erf(float x);
ATTENTION_API float attention_sigmoid(float x);

/* A norm of rows. */
typedef struct {
  size_t rows;
  int32_t width;
  int32_t kind;   /* enum attention_norm, not none */
  int32_t offset; /* 1: the factor is 1 + weight */
  float epsilon;
} attention_norm_size;

/* Each row by itself, all sums in index order:
 *   layernorm: mean = sum of x / width, variance = sum of (x - mean)² / width, out = (x - mean) / sqrt(variance + epsilon)
 *   rmsnorm: mean is 0
 * then times weight, or 1 + weight with offset, plus bias. weight and bias may be NULL. out may be x. */
ATTENTION_STAGE void attention_normalise(float *out_rd, const float *x_rd, const float *weight_d, const float *bias_d,
                                         const attention_norm_size *size);

/* The largest magnitude of the finite ones among count numbers; 0 where none is finite. The colours of a figure range
 * up to it. */
ATTENTION_API float attention_largest(const float *x, size_t count);

/* ---- Tiles: the same context without the n x n matrix --------------------------------------------------------------
 *
 * The scores of a few queries against a few keys are made from Q and K (Q_rot and K_rot with rope), bit for bit those
 * of the walk, used, and dropped (Dao et al. 2022, FlashAttention; Milakov and Gimelshein 2018, online softmax). What
 * is kept for each query is the largest score so far, the sum of exponentials and the weighted sum of values, both
 * relative to that largest score. A tile whose scores are larger rescales both by e^(old maximum - new maximum):
 *
 *     factor      = e^(max_before - max_after)                       1 while nothing has been seen
 *     sum         = sum · factor + e^(score - max) + ...             each step rounded, keys in order
 *     accumulator = accumulator · factor + e^(score - max) · v + ... likewise
 *     context     = accumulator / sum                                at the end
 *
 * The context is that of the walk except for rounding: the walk divides before it mixes. So an accumulator may overflow
 * where a weighted mean of the values does not. An accumulator of 0 stays 0, unless a dropped score of NaN or +inf
 * makes the weights of the keys before it NaN. Masks after softmax are not tiled: the weights of hidden keys belong to
 * their sum. */
typedef struct {
  int32_t head;  /* query head */
  int32_t query; /* the first query of the tile, and how many */
  int32_t queries;
  int32_t key; /* the first key, and how many */
  int32_t keys;
  float *score_ij;        /* [queries, keys]  out: after masking */
  float *allow_ij;        /* [queries, keys]  out: 1 = allowed */
  float *exponential_ij;  /* [queries, keys]  out: e^(score - maximum so far) */
  float *unnormalised_ij; /* [queries, keys]  out: the factors of the values: exponential, after dropout */
  float *factor_i;        /* [queries]        out: what sum and accumulator were rescaled by */
  float *max_i;           /* [queries]        in and out */
  float *sum_i;           /* [queries]        in and out */
  float *accumulator_ic;  /* [queries, d_v]   in and out: the context, not yet divided */
} attention_tile;

/* Before the first tile of some queries: sets maximum -inf, sum 0 and accumulator 0; with a sink, its score and sum 1.
 */
ATTENTION_API int32_t attention_tile_start(const attention_plan *plan, const float *memory, const attention_tile *tile);

/* One tile, after Q, K, V (and Q_rot, K_rot) have been computed. Returns how many of its pairs take part. 0: every key
 * is hidden from every query, and only score and allow have changed. Or ATTENTION_TILES_AFTER_SOFTMAX,
 * ATTENTION_BAD_TILE. Where mask_value is finite all pairs take part, and a factor of 0 clears the accumulator. */
ATTENTION_API int32_t attention_tile_step(const attention_plan *plan, const float *memory, const attention_tile *tile);

/* context = accumulator / sum, or 0 where the accumulator is 0 (no key was seen), whatever the sum is. */
ATTENTION_API void attention_tile_context(float *context_ic, const float *accumulator_ic, const float *sum_i,
                                          int32_t queries, int32_t d_v);

#ifdef __cplusplus
}
#endif

#endif
