"""Analysis, review, external engines, matches between engines, ratings.

Door: `analysis_service`, `movers`, `review_service`. Knows: books, desktop.model, desktop.services.book,
desktop.services.files, desktop.services.game, desktop.services.kit, engine, tablebases.
"""
