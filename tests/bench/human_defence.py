"""How much harder the endgame trainer's defence is for people than the longest one:
`python -m tests.bench.human_defence --positions 300 --elo 1200`.

Lost positions of a signature with the defender to move, in pairs: the longest defence, and the trainer's. After each, the
chance that a person of the rating gives the win away, by the predictor with its search (the trainer asks the network alone),
and the share of legal moves that do. `plies`: how much sooner the win ends against best play.

`--played N` plays each lesson that is won with up to four pieces N times against both defences, 15 moves at most: the learner
draws its moves from the predictor with its search. It counts the games in which the win slips.
"""

import argparse
import random
from statistics import fmean

import chess

from engine.drill.sources.likely_errors import LikelyErrors
from engine.play.people.human_replies import human_replies
from tablebases.lessons import LESSONS, LessonEnd
from tablebases.probe.negamax import random_position
from tablebases.tables import Tablebases
from tablebases.trainer import defence, uniform_error
from tablebases.wdl import Wdl

LONGEST = 15  # moves of a played lesson
SIGNATURES = ("KPvK", "KQvKR", "KQvKP", "KRvKP", "KBPvK", "KPvKP", "KRvK", "KBBvK")


def main() -> None:
    """Prints a line for each signature."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100, help="of each signature")
    parser.add_argument("--elo", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=60)
    parser.add_argument("--played", type=int, default=0, metavar="N", help="games of each lesson instead")
    asked = parser.parse_args()
    if asked.played:
        play_lessons(asked.played, asked.elo, asked.seed)
        return
    generator, erring, people = random.Random(asked.seed), LikelyErrors(asked.elo), human_replies(asked.elo)
    with Tablebases() as tables:

        def after(board: chess.Board, move: chess.Move) -> tuple[float, float]:
            then = board.copy()
            then.push(move)
            ranking = tables.rank(then)
            if ranking is None or not ranking.moves:
                return 0.0, 0.0
            right = [row.move for row in ranking.moves if row.wdl == ranking.wdl]
            chances = people.chances(then)
            return 1 - sum(chances[then.uci(one)] for one in right), uniform_error(then, right)

        for signature in SIGNATURES:
            rows: list[tuple[float, ...]] = []
            while len(rows) < asked.positions:
                board = chess.Board(random_position(signature, generator.getrandbits(62)), chess960=False)
                if tables.probe_wdl(board) != Wdl.LOSS or board.is_game_over():
                    continue
                ranking, hard = tables.rank(board), defence(tables, board, erring)
                assert ranking is not None and hard is not None
                played = next(row for row in ranking.moves if row.move == hard)
                given = abs(ranking.top.dtz or 0) - abs(played.dtz or 0)
                rows.append((*after(board, ranking.top.move), *after(board, hard), given))
            longest, wrong, trained, wrong_then, sooner = (fmean(column) for column in zip(*rows, strict=True))
            print(
                f"{signature:<7} people err {longest:6.1%} -> {trained:6.1%}   "
                f"moves that err {wrong:6.1%} -> {wrong_then:6.1%}   {sooner:4.1f} plies sooner",
                flush=True,
            )


def play_lessons(games: int, elo: int, seed: int) -> None:
    """Prints the share of lessons in which the win slips, for both defences."""
    people, erring = human_replies(elo), LikelyErrors(elo)
    lessons = [one for one in LESSONS if one.end is LessonEnd.MATE]
    slipped, played = [0, 0], 0
    with Tablebases() as tables:
        for lesson in lessons:
            for number in range(games):
                played += 1
                for hard in (0, 1):
                    generator = random.Random(f"{seed} {lesson.fen} {number}")
                    board = chess.Board(lesson.fen, chess960=False)
                    for _ in range(LONGEST):
                        chances = people.chances(board)
                        uci = generator.choices(list(chances), list(chances.values()))[0]
                        board.push_uci(uci)
                        if board.is_game_over() or tables.probe_wdl(board) != Wdl.LOSS:
                            break
                        ranking = tables.rank(board)
                        assert ranking is not None
                        reply = defence(tables, board, erring) if hard else ranking.top.move
                        assert reply is not None
                        board.push(reply)
                    lost = not board.is_checkmate() and board.turn == chess.BLACK
                    slipped[hard] += lost
        print(f"{len(lessons)} lessons, {played} games each: slipped {slipped[0]} -> {slipped[1]}", flush=True)


if __name__ == "__main__":
    main()
