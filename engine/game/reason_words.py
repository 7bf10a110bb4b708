"""The wording of reasons: one English template for each kind, translated by the window's catalogue, and the renderer.

    english(choice.reason)                       # +0.31, depth 18, 138240 nodes
    said(choice.reason, language)                # +0,31, syvyys 18, 138 240 solmua

Scores are White's on every screen; mates name the side that mates or is mated in words.
"""

from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType

from engine.game.info import PovScore
from engine.game.reason import (
    BoardMove,
    FlagSymbol,
    OpeningTitle,
    PawnLoss,
    Provenance,
    Reason,
    ReasonKind,
    Share,
    SourceLayer,
    Value,
    listed,
)
from engine.game.side import Side
from engine.ground.text import Moment, Text, fill_template
from engine.ground.values import dataclass

TEMPLATES: Mapping[ReasonKind, str] = MappingProxyType(
    {
        ReasonKind.TOGETHER: "%1; %2",  # repeated for each clause
        ReasonKind.LIST: "%1, %2",
        ReasonKind.SAYS: "%1: %2",
        ReasonKind.FROM: "%1",
        ReasonKind.TOLD: "%1",
        ReasonKind.SCORE: "%1",
        ReasonKind.MOVE: "%1",
        ReasonKind.MARKED: "%1%2",
        ReasonKind.ONLY_MOVE: "the only legal move",
        ReasonKind.AT_DEPTH: "%1 at depth %2",
        ReasonKind.DEPTH: "depth %1",
        ReasonKind.NODES: "%1 nodes",
        ReasonKind.LEFT_OUT: "left out: %1",
        ReasonKind.AS_PEOPLE: "%2 of people rated %1 play this",
        ReasonKind.TURNED_BAD: "%1 turned bad along its line; %2 is at %3 there",
        ReasonKind.TWO_PLIES_LATER: "played %1 at %2, two plies later it was %3",
        ReasonKind.MATE_IN: "mate in %1",
        ReasonKind.MATED_IN: "mated in %1",
        ReasonKind.MATED: "mated",
        ReasonKind.WHITE_MATES: "White mates in %1",
        ReasonKind.BLACK_MATES: "Black mates in %1",
        ReasonKind.MATE: "mate",
        ReasonKind.WIN: "win",
        ReasonKind.CURSED_WIN: "win, but the fifty-move rule draws it",
        ReasonKind.DRAW: "draw with best play",
        ReasonKind.BLESSED_LOSS: "loss, but the fifty-move rule saves it",
        ReasonKind.LOSS: "loss",
        ReasonKind.WITHIN: "a capture, pawn move or mate comes within %1 moves",
        ReasonKind.CLOCK: "%1 of the hundred plies are used",
        ReasonKind.AS_GOOD: "%1 moves are equally good",
        ReasonKind.WHITE_BY_TABLES: "White wins by the tables",
        ReasonKind.BLACK_BY_TABLES: "Black wins by the tables",
        ReasonKind.WHITE_BY_TABLES_IN: "White wins by the tables, %1 plies to a capture, pawn move or mate",
        ReasonKind.BLACK_BY_TABLES_IN: "Black wins by the tables, %1 plies to a capture, pawn move or mate",
        ReasonKind.WHITE_CURSED: "White wins, but the fifty-move rule draws it",
        ReasonKind.BLACK_CURSED: "Black wins, but the fifty-move rule draws it",
        ReasonKind.YOUR_FLAG: "your flag",
        ReasonKind.OF_BOOK: "book %1",
        ReasonKind.LEARNED: "learned",
        ReasonKind.LEARNED_FROM: "learned (%1)",
        ReasonKind.GAME: "game %1",
        ReasonKind.DAY: "%1",
        ReasonKind.SHIPPED_BOOK: "shipped book",
        ReasonKind.USER_LAYER: "user",
        ReasonKind.BOOK_LAYER: "book",
        ReasonKind.SHIPPED_LAYER: "shipped",
        ReasonKind.PROPOSED: "proposed by the doctor, taken by you",
        ReasonKind.ADDED: "added by you, without a flag",
        ReasonKind.LOCKED: "locked by you",
        ReasonKind.TAKEN_OUT: "taken out by you",
        ReasonKind.SWITCHED_OFF: "switched off by you",
        ReasonKind.NO_FLAG: "seen in games, unchecked",
        ReasonKind.GAMES: "%1 games",
        ReasonKind.AS_LOSING: "%1 as losing: %2",
        ReasonKind.LOST_WITH_IT: "game %1 was lost with it; not repeated until analysis clears it",
        ReasonKind.SUSPECTED: "suspected, avoided until a deeper look",
        ReasonKind.FLAGGED: "%1, %2",
        ReasonKind.FORCED: "you force this line",
        ReasonKind.ALL_BAD: "every legal move here is known as bad; the search decides",
        ReasonKind.OUT_OF_BOOK: "out of book, %1 known bad moves avoided",
        ReasonKind.CHOSEN_AMONG: "played %2, one of %1 moves",
        ReasonKind.AGAINST_STYLE: "against the style ($): %1",
        ReasonKind.LOCKED_THOUGH_BAD: "learning thinks it bad, but you locked it",
        ReasonKind.AFTER_GAME: "after game %1: %2",
        ReasonKind.AFTER_CHECK: "check of %1: %2",
        ReasonKind.CHECKED_AGAIN: "checked again: %1",
        ReasonKind.BECOMES_BAD: "%1 -> ?",
        ReasonKind.BECOMES_DUBIOUS: "%1 -> $",
        ReasonKind.BECOMES_NORMAL: "%1 -> normal",
        ReasonKind.NOT_THE_STYLE: "playable, but not the style",
        ReasonKind.BETTER: "better %1",
        ReasonKind.NO_SINGLE_MISTAKE: "%1 (no single mistake)",
        ReasonKind.EVERY_WAY_LOST: "every way on is lost (%1)",
        ReasonKind.CLEARED: "%1 cleared",
        ReasonKind.CAME_LATER: "the mistake came later",
        ReasonKind.CAME_EARLIER: "the mistake came earlier",
        ReasonKind.NO_MISTAKE: "no mistake was found",
        ReasonKind.NOT_REPEATED: "%1 is not repeated until a deeper look clears it",
        ReasonKind.PLAYABLE_AFTER_ALL: "%1 is playable after all",
        ReasonKind.PLAYED_THOUGH_BAD: "you locked it, so it is played anyway",
        ReasonKind.YOU_LEFT: "%1: you left the book",
        ReasonKind.OPPONENT_LEFT: "%1: your opponent left the book",
        ReasonKind.YOU_PLAYED: "%1: you played a move with the flag %2 (%3)",
        ReasonKind.OPPONENT_PLAYED: "%1: your opponent played a move with the flag %2 (%3)",
        ReasonKind.BOOK_PLAYS: "the book plays %1",
        ReasonKind.NOTHING_BETTER: "nothing better",
        ReasonKind.BACK_IN_BOOK: "back in the book by transposition at move %1",
        ReasonKind.FOLLOWED: "the game followed the book for %1 plies",
        ReasonKind.TIMES: "%1: %2 times",
        ReasonKind.POINTS: "%1 of the points",
        ReasonKind.PLAYERS_RATED: "Players rated %1: %2",
        ReasonKind.PEOPLE_PLAY: "%1 play %2",
        ReasonKind.PEOPLE_ERR: "%1 go wrong here",
        ReasonKind.FEW_FIND: "Few players rated %1 find %2: %3",
        ReasonKind.SOME_FIND: "Some players rated %1 find %2: %3",
        ReasonKind.MOST_FIND: "Most players rated %1 find %2: %3",
        ReasonKind.GIVES_UP: "%1 (%2) gives up %3: %4",
        ReasonKind.LOSES: "%1 (%2) loses: %3",
        ReasonKind.MISSES_MATE: "%1 (%2) misses the mate: %3",
        ReasonKind.SURPASSED: "%1 (%2) is no longer the best, %3 worse: %4",
        ReasonKind.NO_ANSWER: "%1 has no answer, met in %2 of the games; the engine plays %3",
        ReasonKind.PLAYABLE: "%1 (%2) is playable: %3",
        ReasonKind.MOVE_SCORE: "%1 %2",
        ReasonKind.ENDS_BOOK: "%1 ends the book at %2",
        ReasonKind.CONFLICT: "%1: %2; the %3 layer decides (%4)",
        ReasonKind.LAYER_SAYS: "%1 %2",
        ReasonKind.UNREACHED: "%1 positions of your book that no line from the start reaches",
        ReasonKind.NORMAL: "normal",
    }
)
SINGULAR: Mapping[ReasonKind, str] = MappingProxyType(
    {
        ReasonKind.NODES: "%1 node",
        ReasonKind.WITHIN: "a capture, pawn move or mate comes within %1 move",
        ReasonKind.CLOCK: "%1 of the hundred plies is used",
        ReasonKind.WHITE_BY_TABLES_IN: "White wins by the tables, %1 ply to a capture, pawn move or mate",
        ReasonKind.BLACK_BY_TABLES_IN: "Black wins by the tables, %1 ply to a capture, pawn move or mate",
        ReasonKind.GAMES: "%1 game",
        ReasonKind.OUT_OF_BOOK: "out of book, %1 known bad move avoided",
        ReasonKind.FOLLOWED: "the game followed the book for %1 ply",
        ReasonKind.TIMES: "%1: once",
        ReasonKind.UNREACHED: "%1 position of your book that no line from the start reaches",
    }
)
"""The templates for a last value of 1."""

FLAG_NAMES: Mapping[FlagSymbol, str] = MappingProxyType(
    {FlagSymbol.STRONG: "strong (!)", FlagSymbol.DUBIOUS: "dubious ($)", FlagSymbol.BAD: "bad (?)"}
)
"""The flag that begins a reason of the book. The sign alone was a riddle in `Opening book: !, shipped book: 23 games`."""

_LAYERS = {
    SourceLayer.YOURS: ReasonKind.USER_LAYER,
    SourceLayer.BOOK: ReasonKind.BOOK_LAYER,
    SourceLayer.LEARNED: ReasonKind.LEARNED,
    SourceLayer.SHIPPED: ReasonKind.SHIPPED_LAYER,
}


@dataclass(frozen=True)
class LanguageFormats:
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
    opening: Callable[[str], str] = str


ENGLISH = LanguageFormats()


def english(reason: Reason) -> str:
    """Returns the reason in English, for the console, protocols and files."""
    return said(reason, ENGLISH)


def said(reason: Reason, language: LanguageFormats) -> str:
    parts = [_value(value, language) for value in reason.values]
    if reason.kind in (ReasonKind.TOGETHER, ReasonKind.LIST):
        return TEMPLATES[reason.kind].removeprefix("%1").removesuffix("%2").join(parts)
    if reason.kind is ReasonKind.FLAGGED and isinstance(flag := reason.values[0], FlagSymbol):
        parts[0] = language.template(FLAG_NAMES.get(flag, flag.value))
    one = reason.values[-1:] == (1,)
    template = SINGULAR.get(reason.kind, "") if one else ""
    return fill_template(language.template(template or TEMPLATES[reason.kind]), tuple(parts))


def text(told: Text, language: LanguageFormats) -> str:
    """Returns a text in a language; an unknown text stays English."""
    if told.template == "%1" and len(told.values) == 1 and type(told.values[0]) is str:
        return told.values[0]  # a name: a list of games shows fifty at a time
    return fill_template(language.message(told.template), told.values, lambda value: _value(value, language))  # type: ignore[arg-type]


def score_words(score: PovScore, language: LanguageFormats = ENGLISH) -> str:
    """Returns White's value in pawns or by the tables, or a mate in words, for the score's own side."""
    mate = score.score.mate
    if mate == 0:
        return said(Reason(ReasonKind.MATED), language)
    if mate is not None:
        return said(Reason(ReasonKind.MATE_IN if mate > 0 else ReasonKind.MATED_IN, (abs(mate),)), language)
    return score_shown(score, language, in_words=True)


def winner_words(score: PovScore, language: LanguageFormats = ENGLISH) -> str:
    """Returns White's value in pawns, or a clause that names the winner: `Black mates in 3` or `White wins by the tables`, which
    needs no point of view."""
    seen = score.of_white
    if seen.mate == 0:
        return said(Reason(ReasonKind.MATE), language)
    if seen.mate is not None:
        return said(
            Reason(ReasonKind.WHITE_MATES if seen.mate > 0 else ReasonKind.BLACK_MATES, (abs(seen.mate),)), language
        )
    if seen.table is not None and abs(seen.table.wdl) == 1:
        return said(Reason(ReasonKind.WHITE_CURSED if seen.table.wdl > 0 else ReasonKind.BLACK_CURSED), language)
    if seen.table is not None and seen.table.wdl:
        return said(Reason(ReasonKind.WHITE_BY_TABLES if seen.table.wdl > 0 else ReasonKind.BLACK_BY_TABLES), language)
    return score_words(score, language)


def score_shown(score: PovScore, language: LanguageFormats, in_words: bool = False) -> str:
    """Returns White's view in the language's format: `+0,31`, `#-3`, `+TB12`; `in_words` writes tablebase results in
    full."""
    table = score.score.table if in_words else None
    if table is None or not table.wdl:
        return language.figures(str(score))
    if abs(table.wdl) < 2:
        return said(Reason(ReasonKind.CURSED_WIN if table.wdl > 0 else ReasonKind.BLESSED_LOSS), language)
    white_wins = (table.wdl > 0) == score.white
    if not table.plies:
        return said(Reason(ReasonKind.WHITE_BY_TABLES if white_wins else ReasonKind.BLACK_BY_TABLES), language)
    return said(
        Reason(ReasonKind.WHITE_BY_TABLES_IN if white_wins else ReasonKind.BLACK_BY_TABLES_IN, (table.plies,)), language
    )


def _value(value: Value | OpeningTitle | Moment | Side, language: LanguageFormats) -> str:
    if isinstance(value, Reason):
        return said(value, language)
    if isinstance(value, Text):
        return text(value, language)
    if isinstance(value, Side):
        return language.message(str(value))
    if isinstance(value, OpeningTitle):
        return language.opening(value.name)
    if isinstance(value, Moment):
        return language.moment(value.written)
    if isinstance(value, Provenance):
        return said(_provenance(value), language)
    if isinstance(value, SourceLayer):
        return said(Reason(_LAYERS[value]), language)
    if isinstance(value, PovScore):
        return score_words(value, language)
    return _plain(value, language)


def _plain(value: FlagSymbol | BoardMove | PawnLoss | Share | date | int | str, language: LanguageFormats) -> str:
    """Returns a value that needs no template, except the normal flag."""
    match value:
        case BoardMove():
            return language.move(value.san)
        case FlagSymbol():
            return value.value or said(Reason(ReasonKind.NORMAL), language)
        case PawnLoss():
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
    if found.whose is SourceLayer.YOURS:
        return Reason(ReasonKind.YOUR_FLAG)
    if found.whose is SourceLayer.SHIPPED:
        return Reason(ReasonKind.SHIPPED_BOOK)
    if found.whose is SourceLayer.BOOK:
        return Reason(ReasonKind.OF_BOOK, (found.name,))
    if not found.game and found.day is None:
        return Reason(ReasonKind.LEARNED)
    game = Reason(ReasonKind.GAME, (found.game,)) if found.game else None
    day = Reason(ReasonKind.DAY, (found.day,)) if found.day is not None else None
    return Reason(ReasonKind.LEARNED_FROM, (listed(game, day),))
