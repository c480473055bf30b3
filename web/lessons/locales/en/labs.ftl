## The experiments under the walk

labs-heading = Experiments
labs-hint = Each changes one thing in the walk above and shows what follows.
lab-order = Does order matter?
