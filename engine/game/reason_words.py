"""The wording of reasons: one English template for each kind, translated by the window's catalogue, and the renderer.

    english(choice.reason)                       # +0.31, depth 18, 138240 nodes
    said(choice.reason, language)                # +0,31, syvyys 18, 138 240 solmua

Scores are White's on every screen; mates name the side that mates or is mated in words.
"""

from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType

from engine.game.info import PovScore
from engine.game.reason import BoardMove, Kind, Mark, Pawns, Provenance, Reason, Share, Value, Whose, listed
from engine.game.side import Side
from engine.ground.text import Moment, Text, fill_template
from engine.ground.values import dataclass

TEMPLATES: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.TOGETHER: "%1; %2",  # repeated for each clause
        Kind.LIST: "%1, %2",
        Kind.SAYS: "%1: %2",
        Kind.FROM: "%1",
        Kind.TOLD: "%1",
        Kind.SCORE: "%1",
        Kind.MOVE: "%1",
        Kind.MARKED: "%1%2",
        Kind.ONLY_MOVE: "the only legal move",
        Kind.AT_DEPTH: "%1 at depth %2",
        Kind.DEPTH: "depth %1",
        Kind.NODES: "%1 nodes",
        Kind.LEFT_OUT: "left out: %1",
        Kind.AS_PEOPLE: "%2 of people rated %1 play this",
        Kind.TURNED_BAD: "%1 turned bad along its line; %2 is at %3 there",
        Kind.TWO_PLIES_LATER: "played %1 at %2, two plies later it was %3",
        Kind.MATE_IN: "mate in %1",
        Kind.MATED_IN: "mated in %1",
        Kind.MATED: "mated",
        Kind.WHITE_MATES: "White mates in %1",
        Kind.BLACK_MATES: "Black mates in %1",
        Kind.MATE: "mate",
        Kind.WIN: "win",
        Kind.CURSED_WIN: "win, but the fifty-move rule draws it",
        Kind.DRAW: "draw with best play",
        Kind.BLESSED_LOSS: "loss, but the fifty-move rule saves it",
        Kind.LOSS: "loss",
        Kind.WITHIN: "a capture, pawn move or mate comes within %1 moves",
        Kind.CLOCK: "%1 of the hundred plies are used",
        Kind.AS_GOOD: "%1 moves are equally good",
        Kind.WHITE_BY_TABLES: "White wins by the tables",
        Kind.BLACK_BY_TABLES: "Black wins by the tables",
        Kind.WHITE_BY_TABLES_IN: "White wins by the tables, %1 plies to a capture, pawn move or mate",
        Kind.BLACK_BY_TABLES_IN: "Black wins by the tables, %1 plies to a capture, pawn move or mate",
        Kind.WHITE_CURSED: "White wins, but the fifty-move rule draws it",
        Kind.BLACK_CURSED: "Black wins, but the fifty-move rule draws it",
        Kind.YOUR_FLAG: "your flag",
        Kind.OF_BOOK: "book %1",
        Kind.LEARNED: "learned",
        Kind.LEARNED_FROM: "learned (%1)",
        Kind.GAME: "game %1",
        Kind.DAY: "%1",
        Kind.SHIPPED_BOOK: "shipped book",
        Kind.USER_LAYER: "user",
        Kind.BOOK_LAYER: "book",
        Kind.SHIPPED_LAYER: "shipped",
        Kind.PROPOSED: "proposed by the doctor, taken by you",
        Kind.ADDED: "added by you, without a flag",
        Kind.LOCKED: "locked by you",
        Kind.TAKEN_OUT: "taken out by you",
        Kind.NO_FLAG: "seen in games, unchecked",
        Kind.GAMES: "%1 games",
        Kind.AS_LOSING: "%1 as losing: %2",
        Kind.LOST_WITH_IT: "game %1 was lost with it; not repeated until analysis clears it",
        Kind.SUSPECTED: "suspected, avoided until a deeper look",
        Kind.FLAGGED: "%1, %2",
        Kind.FORCED: "you force this line",
        Kind.ALL_BAD: "every legal move here is known as bad; the search decides",
        Kind.OUT_OF_BOOK: "out of book, %1 known bad moves avoided",
        Kind.CHOSEN_AMONG: "played %2, one of %1 moves",
        Kind.AGAINST_STYLE: "against the style ($): %1",
        Kind.LOCKED_THOUGH_BAD: "learning thinks it bad, but you locked it",
        Kind.AFTER_GAME: "after game %1: %2",
        Kind.AFTER_CHECK: "check of %1: %2",
        Kind.CHECKED_AGAIN: "checked again: %1",
        Kind.BECOMES_BAD: "%1 -> ?",
        Kind.BECOMES_DUBIOUS: "%1 -> $",
        Kind.BECOMES_NORMAL: "%1 -> normal",
        Kind.NOT_THE_STYLE: "playable, but not the style",
        Kind.BETTER: "better %1",
        Kind.NO_SINGLE_MISTAKE: "%1 (no single mistake)",
        Kind.EVERY_WAY_LOST: "every way on is lost (%1)",
        Kind.CLEARED: "%1 cleared",
        Kind.CAME_LATER: "the mistake came later",
        Kind.CAME_EARLIER: "the mistake came earlier",
        Kind.NO_MISTAKE: "no mistake was found",
        Kind.NOT_REPEATED: "%1 is not repeated until a deeper look clears it",
        Kind.PLAYABLE_AFTER_ALL: "%1 is playable after all",
        Kind.PLAYED_THOUGH_BAD: "you locked it, so it is played anyway",
        Kind.YOU_LEFT: "%1: you left the book",
        Kind.OPPONENT_LEFT: "%1: your opponent left the book",
        Kind.YOU_PLAYED: "%1: you played a move with the flag %2 (%3)",
        Kind.OPPONENT_PLAYED: "%1: your opponent played a move with the flag %2 (%3)",
        Kind.BOOK_PLAYS: "the book plays %1",
        Kind.NOTHING_BETTER: "nothing better",
        Kind.BACK_IN_BOOK: "back in the book by transposition at move %1",
        Kind.FOLLOWED: "the game followed the book for %1 plies",
        Kind.TIMES: "%1: %2 times",
        Kind.POINTS: "%1 of the points",
        Kind.PLAYERS_RATED: "Players rated %1: %2",
        Kind.PEOPLE_PLAY: "%1 play %2",
        Kind.PEOPLE_ERR: "%1 go wrong here",
        Kind.FEW_FIND: "Few players rated %1 find %2: %3",
        Kind.SOME_FIND: "Some players rated %1 find %2: %3",
        Kind.MOST_FIND: "Most players rated %1 find %2: %3",
        Kind.GIVES_UP: "%1 (%2) gives up %3: %4",
        Kind.LOSES: "%1 (%2) loses: %3",
        Kind.MISSES_MATE: "%1 (%2) misses the mate: %3",
        Kind.SURPASSED: "%1 (%2) is no longer the best, %3 worse: %4",
        Kind.NO_ANSWER: "%1 has no answer, met in %2 of the games; the engine plays %3",
        Kind.PLAYABLE: "%1 (%2) is playable: %3",
        Kind.MOVE_SCORE: "%1 %2",
        Kind.ENDS_BOOK: "%1 ends the book at %2",
        Kind.CONFLICT: "%1: %2; the %3 layer decides (%4)",
        Kind.LAYER_SAYS: "%1 %2",
        Kind.UNREACHED: "%1 positions of your book that no line from the start reaches",
        Kind.NORMAL: "normal",
    }
)
SINGULAR: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.NODES: "%1 node",
        Kind.WITHIN: "a capture, pawn move or mate comes within %1 move",
        Kind.CLOCK: "%1 of the hundred plies is used",
        Kind.WHITE_BY_TABLES_IN: "White wins by the tables, %1 ply to a capture, pawn move or mate",
        Kind.BLACK_BY_TABLES_IN: "Black wins by the tables, %1 ply to a capture, pawn move or mate",
        Kind.GAMES: "%1 game",
        Kind.OUT_OF_BOOK: "out of book, %1 known bad move avoided",
        Kind.FOLLOWED: "the game followed the book for %1 ply",
        Kind.TIMES: "%1: once",
        Kind.UNREACHED: "%1 position of your book that no line from the start reaches",
    }
)
"""The templates for a last value of 1."""

_LAYERS = {
    Whose.YOURS: Kind.USER_LAYER,
    Whose.BOOK: Kind.BOOK_LAYER,
    Whose.LEARNED: Kind.LEARNED,
    Whose.SHIPPED: Kind.SHIPPED_LAYER,
}


@dataclass(frozen=True)
class Language:
    """The formats of a language; the defaults are English. `template` translates the template of a reason, `message`
    that of a text; `figures` takes a number with a decimal point, `pawns` a loss in pawns, `share` a share of 1."""

    template: Callable[[str], str] = str
    message: Callable[[str], str] = str
    move: Callable[[str], str] = str
    number: Callable[[int], str] = str
    figures: Callable[[str], str] = str
    pawns: Callable[[float], str] = "{:.1f}".format
    share: Callable[[float], str] = "{:.0%}".format
    day: Callable[[date], str] = "{:%Y.%m.%d}".format
    moment: Callable[[str], str] = str


ENGLISH = Language()


def english(reason: Reason) -> str:
    """Returns the reason in English, for the console, protocols and files."""
    return said(reason, ENGLISH)


def said(reason: Reason, language: Language) -> str:
    """Returns the reason in a language."""
    parts = [_value(value, language) for value in reason.values]
    if reason.kind in (Kind.TOGETHER, Kind.LIST):
        return TEMPLATES[reason.kind].removeprefix("%1").removesuffix("%2").join(parts)
    one = reason.values[-1:] == (1,)
    template = SINGULAR.get(reason.kind, "") if one else ""
    return fill_template(language.template(template or TEMPLATES[reason.kind]), tuple(parts))


def text(told: Text, language: Language) -> str:
    """Returns a text in a language; an unknown text stays English."""
    return fill_template(language.message(told.template), told.values, lambda value: _value(value, language))  # type: ignore[arg-type]


def score_words(score: PovScore, language: Language = ENGLISH) -> str:
    """Returns White's value in pawns or by the tables, or a mate in words, for the score's own side."""
    mate = score.score.mate
    if mate == 0:
        return said(Reason(Kind.MATED), language)
    if mate is not None:
        return said(Reason(Kind.MATE_IN if mate > 0 else Kind.MATED_IN, (abs(mate),)), language)
    return score_shown(score, language, in_words=True)


def winner_words(score: PovScore, language: Language = ENGLISH) -> str:
    """Returns White's value in pawns, or a clause that names the winner: `Black mates in 3`, which needs no point of
    view."""
    seen = score.of_white
    if seen.mate == 0:
        return said(Reason(Kind.MATE), language)
    if seen.mate is not None:
        return said(Reason(Kind.WHITE_MATES if seen.mate > 0 else Kind.BLACK_MATES, (abs(seen.mate),)), language)
    if seen.table is not None and abs(seen.table.wdl) == 1:
        return said(Reason(Kind.WHITE_CURSED if seen.table.wdl > 0 else Kind.BLACK_CURSED), language)
    return score_words(score, language)


def score_shown(score: PovScore, language: Language, in_words: bool = False) -> str:
    """Returns White's view in the language's format: `+0,31`, `#-3`, `+TB12`; `in_words` writes tablebase results in
    full."""
    table = score.score.table if in_words else None
    if table is None or not table.wdl:
        return language.figures(str(score))
    if abs(table.wdl) < 2:
        return said(Reason(Kind.CURSED_WIN if table.wdl > 0 else Kind.BLESSED_LOSS), language)
    white_wins = (table.wdl > 0) == score.white
    if not table.plies:
        return said(Reason(Kind.WHITE_BY_TABLES if white_wins else Kind.BLACK_BY_TABLES), language)
    return said(Reason(Kind.WHITE_BY_TABLES_IN if white_wins else Kind.BLACK_BY_TABLES_IN, (table.plies,)), language)


def _value(value: Value | Moment | Side, language: Language) -> str:
    if isinstance(value, Reason):
        return said(value, language)
    if isinstance(value, Text):
        return text(value, language)
    if isinstance(value, Side):
        return language.message(str(value))
    if isinstance(value, Moment):
        return language.moment(value.written)
    if isinstance(value, Provenance):
        return said(_provenance(value), language)
    if isinstance(value, Whose):
        return said(Reason(_LAYERS[value]), language)
    if isinstance(value, PovScore):
        return score_words(value, language)
    return _plain(value, language)


def _plain(value: Mark | BoardMove | Pawns | Share | date | int | str, language: Language) -> str:
    """Returns a value that needs no template, except the normal flag."""
    match value:
        case BoardMove():
            return language.move(value.san)
        case Mark():
            return value.value or said(Reason(Kind.NORMAL), language)
        case Pawns():
            return language.pawns(value.centipawns / 100)
        case Share():
            return language.share(value.of_one)
        case date():
            return language.day(value)
        case int():
            return language.number(value)
        case _:
            return str(value)


def _provenance(found: Provenance) -> Reason:
    if found.whose is Whose.YOURS:
        return Reason(Kind.YOUR_FLAG)
    if found.whose is Whose.SHIPPED:
        return Reason(Kind.SHIPPED_BOOK)
    if found.whose is Whose.BOOK:
        return Reason(Kind.OF_BOOK, (found.name,))
    if not found.game and found.day is None:
        return Reason(Kind.LEARNED)
    game = Reason(Kind.GAME, (found.game,)) if found.game else None
    day = Reason(Kind.DAY, (found.day,)) if found.day is not None else None
    return Reason(Kind.LEARNED_FROM, (listed(game, day),))
