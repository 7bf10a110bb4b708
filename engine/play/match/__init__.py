"""Engine against engine: who plays, at which time control, who referees, and what it says about their strength.

Door: `runner`, `spec`, `report`. Knows: books.evaluations, engine.game, engine.pgn, engine.play.external, engine.play.sources,
engine.protocols, engine.rules, tablebases.
"""
