attention-stepper render "#sentence=I+love+Science&heads=1&d_k=16" --width 640 > ahead/weights.svg
