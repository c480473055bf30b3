/** What `attention-stepper --help` prints, for the program and for each command. */
import { outsideNames } from "../checkpoints/explained.js";
import { families } from "../checkpoints/families/families.js";
import { FIELDS } from "../engine/spec/spec.js";
import { tensorsWhere } from "../engine/stages.js";
import { CAUSE_IDS, GRADIENT_CAUSE_IDS } from "./check/cause-ids.js";

const status = `Exit status
  0  done; check found no difference
  1  check found a difference
  2  an error: one line on standard error says what is wrong; check still checks
     its other files, and prints one line for each that it cannot check
`;

/** Words in lines of at most 80 characters. @param {string} words @param {string} indent of every line, before the first too */
function wrapped(words, indent) {
  const lines = [""];
  for (const word of words.split(" ")) {
    const longer = lines.at(-1) === "" ? word : `${lines.at(-1)} ${word}`;
    if (indent.length + longer.length <= 80) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join(`\n${indent}`);
}

/** The file format of trace, check and explain. */
const file = `FILE is JSON; - reads standard input:
  {"spec": {"causal": true},
   "inputs": {"X": {"shape": [2, 2], "data": [1, 0, 0.5, -1]}},
   "expected": {"weights": {"shape": [1, 2, 2], "data": [1, 0, 0.37, 0.63]}},
   "tolerance": 0.01}

  spec       ${wrapped(`${[...FIELDS].join(" ")}; all optional, and so is spec itself`, "             ")}
  inputs     ${wrapped(`X (or E, and P; or Q K V in place of X and Wq Wk Wv), C, ${tensorsWhere((row) => row.kind === "input").join(" ")} allow`, "             ")}
  expected   for check: any of the stages; log_sum_exp, the logarithm of what each
             row of the softmax is divided by; "steps", one for each append to the
             KV cache; "gradients" of stages or inputs, for which the file also
             needs "dOutput", the gradient of the loss with respect to the output
  tolerance  for check: |file - engine| <= tolerance x max(1, |file|); default: what
             rounding explains, from the size of the terms that were summed
  A tensor may be in an .npz, .npy or safetensors file in the case's folder, or
  below it: {"file": "layer.npz", "name": "q"}, without a name for .npy.
  "rows": [a, b] and "columns": [a, b] take those from a to b, without b, and
  then "transpose": true transposes. Numbers of other types become float32; which
  tensors were rounded is said.
  Inputs may take the attention of a layer of a model in a folder there, and its
  spec: {"layer": "gpt2", "index": 3, "X": ...}; X is what enters Wq. The command
  takes them from a folder anywhere: --layer-from FOLDER:INDEX.
  FILE may also be one .npz: the array spec (JSON as a text, or as uint8), inputs
  and dOutput by name, and expected.NAME and gradients.NAME.
  Fields with other names are for comments: check takes them only if they hold a
  text or a list of texts.
  Data is in row-major order. Infinities and NaN are the strings "inf" "-inf" "nan";
  masks (key_valid, allow, keep) hold 1 and 0, or true and false.
`;

/** The names of the tensors of a kind, in lines. @param {import("../engine/stages.js").TensorRow["kind"]} kind */
const namesOf = (kind) => `  ${wrapped(tensorsWhere((row) => row.kind === kind).join(" "), "  ")}\n`;

const stages = `Stages (which of them there are depends on the spec)
${namesOf("stage")}`;

const others = `Other tensors (likewise)
${namesOf("beside")}`;

const all = `attention-stepper: scaled dot-product attention, stage by stage

Usage
  attention-stepper render LINK|FILE  draw a figure of the page: SVG, PNG or GIF
  attention-stepper trace FILE        compute attention and print every stage
  attention-stepper check FILE...     compare expected values with computed ones
  attention-stepper explain FILE STAGE INDEX   one number, and where it comes from
  attention-stepper model FOLDER      walk tokens through a model in a folder
  attention-stepper train TASK        train a small model on a task
  attention-stepper train FOLDER      train a model in a folder further

  attention-stepper COMMAND --help    options and examples of a command
  attention-stepper --version

Example
  attention-stepper render "#sentence=I+love+Science&stage=weights" > weights.svg

${status}`;

const render = `attention-stepper render LINK|FILE: draw a figure of the page

LINK is an address of the page, or the part of it from the #; "#" alone is the
default state, with random weights. It may name a preset: "#preset=gqa&d_k=8". A
link of which any part cannot be used is an error (the page leaves that part out).
A link to a step of a lesson, such as "#place=learn&lesson=shares&step=share", is
drawn as the step's own picture.
FILE is a state saved on the page, or a case as trace and check read it, and - reads
standard input. An argument that contains # or = is a link, unless there is a file
of this name.
A case is drawn with numbered rows, at the stage weights unless --stage is given.

Options
  --stage ID      stage to draw; default: the link's
  --view VIEW     equation  the stage and its operands, as on the page
                  stage     the matrix of the stage alone
                  lines     lines between words, for the stages weights and dropped
                  walk      all stages, small, with their names
                  default: lines if the link selects them, else equation
  --theme NAME    light or dark; default: the link's, else light
  --png           a PNG in place of an SVG, for mail and WordPress
  --gif           a GIF of the walk, a stage after the other; with --stage, of that
                  stage's computation, step by step
  --font FILE     for --png and --gif: a font (.ttf, .otf, .woff2) with the letters
                  that DejaVu Sans does not have, such as Chinese; without one they
                  are boxes
  --answered      of a step of a lesson: its picture once its question is answered
  --locale LANG   language of the text: en
  --width PX      width of the image, 200 to 4000: the figure is scaled to
                  exactly that; default: its own size, at most 760 where it fits,
                  and for --png and --gif two pixels for each

Examples
  attention-stepper render "#" > figure.svg
  attention-stepper render "#" --png > figure.png
  attention-stepper render "#sentence=I+love+Science" --gif > walk.gif
  attention-stepper render "#head=all" --stage weights --theme dark > dark.svg
  attention-stepper render "#causal=true" --view walk --width 1000 > walk.svg
  attention-stepper render case.json --stage raw > raw.svg
  attention-stepper render "#place=learn&lesson=mix&step=alive" --answered > mix.svg

${stages}
${status}`;

const trace = `attention-stepper trace FILE: compute attention and print every stage as JSON

Options
  --stage ID      print this stage only
  --layer-from FOLDER:INDEX   take weights and spec from a layer of a model

Examples
  attention-stepper trace case.json
  attention-stepper trace - --stage weights < case.json

The output is {"stages": {"X": {"shape", "data"}, ...}}. If the spec has prefill,
it also has "steps": [{"first", "count", "cache_len", "X": ..., ...}, ...], one for
each append to the KV cache. Every number reads back as the same float32.

${file}
${stages}
${others}
${status}`;

const check = `attention-stepper check FILE...: compare expected values with computed ones

Prints one line for each file that agrees: ok. For the others, one line for each
tensor that is wrong: what the file says and what the engine computes, in the order
in which stages are computed, then steps, then gradients. A stage is wrong if it
differs from what the engine computes, and from what follows from the file's own
earlier stages. Then the usual mistakes are tried by computing with each, and those
that explain the file's numbers are named, best first. A file that cannot be read
or checked has its line on standard error.

Causes
  ${wrapped(CAUSE_IDS.join(" "), "  ")}
  of gradients, where the stages are right:
  ${wrapped(GRADIENT_CAUSE_IDS.join(" "), "  ")}

Options
  --tolerance X   |file - engine| <= X x max(1, |file|), in place of the file's own
  --layer-from FOLDER:INDEX   take weights and spec from a layer of a model
  --json          print one line of JSON for each file: {"file", "ok",
                  "first": {"stage", "index", "file", "engine", "tolerance"},
                  "isolated": [stages that are wrong],
                  "causes": [{"id", "worst_after"}]}, best first; of two mistakes
                  that explain it together, each has "together_with": [the other];
                  "pairs_left": true where not all pairs were tried;
                  of a file that cannot be checked {"file", "ok", "error"}

Examples
  attention-stepper check lesson.json
  attention-stepper check --json lesson.json
  attention-stepper check cases/*.json && echo "all as expected"

${file}
${stages}
${others}
${status}`;

const model = `attention-stepper model FOLDER: walk tokens through a model in a folder

FOLDER is a model as transformers saves it: config.json, and model.safetensors or
model.safetensors.index.json with its files; with tokenizer.json it takes text, too.
Weights are F32, F16 or BF16. They are read where they lie, one layer at a time.

Without options it prints what the model is, as JSON: its family, sizes, the number
of its parameters, their types, and the bytes of its files.

Families (model_type in config.json)
  ${wrapped(Object.keys(families).join(" "), "  ")}

Options
  --tokens IDS    what is walked: token ids with commas between them
  --text TEXT     the same as a text, which the model's tokenizer cuts
  --stage ID      the stage that is written: with --layer any stage of a layer,
                  otherwise one of those that the model has of
                  ${wrapped(outsideNames.join(" "), "                  ")}
  --layer N       the layer, from 0
  --out FILE      the file for the stage: .npy, float32 (tokens: int32)
  --next K        prints the K most probable next tokens instead, a line of JSON
                  each: {"id", "text", "probability"}; text is null without a
                  tokenizer
  --masked K      prints the K most probable tokens for each [MASK] or <mask> instead,
                  with its "position": where a file of BERT or RoBERTa has the head
                  for masked tokens
  --position P    with --masked: at this token, from 0
  --contributions prints what each part adds to the logits of the two most probable
                  next tokens instead: {"tokens": [...]}, then a line of JSON for
                  each part, {"part", "layer", "head", "logits"}, the largest first.
                  Parts are embeddings, head, attention_bias, mlp, and bias, that of
                  the last norm; they add up to the logits, before a cap. Of a layer
                  that --ablate or --patch replaces, attention is one part
  --ablate PART   walks with a part of the model off; may be given again.
                  layer=L,head=H  a head of a layer, both from 0
                  layer=L,mlp     the MLP of a layer
                  layer=L         attention and MLP of a layer
                  layer=L,stream  what leaves a layer
                  ,position=P after it: at that token alone, from 0; then ,with=mean:
                  its mean over the tokens, instead of zero. --next then prints
                  {"id", "text", "before", "after", "difference"} of the K most
                  probable before and of those after
  --patch PART    the same with what the part is for other tokens (activation
                  patching): ,position=P may be after it; may be given again
  --patch-tokens IDS, --patch-text TEXT   the other tokens, as many

Examples
  attention-stepper model gpt2
  attention-stepper model gpt2 --text "The capital of France is" --next 5
  attention-stepper model gpt2 --text "The capital of France is" --next 5 \\
    --ablate layer=9,head=3 --ablate layer=10,mlp,with=mean
  attention-stepper model gpt2 --text "Ann gave Bob" --patch-text "Bob gave Ann" \\
    --patch layer=9,head=6,position=2 --next 5
  attention-stepper model gpt2 --tokens 5,17,3 --layer 1 --stage weights --out w.npy

${stages}
${status}`;

const explain = `attention-stepper explain FILE STAGE INDEX: one number, and where it comes from

Prints the number with its terms, in the order in which the engine adds them up,
then those of its terms with theirs, and so on back to the inputs: each number once,
at most 500. STAGE is a stage, an input, or another tensor of the walk; INDEX has a
whole number for each of its dimensions, from 0, such as 0,2,1.

In place of FILE, FOLDER is a model as the command model opens it; STAGE is then
tokens, embeddings, final_norm or logits, or with --layer one of a layer. Numbers
are followed through the layers below, to the embeddings and weights.

Options
  --tokens IDS    with a FOLDER: what is walked, token ids with commas between them
  --text TEXT     the same as a text, which the model's tokenizer cuts
  --layer N       with a FOLDER: the layer of the stage, from 0
  --depth N       how many steps back; 1: the number and its terms
  --json          print one object: {"numbers": [{"stage", "index", "value",
                  "operation", "terms", ...}, ...], "left"}, left: how many numbers
                  are not explained any more

Examples
  attention-stepper explain case.json weights 0,2,1
  attention-stepper explain gpt2 weights 3,2,1 --tokens 5,17,3 --layer 1 --depth 2
  attention-stepper explain gpt2 logits 2,464 --tokens 5,17,3 --depth 1
  attention-stepper explain case.json output 0,0 --depth 2
  attention-stepper explain --json case.json raw 0,1,0

${file}
${stages}
${others}
${status}`;

const train = `attention-stepper train TASK: train a small model on a task
attention-stepper train FOLDER: train a model in a folder further

Prints one line of JSON for each evaluation, on examples that training never sees:
  {"task", "seed", "step", "loss", "accuracy", "held_out_loss", "held_out_accuracy"}
loss and accuracy are means over the steps since the line before, null at step 0;
losses are in nats. Training ends at the task's goal (held-out accuracy 0.99), after
its most steps, or where the loss is no longer finite. The same options give the same
numbers on every machine.

Tasks
  reverse         the sequence backwards
  previous        the token before
  induction       the token that followed the same token when it came before
  majority        the most frequent token
  pronoun         which earlier word "it" means, or nothing
  translation     English to French, word by word: "the red car", "la voiture rouge"
  grammar         the next word of a small grammar; right is what the grammar allows
  text            the next character of a text, whose last tenth is held out; a line
                  more compares the held-out loss with simpler models: all characters
                  alike (uniform), their frequencies (unigram), and their frequencies
                  after the character before (bigram)
  names           given names, letter by letter, with the smallest GPT: a layer with norms
                  and an MLP; every fifth is held out, and a last line compares as for text
  pairs           own pairs, one a line, "source => target" or with a tab between; the
                  target word by word, as in translation; every fifth pair is held out

Options
  --seed N        of the initial weights and the examples; default: 1
  --out FILE      writes the trained weights: .npz, .safetensors or .json
  --pytorch FILE  writes PyTorch code that reads --out and computes the logits
  --from FILE     starts from the weights in a file of one of these formats
  --steps N       makes exactly N steps
  --every N       steps between evaluations; default: 25
  --lr RATE       learning rate of Adam
  --heads N       heads of each layer
  --d_k N         width of a head
  --d_model N     width of the embeddings
  --layers N      1 or 2
  --block B       what a layer is: attention, mlp (attention and an MLP), or norm-mlp
                  (a norm before both)
  --position P    none, learned, sinusoidal, rope or alibi
  --causal        no position sees a later one
  --text FILE     the text of the task text, or - for standard input; default: the
                  first three chapters of Alice's Adventures in Wonderland
  --data FILE     the lines of the task pairs or names, or -; default: a list that ships
  Where one is left out, the task's own model has its value.

With a FOLDER, as the command model reads it, it prints one line of JSON for each step:
{"step", "loss"}, the mean loss of the next tokens before the step. AdamW changes all
tensors as torch.optim.AdamW does; nothing is dropped. Models that predict no next
token (bert, roberta, t5) cannot be trained.

Options with a FOLDER
  --tokens FILE   .npy with int32 rows of tokens; each row's tokens but the first are
                  what is predicted
  --batch B       rows of a step: row b of step s is row s x B + b, modulo the rows
  --steps N       makes exactly N steps
  --learning-rate X
  --betas A,B     default: 0.9,0.999
  --epsilon X     default: 1e-8
  --weight-decay X
                  of every tensor, norms and biases too; default: 0
  --losses FILE   writes the losses: .npy, float32
  --out FOLDER    a new folder for the trained model, in F32, with the tokenizer's
                  files; nothing may be there

Examples
  attention-stepper train reverse
  attention-stepper train pronoun --seed 7 --out pronoun.npz --pytorch pronoun.py
  attention-stepper train induction --layers 1 --steps 600
  attention-stepper train text --text book.txt --steps 500
  attention-stepper train pairs --data lines.txt
  attention-stepper train gpt2 --tokens rows.npy --batch 4 --steps 100 \\
    --learning-rate 1e-4 --out gpt2-further

${status}`;

export const usage = Object.freeze({ all, render, trace, check, explain, model, train });
