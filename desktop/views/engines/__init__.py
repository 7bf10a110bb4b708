"""External engines, matches between engines, ratings, the laboratory: pages, panels and dialogs.

Door: `engines_dialog`, `engine_match_dialog`, `rating_dialog`, `participants`. Knows: desktop.model, desktop.services,
desktop.views.board, desktop.views.game, desktop.views.kit, engine.
"""
