"""The editor of the user's style: weights by sliders, tables painted on a board, charts drawn as curves, the search.

Door: `style_dialog`. Knows: desktop.model.game, desktop.services, desktop.views.board, desktop.views.kit,
engine.evaluation, engine.rules.
"""
