"""The time spent on each move of a game: from its clocks (`%clk`), its time control and `%emt`.

Entry point: `thinking_times`. The evaluation graph and the notation use it.
"""

from collections.abc import Iterator

from engine.game.node import Node
from engine.game.side import Side
from engine.game.tags.time_controls import control_in, in_minutes
from engine.game.time_control import NO_CLOCK, ClockKind, TimeControl
from engine.game.tree import Game

_LONGEST_MINUTES_MS = 300_000  # 300 as minutes are five hours: no control has more
_FAR_BEYOND = 10  # times the base time: more than an opponent could give
ROUNDING_MS = 1000  # clocks in whole seconds: a difference of up to one second below zero is rounding


def time_control_of(game: Game) -> TimeControl | None:
    """Returns the time control of the tags `TimeControl`, or `WhiteTimeControl` and `BlackTimeControl`; None if it is missing
    or cannot be read. Files of tournaments write minutes (`90+30`): if the first clock shows far more than the
    base time, it is read so."""
    both = game.header("TimeControl")
    white, black = (control_in(game.header(f"{side}TimeControl") or both) for side in ("White", "Black"))
    if white is None or black is None:
        return None
    control = white.against(black)
    if control == NO_CLOCK:
        return None
    first = next((node.clock_ms for node in game.main_line() if node.clock_ms is not None), None)
    if first is None or control.base_ms is None or control.kind is not ClockKind.INCREMENT:
        return control
    is_in_minutes = first > _FAR_BEYOND * control.base_ms and control.base_ms < _LONGEST_MINUTES_MS
    return in_minutes(control) if is_in_minutes else control


def thinking_times(game: Game) -> dict[int, int]:
    """Returns the thinking time in milliseconds by node of the main line; a move whose time is unknown is missing.

    `%emt` comes first. Otherwise the time is what the clock showed before, plus the increment and the time that a new period
    adds, minus what it shows after the move. The first move counts from the base time. Without a time control the
    increment is unknown: then clocks count only if none of them rises.
    """
    if not game.table.commands:
        return {}  # a large game need not be walked through
    line = list(game.main_line())
    control = time_control_of(game)
    if control is None and any(after > before for before, after in _clock_pairs(line)):
        return {node.id: node.spent_ms for node in line if node.spent_ms is not None}
    found: dict[int, int] = {}
    for side in Side:
        own = [node for node in line if _mover(node) is side]
        own_control = control.of(side) if control is not None else None
        clock = own_control.base_ms if own_control is not None else None
        for made, node in enumerate(own):
            spent = node.spent_ms
            if spent is None and clock is not None and node.clock_ms is not None:
                spent = _spent(own_control, made, clock, node.clock_ms)
            if spent is not None:
                found[node.id] = spent
            clock = node.clock_ms
    return found


def _spent(own: TimeControl | None, made: int, before: int, after: int) -> int | None:
    """Returns the time of a move between two states of one clock, None if the clock does not show it. `own`: the control of the
    side; `made`: its moves before."""
    if own is None:
        return max(0, before - after)
    if own.kind is ClockKind.MOVE:
        return _not_negative((own.base_ms or 0) - after)
    if own.kind is ClockKind.HOURGLASS:
        return None  # the opponent's time is added to it
    bonus = own.increment_after(made)
    if own.kind is not ClockKind.INCREMENT:  # within the delay the clock does not show how long the move took
        return before - after + bonus if after < before else None
    if not made and before == after:
        return 0  # lichess does not count the first move, nor adds to it
    spent = before + bonus - after
    return _not_negative(spent if spent >= -ROUNDING_MS else spent + own.added_at(made + 1))


def _not_negative(spent: int) -> int | None:
    return max(0, spent) if spent >= -ROUNDING_MS else None


def _clock_pairs(line: list[Node]) -> Iterator[tuple[int, int]]:
    """Yields the clock of each side after one move and after its next one."""
    for before, after in zip(line, line[2:], strict=False):
        if before.clock_ms is not None and after.clock_ms is not None:
            yield before.clock_ms, after.clock_ms


def _mover(node: Node) -> Side:
    return Side.WHITE if node.half_moves & 1 else Side.BLACK
