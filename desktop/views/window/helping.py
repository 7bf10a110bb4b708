"""What helps in a game: actions, panels and modes, in one table. Each passes the gate (`desktop.services.game.help_gate`), which
asks first in a rated game."""

from desktop.views.window.mode_bar import Mode

MODES = frozenset((Mode.ANALYSE, Mode.BOOK, Mode.TABLES, Mode.LABORATORY))
PANELS = frozenset(
    ("analysis", "review", "explain", "look", "book", "explorer", "book_report", "learned", "tablebase", "online")
)
ACTIONS = frozenset(
    (
        *("take_back", "hint", "play_from_here", "edit_position", "search"),
        *("copy_fen", "copy_pgn", "copy_picture", "save_picture", "save_gif", "publish"),
        *("review", "retry_mistakes", "explain", "explain_move", "restrict_moves"),
        *("engine_move", "insert_line", "insert_evaluation"),
        *("book_add_move", "book_add_line", "book_comment", "book_force", "book_practise", "book_report"),
        *("book_mark_!", "book_mark_", "book_mark_$", "book_mark_?", "book_learned", "book_novelties"),
    )
)
"""Those that do something once. What is switched on (`analysis`, `threat`, `people_moves`) and what is pasted or dropped asks by
itself."""
