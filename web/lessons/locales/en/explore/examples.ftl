## The hand-built example: heads and columns

head-actors = who acts?
head-descriptions = what is described?
dimension-article = article
dimension-adjective = adjective
dimension-animal = animal
dimension-thing = thing
dimension-action = action
dimension-size = size
dimension-speed = speed
dimension-actor = actor
dimension-deed = deed
