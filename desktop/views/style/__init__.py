"""The editor of the user's style: weights by sliders, tables painted on a board, charts drawn as curves, the search, learning.

Door: `style_dialog`. Knows: desktop.model, desktop.services, desktop.views.board, desktop.views.kit,
engine.evaluation, engine.jobs, engine.rules.
"""
