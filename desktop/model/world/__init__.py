"""What the window shows of games and services of other machines.

Door: `fetching`, `online`. Knows: engine.play.world.
"""
