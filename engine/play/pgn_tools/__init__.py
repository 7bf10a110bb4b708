"""What `ratsu pgn` and `ratsu games` do."""
