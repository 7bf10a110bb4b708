"""The trainers: openings, endgames, own mistakes."""
