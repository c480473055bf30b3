## The experiments under the walk

labs-heading = Questions
labs-hint = Each is answered by an experiment on the walk above: one thing changes, and you see what follows.
labs-close = close
lab-failed = This experiment could not be loaded. Check the connection, then close it and open it again.
labs-scores = Scores and softmax
labs-masks = Masks
labs-heads = Heads
labs-order = Order
labs-whole = The whole
labs-more = More
lab-scaling = Why divide by √d_k?
lab-temperature = What does a temperature do?
lab-comparing = Why not compare the embeddings themselves?
lab-tying = Why keep Wq and Wk apart?
lab-masking = Why mask before the softmax?
lab-causality = What does the causal mask change?
lab-mask = Where can a mask leak?
lab-splitting = One wide head or several narrow ones?
lab-sharing = Does every head need its own keys?
lab-order = Does order matter?
lab-positions = What do added positions change?
lab-rotation = What does rotation (RoPE) change?
lab-training = How can one sentence be many examples?
lab-cost = What does attention cost?
lab-compare = Compare any two settings
