## A model’s vocabulary, on the page and in the element

trained-unknown = { $count ->
    [one] The model does not know the word { $words }: all its embedding’s numbers are 0.
   *[other] The model does not know the words { $words }: all their embeddings’ numbers are 0.
}
