"""Thinking times beside those of people: long thoughts about easy moves, fast moves in hard positions."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.drill.deck import Deck
from engine.drill.deck_file import DeckFile, as_file, of_file
from engine.drill.sources import clock
from engine.game.info import PovScore, Score
from engine.human.predictor import Predictor
from engine.human.think_time import quicker_share, seconds
from engine.jobs.job import Context, findings, last
from engine.jobs.mirror import MirrorJob, MirrorRequest
from engine.pgn.reader import first_game
from engine.play.people.thinking import ClockExercise, clock_exercises, timed_moves
from engine.play.review.mirror import Section
from engine.play.review.values import EvaluationSource, PositionEvaluation

GAME = """[White "Ann"]
[Black "Bob"]
[WhiteElo "1500"]
[BlackElo "1500"]
[TimeControl "900+0"]

1. e4 {[%clk 0:15:00]} e5 {[%clk 0:15:00]} 2. Nf3 {[%clk 0:14:58]} Nc6 {[%clk 0:14:58]} 3. Bc4 {[%clk 0:14:56]}
Nf6 {[%clk 0:14:55]} 4. d3 {[%clk 0:14:53]} Bc5 {[%clk 0:14:50]} 5. Bg5 {[%clk 0:14:50]} h6 {[%clk 0:14:46]}
6. Bxf6 {[%clk 0:13:40]} Qxf6 {[%clk 0:13:30]} 7. O-O {[%clk 0:13:36]} Kd8 {[%clk 0:13:29]} *
"""
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("ply", [10, 30, 60])
@pytest.mark.parametrize("entropy", [None, 0.4, 2.5])
def test_the_share_of_quicker_people_is_the_inverse_of_the_drawn_time(ply: int, entropy: float | None) -> None:
    for luck in (0.1, 0.3, 0.5, 0.7, 0.9):
        took = seconds(ply, 300, 0, 240.0, entropy, luck)
        assert quicker_share(ply, 300, 0, 240.0, entropy, took) == pytest.approx(luck, abs=0.03)
    assert (
        quicker_share(ply, 300, 0, 240.0, entropy, 0.0) < 0.1 < 0.9 < quicker_share(ply, 300, 0, 240.0, entropy, 200.0)
    )


def test_a_long_thought_and_a_hasty_move_are_found_by_the_clocks_of_the_game() -> None:
    game = first_game(GAME)
    white = {move.ply: (move.took_s, move.pace) for move in timed_moves(game, white=True)}
    black = {move.ply: (move.took_s, move.pace) for move in timed_moves(game, white=False)}
    assert white == {9: (3.0, "usual"), 11: (70.0, "long"), 13: (4.0, "usual")}
    assert black[12] == (76.0, "long") and black[14] == (1.0, "short")


def exercises() -> list[ClockExercise]:
    game = first_game(GAME)
    return [*clock_exercises(game, white=False, predictor=Predictor(), elo=1500)]


def test_exercises_are_easy_moves_that_took_long_and_strange_ones_that_came_fast() -> None:
    found = exercises()
    assert [(one.played, one.long) for one in found] == [("d8f6", True), ("e8d8", False)]
    assert found[0].limit_s >= 10 and found[0].usual_s < 12 and found[0].event == "Ann – Bob"


def test_a_good_answer_must_come_in_time_and_is_asked_again_later() -> None:
    time = [NOW]
    file = DeckFile(None, lambda _load: Deck(), lambda _content: None)
    assert clock.add(file, exercises()) == 2 and clock.add(file, exercises()) == 0
    file.change(lambda deck: of_file(as_file(deck)))

    class Judge:
        def worth(self, board: object, position: object, stopper: object = None) -> PositionEvaluation:
            return PositionEvaluation(
                PovScore(Score(centipawns=0), white=True), 0.5, 1, ("d8f6",), EvaluationSource.SEARCH
            )

    from engine.drill.verdict import GivenAnswer

    for late, right in ((True, False), (False, True)):
        source = clock.ClockSource(clock.due(file.value(), time[0]), Judge, lambda: time[0], file)  # type: ignore[arg-type]
        asked = source.next()
        assert asked is not None and asked.long
        time[0] += timedelta(seconds=asked.limit_s + 1 if late else 2)
        verdict = source.judge(asked, "d8f6")
        assert verdict.right is right and isinstance(verdict.why, clock.ClockAnswer)
        assert verdict.why.late is late and verdict.why.best == ("d8f6",)
        assert source.answered(asked, right, GivenAnswer(answer="d8f6")).grade is not None
        time[0] += timedelta(days=1)


def test_the_mirror_shows_thinking_times_and_finds_the_exercises(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAME, encoding="utf-8")
    found = last(findings(MirrorJob(None), MirrorRequest(path, "Bob"), Context()))
    assert found is not None and found.mirror is not None and found.clock == tuple(exercises())
    rows = {row.key: row.moves for row in found.mirror.sections[Section.PACE]}
    assert rows == {"long": 1, "usual": 1, "short": 1}
