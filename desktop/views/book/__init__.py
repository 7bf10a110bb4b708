"""The book's panels and dialogs: moves, reports, books, health, trainer of openings.

Door: `book_panel`, `opening_trainer`, `book_report`. Knows: books, desktop.model, desktop.services, desktop.views.analysis,
desktop.views.game, desktop.views.kit, engine.
"""
