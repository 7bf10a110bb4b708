"""PGN files and collections, opened, listed and saved off the window's thread.

Door: `file_service`, `game_list_service`, `collection_service`. Knows: books, desktop.model, desktop.services.game,
desktop.services.kit, engine.
"""
