"""Synonyms from other chess programs, so that the palette finds an action by them too."""

from collections.abc import Mapping

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("OtherWords", text))


OTHER_WORDS: Mapping[str, str] = {
    "new_game": _t("play against the computer opponent start level clock beginner child"),
    "play_from_here": _t("continue against the computer finish position"),
    "edit_position": _t("board editor setup FEN"),
    "adjourn": _t("pause stop later"),
    "take_back": _t("undo takeback retract"),
    "hint": _t("help suggestion tip"),
    "move_now": _t("force hurry"),
    "resign": _t("give up"),
    "open": _t("load database games"),
    "append": _t("save export add database"),
    "collect": _t("save store database"),
    "new_study": _t("chapters"),
    "import": _t("database add games"),
    "get_games": _t("download account online"),
    "search": _t("database find filter player position"),
    "duplicates": _t("double games twice merge clean database"),
    "spellings": _t("names typos correct rename players events"),
    "save_picture": _t("export diagram screenshot image"),
    "save_gif": _t("export film video"),
    "publish": _t("export PDF HTML LaTeX worksheet exercises diagrams"),
    "copy_fen": _t("export"),
    "copy_pgn": _t("export"),
    "paste": _t("import clipboard"),
    "annotate": _t("annotate note symbol NAG"),
    "good": _t("annotate symbol NAG exclamation mark"),
    "mistake": _t("annotate symbol NAG question mark blunder"),
    "headers": _t("tags header names result"),
    "promote": _t("main line"),
    "delete": _t("remove moves variation"),
    "analysis": _t("engine start stop infinite evaluate"),
    "threat": _t("null move opponent"),
    "more_lines": _t("MultiPV"),
    "fewer_lines": _t("MultiPV"),
    "monte_carlo": _t("MCTS"),
    "people_moves": _t("human moves Maia"),
    "insert_line": _t("engine variation add"),
    "explain": _t("why terms"),
    "explain_move": _t("why coach"),
    "explain_tries": _t("explore sign blunder coach"),
    "look": _t("fortress mate in proof draw linear verify remember"),
    "project": _t("tree grow endless IDeA correspondence overnight"),
    "review": _t("annotate blunder check accuracy full analysis"),
    "retry_mistakes": _t("train blunders exercises"),
    "mirror": _t("statistics insights weaknesses"),
    "night": _t("queue batch overnight"),
    "book_add_move": _t("repertoire opening"),
    "book_practise": _t("train drill repertoire opening"),
    "book_report": _t("opening deviation"),
    "book_health": _t("check repair audit"),
    "books": _t("repertoire opening Polyglot CTG ABK"),
    "engines": _t("add install external UCI Stockfish"),
    "engine_match": _t("tournament gauntlet"),
    "rating": _t("strength Glicko"),
    "my_style": _t("evaluation weights sliders charts piece-square tables"),
    "find_level": _t("strength rating difficulty"),
    "next_tab": _t("switch tab"),
    "previous_tab": _t("switch tab"),
    "flip": _t("turn rotate reverse"),
    "blindfold": _t("invisible"),
    "panels": _t("sidebar windows"),
    "theme_dark": _t("night theme mode"),
    "theme_light": _t("day theme mode"),
    "text_larger": _t("font zoom bigger accessibility scale"),
    "text_smaller": _t("font zoom accessibility scale"),
    "settings": _t("options preferences configure language children pupil"),
    "shortcuts": _t("hotkeys keyboard"),
}


def synonyms_of(action: str) -> str:
    """The synonyms of an action in the language of the window; may be empty."""
    return QCoreApplication.translate("OtherWords", OTHER_WORDS[action]) if action in OTHER_WORDS else ""
