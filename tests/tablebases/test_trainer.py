"""The trainer, the words for the panel, and the self-check by negamax."""

import chess
import pytest

from engine.console.ending_training import play
from engine.game.reason import Reason, ReasonKind
from tablebases.errors import TablebaseError
from tablebases.explain import best_line, sentence, verdict
from tablebases.probe.negamax import first_contradiction
from tablebases.probe.rank import RankedMove, RootRanking
from tablebases.signature import signatures_of
from tablebases.tables import Tablebases
from tablebases.trainer import EndgameExercise, defence, exercise, judge, known_signatures
from tablebases.wdl import Wdl


@pytest.fixture(name="tables", scope="module")
def shipped() -> Tablebases:
    return Tablebases()


def test_every_value_follows_from_those_after_its_moves(tables: Tablebases) -> None:
    for name in signatures_of(3) + signatures_of(4):
        assert first_contradiction(tables.prober, name, 60, 11) == (60, "", "")


@pytest.mark.parametrize(("wdl", "shortest", "longest"), [(Wdl.WIN, 20, 40), (Wdl.LOSS, 1, 30), (Wdl.DRAW, 0, 0)])
def test_exercises_have_the_result_and_length_asked_for(
    tables: Tablebases, wdl: Wdl, shortest: int, longest: int
) -> None:
    task = exercise(tables, "KQvKR", wdl=wdl, shortest=shortest, longest=longest, seed=5)
    board = chess.Board(task.fen)
    assert tables.probe_wdl(board) == wdl
    assert wdl == Wdl.DRAW or shortest <= abs(task.dtz) <= longest
    assert exercise(tables, "KQvKR", wdl=wdl, shortest=shortest, longest=longest, seed=5) == task


def test_an_exercise_that_does_not_exist_is_told(tables: Tablebases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablebases.trainer.TRIES", 2_000)  # positions of KNvK: none is won
    with pytest.raises(TablebaseError, match="no win of KNvK"):
        exercise(tables, "KNvK")
    with pytest.raises(TablebaseError, match="no table has KQPvKQ"):
        exercise(tables, "KQPvKQ")


def test_the_learner_is_told_when_the_win_slips(tables: Tablebases) -> None:
    board = chess.Board("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
    judged = judge(tables, board, chess.Move.from_uci("b1d3"))  # loses the queen
    assert judged is not None
    assert judged.slipped
    assert judged.after == Wdl.DRAW
    assert "The win slips" in judged.sentence
    assert judged.best in judged.sentence
    best = judge(tables, board, board.parse_san(judged.best))
    assert best is not None
    assert not best.slipped


def test_perfect_play_against_perfect_defence_takes_exactly_the_distance(tables: Tablebases) -> None:
    board = chess.Board("8/8/8/6B1/8/8/4k3/1K5N b - - 0 1")  # KBNvK's longest: mate in 66 plies (figures table: 65 + 1)
    assert tables.probe_dtz(board) == -66
    line = best_line(tables, board)
    assert len(line) == 66
    for move in line:
        board.push(move)
    assert board.is_checkmate()


def test_a_whole_exercise_is_played_in_the_terminal(tables: Tablebases) -> None:
    task = EndgameExercise("KQvK", "8/8/8/4k3/8/8/8/KQ6 w - - 0 1", Wdl.WIN, 17)
    said: list[str] = []
    asked = 0

    def ask(_prompt: str) -> str:
        nonlocal asked
        asked += 1
        if asked % 2:
            return "hint"
        return said[-1]

    assert play(tables, task, ask, said.append) == 0
    assert said[-1] == "Game over: 1-0, checkmate"
    assert play(tables, task, lambda _prompt: "quit", said.append) == 1


def test_the_defender_resists_and_the_list_of_endings_is_complete(tables: Tablebases) -> None:
    assert len(known_signatures(tables)) == 35
    board = chess.Board("8/8/8/6B1/8/8/4k3/1K5N b - - 0 1")
    assert defence(tables, board) == chess.Move.from_uci("e2f3")  # the only move that lasts 66 plies


def test_the_defender_of_a_draw_repeats_no_position(tables: Tablebases) -> None:
    """Repeating would end the exercise."""
    board = chess.Board("8/8/4k3/8/4P3/8/8/4K3 b - - 0 1")
    first = defence(tables, board)
    assert first is not None
    for move in (first, chess.Move.from_uci("e1f2"), chess.Move(first.to_square, first.from_square)):
        board.push(move)
    board.push_uci("f2e1")
    assert defence(tables, board) not in (first, None)


def test_a_cursed_win_is_explained_in_words() -> None:
    board = chess.Board("8/8/8/8/8/2k5/8/R3K3 w - - 40 80")
    move = chess.Move.from_uci("a1a2")
    for wdl, expected in (
        (Wdl.CURSED_WIN, "White could force mate, but not in time"),
        (Wdl.BLESSED_LOSS, "Black could"),
    ):
        ranked = RankedMove(move, wdl, 120 if wdl > 0 else -120, 1, zeroing=False, mate=False)
        text = sentence(board, RootRanking((ranked,), (move,), wdl, ranked.dtz, Reason(ReasonKind.WIN)))
        assert text.startswith(expected)
        assert "20 of the fifty moves are gone" in text
        assert "60 moves away" in text


def test_the_verdict_names_its_source_and_finished_games(tables: Tablebases) -> None:
    found = verdict(tables, chess.Board("8/8/8/6B1/8/8/4k3/1K5N b - - 0 1"))
    assert found is not None
    assert found.source == "KBNvK.rtbz"
    assert found.sentence.startswith("White wins.")
    mated = verdict(tables, chess.Board("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"))
    assert mated is not None
    assert mated.sentence == "Checkmate."
    assert verdict(tables, chess.Board()) is None
