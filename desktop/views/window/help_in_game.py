"""The table of actions, panels and modes that count as help in a game. In a rated game each asks first through the gate
(`desktop.services.game.rated_game_guard`)."""

from desktop.views.window.mode_bar import Mode

MODES = frozenset((Mode.ANALYSE, Mode.BOOK, Mode.TABLES, Mode.LABORATORY))
PANELS = frozenset(
    (
        "analysis",
        "review",
        "explain",
        "look",
        "project",
        "book",
        "explorer",
        "book_report",
        "learned",
        "chapters",
        "tablebase",
        "online",
    )
)
ACTIONS = frozenset(
    (
        *("take_back", "hint", "play_from_here", "edit_position", "search"),
        *("copy_fen", "copy_pgn", "copy_picture", "save_picture", "save_gif", "publish"),
        *("review", "retry_mistakes", "explain", "explain_move", "look", "project", "restrict_moves"),
        *("engine_move", "insert_line", "insert_evaluation"),
        *("book_add_move", "book_add_line", "book_comment", "book_force", "book_practise", "book_report"),
        *("book_switch", "adopt_study"),
        *("book_mark_!", "book_mark_", "book_mark_$", "book_mark_?", "book_learned", "book_novelties"),
    )
)
"""Actions that run once. Switches (`analysis`, `threat`, `people_moves`), pasting and dropping ask by themselves."""
