"""The console side of the opening book: `ratsu book ...`, and learning joined with the engine."""
