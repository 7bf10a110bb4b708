"""The correspondence panel: the running games, and the shown one of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from desktop.model.errors import EditError
from engine.game.side import Side
from engine.game.tree import ROOT, Game
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.play import correspondence as post
from engine.play.correspondence import Standing

_BETWEEN = frozenset(("if", "then", "and", "jos", "niin", "wenn", "dann", "si", "alors", "entonces"))


@dataclass(frozen=True)
class CorrespondenceRow:
    """A running game: its number in the file, from 0 (-1: not known). `days`: left for the side to move, None without a
    clock; `last`: the last move in SAN with its number.
    """

    number: int
    white: str
    black: str
    mine: Side
    my_move: bool
    days: int | None
    last: str

    @property
    def opponent(self) -> str:
        return self.black if self.mine is Side.WHITE else self.white


@dataclass(frozen=True)
class CorrespondenceGame:
    """The shown game. `message`: the last move as text to send; `conditions`: the node of the first answer of each conditional
    line, and the line; `next`: the shown position's move, if it can be played now, with its number.
    """

    tab: int
    row: CorrespondenceRow
    standing: Standing
    message: str
    conditions: tuple[tuple[int, str], ...]
    next: str = ""


@dataclass(frozen=True)
class CorrespondenceState:
    """`rows`: the games in which it is the user's move first, then by days left. `shown`: None if another game is shown."""

    rows: tuple[CorrespondenceRow, ...] = ()
    shown: CorrespondenceGame | None = None


def row_of(number: int, game: Game, today: date) -> CorrespondenceRow:
    now = post.standing(game, today)
    live = game.node(now.live)
    last = f"{live.number_text} {live.san}" if now.live != ROOT else ""
    names = game.header("White"), game.header("Black")
    return CorrespondenceRow(number, *names, now.mine, now.my_move, now.days_left(now.turn), last)


def sorted_rows(rows: Iterable[CorrespondenceRow]) -> tuple[CorrespondenceRow, ...]:
    return tuple(sorted(rows, key=lambda row: (not row.my_move, row.days is None, row.days, row.number)))


def shown_game(tab: int, game: Game, current: int, today: date) -> CorrespondenceGame | None:
    """The panel's game; None for one that is over, or no correspondence game."""
    if not post.is_running(game):
        return None
    now, node = post.standing(game, today), game.node(current)
    playable = current != ROOT and node.parent == now.live and current != now.live
    lines = tuple((line[1].id, post.numbered(line)) for line in post.conditions(game))
    following = f"{node.number_text} {node.san}" if playable else ""
    return CorrespondenceGame(tab, row_of(-1, game, today), now, post.message(game), lines, following)


def reminder(rows: Iterable[CorrespondenceRow]) -> Text:
    """`Your move in 2 games; 3 days left against Virtanen.`; empty if it is the user's move in none."""
    waiting = [row for row in rows if row.my_move]
    if not waiting:
        return NOTHING
    first = waiting[0]
    if first.days is None:
        return Text("Your move in %1 {game|games}.", len(waiting))
    if first.days < 0:
        return Text("Your move in %1 {game|games}; the time against %2 is over.", len(waiting), first.opponent)
    return Text(
        "Your move in %1 {game|games}; %2 {day|days} left against %3.", len(waiting), first.days, first.opponent
    )


def is_conditional(text: str) -> bool:
    """Whether a typed line begins with a word such as `if`."""
    return text.split()[:1] != [] and text.split()[0].casefold() in _BETWEEN


def moves_in(game: Game, text: str, letters: str) -> tuple[str, ...]:
    """The moves of a typed line in coordinates, from the last move that was played: `Nf6`, `if 12... Nf6 then 13. Bg5`.

    :raises EditError: a move cannot be read, or is illegal.
    """
    from desktop.model.game import typed_move  # imported here: the window's first screen needs no core

    found: list[str] = []
    at = post.live_node(game)
    own = dict(zip(letters, "KQRBN", strict=False))
    words = [word.lstrip("0123456789.") if "." in word else word for word in text.replace(",", " ").split()]
    for word in words:
        if word and word.casefold() not in _BETWEEN and not word.isdecimal():
            uci = typed_move.read(game.fen(at), word, game.chess960, own)
            game, at = game.add_move(at, uci)
            found.append(uci)
    if not found:
        raise EditError("Type a move, for example Nf3.")
    return tuple(found)
