## Where the numbers of a figure come from

kind-random = random, untrained weights Wq, Wk, Wv, Wo · seed { $seed }
kind-random-none = no weights · random embeddings, seed { $seed }
kind-article = weights Wq, Wk, Wv of a published example, untrained (PyTorch, seed { $seed })
kind-article-none = no weights · embeddings of a published example, seed { $seed }
kind-trained = weights of layer { $layer } of a model trained { $recipe ->
    [pronoun] to find what “it” means
    [translation] to translate noun phrases
    [grammar] to guess the next word of simple sentences
   *[trained] in Train
}
kind-named = weights Wq, Wk, Wv, Wo built by hand, with named columns
kind-named-none = no weights · embeddings built by hand, with named columns
kind-edited-all = every weight and embedding was set, by training or by hand
kind-edited-none = no weights · embeddings set by hand
kind-edited = { $count ->
    [one] one number set by hand
   *[other] { $count } numbers set by hand
}
