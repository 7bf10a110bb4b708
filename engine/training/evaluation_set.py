"""The test set of a network: quiet positions of games that no training saw, labelled by a judge's search, and the error table.

A line of the file: FEN, score of the search and the judge's static evaluation, both in the judge's centipawns for the side to
move. Each game gives at most one position of each class of piece numbers, so that endings are not rare. Positions in check, with
a best move that captures or promotes, or with a mate score are left out, as a static evaluation cannot judge them.
"""

import gzip
import math
import random
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

import chess
import chess.pgn

from engine.evaluation.nnue import Network, NetworkBoard
from engine.ground.errors import RatsuError
from engine.ground.values import dataclass
from engine.rules.board import CoreBoard
from engine.rules.fen import read_fields
from engine.training.foreign_net import ForeignNetwork
from engine.training.packing import pack
from engine.training.teacher import MATE_CENTIPAWNS, Teacher

CLASSES = ((3, 5), (6, 8), (9, 12), (13, 20), (21, 32))  # pieces on the board, kings included
ROWS = {**{f"{low}-{high}": (low, high) for low, high in CLASSES}, "few: 3-12": (3, 12), "all": (3, 32)}  # of the table
FIRST_PLY = 12  # earlier positions are the same in many games
JUDGE_SCALE = 160  # judge's centipawns of an output of 1.0, as in `train fit --scale`
NORMAL_95 = 1.96  # standard deviations to either side of 95 % of a normal distribution


class EvaluationSetError(RatsuError):
    """Games or positions cannot be read."""


@dataclass(frozen=True)
class LabelledPosition:
    """A position with the judge's score by search and its static evaluation."""

    fen: str
    searched: int
    static: int

    @property
    def pieces(self) -> int:
        """The number of pieces on the board, kings included."""
        return sum(map(bool, read_fields(self.fen).pieces))


def candidates(games: Path, dice: random.Random, most_pieces: int = 32) -> Iterator[str]:
    """Yields FENs of a PGN file (.pgn or .pgn.gz), at most one of each class from a game and with at most `most_pieces` pieces.

    :raises EvaluationSetError: if the file cannot be read.
    """
    try:
        with _opened(games) as file:
            while (game := chess.pgn.read_game(file)) is not None:
                found: dict[tuple[int, int], list[str]] = defaultdict(list)
                for node in game.mainline():
                    board = node.board()
                    pieces = chess.popcount(board.occupied)
                    if pieces > most_pieces:
                        continue
                    if node.ply() >= FIRST_PLY and not board.is_check() and any(board.legal_moves):
                        found[next(limits for limits in CLASSES if pieces <= limits[1])].append(board.fen())
                yield from (dice.choice(fens) for fens in found.values())
    except OSError as error:
        raise EvaluationSetError("the games in %1 cannot be read: %2", games, error) from error


def _opened(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8", errors="replace")
    return path.open(encoding="utf-8", errors="replace")


def make(
    output: Path,
    games: Iterable[Path],
    most: int,
    teacher: Teacher,
    judge: ForeignNetwork,
    seed: int,
    progress: Callable[[int], None],
    most_pieces: int = 32,
) -> int:
    """Appends positions until the file has `most` different ones; returns their number.

    :raises EvaluationSetError: if the games or the file cannot be read. :raises TeacherError: if the teacher ended.
    """
    held = {position.fen for position in read([output])} if output.exists() else set()
    dice = random.Random(seed)
    with output.open("a", encoding="utf-8", buffering=1) as file:  # line by line, so that a killed run loses nothing
        for path in games:
            for fen in candidates(path, dice, most_pieces):
                if len(held) >= most:
                    return len(held)
                position = None if fen in held else _labelled(fen, teacher, judge)
                if position is not None:
                    held.add(fen)
                    file.write(f"{fen};{position.searched};{position.static}\n")
                    progress(len(held))
    return len(held)


def _labelled(fen: str, teacher: Teacher, judge: ForeignNetwork) -> LabelledPosition | None:
    teacher.ask(f"position fen {fen}\n".encode("ascii"))
    verdict = teacher.answer()
    board = chess.Board(fen, chess960=False)
    best = chess.Move.from_uci(verdict.line.split()[0].decode("ascii"))
    if board.is_capture(best) or best.promotion or abs(verdict.score) >= MATE_CENTIPAWNS:
        return None
    static = judge.value(bytes(pack(CoreBoard.from_fen(fen, chess960=False), 0, 0))) * 100 // judge.units
    return LabelledPosition(fen, verdict.score, static)


def read(paths: Iterable[Path]) -> list[LabelledPosition]:
    """Returns the positions in files.

    :raises EvaluationSetError: if a file cannot be read or has other lines.
    """
    positions = []
    for path in paths:
        try:
            for line in path.read_text(encoding="utf-8").splitlines():
                fen, searched, static = line.split(";")
                positions.append(LabelledPosition(fen, int(searched), int(static)))
        except (OSError, ValueError) as error:
            raise EvaluationSetError("%1 is not a file of test positions: %2", path, error) from error
    return positions


@dataclass(frozen=True)
class ErrorRow:
    """Mean squared errors of the expected score in one class of piece numbers.

    `own`: of the network. `judge`: of the judge's static evaluation. `spread`: the 95 % interval of own / judge, to either side.
    """

    name: str
    positions: int
    own: float
    judge: float
    spread: float


def errors(positions: Iterable[LabelledPosition], network: Network) -> list[ErrorRow]:
    """Returns a row for each class of piece numbers that occurs, one for few pieces, and one for all."""
    board = NetworkBoard(network)
    classes: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for position in positions:
        truth = _expected(position.searched, JUDGE_SCALE)
        own = _expected(board.evaluate(CoreBoard.from_fen(position.fen, chess960=False)), network.scale)
        judge = _expected(position.static, JUDGE_SCALE)
        pieces = position.pieces
        for name, (low, high) in ROWS.items():
            if low <= pieces <= high:
                classes[name].append(((own - truth) ** 2, (judge - truth) ** 2))
    return [_row(name, classes[name]) for name in ROWS if name in classes]


def _row(name: str, pairs: Sequence[tuple[float, float]]) -> ErrorRow:
    own, judge = (statistics.fmean(column) for column in zip(*pairs, strict=True))
    if len(pairs) < 2 or not judge:
        return ErrorRow(name, len(pairs), own, judge, math.inf)
    # The variance of a ratio of two means, linearised (Cochran, Sampling Techniques, 6.3).
    apart = statistics.variance([one - own / judge * other for one, other in pairs])
    return ErrorRow(name, len(pairs), own, judge, NORMAL_95 * math.sqrt(apart / len(pairs)) / judge)


def _expected(centipawns: int, scale: int) -> float:
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, centipawns / scale))))


def table(rows: Iterable[ErrorRow]) -> str:
    """Returns the rows as a Markdown table, with the ratio own / judge."""
    lines = ["| pieces | positions | own error | judge's static | ratio, 95 % |", "|---|---|---|---|---|"]
    for row in rows:
        ratio = f"{row.own / row.judge:.2f} +- {row.spread:.2f}" if row.judge else "-"
        lines.append(f"| {row.name} | {row.positions} | {row.own:.5f} | {row.judge:.5f} | {ratio} |")
    return "\n".join(lines)
