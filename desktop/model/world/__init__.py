"""What the window shows of games and services of other machines.

Door: `fetching`, `online`, `broadcast`. Knows: engine.play.world.
"""
