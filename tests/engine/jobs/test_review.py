"""Reviews of whole games: what is faulted, what is told by rules, book and tables, and what a kill leaves."""

import json
import os
import threading
from pathlib import Path

import chess
import pytest

from books.choice.library import Library
from engine.game.info import PovScore, Score, TableResult
from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.ground.errors import MoveError
from engine.ground.files import read_file
from engine.jobs.job import Context
from engine.jobs.review import ReviewJob, review_of
from engine.play.review import journal as journal_module
from engine.play.review.journal import FORMAT, KEPT, ReviewJournal, review_key
from engine.play.review.judge import PositionJudge
from engine.play.review.judging import white_share
from engine.play.review.review_text import review_text
from engine.play.review.values import (
    EvaluationSource,
    GamePhase,
    GameReview,
    MoveJudgement,
    PositionEvaluation,
    ReviewRequest,
)
from engine.player import Player
from tablebases.tables import Tablebases
from tests.engine.play.review.games import GAME, SCHOLARS_MATE, ScriptedPlayer, review_game

BLUNDERS = (
    "e2e4",
    "e7e5",
    "g1f3",
    "b8c6",
    "f1c4",
    "c6d4",
    "f3e5",
    "d8g5",
    "e5f7",
    "g5g2",
    "h1f1",
    "g2e4",
    "c4e2",
    "d4f3",
)


def reviewed(player: ScriptedPlayer, folder: Path | None = None) -> GameReview | None:
    return review_game(GAME, PositionJudge(player, Limits(nodes=1000)), folder=folder)


def test_the_losing_move_is_a_blunder_with_a_better_line_and_the_rest_is_not_faulted() -> None:
    review = reviewed(ScriptedPlayer())
    assert review is not None
    signs = {move.san: move.judgement for move in review.moves if move.judgement}
    assert (
        signs == {"Qh5": MoveJudgement.INACCURACY, "Nf6": MoveJudgement.BLUNDER}
        or signs["Nf6"] is MoveJudgement.BLUNDER
    )
    blunder = review.moves[5]
    assert blunder.better and blunder.better[0] != "g8f6" and blunder.better_san
    assert review.black.blunders == 1 and review.white.blunders == 0
    assert review.white.accuracy is not None and review.black.accuracy is not None
    assert review.white.accuracy > review.black.accuracy
    assert review.mistakes(white=False) == (blunder,)


def test_mate_on_the_board_is_told_by_the_rules_and_the_best_move_loses_nothing() -> None:
    player = ScriptedPlayer()
    review = reviewed(player)
    assert review is not None
    assert review.worths[-1].teller is EvaluationSource.RULES and review.worths[-1].share == 1.0
    assert 7 not in player.searched, "the mated position is not searched"
    assert review.moves[-1].loss == 0 and review.moves[-1].accuracy == pytest.approx(100, abs=0.1)


def test_a_stopped_review_goes_on_where_it_was_and_asks_nothing_twice(tmp_path: Path) -> None:
    first = ScriptedPlayer()
    context = Context(shown=lambda done, _: context.stopper.stop() if done == 4 else None)
    stopped = review_game(GAME, PositionJudge(first, Limits(nodes=1000)), folder=tmp_path, context=context)
    assert stopped is None and len(first.searched) == 3
    second = ScriptedPlayer()
    job = ReviewJob(lambda limits: PositionJudge(second, limits), folder=tmp_path)
    found = list(job.run(ReviewRequest(GAME, Limits(nodes=1000)), Context()))
    assert found[-1].review == reviewed(ScriptedPlayer())
    assert not set(first.searched) & set(second.searched)
    assert sorted(found[0].worths) == [4, 5, 6, 7], "the window hears of those known from before too"
    assert sorted(found[-2].worths) == list(range(8))


def test_a_torn_line_of_the_journal_is_read_over_and_written_behind(tmp_path: Path) -> None:
    judge = PositionJudge(ScriptedPlayer(), Limits(nodes=1000))
    whole = review_game(GAME, judge, folder=tmp_path)
    path = tmp_path / f"{review_key(GAME, judge.effort)}.jsonl"
    path.write_bytes(path.read_bytes()[:-25])  # a kill in the middle of a write
    player = ScriptedPlayer()
    assert review_game(GAME, PositionJudge(player, Limits(nodes=1000)), folder=tmp_path) == whole
    assert player.searched == [0]
    assert all(line.startswith(("[", '"')) for line in path.read_text().splitlines())


def test_a_journal_that_cannot_be_written_costs_only_the_resuming(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert reviewed(ScriptedPlayer(), tmp_path / "file") == reviewed(ScriptedPlayer())


def test_a_journal_of_another_game_is_not_read(tmp_path: Path) -> None:
    other = GamePosition(GAME.fen, SCHOLARS_MATE[:4], chess960=False)
    assert review_key(other, "x") != review_key(GAME, "x") != review_key(GAME, "y")
    with ReviewJournal(tmp_path, "k") as journal:
        worth = reviewed(ScriptedPlayer())
        assert worth is not None
        journal.add(99, worth.worths[0])
        assert journal.known(8) == {}, "a ply that the game does not have"


def test_an_illegal_move_is_named() -> None:
    with pytest.raises(MoveError, match="e2e5"):
        review_game(
            GamePosition(chess.STARTING_FEN, ("e2e5",), chess960=False),
            PositionJudge(ScriptedPlayer(), Limits(nodes=1)),
        )


def test_a_stop_ends_a_real_search(tmp_path: Path) -> None:
    judge = PositionJudge(Player(), Limits(nodes=10_000_000_000))
    context = Context(shown=lambda *_: threading.Timer(0.05, context.stopper.stop).start())
    assert review_game(GAME, judge, folder=tmp_path, context=context) is None


def test_positions_of_the_tables_are_judged_by_the_tables_and_a_thrown_win_is_a_blunder() -> None:
    # KQK, White to move: Qb6 (from b7) against the king on a8 is stalemate, every other queen move that is safe wins.
    start = "k7/8/1Q6/8/8/8/8/6K1 b - - 0 1"
    assert chess.Board(start).is_stalemate()
    position = GamePosition("k7/8/8/1Q6/8/8/8/6K1 w - - 0 1", ("b5b6",), chess960=False)
    with Tablebases(()) as tables:
        review = review_game(position, PositionJudge(ScriptedPlayer(), Limits(nodes=1), tables))
    assert review is not None
    move = review.moves[0]
    assert move.before.teller is EvaluationSource.TABLEBASES and move.before.share == 1.0
    assert (move.judgement, move.loss, move.phase) == (MoveJudgement.BLUNDER, 50.0, GamePhase.ENDGAME)
    assert move.better and len(move.better) > 1


def test_the_evaluations_are_the_same_whether_moves_are_explained_or_not() -> None:
    limits, player = Limits(nodes=2_000), Player()
    boards = [chess.Board()]
    for move in BLUNDERS:
        boards.append(boards[-1].copy())
        boards[-1].push_uci(move)
    alone = PositionJudge(player, limits)
    expected = [
        alone.worth(boards[ply], GamePosition(chess.STARTING_FEN, BLUNDERS[:ply], chess960=False))
        for ply in range(len(BLUNDERS), -1, -1)
    ]
    job = ReviewJob(lambda limits: PositionJudge(Player(), limits))
    position = GamePosition(chess.STARTING_FEN, BLUNDERS, chess960=False)
    review = review_of(job, ReviewRequest(position, limits), Context())
    assert review is not None and any(move.claims for move in review.moves)
    assert list(review.worths) == expected[::-1]


def test_moves_of_the_book_are_not_faulted_and_the_opening_ends_with_the_book(tmp_path: Path) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook")
    moves = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "h2h4", "h7h5", "a2a4")
    player = Player()
    review = review_game(
        GamePosition(chess.STARTING_FEN, moves, chess960=False), PositionJudge(player, Limits(nodes=2000)), library
    )
    library.close()
    assert review is not None
    assert all(move.book and move.judgement is None for move in review.moves[:6])
    assert not review.moves[6].book and review.moves[-1].phase is GamePhase.MIDDLEGAME
    assert review.moves[2].phase is GamePhase.OPENING
    assert "Ruy Lopez" in review.opening  # its name in books/data (openings.tsv)
    assert (review.white.book_moves, review.black.book_moves) == (3, 3)


def test_a_worth_read_from_disk_is_the_one_written(tmp_path: Path) -> None:
    review = reviewed(ScriptedPlayer())
    assert review is not None
    with ReviewJournal(tmp_path, "k") as journal:
        for ply, worth in enumerate(review.worths):
            journal.add(ply, worth)
    with ReviewJournal(tmp_path, "k") as journal:
        found: dict[int, PositionEvaluation] = journal.known(7)
    assert tuple(found[ply] for ply in range(8)) == review.worths


@pytest.mark.parametrize("wdl", range(-2, 3))
def test_what_tables_prove_is_read_from_disk_as_a_result_of_tables(tmp_path: Path, wdl: int) -> None:
    score = PovScore(Score(table=TableResult(wdl, 7)), white=True)
    worth = PositionEvaluation(score, white_share(score), 0, ("e2e4",), EvaluationSource.TABLEBASES)
    with ReviewJournal(tmp_path, "k") as journal:
        journal.add(0, worth)
    with ReviewJournal(tmp_path, "k") as journal:
        assert journal.known(0) == {0: worth}


def test_a_journal_of_an_older_version_tells_table_wins_too(tmp_path: Path) -> None:
    lines = [FORMAT, [0, 20_000, None, 1.0, 0, ["e2e4"], "tablebases"], [1, 0, None, 0.5, 0, [], "tablebases"]]
    (tmp_path / "k.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    with ReviewJournal(tmp_path, "k") as journal:
        assert [journal.known(1)[ply].score.score.table for ply in (0, 1)] == [TableResult(2), TableResult(0)]


def test_a_review_says_a_win_by_tables_as_one() -> None:
    line = GamePosition("8/8/8/8/8/2k5/4P3/4K3 w - - 0 1", ("e2e4", "c3d4", "e1d2"), chess960=False)
    with Tablebases() as tables:
        review = review_game(line, PositionJudge(ScriptedPlayer(), Limits(nodes=1000), tables))
    assert review is not None and "+TB" in review_text(review) and "+200" not in review_text(review)


def test_the_journal_is_read_once_however_many_moves_are_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ReviewJournal(tmp_path, "k") as journal:
        for ply in range(1, 5):
            journal.explain(ply, ())
    reads: list[Path] = []

    def counted(path: Path) -> bytes:
        reads.append(path)
        return read_file(path)

    monkeypatch.setattr(journal_module, "read_file", counted)
    with ReviewJournal(tmp_path, "k") as journal:
        assert journal.known(8) == {}
        assert [journal.explained(ply, chess.STARTING_FEN, False) for ply in range(1, 6)] == [(), (), (), (), None]
    assert len(reads) == 2, "one to see whether its end is torn, one for the lines"


def test_the_journal_that_is_continued_is_kept_however_old_it_is(tmp_path: Path) -> None:
    for number in range(KEPT + 2):
        path = tmp_path / f"{number}.jsonl"
        path.write_text("[]\n")
        os.utime(path, (number, number))
    with ReviewJournal(tmp_path, "0"):
        left = {path.name for path in tmp_path.glob("*.jsonl")}
    assert "0.jsonl" in left and "1.jsonl" not in left
    assert len(left) == KEPT + 1


class Deeper(PositionJudge):
    """White can capture a bishop in two ways. The better one is seen only with more nodes."""

    START = "r5k1/5ppp/8/3b4/8/1B6/5PPP/3RQ1K1 w - - 0 1"

    def __init__(self, capture: str = "b3d5", centipawns: int = 400) -> None:
        self.start = centipawns, (capture, "a8c8", "h2h3")

    def deeper(self) -> PositionJudge:
        return Deeper("d1d5", 900)

    def worth(
        self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        after = (20, ("d5b3",)) if board.fullmove_number == 1 and board.piece_at(chess.H3) else (900, ())
        value, line = self.start if board.fen() == self.START else after
        score = PovScore(Score(centipawns=value), True)
        return PositionEvaluation(score, white_share(score), 1, line, EvaluationSource.SEARCH)

    @property
    def effort(self) -> str:
        return "scripted"


def test_the_better_line_is_the_one_that_the_claims_explain_and_stays_so(tmp_path: Path) -> None:
    game = GamePosition(Deeper.START, ("h2h3",), chess960=False)
    found = [review_game(game, Deeper(), folder=tmp_path) for _ in range(2)]
    for review in found:
        assert review is not None and review.moves[0].judgement is not None
        assert review.moves[0].better[0] == "d1d5" and review.moves[0].better_san[0] == "Rxd5"
        assert any(claim.line[0] == "d1d5" for claim in review.moves[0].claims)
