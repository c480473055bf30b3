## The place Learn: what is the same in all lessons

learn-loading = Loading …
learn-title = Attention, step by step
learn-tagline = Short lessons. In each you predict, then the engine computes the answer, just now and from the numbers that you see.
learn-progress = { $done } of { $of } lessons done.
learn-private = What you have done is stored in this browser only.
learn-deeper = Going deeper
learn-done = done
learn-begun = { $steps } of { $of } steps done
learn-steps = { $count ->
    [one] one step
   *[other] { $count } steps
  }
learn-all = all lessons
learn-where = lesson { $lesson } · step { $step } of { $of }
learn-figure = The figure of this step
learn-open = open in Explore
learn-train = open in Train
learn-before = Before you look:
learn-look = Look:
learn-reads = it reads:
learn-writes = it writes:
learn-commit = that is my guess
learn-point = Select a number in the figure: click or tap it, or use the keyboard in its tables.
learn-edit = { $input }, row { $row }, column { $column }
learn-looking = looks
learn-looked-at = looked at
learn-right = Yes.
learn-wrong = Not quite.
learn-now-you = Now you:
learn-sources = To read on
learn-ways = Steps of the course
learn-back = ← back
learn-next = next →
learn-back-to = back: { $where }
learn-next-to = next: { $where }
learn-next-lesson = next: { $title } →
learn-row-before = before
learn-row-after = after
learn-row-difference = difference
learn-row-query = query, with “{ $word }”
learn-row-key = key of “{ $word }”
learn-row-head = head { $word }
learn-row-variance = variance
learn-row-deviation = standard deviation
learn-row-with = with “{ $word }”
learn-row-d_model = d_model
learn-row-heads = heads
learn-row-kv_heads = key/value heads
learn-row-d_k = d_k
learn-row-layers = layers
learn-row-X = X
learn-row-output = output
learn-row-sum = sum
learn-slip = Often said, not so:
