"""The window itself: layout, panels, modes, palette, settings. Shows the views of the other rooms by their names.

Door: `window_context.WindowContext`, `modes`, `actions`. Knows: desktop.model, desktop.services, desktop.views.board,
desktop.views.game, desktop.views.games, desktop.views.kit, desktop.views.tables.
"""
