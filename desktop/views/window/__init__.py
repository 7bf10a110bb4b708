"""The main window: layout, panels, modes, palette, settings. It loads the views of other rooms by name.

Door: `window_context.WindowContext`, `mode_switch`, `action_table`. Knows: books, desktop.model, desktop.services,
desktop.views.board, desktop.views.game, desktop.views.games, desktop.views.kit, desktop.views.tables, desktop.views.world.
"""
