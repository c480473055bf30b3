## Questions beside the figures

questions-here = Questions about this figure
questions-more = more questions
lab-failed = This experiment could not be loaded. Check the connection, then close it and open it again.
lab-scaling = Why divide by √d_k?
lab-explaining = Do attention weights explain the answer?
lab-temperature = What does a temperature do?
lab-comparing = Why three matrices, not the embeddings themselves?
lab-tying = Why keep Wq and Wk apart?
lab-masking = Why mask before the softmax?
lab-causality = What does the causal mask do, and when?
lab-mask = Where can a mask leak?
lab-seeing = What does each head see?
lab-mixing = Why project after concat?
lab-place = Where is attention used, and what came before it?
lab-splitting = Why several heads and not one wide one?
lab-sharing = Does every head need its own keys?
lab-order = Does attention see the order of words?
lab-positions = Where does word order come from?
lab-distances = What does a bias on distance change?
lab-dropping = What does dropout do to attention?
lab-rotation = What does rotation (RoPE) change?
lab-cache = What does a KV cache save, and why not queries?
lab-dot = What does a dot product measure?
lab-softmax = What does softmax keep, and why “soft max”?
