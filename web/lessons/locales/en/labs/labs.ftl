## The experiments under the walk

labs-heading = All questions
labs-search = Search
labs-found = { $count ->
    [0] No question contains this. Try another word.
    [one] { $count } of { $all } questions
   *[other] { $count } of { $all } questions
  }
labs-hint = Each one opens an experiment on a copy of the walk above (all stages, from embeddings to output): it changes one thing and shows the effect. Your walk stays as it is.
labs-close = close
labs-differs = In this experiment: { $settings }.
labs-setting = { $setting } (yours: { $own })
labs-take = Take this to the walk
labs-scores = Scores and softmax
labs-masks = Masks
labs-heads = Heads
labs-order = Order
labs-whole = The whole model
labs-calculators = Calculators
labs-yours = Your own
lab-training = How can one sentence be many examples?
lab-cost = What does attention cost?
lab-speed = How fast is it?
lab-compare = Compare any two settings
lab-backward = How do weight matrices learn: what flows back?
lab-tiles = How can attention avoid the n × n matrix?
lab-numbers = What if this number were different?
lab-export = Take it with you: figures, numbers, code
