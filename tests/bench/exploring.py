"""Signs of moves that are tried on the board, compared with a review at 1 million nodes, and the time until they are shown.

    python -m tests.bench.exploring judge GAMES.pgn[.gz] TRIED.jsonl [NUMBER [SEED]]     # one JSON object a move
    python -m tests.bench.exploring count TRIED.jsonl                                    # one JSON object

`judge` takes RUN moves in a row from each of some games in an order of chance, as if a user tried them: the position before a
move is known from the move before. Half of these moves are those of the game, the others legal ones by chance. Each gets the
first look of `engine.play.review.exploring`, each fourth also the second and its sentence, each sixteenth the deepest too:
most of their time is the coach's. A judge of its own then looks at it as a review with 1 million nodes does. It may be stopped
at any time, and goes on where TRIED ends, until NUMBER moves (1,000) are there. `count`: the share of equal signs by look, and
the median milliseconds until the first sign and until its sentence, by the clock (`wall`) and of processor time (`cpu`).
"""

import gzip
import json
import random
import re
import sys
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from statistics import median
from typing import Any

import chess
import chess.pgn

from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.play.review.coaching import judged_move
from engine.play.review.coaching_words import comment_text
from engine.play.review.exploring import LOOKS, MoveTrials
from engine.play.review.judge import PositionJudge
from engine.play.review.own_judge import own_judge
from engine.play.review.values import PositionEvaluation

SEED = 3
RUN = 8  # moves in a row
SENTENCE_EACH, DEEPEST_EACH = 4, 16
LATEST_START = 60  # plies
REVIEW_NODES = 1_000_000


def runs(path: Path, seed: int) -> Iterator[tuple[chess.Board, list[chess.Move]]]:
    """A position of each game, and the moves that are tried from it."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", errors="replace") as file:
        texts = re.split(r"\n\n(?=\[Event )", file.read())
    chance = random.Random(seed)
    chance.shuffle(texts)
    for text in texts:
        game = chess.pgn.read_game(StringIO(text))
        moves = list(game.mainline_moves()) if game is not None and not game.errors else []
        if game is None or "FEN" in game.headers or len(moves) < 2 * RUN:
            continue
        start = chance.randrange(4, max(5, min(LATEST_START, len(moves) - RUN)))
        board = game.board()
        for move in moves[:start]:
            board.push(move)
        by_chance, line, tried = chance.random() < 0.5, board.copy(), []
        for move in moves[start : start + RUN]:
            if line.is_game_over():
                break
            tried.append(chance.choice(list(line.legal_moves)) if by_chance else move)
            line.push(tried[-1])
        yield board, tried


def judge(path: Path, output: Path, number: int, seed: int) -> None:
    """Appends moves until there are as many as wanted."""
    done = {(row["fen"], row["move"]) for row in _rows(output)}
    with output.open("a", encoding="utf-8") as file:
        for board, moves in runs(path, seed):
            trials, review = MoveTrials(own_judge(Limits(nodes=LOOKS[0]), None)), _Review()
            for move in moves:
                if len(done) >= number:
                    return
                key = board.fen(), move.uci()
                if key not in done:
                    looks = 1 + (len(done) % SENTENCE_EACH == 0) + (len(done) % DEEPEST_EACH == 0)
                    judged = judged_move(review, board, move)
                    row = _tried(trials, board, move, looks)
                    row |= {"fen": key[0], "move": key[1], "review": _sign(judged)}
                    print(json.dumps(row), file=file, flush=True)
                    done.add(key)
                board.push(move)


class _Review(PositionJudge):
    """A judge with the nodes of a review, which searches each position once, as a review does."""

    def __init__(self) -> None:
        super().__init__(own_judge(Limits(nodes=REVIEW_NODES), None).player, Limits(nodes=REVIEW_NODES))
        self._known: dict[str, PositionEvaluation | None] = {}

    def worth(
        self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        if board.fen() not in self._known:
            self._known[board.fen()] = super().worth(board, position, stopper)
        return self._known[board.fen()]


def _tried(trials: MoveTrials, board: chess.Board, move: chess.Move, looks: int) -> dict[str, Any]:
    """The signs by nodes, and the times until the first sign and its sentence."""
    signs: dict[str, str] = {}
    times: list[tuple[float, float]] = []
    words = ""
    begun = time.perf_counter(), time.process_time()
    for tried in trials.looks(board, move, Stopper()):
        if len(times) < 2:
            words = comment_text(tried.found) if tried.found is not None else ""
            times.append((1000 * (time.perf_counter() - begun[0]), 1000 * (time.process_time() - begun[1])))
        signs[str(tried.nodes)] = _sign(tried)
        if (looks == 1 or tried.found is not None) and tried.nodes == LOOKS[looks - 1]:
            break
    return {"signs": signs, "wall": [one[0] for one in times], "cpu": [one[1] for one in times], "words": words}


def _sign(judged: Any) -> str:
    """The sign of a `TriedMove` or `MoveExplanation`, "" for a good move."""
    return judged.judgement.value if judged is not None and judged.judgement is not None else ""


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def count(path: Path) -> dict[str, Any]:
    """The shares of equal signs, and the median times."""
    rows = _rows(path)
    result: dict[str, Any] = {"moves": len(rows), "faults of the review": sum(bool(row["review"]) for row in rows)}
    for nodes in map(str, LOOKS):
        looked = [row for row in rows if nodes in row["signs"]]
        same = sum(row["signs"][nodes] == row["review"] for row in looked)
        result[f"equal at {nodes} nodes"] = f"{same} of {len(looked)}, {100 * same / max(1, len(looked)):.1f} %"
    for name in ("wall", "cpu"):
        result[f"{name} ms to the sign, and to the sentence"] = [
            round(median([row[name][number] for row in rows if len(row[name]) > number] or [0])) for number in (0, 1)
        ]
    return result


def main(arguments: list[str]) -> int:
    """As the module says."""
    match arguments:
        case ["judge", games, output, *rest]:
            number, seed = (*map(int, rest), *(1_000, SEED)[len(rest) :])
            judge(Path(games), Path(output), number, seed)
        case ["count", path]:
            print(json.dumps(count(Path(path)), indent=1))
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
