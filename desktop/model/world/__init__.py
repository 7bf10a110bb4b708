"""Values for the window of games and services of other machines, and of the user's other computers.

Door: `online`, `broadcast`, `sharing`. Knows: engine.play.world, engine.sharing.
"""
