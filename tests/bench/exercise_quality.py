"""Whether an exercise that Ratsu keeps has one good move: asked of another engine.

    python -m tests.bench.exercise_quality ask MISTAKES.jsonl ENGINE FOUND.jsonl [NUMBER]     # one JSON line a candidate
    python -m tests.bench.exercise_quality count FOUND.jsonl                                  # one JSON object a rule

The mistakes are those of `tests.bench.coach_mistakes find`, in an order of chance that is always the same. `ask` goes on where
FOUND ends: it may be stopped at any time. A candidate is a mistake that passes a loose rule: Ratsu's search of NODES agrees
with the better move, and every other one loses LOOSE points. It is searched again with CONFIRMED nodes. Then the other engine
searches the two best moves with 1 million nodes. An exercise is `single` if that engine names the same best move and every
other loses SINGLE points of winning probability; it is `close` if Ratsu's answer loses at most FORGIVEN points. `count` says
what each bound of APART points, with and without the second search, would keep; half of the candidates (by the position's
name) are there to choose a rule, the other half to measure it.
"""

import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

import chess
import chess.engine

from engine.coach.mistake import Mistake
from engine.game.info import PovScore, Score
from engine.game.limits import GamePosition, Limits
from engine.play.review.judge import PositionJudge
from engine.play.review.judging import loss_points, white_share
from engine.play.review.own_judge import own_judge
from tests.helpers.coach_mistakes import read_mistakes

NODES = 300_000  # of ours, as `ratsu mistakes` asks
CONFIRMED = 1_200_000
LOOSE = 10.0
JUDGE_NODES = 1_000_000  # of the other engine
SINGLE = 10.0  # points: as much as a `?` loses
FORGIVEN = 5.0  # points, as in the trainer
BOUNDS = (10.0, 15.0, 20.0, 25.0, 30.0, 40.0)


def ask(path: Path, engine: str, output: Path, wanted: int) -> None:
    """Appends a row for each mistake that is not in the output yet, until `wanted` candidates are there."""
    mistakes = {mistake.fen: mistake for mistake, _rating in read_mistakes(path)}
    order = sorted(mistakes)
    random.Random(3).shuffle(order)
    rows = _rows(output) if output.exists() else []
    known = {row["fen"] for row in rows}
    kept = sum("engine" in row for row in rows)
    judges = [own_judge(Limits(nodes=nodes), None) for nodes in (NODES, CONFIRMED)]
    with chess.engine.SimpleEngine.popen_uci(engine) as other, output.open("a", encoding="utf-8") as file:
        for fen in order:
            if fen in known or kept >= wanted:
                continue
            row: dict[str, Any] = {"fen": fen, "better": mistakes[fen].best[0]}
            row["ours"] = [_ours(mistakes[fen], judges[0])]
            if row["ours"][0][0] and row["ours"][0][1] >= LOOSE:
                row["ours"].append(_ours(mistakes[fen], judges[1]))
                row["engine"], row["lost"], row["apart"] = _judged(other, chess.Board(fen), row["better"])
                kept += 1
            print(json.dumps(row), file=file, flush=True)


def _ours(mistake: Mistake, judge: PositionJudge) -> tuple[bool, float, float]:
    """Whether a search of ours agrees with the better move, how far the others are behind in points, and the mover's share."""
    board = chess.Board(mistake.fen)
    position = GamePosition(mistake.fen, (), chess960=False)
    best = judge.worth(board, position)
    if best is None or best.line[:1] != mistake.best[:1] or board.legal_moves.count() < 2:
        return False, 0.0, 0.0
    rival = judge.rival(board, position, mistake.best[0])
    apart = loss_points(best.share, rival.share, board.turn) if rival is not None else 0.0
    return True, round(apart, 1), round(best.share if board.turn else 1 - best.share, 3)


def _judged(engine: chess.engine.SimpleEngine, board: chess.Board, better: str) -> tuple[str, float, float]:
    """The engine's best move, what ours loses against it, and how far its second best is behind, in points."""
    limit = chess.engine.Limit(nodes=JUDGE_NODES)
    found = engine.analyse(board, limit, multipv=2, game=object())
    shares = [_share(_pov(line["score"]), board.turn) for line in found]
    moves = [line["pv"][0].uci() for line in found]
    apart = round(100 * (shares[0] - shares[1]) if len(shares) > 1 else 100.0, 1)
    if better in moves:
        return moves[0], round(100 * (shares[0] - shares[moves.index(better)]), 1), apart
    ours = engine.analyse(board, limit, root_moves=[board.parse_uci(better)], game=object())
    return moves[0], round(100 * (shares[0] - _share(_pov(ours["score"]), board.turn)), 1), apart


def _pov(score: chess.engine.PovScore) -> PovScore:
    white = score.white()
    return PovScore(Score(mate=white.mate()) if white.is_mate() else Score(centipawns=white.score()), True)


def _share(score: PovScore, white: bool) -> float:
    share = white_share(score)
    return share if white else 1 - share


def _rows(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def count(path: Path) -> None:
    """What each rule keeps, and how much of it is single, in each half and in both."""
    candidates = [row for row in _rows(path) if "engine" in row]
    for searches in (1, 2):
        for bound in BOUNDS:
            kept = [
                row
                for row in candidates
                if all(agrees and apart >= bound for agrees, apart, _share in row["ours"][:searches])
            ]
            halves = [[row for row in kept if _half(row["fen"]) == half] for half in (0, 1)]
            shares = [_counted(rows) for rows in (*halves, kept)]
            print(
                json.dumps(
                    {"searches": searches, "apart": bound, "first": shares[0], "second": shares[1], "all": shares[2]}
                )
            )


def _counted(rows: list[dict[str, Any]]) -> dict[str, float]:
    single = sum(row["engine"] == row["better"] and row["apart"] >= SINGLE for row in rows)
    close = sum(row["lost"] <= FORGIVEN for row in rows)
    return {"kept": len(rows), "single": single, "close": close, "share": round(single / max(1, len(rows)), 3)}


def _half(fen: str) -> int:
    return hashlib.sha256(fen.encode()).digest()[0] % 2


def main(arguments: list[str]) -> int:
    """As the module says."""
    match arguments:
        case ["ask", path, engine, output, *rest]:
            ask(Path(path), engine, Path(output), int(rest[0]) if rest else 400)
        case ["count", path]:
            count(Path(path))
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
