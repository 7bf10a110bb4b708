"""What the trainer of openings can say of the moves of the shipped book, and whether another engine agrees.

    python -m tests.bench.book_reasons [CARDS] [ENGINE]

Looks at the CARDS (default 40) most likely cards of each side. ENGINE (a UCI program) is asked with NODES nodes whether the move
that is named as worse is worse: `contradicted` are those that it sees ahead.
"""

import sys
import time
from collections.abc import Iterator

import chess
import chess.engine

from books.choice.library import Library
from books.repertoire.lines import RepertoirePosition, grow
from books.repertoire.trainer_values import ALL_BOOKS, AskedPosition, MoveLesson, Repertoire
from engine.drill.reason_words import reason_text
from engine.drill.reasons import NODES as JUDGE_NODES
from engine.drill.reasons import AnswerReason
from engine.drill.sources.opening_reasons import why_taught
from engine.game.limits import Limits
from engine.game.stopper import Stopper
from engine.play.review.own_judge import own_judge

ELO = 1500
NODES = 1_000_000


def cards(library: Library, white: bool, most: int) -> Iterator[AskedPosition]:
    """The most likely cards of a side."""
    spots = grow(Repertoire(0, "", white, books=ALL_BOOKS), library.moves_on, name_at=library.names.at)
    for spot in [spot for spot in spots.values() if spot.own and spot.answers][:most]:
        yield _asked(spot)


def _asked(spot: RepertoirePosition) -> AskedPosition:
    answers = tuple((move.uci(), spot.board.san(move)) for move in spot.answers)
    moves = tuple(move.uci() for move in spot.path)
    return AskedPosition(spot.root, moves, bool(spot.board.turn), True, True, 1, answers, MoveLesson(answers[0][1]))


def behind_cp(engine: chess.engine.SimpleEngine, move: str, found: AnswerReason) -> int:
    """By how much the other move is worse, in centipawns."""
    board = chess.Board(found.fen)
    seen = []
    for uci in (move, found.line[0]):
        after = board.copy(stack=False)
        after.push_uci(uci)
        score = engine.analyse(after, chess.engine.Limit(nodes=NODES), game=object())["score"]
        seen.append(score.pov(board.turn).score(mate_score=10_000))
    return seen[0] - seen[1]


def main() -> None:
    """Prints each sentence, and the counts."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    other = chess.engine.SimpleEngine.popen_uci(sys.argv[2]) if len(sys.argv) > 2 else None
    library, judge = Library(None, None), own_judge(Limits(nodes=JUDGE_NODES), None)
    found: list[AnswerReason | None] = []
    seconds: list[float] = []
    losses: list[tuple[int, bool]] = []
    for white in (True, False):
        for asked in cards(library, white, most):
            began = time.process_time()
            why = why_taught(library, judge, asked, ELO, Stopper())
            seconds.append(time.process_time() - began)
            found.append(why)
            text = reason_text(why) if why is not None else "-"
            if other is not None and why is not None and not why.right:
                losses.append((behind_cp(other, asked.answers[0][0], why), why.claim is not None))
                text = f"[{losses[-1][0]}] {text}"
            line = chess.Board(asked.fen).variation_san([chess.Move.from_uci(uci) for uci in asked.moves])
            print(f"{line or 'start'} | {asked.answers[0][1]}: {text}", flush=True)
    told = [why for why in found if why is not None]
    print(
        f"{len(found)} cards, {len(told)} explained, {sum(why.claim is not None for why in told)} with a claim of the coach"
    )
    print(f"{sum(seconds) / len(seconds):.2f} s of the processor a card, at most {max(seconds):.2f}")
    if other is not None:
        other.quit()
        blamed = [loss for loss, claims in losses if claims]
        print(
            f"another engine: of {len(blamed)} moves blamed with a claim {sum(loss < 0 for loss in blamed)} contradicted, "
            f"{sum(loss >= 20 for loss in blamed)} worse by 20 or more; "
            f"of {len(losses) - len(blamed)} told by scores {sum(loss < 0 for loss, claims in losses if not claims)} contradicted"
        )
    library.close()


if __name__ == "__main__":
    main()
