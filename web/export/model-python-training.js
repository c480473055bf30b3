/** How a model goes on learning, in PyTorch: the loss of its answers, and the optimizer that trained it. */
import { indented } from "./model-python-layers.js";

/**
 * @typedef {{readout?: string, max_norm?: number | null, optimizer?: import("../engine/model/model-spec.js").OptimizerSpec}}
 *   Learner
 */

/** The optimizer, with its settings. @param {Learner} spec */
function optimizerOf({ optimizer = {} }) {
  const { name = "adam", lr = 1e-2, weight_decay = 0, momentum = 0, betas = [0.9, 0.98], eps = 1e-8 } = optimizer;
  const kind = { adam: "Adam", adamw: "AdamW", sgd: "SGD" }[name];
  const own = name === "sgd" ? [`momentum=${momentum}`] : [`betas=(${betas.join(", ")})`, `eps=${eps}`];
  return `torch.optim.${kind}(weights.values(), ${[`lr=${lr}`, ...own, `weight_decay=${weight_decay}`].join(", ")})`;
}

/**
 * The function that trains the model on batches and returns their losses, each before its step.
 * @param {Learner} spec
 * @param {boolean} hasSource whether an example has a second sequence
 */
export function trainingLines(spec, hasSource) {
  const isPointer = spec.readout === "pointer";
  const example = ["tokens", "targets", ...(hasSource ? ["source"] : [])].join(", ");
  return [
    "",
    "",
    `def train(batches):  # each a list of (${example}); a target of -1 is not asked. Without dropout, from new moments`,
    ...indented([
      "for weight in weights.values():",
      "    weight.requires_grad_()",
      `optimizer = ${optimizerOf(spec)}`,
      "losses = []",
      "for batch in batches:",
      ...indented([
        "answers, wanted = [], []",
        `for ${example} in batch:`,
        "    targets = torch.tensor(targets)",
        `    answers.append(answer(tokens${hasSource ? ", source" : ""})[targets >= 0])`,
        "    wanted.append(targets[targets >= 0])",
        ...(isPointer
          ? [
              "# keys of another number are columns of their own",
              "loss = -torch.cat([p.gather(1, key[:, None])[:, 0].log() for p, key in zip(answers, wanted)]).mean()",
            ]
          : ["loss = torch.nn.functional.cross_entropy(torch.cat(answers), torch.cat(wanted))"]),
        "optimizer.zero_grad()",
        "loss.backward()",
        ...(spec.max_norm ? [`torch.nn.utils.clip_grad_norm_(weights.values(), ${spec.max_norm})`] : []),
        "optimizer.step()",
        "losses.append(loss.item())",
      ]),
      "return losses",
    ]),
  ];
}
