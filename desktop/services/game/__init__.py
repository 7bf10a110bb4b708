"""The games at hand: tabs, clocks, matches against the engine, autosave.

Door: `game_service`, `match_service`. Knows: desktop.model, desktop.services.kit, engine.
"""
