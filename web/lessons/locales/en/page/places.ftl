## The places of the page

places = Places
place-learn = Learn
place-explore = Explore
place-train = Train
place-class = Class
place-failed = { $place } could not be loaded.
trained-failed = The trained weights could not be loaded. Check the connection; if trying again does not help, reload the page.
