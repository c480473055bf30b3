## The places of the page

places = Places
place-learn = Learn
place-explore = Explore
place-train = Train
place-class = Class
place-failed = { $place } could not be loaded.
trained-failed = The trained model could not be loaded.
kind-edited-all = every weight and embedding was set, by training or by hand
