## The experiments under the walk

labs-heading = Experiments
labs-hint = Each changes one thing in the walk above and shows what follows.
lab-failed = This experiment could not be loaded. Check the connection, then close it and open it again.
lab-order = Does order matter?
lab-numbers = What if this number were another?
lab-export = Take it with you: figures, numbers, code
