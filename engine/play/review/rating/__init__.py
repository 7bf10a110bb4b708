"""A rating from the moves of games alone, with its interval.

Door: `estimate`. Knows: engine.evaluation, engine.game, engine.human, engine.play.people, engine.rules, engine.search.
"""
