"""Other people's engines as child processes: supervised, bounded, each failure reported in one sentence with its name.

Door: `supervised`, `launch`. Knows: engine.game, engine.protocols.
"""
