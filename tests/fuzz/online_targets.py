"""A fuzzer of what services of other machines answer: about a position, the daily puzzle, and a game that was sent."""

import json
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from engine.pgn.reader import games_of
from engine.play.world.services import OnlineSource, ask, daily_puzzle, send_to_study
from engine.rules.fen import START_FEN as START
from tests.fuzz.driver import Check, Target
from tests.fuzz.value_targets import Wire

_EXPLORED = {"white": 6, "draws": 2, "black": 2, "uci": "e2e4"}
ONLINE: Mapping[OnlineSource, tuple[str, object]] = {
    OnlineSource.MASTERS: (START, {"moves": [_EXPLORED, {**_EXPLORED, "uci": "d2d4"}]}),
    OnlineSource.PLAYERS: (START, {"moves": [_EXPLORED]}),
    OnlineSource.TABLES: (
        "8/8/8/8/3k4/8/3P4/3K4 w - - 0 1",
        {"moves": [{"uci": "d1c2", "category": "loss", "dtz": -5}, {"uci": "d1e2", "category": "draw", "dtz": None}]},
    ),
    OnlineSource.CLOUD: (
        START,
        {"depth": 40, "pvs": [{"moves": "e2e4 e7e5", "cp": 25}, {"moves": "d2d4", "mate": -3}]},
    ),
}
_PUZZLE = {"game": {"pgn": "f3 e5 g4"}, "puzzle": {"initialPly": 2, "solution": ["d8h4"]}}


@contextmanager
def _online(folder: Path) -> Iterator[Check]:
    """Answers about a position, the daily puzzle, and what lichess says of a game that was sent."""

    def check(dice: random.Random) -> None:
        kind = dice.choice((*ONLINE, "puzzle", "sent"))
        answer: object = {"puzzle": _PUZZLE, "sent": {"chapters": [{"id": "a"}]}}.get(str(kind))
        fen, answer = ONLINE[kind] if isinstance(kind, OnlineSource) else (START, answer)
        wire = cast(Any, Wire(dice, {"": json.dumps(answer).encode()}))
        if isinstance(kind, OnlineSource):
            found = ask(wire, kind, fen, folder if dice.random() < 0.1 else None, base="https://site")
            assert all(move.san and str(move.text) for move in found.moves)
        elif kind == "puzzle":
            assert games_of(daily_puzzle(wire, "https://site"))[0].main_line()
        else:
            assert send_to_study(wire, "abcdefgh", "1. e4 *", "token", "https://site") >= 0

    yield check


TARGETS: dict[str, Target] = {"online": _online}
