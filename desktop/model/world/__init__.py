"""What the window shows of games and services of other machines.

Door: `online`, `broadcast`. Knows: engine.play.world.
"""
