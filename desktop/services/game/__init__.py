"""The games at hand: tabs, clocks, matches against the engine, autosave."""
