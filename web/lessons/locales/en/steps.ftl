## Step by step

steps-label = Steps
steps-back = back
steps-next = next
steps-play = play
steps-pause = pause
steps-slider = Step
