"""The current game: notation, clocks, evaluation, print."""
