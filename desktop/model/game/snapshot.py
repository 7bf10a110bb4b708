"""An open game as text and back: the autosave's format."""

from dataclasses import replace
from pathlib import PurePath
from typing import Any

from desktop.model.errors import GameInputError
from desktop.model.game.match import Contestant, MatchTerms, PlayerKind, level_of, player_of
from desktop.model.game.referee import clock_at
from desktop.model.game.stored_control import MOST_MS, control_from
from engine.game import game_journal
from engine.game.clock import Clock
from engine.game.game_journal import VERSION
from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.game.time_control import FixedLimits
from engine.game.tree import ROOT, Game
from engine.ground.json_text import JsonError, JsonValue, parse
from engine.ground.text import why
from engine.ground.values import dataclass
from engine.levels import PERSON, OpponentSources
from engine.pgn.errors import PgnError

MOST_BYTES = 64 << 20  # of a saved game; one game of a PGN has 16 MB at most
HIGHEST_VERSION = 1_000_000
MOST_MADE = 100_000  # moves of a side
_HIGHEST_NUMBER = 1_000_000 + MOST_MADE  # of a move: that of a position, and those made since
_MOST_LEFT_MS = 10 * MOST_MS  # a side may gain by increments
_DEEPEST = 1_000
_MOST_NODES = 10**15
_LONGEST_NAME = 1_000  # characters
_LONGEST_PATH = 4_096
_LONGEST_MOVE = 8
_PLAYERS = tuple(kind.value for kind in PlayerKind)
_SIDES = tuple(side.value for side in Side)
_TERMINATIONS = tuple(termination.value for termination in Termination)


class NewerGameError(GameInputError):
    """A saved game that only a newer version of the program can read."""


@dataclass(frozen=True)
class Snapshot:
    """One open game.

    `playing`: a match was under way; `clock` is that of its match at that moment, stopped. `running`: its clock was
    running. `saved_at` is local time, `YYYY-MM-DD HH:MM`. `path` is its file, `place` its place there, `ended` its
    place among the played games (a match resumed after its end); each empty if it has none.
    """

    game: Game
    current: int
    live: int
    match: MatchTerms | None
    playing: bool
    clock: Clock | None
    path: str
    saved_at: str
    running: bool = False
    place: str = ""
    ended: str = ""


def dump(snapshot: Snapshot) -> bytes:
    """The snapshot as JSON, with the game as PGN in it, which a person can rescue by hand."""
    from engine.pgn.writer import written_game

    return game_journal.dump(
        snapshot.game,
        written_game(snapshot.game, sources=True),
        _last(snapshot),
        saved_at=snapshot.saved_at,
        clock=snapshot.clock,
        path=snapshot.path,
        playing=snapshot.playing,
        running=snapshot.running,
        place=snapshot.place,
        ended=snapshot.ended,
        live=snapshot.game.moves(snapshot.live),
        current=snapshot.game.moves(snapshot.current),
        match=_dump_match(snapshot.match),
    )


@dataclass(frozen=True)
class Outline:
    """The description of a saved game before it is opened. `moves`: the number of the last one, of the match or the
    main line.
    """

    white: str
    black: str
    moves: int
    saved_at: str
    path: str
    counts: bool = False  # a rated game that is not over, in which the user has moved


def _outline(kept: Snapshot) -> dict[str, Any]:
    return game_journal.outline_of(kept.game, _last(kept))


def _last(kept: Snapshot) -> int:
    return kept.live if kept.match else kept.game.end()


def outline(content: bytes) -> Outline:
    """The outline, without reading the moves if the text contains it, as a large game would delay the start.

    :raises GameInputError: the text is damaged, or from a newer version.
    """
    try:
        found = _checked(content)
        told = found["outline"] if found.has("outline") else JsonValue(_outline(_loaded(found)))
        return Outline(
            told["white"].text(),
            told["black"].text(),
            told["moves"].whole(0, _HIGHEST_NUMBER),
            found["saved_at"].text(_LONGEST_NAME),
            found["path"].text(),
            _counts(found),
        )
    except (JsonError, PgnError) as error:
        raise GameInputError(why(error)) from error


def _counts(found: JsonValue) -> bool:
    match = found["match"]
    if match.missing or not found["playing"].flag() or not match.get("rated", False).flag():
        return False
    human_first = match["white"][0].one_of(_PLAYERS) == PlayerKind.HUMAN.value
    return len(found["live"].texts(_LONGEST_MOVE)) >= (1 if human_first else 2)


def _checked(content: bytes) -> JsonValue:
    """The parsed and checked text. :raises NewerGameError: it is from a newer version. :raises JsonError: it is damaged."""
    found = parse(content, MOST_BYTES)
    if found["version"].whole(1, HIGHEST_VERSION) > VERSION:
        raise NewerGameError("This game was saved by a newer version of Ratsu. Open it with that version.")
    return found


def load(content: bytes) -> Snapshot:
    """Reads a snapshot. :raises GameInputError: the text is damaged, or from a newer version."""
    try:
        return _loaded(_checked(content))
    except (JsonError, PgnError) as error:
        raise GameInputError(why(error)) from error


def _loaded(found: JsonValue) -> Snapshot:
    """Reads a snapshot from JSON. :raises PgnError: its PGN cannot be read. :raises JsonError: it is damaged."""
    from engine.pgn.reader import first_game

    game = replace(first_game(found["pgn"].text(MOST_BYTES)), outcome=_load_outcome(found["outcome"]))
    match = None if game.refused else _load_match(found["match"])  # no move can be made in it any more
    live = _node_at(game, found["live"].texts(_LONGEST_MOVE))
    return Snapshot(
        game=game,
        current=_node_at(game, found["current"].texts(_LONGEST_MOVE)),
        live=live,
        match=match,
        playing=found["playing"].flag() and match is not None,
        clock=None if match is None else _load_clock(found, clock_at(game, live, match)),
        path=found["path"].text(),
        saved_at=found["saved_at"].text(_LONGEST_NAME),
        running=found.get("running", True).flag(),
        place=found.get("place", "").text(_LONGEST_NAME),
        ended=found.get("ended", "").text(_LONGEST_NAME),
    )


def _load_clock(found: JsonValue, by_moves: Clock) -> Clock:
    """The saved clocks; values that an older version did not save come from the moves."""
    white, black = _left(found["white_ms"]), _left(found["black_ms"])
    if by_moves.control.timed and (white is None or black is None):
        return by_moves
    return replace(
        by_moves,
        white_ms=white if by_moves.control.timed else None,
        black_ms=black if by_moves.control.timed else None,
        move_ms=_left(found.get("move_ms", 0)) or 0,
        moves_made=_pair(found.get("moves_made", list(by_moves.moves_made)), MOST_MADE),
        paid=_pair(found.get("paid", list(by_moves.paid)), _MOST_LEFT_MS),
    )


def _pair(found: JsonValue, most: int) -> tuple[int, int]:
    return max(0, found[0].whole(-most, most)), max(0, found[1].whole(-most, most))


def _left(found: JsonValue) -> int | None:
    """A clock's time: negative if a flag has fallen and the game continued."""
    return None if found.missing else found.whole(-_MOST_LEFT_MS, _MOST_LEFT_MS)


def _node_at(game: Game, moves: tuple[str, ...]) -> int:
    """The node at the end of the moves, or the last one found. A variation may start with the move of the line that it
    replaces.
    """
    found = [ROOT]
    for uci in moves:
        after = [child.id for node_id in found for child in game.children(node_id) if child.uci == uci]
        if not after:
            break
        found = after
    return found[0]


def _dump_match(match: MatchTerms | None) -> dict[str, Any] | None:
    if match is None:
        return None
    return {
        "white": _dump_contestant(match.white),
        "black": _dump_contestant(match.black),
        "control": str(match.control),
        "play_on": match.play_on,
        "rated": match.rated,
        "finding": match.finding,
    }


def _dump_contestant(one: Contestant) -> list[Any]:
    budget = one.budget
    bounds = [budget.move_time_ms, budget.depth, budget.nodes]
    chain = [one.chain.book, one.chain.tables, one.chain.people]
    return [one.kind.value, str(one.player), one.level.key, one.style, bounds, one.engine, one.book, one.person, chain]


def _load_match(found: JsonValue) -> MatchTerms | None:
    if found.missing:
        return None
    white, black = _contestant(found["white"]), _contestant(found["black"])
    play_on, rated, finding = (found.get(name, False).flag() for name in ("play_on", "rated", "finding"))
    return MatchTerms(white, black, control_from(found), play_on, rated, finding)


def _contestant(found: JsonValue) -> Contestant:
    name = found[1].text(_LONGEST_NAME).encode(errors="backslashreplace").decode()  # half a character: see Text
    who = (
        PlayerKind(found[0].one_of(_PLAYERS)),
        player_of(name),
        level_of(found[2].text(_LONGEST_NAME)),
    )
    rest = list(found)[3:]
    if not rest:  # version 1
        return Contestant(*who)
    style = rest[0].text(_LONGEST_NAME)
    engine = rest[2].text(_LONGEST_NAME) if len(rest) > 2 else ""
    book = rest[3].text(_LONGEST_PATH) if len(rest) > 3 else ""
    person = rest[4].text(_LONGEST_NAME) if len(rest) > 4 else ""
    chain = (
        OpponentSources(*(used.flag() for used in rest[5])) if len(rest) > 5 else PERSON
    )  # before there were switches
    if not style or PurePath(style).name != style:  # a saved style is named without a folder
        style = "normal"
    return Contestant(*who, style, _budget(rest[1]), engine, book, person, chain)


def _budget(found: JsonValue) -> FixedLimits:
    move_time, depth, nodes = (None if one.missing else one for one in (found[0], found[1], found[2]))
    return FixedLimits(
        None if move_time is None else move_time.whole(1, MOST_MS),
        None if depth is None else depth.whole(1, _DEEPEST),
        None if nodes is None else nodes.whole(1, _MOST_NODES),
    )


def _load_outcome(found: JsonValue) -> Outcome | None:
    if found.missing:
        return None
    winner = None if found[0].missing else Side(found[0].one_of(_SIDES))
    return Outcome(winner, Termination(found[1].one_of(_TERMINATIONS)))
