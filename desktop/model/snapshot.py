"""An open game as text and back: what the autosave keeps, so that a game survives the program."""

import json
from dataclasses import dataclass, replace
from typing import Any

from desktop.model.clock import Clock, ClockKind, Period, Side, TimeControl
from desktop.model.errors import GameInputError
from desktop.model.game import ROOT, Game
from desktop.model.match import STYLES, Budget, Contestant, Match, Outcome, PlayerKind, Termination, level_of
from desktop.model.referee import clock_at

VERSION = 2  # 2: time controls of several periods, odds in the increment, style and bounds of an engine


@dataclass(frozen=True)
class Snapshot:
    """One open game. `playing` is true where a match was under way; `clock` is that of its match at that moment, standing.

    `running`: its clock went on after that. `saved_at` is local time, `YYYY-MM-DD HH:MM`. `path` is the file it came from,
    empty if none.
    """

    game: Game
    current: int
    live: int
    match: Match | None
    playing: bool
    clock: Clock | None
    path: str
    saved_at: str
    running: bool = False


def dump(snapshot: Snapshot) -> bytes:
    """As JSON; the game itself is PGN inside it, so that a person can rescue it by hand."""
    from desktop.model.pgn_writer import write_game

    content = {
        "version": VERSION,
        "saved_at": snapshot.saved_at,
        "playing": snapshot.playing,
        "running": snapshot.running,
        **_dump_clock(snapshot.clock),
        "path": snapshot.path,
        "live": snapshot.game.moves(snapshot.live),
        "current": snapshot.game.moves(snapshot.current),
        "match": _dump_match(snapshot.match),
        "outcome": _dump_outcome(snapshot.game.outcome),
        "pgn": write_game(snapshot.game),
        "outline": _outline(snapshot),
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


@dataclass(frozen=True)
class Outline:
    """What is told of a kept game before it is opened. `moves`: full moves of the match, or of the main line."""

    white: str
    black: str
    moves: int
    saved_at: str
    path: str


def _outline(snapshot: Snapshot) -> dict[str, Any]:
    game = snapshot.game
    plies = game.node(snapshot.live if snapshot.match else game.end()).ply
    return {"white": game.header("White"), "black": game.header("Black"), "moves": (plies + 1) // 2}


def outline(content: bytes) -> Outline:
    """Without reading the moves, where the text tells it: a start with a large game would wait for them.

    :raises GameInputError: the text is damaged, or from a newer version.
    """
    try:
        found = _checked(content)
        told = found.get("outline") or _outline(load(content))
        names = str(told["white"]), str(told["black"])
        return Outline(*names, int(told["moves"]), str(found["saved_at"]), str(found["path"]))
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise _damaged(error) from error


def _checked(content: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(content)
    if found["version"] > VERSION:
        raise GameInputError("This game was kept by a newer version of Ratsu; open it with that one.")
    return found


def _damaged(error: Exception) -> GameInputError:
    return GameInputError(f"The kept game is damaged ({type(error).__name__}: {error}).")


def load(content: bytes) -> Snapshot:
    """:raises GameInputError: the text is damaged, or from a newer version."""
    from desktop.model.pgn_reader import read_first

    try:
        found = _checked(content)
        game = read_first(str(found["pgn"])).game.with_outcome_of(_load_outcome(found["outcome"]))
        match, live = _load_match(found["match"]), _node_at(game, found["live"])
        return Snapshot(
            game=game,
            current=_node_at(game, found["current"]),
            live=live,
            match=match,
            playing=bool(found["playing"]),
            clock=None if match is None else _load_clock(found, clock_at(game, live, match)),
            path=str(found["path"]),
            saved_at=str(found["saved_at"]),
            running=bool(found.get("running", True)),
        )
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise _damaged(error) from error


def _dump_clock(clock: Clock | None) -> dict[str, Any]:
    if clock is None:
        return {"white_ms": None, "black_ms": None}
    return {
        "white_ms": clock.white_ms,
        "black_ms": clock.black_ms,
        "move_ms": clock.move_ms,
        "moves_made": list(clock.moves_made),
        "paid": list(clock.paid),
    }


def _load_clock(found: dict[str, Any], by_moves: Clock) -> Clock:
    """The clocks that were kept; what an older version did not keep comes from the moves."""
    white, black = _time(found["white_ms"]), _time(found["black_ms"])
    if by_moves.control.timed and (white is None or black is None):
        return by_moves
    return replace(
        by_moves,
        white_ms=white if by_moves.control.timed else None,
        black_ms=black if by_moves.control.timed else None,
        move_ms=int(found.get("move_ms", 0)),
        moves_made=_pair(found.get("moves_made", by_moves.moves_made)),
        paid=_pair(found.get("paid", by_moves.paid)),
    )


def _pair(value: Any) -> tuple[int, int]:
    white, black = value
    return max(0, int(white)), max(0, int(black))


def _time(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _node_at(game: Game, moves: list[str]) -> int:
    node_id = ROOT
    for uci in moves:
        child = game.child_with(node_id, uci)
        if child is None:
            break
        node_id = child.id
    return node_id


def _dump_match(match: Match | None) -> dict[str, Any] | None:
    if match is None:
        return None
    control = match.control
    return {
        "white": _dump_contestant(match.white),
        "black": _dump_contestant(match.black),
        "control": [control.base_ms, control.increment_ms, control.moves, control.kind.value, control.black_base_ms],
        "then": [[period.moves, period.base_ms, period.increment_ms] for period in control.then],
        "black_increment": control.black_increment_ms,
        "play_on": match.play_on,
        "rated": match.rated,
    }


def _dump_contestant(one: Contestant) -> list[Any]:
    budget = one.budget
    bounds = [budget.move_time_ms, budget.depth, budget.nodes]
    return [one.kind.value, one.name, one.level.key, one.style, bounds, one.engine]


def _load_match(found: dict[str, Any] | None) -> Match | None:
    if found is None:
        return None
    base, increment, moves, kind, black_base = found["control"]
    then = tuple(Period(int(count), int(time), int(bonus)) for count, time, bonus in found.get("then", ()))
    control = TimeControl(
        _time(base),
        int(increment),
        int(moves),
        ClockKind(kind),
        _time(black_base),
        then,
        _time(found.get("black_increment")),
    )
    white, black = _contestant(found["white"]), _contestant(found["black"])
    return Match(white, black, control, bool(found.get("play_on", False)), bool(found.get("rated", False)))


def _contestant(found: list[Any]) -> Contestant:
    kind, name, level, *rest = found
    if not rest:  # version 1
        return Contestant(PlayerKind(kind), str(name), level_of(level))
    style, budget = rest[0], [_time(bound) for bound in rest[1]]
    style = style if style in STYLES else "normal"
    engine = str(rest[2]) if len(rest) > 2 else ""
    return Contestant(PlayerKind(kind), str(name), level_of(level), style, Budget(*budget[:3]), engine)


def _dump_outcome(outcome: Outcome | None) -> list[str | None] | None:
    return None if outcome is None else [outcome.winner.value if outcome.winner else None, outcome.termination.value]


def _load_outcome(found: list[str | None] | None) -> Outcome | None:
    if found is None:
        return None
    winner, termination = found
    return Outcome(Side(winner) if winner else None, Termination(termination))
