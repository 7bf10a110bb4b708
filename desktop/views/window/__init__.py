"""The window itself: layout, panels, modes, palette, settings. Joins the other rooms of views.

Door: `window_context.WindowContext`, `modes`, `actions`. Knows: desktop.model, desktop.services, desktop.views.analysis,
desktop.views.board, desktop.views.book, desktop.views.game, desktop.views.games, desktop.views.home, desktop.views.kit,
desktop.views.night, desktop.views.tables,
desktop.views.world.
"""
