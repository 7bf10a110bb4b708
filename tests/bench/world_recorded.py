"""Are the answers that the sites really sent read? Recordings and examples of two public repositories.

    python -m tests.bench.world_recorded BERSERK API

BERSERK: a checkout of github.com/lichess-org/berserk (tests/clients/cassettes), API: of github.com/lichess-org/api
(doc/specs/examples). Needs PyYAML. Each answer that Ratsu asks for goes through the reader that the program uses; each PGN is
read, and its moves are played. The last line counts what was read and names what was not.
"""

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import chess
import yaml

from engine.ground.errors import RatsuError
from engine.pgn import reader
from engine.play.world import lichess, services
from engine.play.world.services import OnlineSource

START = chess.Board()
PUZZLES = [f"puzzles-get{name}.json.yaml" for name in ("DailyPuzzle", "PuzzleById", "NewPuzzle")]
MASTERS = chess.Board("rnbqkbnr/pp2pppp/2p5/3P4/3P4/8/PP2PPPP/RNBQKBNR b KQkq - 0 3")  # 1.d4 d5 2.c4 c6 3.cxd5
TABLES = chess.Board("4k3/6KP/8/8/8/8/7p/8 w - - 0 1")  # the example in the documents of the tables


def games_of(pgn: str) -> int:
    """How many games a PGN has. :raises ValueError: one has a fault, or there is none."""
    games = reader.games_of(pgn)
    for game in games:
        if game.problems:
            raise ValueError(str(game.problems[0]))
    if not games:
        raise ValueError("no game")
    return len(games)


def puzzle_in(data: bytes) -> int:
    """How many puzzles an answer has."""
    return games_of(services.puzzle_of(data))


def recorded(folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """The cassettes that Ratsu asks for, with what reads each."""
    for path in sorted(folder.rglob("*.yaml")):
        for exchange in yaml.safe_load(path.read_text("utf-8"))["interactions"]:
            address = urlsplit(exchange["request"]["uri"])
            fen = parse_qs(address.query).get("fen", [START.fen()])[0]
            body = exchange["response"]["body"]["string"]
            data = body if isinstance(body, bytes) else body.encode()
            source = {
                "/api/cloud-eval": OnlineSource.CLOUD,
                "/lichess": OnlineSource.PLAYERS,
                "/masters": OnlineSource.MASTERS,
            }.get(address.path)
            if source is not None:
                board = MASTERS if "play=" in address.query else chess.Board(fen)
                yield path.name, partial(services.read, source, board, data)
            elif address.path.startswith("/master/pgn/"):
                yield path.name, partial(games_of, data.decode())
            elif address.path == "/api/puzzle/next":
                yield path.name, partial(puzzle_in, data)


def examples(folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """The examples that Ratsu asks for, with what reads each."""
    for path in sorted(folder.glob("*.yaml")):
        value = yaml.safe_load(path.read_text("utf-8")).get("value")
        data = json.dumps(value).encode()
        if path.name.endswith(".pgn.yaml") and path.name.startswith(("games-", "broadcasts-", "openingExplorer-")):
            yield path.name, partial(games_of, str(value))
        elif path.name in (
            "puzzles-getDailyPuzzle.json.yaml",
            "puzzles-getPuzzleById.json.yaml",
            "puzzles-getNewPuzzle.json.yaml",
        ):
            yield path.name, partial(puzzle_in, data)
        elif path.name == "openingExplorer-masters.json.yaml":
            yield path.name, partial(services.read, OnlineSource.MASTERS, MASTERS, data)
        elif path.name == "openingExplorer-lichess.json.yaml":
            yield path.name, partial(services.read, OnlineSource.PLAYERS, MASTERS, data)
        elif path.name == "tablebase-lookupStandard.json.yaml":
            yield path.name, partial(services.read, OnlineSource.TABLES, TABLES, data)
        elif path.name == "games-apiGamesUserJson.json.yaml":
            line = json.dumps({"pgn": "1. e4 e5 *", **value}).encode()  # the example was asked for without its PGN
            yield path.name, partial(lichess._game, line)


def main(arguments: list[str]) -> int:
    """Reads all, and prints what could not be read."""
    if len(arguments) != 2:
        print(__doc__)
        return 2
    berserk, api = map(Path, arguments)
    found, faults = 0, []
    for name, read in (*recorded(berserk / "tests/clients/cassettes"), *examples(api / "doc/specs/examples")):
        found += 1
        try:
            print(name, "" if (answer := read()) is None else str(answer)[:90])
        except (RatsuError, ValueError, AssertionError) as error:
            faults.append(f"{name}: {error}")
    print(json.dumps({"answers": found, "not_read": faults}))
    return 1 if faults or not found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
