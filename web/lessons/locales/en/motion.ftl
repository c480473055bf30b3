## How a number comes about, step by step

motion-label = Watch it happen
motion-play = play
motion-pause = pause
motion-back = one step back
motion-on = one step on
motion-scrub = step
motion-speed = speed
motion-all = show the result
motion-count = step { $step } of { $steps }
motion-product = { $a } × { $b } = { $product }; sum so far { $sum }
motion-bias = plus the bias { $a }: { $sum }
motion-power = e^({ $exponent }) = { $power }; sum so far { $sum }
motion-division = each divided by the sum: { $power } ÷ { $sum } = { $weight }
motion-turned = { $before } becomes { $after }
motion-row = row { $row }: { $hidden } hidden
motion-head = head { $head } takes its columns
