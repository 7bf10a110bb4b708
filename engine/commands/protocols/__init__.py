"""The sub-commands that speak or check the protocols of engines.

Door: `uci`, `xboard`, `engines`, `lichess`. Knows: engine, engine.console, engine.jobs, engine.play, engine.protocols.
"""
