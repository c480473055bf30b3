## How a number comes about, step by step

player-play = play
player-pause = pause
player-back = step back
player-next = step forward
player-step = step
player-speed = speed
player-result = show the result
player-steps = Step by step
motion-label = Watch it being computed
motion-select = { $name }: select one of these numbers to watch it being computed.
motion-go = Go to { $name }
motion-count = step { $step } of { $steps }
motion-product = { $a } × { $b } = { $product }; sum so far { $sum }
motion-bias = plus the bias { $a }: { $sum }
motion-power = e^({ $exponent }) = { $power }; sum so far { $sum }
motion-division = each divided by the sum: { $power } ÷ { $sum } = { $weight }
motion-turned = { $before } becomes { $after }
motion-row = row { $row }: { $hidden } hidden
motion-head = head { $head } takes its columns
