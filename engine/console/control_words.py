"""A time control in words, printed before the first move, so that the user can check how it was read."""

from engine.game.clock import pgn_time
from engine.game.side import Side
from engine.game.time_control import ClockKind, Period, TimeControl
from engine.ground.text import counted

_BONUS = {
    ClockKind.INCREMENT: "{} s added after every move",
    ClockKind.DELAY: "the first {} s of a move are free",
    ClockKind.BRONSTEIN: "up to {} s of a move given back",
    ClockKind.HOURGLASS: "an hourglass",
    ClockKind.MOVE: "for every move",
}


def control_words(control: TimeControl) -> str:
    """`40 moves in 1:30:00, then 0:30:00, 30 s added after every move`: hours, minutes and seconds."""
    if control.black is not None:
        return "; ".join(f"{side}: {_own(control.of(side))}" for side in Side)
    return _own(control)


def _own(control: TimeControl) -> str:
    if control.base_ms is None:
        return ", ".join(control.budget.texts()) or "no clock"
    periods = (Period(control.moves, control.base_ms, control.increment_ms), *control.then)
    parts = [(f"{counted(one.moves, 'move')} in " if one.moves else "") + pgn_time(one.base_ms) for one in periods]
    again = ", and so on" if periods[-1].moves else ""
    bonuses = list(dict.fromkeys(f"{one.increment_ms / 1000:g}" for one in periods))
    said = [_BONUS[control.kind].format(" and ".join(bonuses))]
    if bonuses == ["0"] and control.kind not in (ClockKind.HOURGLASS, ClockKind.MOVE):
        said = []
    return ", ".join([", then ".join(parts) + again, *said, *control.budget.texts()])
