"""The explorer beside Scid's tree and python-chess, on the same games and positions in one run.

Run: `python -m tests.bench.explorer_peers [FILES ...] [--positions N]`. Without files, all shared games. The games that
the collection keeps are exported to one PGN file, which Scid imports and python-chess plays over. Positions are taken
from random games, half of them such as several orders of moves reach. Compared are, for each move, games, results, the
average rating of the side to move and of its opponents, and the performance. A peer that is not installed is skipped.
"""

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import chess

from books.collection.any_file import import_file
from books.collection.export import text_of
from books.collection.game_collection import Collection
from books.explorer.counted import MoveStatistics
from books.explorer.explorer import Explorer, ExplorerSource
from engine.game.tags.ratings import elo_in
from engine.pgn.standings import difference
from engine.rules.board import CoreBoard
from tests.helpers.shared import SHARED

POSITIONS, PLIES = 40, 24
TKSCID = shutil.which("tkscid", path="/usr/games:/usr/local/bin:/usr/bin")
SCRIPT = """
set base [sc_base create SCID4 {name}]
sc_base import $base {pgn}
sc_base switch $base
puts "games [sc_base numGames $base]"
set list [open {fens}]
while {{[gets $list fen] >= 0}} {{
    sc_game startBoard $fen
    sc_filter search $base tree board
    puts "fen $fen"
    foreach move [sc_filter treestats $base tree] {{ puts "move $move" }}
}}
exit
"""


class PeerFigures(NamedTuple):
    """What is compared of a move; averages are rounded to whole points, 0 for none."""

    games: int
    white: int
    draws: int
    black: int
    mover: int = 0
    opponents: int = 0
    performance: int = 0


Tables = dict[str, dict[str, PeerFigures]]  # by FEN and SAN


def _exported(collection: Collection, path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        for game in collection.select("1", []):
            file.write(text_of(collection, game) + "\n")


def _positions(collection: Collection, count: int, chance: random.Random) -> list[str]:
    """FENs after random plies of random games; every other one follows a pair of swapped moves, so that it has several
    orders."""
    found: dict[str, None] = {chess.STARTING_FEN: None}
    while len(found) < count:
        (game,) = collection.games([chance.randint(1, len(collection))]) or (None,)
        if game is None or game.start_fen is not None:
            continue
        board = CoreBoard.start()
        wanted = chance.randint(1, PLIES)
        for at in range(0, 2 * min(wanted, len(game.moves) // 2), 2):
            board.push(game.moves[at] | game.moves[at + 1] << 8)
        if board.legal_moves() and (len(found) % 2 or wanted > 3):
            found[board.fen()] = None
    return list(found)


def _ours(collection: Collection, fens: list[str]) -> Tables:
    found: Tables = {}
    source = ExplorerSource(collection)
    for fen in fens:
        core, board = CoreBoard.from_fen(fen, False), chess.Board(fen)
        rows = Explorer([source]).moves(core)
        found[fen] = {_san(board, core, row): _figures(row) for row in rows if row.move}
    return found


def _san(board: chess.Board, core: CoreBoard, row: MoveStatistics) -> str:
    return board.san(chess.Move.from_uci(core.uci(row.move)))


def _figures(row: MoveStatistics) -> PeerFigures:
    return PeerFigures(row.games, *row.results, row.mover_elo or 0, row.opponent_elo or 0, row.performance or 0)


def _scid(pgn: Path, fens: list[str], folder: Path) -> Tables:
    """Scid's tree. Its averages count only games in which both players have a rating."""
    assert TKSCID is not None
    (folder / "fens").write_text("\n".join(fens) + "\n")
    script = folder / "tree.tcl"
    script.write_text(SCRIPT.format(name=folder / "scid", pgn=pgn, fens=folder / "fens"))
    command = ["xvfb-run", "-a", TKSCID, str(script)]
    said = subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout
    found: Tables = {}
    here: dict[str, PeerFigures] = {}
    for line in said.splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "games":
            print(f"Scid holds {int(rest):,} games")
        elif kind == "fen":
            here = found.setdefault(rest, {})
        elif kind == "move" and not rest.startswith(("{}", "[end]", "{[end]}")):
            san, *numbers = rest.split()
            games, white, draws, black = map(int, numbers[:4])
            here[san] = PeerFigures(games, white, draws, black, round(float(numbers[4])), round(float(numbers[5])))
    return found


def _played(pgn: Path) -> Iterator[tuple[dict[str, str], str]]:
    """Headers and move text of the exported games."""
    headers: dict[str, str] = {}
    moves: list[str] = []
    with pgn.open(encoding="utf-8") as file:
        for line in file:
            if line.startswith("["):
                if moves:
                    yield headers, " ".join(moves)
                    headers, moves = {}, []
                name, _, value = line[1:].partition(" ")
                headers[name] = value.strip().rstrip("]").strip('"')
            elif line.strip():
                moves.append(line.strip())
    if moves:
        yield headers, " ".join(moves)


def _python_chess(pgn: Path, fens: list[str]) -> Tables:
    """Each game played over by python-chess as far as the positions lie; a game counts once in a position."""
    boards = [chess.Board(fen) for fen in fens]
    wanted = {board._transposition_key(): fen for board, fen in zip(boards, fens, strict=True)}
    occupied = {board.occupied for board in boards}
    last = max(board.ply() for board in boards) + 10
    counted: dict[str, dict[str, list[tuple[str, int, int]]]] = {fen: defaultdict(list) for fen in fens}
    for headers, text in _played(pgn):
        if "FEN" in headers or "{" in text or "(" in text:
            continue
        board, seen = chess.Board(), set[str]()
        words = [word.rpartition(".")[2] for word in text.split()[: 2 * last]]
        elos = [elo_in(headers.get(name, "")) or 0 for name in ("WhiteElo", "BlackElo")]
        for san in words:
            if not san or san in ("1-0", "0-1", "1/2-1/2", "*") or board.ply() > last:
                continue
            fen = wanted.get(board._transposition_key()) if board.occupied in occupied else None
            move = board.parse_san(san)
            if fen is not None and fen not in seen:
                seen.add(fen)
                own, other = elos if board.turn else reversed(elos)
                counted[fen][board.san(move)].append((headers["Result"], own, other))
            board.push(move)
    return {
        fen: {san: _summed(rows, fen.split()[1] == "w") for san, rows in moves.items()}
        for fen, moves in counted.items()
    }


def _summed(rows: list[tuple[str, int, int]], white: bool) -> PeerFigures:
    results = [row[0] for row in rows]
    own = [row[1] for row in rows if row[1]]
    against = [row for row in rows if row[2] and row[0] != "*"]
    won = sum(1 if row[0] == ("1-0" if white else "0-1") else row[0] == "1/2-1/2" and 0.5 for row in against)
    average = round(sum(row[2] for row in against) / len(against)) if against else 0
    white_wins, draws, black_wins = (results.count(result) for result in ("1-0", "1/2-1/2", "0-1"))
    mover = round(sum(own) / len(own)) if own else 0
    performance = average + difference(won / len(against)) if against else 0
    return PeerFigures(len(rows), white_wins, draws, black_wins, mover, average, performance)


def _compare(name: str, ours: Tables, theirs: Tables, columns: int) -> int:
    moves = games = wrong = 0
    for fen, rows in ours.items():
        other = theirs.get(fen, {})
        for san in rows.keys() | other.keys():
            moves += 1
            games += rows[san].games if san in rows else 0
            here, there = (table.get(san, PeerFigures(0, 0, 0, 0))[:columns] for table in (rows, other))
            if here != there:
                wrong += 1
                if wrong <= 10:
                    print(f"  {fen} {san}: {here} here, {there} in {name}")
    print(f"{name}: {len(ours)} positions, {moves} moves, {games:,} games; {wrong} moves differ")
    return wrong


def main() -> int:
    """Prints what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    arguments = parser.parse_args()
    files = arguments.files or sorted((SHARED / "data" / "games").glob("*.pgn.gz"))
    wrong = 0
    with tempfile.TemporaryDirectory() as name, Collection(Path(name) / "all", create=True) as collection:
        folder = Path(name)
        if not files:
            parser.error("there are no shared games; name PGN files")
        read = sum(import_file(collection, path).games for path in files)
        print(f"{read:,} games read, {len(collection):,} kept")
        _exported(collection, folder / "all.pgn")
        fens = _positions(collection, arguments.positions, random.Random(57))
        began = time.perf_counter()
        ours = _ours(collection, fens)
        print(f"explorer: {time.perf_counter() - began:.2f} s for {len(fens)} positions")
        if TKSCID is None or shutil.which("xvfb-run") is None:
            print("Scid is not installed")
        else:
            began = time.perf_counter()
            theirs = _scid(folder / "all.pgn", fens, folder)
            print(f"Scid: {time.perf_counter() - began:.0f} s with its import")
            wrong += _compare("Scid", ours, theirs, 4)
        wrong += _compare("python-chess", ours, _python_chess(folder / "all.pgn", fens), 7)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
