"""The trainers: openings, endgames, tactics, own mistakes, and the mirror.

Door: `opening_trainer`, `endgame_trainer`, `mistake_trainer`, `tactics_trainer`, `mirror_service`. Knows: books,
desktop.model, desktop.services.book, desktop.services.engines, desktop.services.files, desktop.services.game,
desktop.services.kit, engine, tablebases.
"""
