## The places of the page

places = Places
place-learn = Learn
place-explore = Explore
place-train = Train
train-failed = Train could not be loaded.
trained-failed = The trained model could not be loaded.
learn-failed = Learn could not be loaded.
kind-edited-all = every weight and embedding was set, by training or by hand
