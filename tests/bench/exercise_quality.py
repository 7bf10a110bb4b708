"""Whether an exercise that Ratsu keeps has one good move: asked of another engine.

    python -m tests.bench.exercise_quality MISTAKES.jsonl ENGINE [NUMBER]     # one JSON line an exercise, then the share

The mistakes are those of `tests.bench.coach_mistakes find`, in an order of chance that is always the same. One becomes an
exercise as in `ratsu mistakes`: `has_one_answer` with NODES a position. The other engine searches the two best moves with 1
million nodes. An exercise is `single` if it names the same best move and every other loses SINGLE points of winning
probability; it is `close` if Ratsu's answer loses at most FORGIVEN points, and so is no wrong one.
"""

import json
import random
import sys
from pathlib import Path

import chess
import chess.engine

from engine.game.info import PovScore, Score
from engine.game.limits import Limits
from engine.play.review.exercises import Exercise, has_one_answer
from engine.play.review.judging import white_share
from engine.play.review.own_judge import own_judge
from tests.helpers.coach_mistakes import read_mistakes

NODES = 300_000  # of ours
JUDGE_NODES = 1_000_000  # of the other engine
SINGLE = 10.0  # points: as much as a `?` loses
FORGIVEN = 5.0  # points, as in the trainer


def main(arguments: list[str]) -> int:
    """As the module says."""
    if len(arguments) not in (2, 3):
        print(__doc__)
        return 2
    wanted = int(arguments[2]) if len(arguments) == 3 else 100
    mistakes = [mistake for mistake, _rating in read_mistakes(Path(arguments[0]))]
    random.Random(3).shuffle(mistakes)
    own = own_judge(Limits(nodes=NODES), None)
    kept = single = close = tried = 0
    with chess.engine.SimpleEngine.popen_uci(arguments[1]) as engine:
        for mistake in mistakes:
            board = chess.Board(mistake.fen)
            white, better = board.turn, mistake.best
            exercise = Exercise(
                mistake.fen,
                (),
                False,
                mistake.fen,
                white,
                mistake.move,
                "",
                better,
                "",
                _share(mistake.before, white),
                "",
            )
            tried += 1
            if not has_one_answer(exercise, own):
                continue
            answer, lost, apart = _judged(engine, board, better[0])
            kept += 1
            single += answer == better[0] and apart >= SINGLE
            close += lost <= FORGIVEN
            row = {
                "fen": mistake.fen,
                "better": better[0],
                "engine": answer,
                "lost": round(lost, 1),
                "apart": round(apart, 1),
            }
            print(json.dumps(row), flush=True)
            print(
                json.dumps({"tried": tried, "exercises": kept, "single": single, "close": close}),
                file=sys.stderr,
                flush=True,
            )
            if kept >= wanted:
                break
    return 0


def _judged(engine: chess.engine.SimpleEngine, board: chess.Board, better: str) -> tuple[str, float, float]:
    """The engine's best move, what ours loses against it, and how far its second best is behind, in points."""
    limit = chess.engine.Limit(nodes=JUDGE_NODES)
    found = engine.analyse(board, limit, multipv=2, game=object())
    shares = [_share(_pov(line["score"]), board.turn) for line in found]
    moves = [line["pv"][0].uci() for line in found]
    apart = 100 * (shares[0] - shares[1]) if len(shares) > 1 else 100.0
    if better in moves:
        return moves[0], 100 * (shares[0] - shares[moves.index(better)]), apart
    ours = engine.analyse(board, limit, root_moves=[board.parse_uci(better)], game=object())
    return moves[0], 100 * (shares[0] - _share(_pov(ours["score"]), board.turn)), apart


def _pov(score: chess.engine.PovScore) -> PovScore:
    white = score.white()
    return PovScore(Score(mate=white.mate()) if white.is_mate() else Score(centipawns=white.score()), True)


def _share(score: PovScore, white: bool) -> float:
    share = white_share(score)
    return share if white else 1 - share


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
