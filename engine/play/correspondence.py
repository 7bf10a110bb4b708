"""Correspondence games: days on the clocks, the day of each move, and moves that are answered at once.

Such a game is an ordinary one with the tags `Mode` (`EM`), `TimeControl` in seconds (`10/4320000`: ten moves in fifty days),
`Date` (its first day) and `Orientation` (the user's side). Moves that were played have their day, `[%ccsnt 2026.11.30]`, as
other programs write it. All others are analysis and stay in the game. `[%ccif]` marks a conditional move: the user's answer to
the move before it, played on the day on which that move arrives.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date

from engine.game.clock import Clock
from engine.game.node import Node
from engine.game.outcome import Outcome, by_rules
from engine.game.position import START_POSITION, Position
from engine.game.python_board import board_at
from engine.game.side import Side
from engine.game.tags.dates import date_value
from engine.game.thinking_time import time_control_of
from engine.game.time_control import ClockKind, TimeControl
from engine.game.tree import Game
from engine.ground.errors import MoveError, RatsuError
from engine.ground.values import dataclass

DAY_MS = 86_400_000
MODE = "EM"  # the standard's value for games by electronic mail; PM is paper mail
_MODES = frozenset((MODE, "PM"))
_SENT = re.compile(r"\[%ccsnt\s+(\d{4})\.(\d\d)\.(\d\d)[^\]]*\]\s?")
_IF = re.compile(r"\[%ccif\]\s?")
_IF_TEXT = "[%ccif]"


class CorrespondenceError(RatsuError):
    """A move or a conditional line that is not possible now."""


@dataclass(frozen=True)
class Standing:
    """A game on one day. `live`: the node of the last move that was played; `last`: its day, or the first day of the game;
    `clock`: the clocks in ms, whole days; `mine` and `turn`: the user's side and the side to move."""

    live: int
    mine: Side
    turn: Side
    last: date
    clock: Clock

    @property
    def my_move(self) -> bool:
        return self.turn is self.mine

    def days_left(self, side: Side) -> int | None:
        """The whole days that a side has left, negative after the time limit; None without a clock."""
        left = self.clock.remaining(side)
        return None if left is None else left // DAY_MS

    def moves_to_go(self, side: Side) -> int | None:
        """The moves of a side until its clock gets more days; None if it never does, or with every move."""
        control = self.clock.control.of(side)
        return None if control.kind is ClockKind.MOVE else control.moves_to_go(self.clock.made(side))


def days_control(days: int, moves: int = 0) -> TimeControl:
    """The time control of `days` for each `moves` moves, over and over; without `moves`, for each move: unused days are lost."""
    if moves:
        return TimeControl(days * DAY_MS, moves=moves)
    return TimeControl(days * DAY_MS, kind=ClockKind.MOVE)


def new_game(
    white: str, black: str, mine: Side, control: TimeControl, first_day: date, start: Position = START_POSITION
) -> Game:
    game = Game.new(start)
    tags = {"Date": _written(first_day), "White": white, "Black": black, "Mode": MODE}
    for name, value in {**tags, **control.tags(), "Orientation": str(mine)}.items():
        game = game.with_header(name, value)
    return game


def is_correspondence(game: Game) -> bool:
    """Whether this is a correspondence game."""
    return game.header("Mode").upper() in _MODES


def is_running(game: Game) -> bool:
    """Whether this is a correspondence game that is not over."""
    return is_correspondence(game) and game.result == "*" and not game.refused


def mine(game: Game) -> Side:
    """The user's side."""
    return Side.BLACK if game.header("Orientation").lower() == "black" else Side.WHITE


def sent_on(node: Node) -> date | None:
    """The day on which a move was played; None for analysis."""
    found = _SENT.search(node.comment) if node.has_commands else None
    try:
        return date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None


def analysis_nodes(game: Game) -> tuple[int, ...]:
    """The nodes of the main line that were not played, in their order; none before the first move, or in another game."""
    if not is_correspondence(game):
        return ()
    played = {node.id for node in _played_line(game)}
    return tuple(node.id for node in game.main_line() if node.id not in played) if len(played) > 1 else ()


def live_node(game: Game) -> int:
    """The node of the last move that was played, also if a variation was moved before it."""
    return _played_line(game)[-1].id


def standing(game: Game, today: date) -> Standing:
    """The clocks on a day: each side has used the days between the opponent's move and its own."""
    line = _played_line(game)
    clock = Clock.start(time_control_of(game) or TimeControl())
    last = _first_day(game, line, today)
    side = line[0].side_to_move
    clock = clock.run(side)
    for node in line[1:]:
        sent = sent_on(node) or last
        clock = clock.elapse(max(0, (sent - last).days) * DAY_MS).press(side)
        side, last = node.side_to_move, max(last, sent)
    clock = clock.elapse(max(0, (today - last).days) * DAY_MS)
    return Standing(line[-1].id, mine(game), side, last, clock)


def played(game: Game, moves: Iterable[str], day: date) -> tuple[Game, Node | None]:
    """Plays moves in coordinates on a day, and the conditional answer to the last one. Returns the game and that answer. A move
    of the analysis keeps what follows it; a game that ends by the rules gets its result.

    :raises MoveError: a move is illegal, or the game is over. :raises CorrespondenceError: the day is before the last move.
    """
    now = standing(game, day)
    if day < now.last:
        raise CorrespondenceError("The last move was made on %1. Choose that day or a later one.", _written(now.last))
    node = now.live
    for uci in moves:
        game, node = _with_move(game, node, uci, day)
    answer = _answer_to(game, node) if game.node(node).side_to_move is now.mine else None
    if answer is not None:
        game, _ = _with_move(game, node, answer.uci, day)
    return game, answer and game.node(answer.id)


def conditions(game: Game) -> tuple[tuple[Node, ...], ...]:
    """The conditional moves from now on: lines of an opponent's move, the user's answer, and so on."""
    found: list[tuple[Node, ...]] = []
    lines: list[tuple[Node, ...]] = [(game.node(live_node(game)),)]
    for line in lines:  # grows during the loop
        children = game.children(line[-1].id)
        further = [(*line, one, answer) for one in children if (answer := _answer_to(game, one.id)) is not None]
        lines += further
        if not further and len(line) > 1:
            found.append(line[1:])
    return tuple(found)


def with_condition(game: Game, node_id: int) -> Game:
    """Makes the line from the last move that was played to a node conditional: each move of the user in it, in place of
    other answers.

    :raises CorrespondenceError: it is the user's turn, or the line does not end with a move of the user.
    """
    live, path = game.node(live_node(game)), game.path(node_id)
    line = path[live.ply + 1 :] if path[min(live.ply, len(path) - 1)].id == live.id else ()
    if live.side_to_move is mine(game):
        raise CorrespondenceError("It is your move. Play it first, then add what you answer.")
    if not line or len(line) % 2:
        raise CorrespondenceError("A conditional line begins with your opponent's next move and ends with your answer.")
    for node in line[1::2]:
        for other in game.children(node.parent):
            game = _commanded(game, other.id, _IF, _IF_TEXT if other.id == node.id else "")
    return game


def without_condition(game: Game, node_id: int) -> Game:
    """Removes the marks of a conditional answer and of those after it; the moves stay as analysis."""
    for one in game.subtree(node_id):
        game = _commanded(game, one, _IF, "")
    return game


def with_line(game: Game, moves: Sequence[str]) -> Game:
    """Adds a conditional line in coordinates, from the last move that was played.

    :raises MoveError: a move is illegal. :raises CorrespondenceError: as `with_condition`.
    """
    at = live_node(game)
    for uci in moves:
        game, at = game.add_move(at, uci)
    return with_condition(game, at)


def ended(game: Game, outcome: Outcome) -> Game:
    """The game with its end. If analysis follows the last move that was played, the result is a comment of that move too."""
    live = game.node(live_node(game))
    game = game.with_outcome(outcome)
    return game.with_node(live.changed(comments=(*live.comments, outcome.result))) if live.children else game


def message(game: Game) -> str:
    """The user's last move as text to send, with the conditional moves: `12. Nf3; if 12... Nf6 13. Bg5`. Empty before it."""
    line = _played_line(game)
    own = next((place for place in range(len(line) - 1, 0, -1) if line[place].side_to_move is not mine(game)), 0)
    if not own:
        return ""
    shown = [numbered(line[own - 1 : own + 1] if own > 1 else line[own : own + 1])]
    shown += [f"if {numbered(one)}" for one in conditions(game)]
    return "; ".join(shown)


def _played_line(game: Game) -> list[Node]:
    line = [game.root]
    while (node := next((one for one in game.children(line[-1].id) if sent_on(one)), None)) is not None:
        line.append(node)
    return line


def _first_day(game: Game, line: Sequence[Node], today: date) -> date:
    begun = date_value(game.header("Date"))
    if begun.is_known and begun.month and begun.day:
        return date(begun.year, begun.month, begun.day)
    return (sent_on(line[1]) if len(line) > 1 else None) or today


def _with_move(game: Game, at: int, uci: str, day: date) -> tuple[Game, int]:
    if game.result != "*":
        raise MoveError("The game is over (%1).", game.result)
    game, node = game.add_move(at, uci, first=True)
    game = _commanded(_commanded(game, node, _IF, ""), node, _SENT, f"[%ccsnt {_written(day)}]")
    outcome = by_rules(board_at(game, node), automatic_draws=False)  # other draws are claimed
    return (game.with_outcome(outcome) if outcome is not None else game), node


def _answer_to(game: Game, node_id: int) -> Node | None:
    """The conditional answer to a move."""
    return next((one for one in game.children(node_id) if one.has_commands and _IF.search(one.comment)), None)


def _commanded(game: Game, node_id: int, command: re.Pattern[str], text: str) -> Game:
    """The game with a command of a move replaced, added, or (empty) removed; its words stay."""
    node = game.node(node_id)
    comment = f"{text} {command.sub('', node.comment)}".strip()
    return game if comment == node.comment else game.with_node(node.changed(comment=comment))


def numbered(line: Sequence[Node]) -> str:
    """A line in SAN with its move numbers: `12... Nf6 13. Bg5`."""
    return " ".join(
        node.san if place and not node.half_moves & 1 else f"{node.number_text} {node.san}"
        for place, node in enumerate(line)
    )


def _written(day: date) -> str:
    return day.strftime("%Y.%m.%d")
