## The experiments under the walk

labs-heading = Experiments
labs-hint = Each changes one thing in the walk above and shows what follows.
lab-failed = This experiment could not be loaded. Check the connection, then close it and open it again.
lab-order = Does order matter?
lab-cache = What does a KV cache save, token by token?
steps-label = Steps
steps-back = back
steps-next = next
steps-play = play
steps-pause = pause
steps-slider = Step
lab-backward = How do the weights learn: what flows back?
lab-tiles = How can attention do without the n × n matrix?
