"""External engines as supervised child processes with time and memory limits; each failure is reported in one sentence with
the engine's name.

Door: `supervised`, `launch`. Knows: engine.game, engine.protocols.
"""
