"""What a match tells in words: its summary, and the night's report of one."""

from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.night.kinds import match as night_match
from engine.night.values import TaskAnswer
from engine.play.match.journal import row_of
from engine.play.match.report import summary
from engine.play.match.schedule import Encounter, GameResult, System
from tests.engine.play.match.test_match import outcome


def test_a_summary_names_only_pairs_that_met_and_counts_the_faults_it_leaves_out() -> None:
    """The report of a gauntlet at night had lines of games that nobody was to play."""
    late = Outcome(Side.BLACK, Termination.FLAG)
    played = [GameResult(Encounter(number, 0, 2, 0), late, 10) for number in range(1, 24)]
    lines = summary(["a", "b", "c"], played, System.ROUND_ROBIN, None).splitlines()
    assert [line.split(":")[0] for line in lines[:4]] == ["a - c", "", "a", "c"]
    assert lines[-1] == "  and 3 more" and sum(line.startswith("  game ") for line in lines) == 20


def test_a_report_of_the_night_counts_the_games_that_repeat_another() -> None:
    games = []
    for number, moves in ((1, "1. e4 *"), (3, "1. e4 *"), (5, "1. d4 *")):
        row = row_of(GameResult(Encounter(number, 0, 1, 0), Outcome(Side.WHITE, Termination.CHECKMATE), 10))
        games.append({"game": row, "players": ["a", "b"], "pgn": f'[Round "{number}"]\n\n{moves}\n'})
    told = [str(line.text) for line in night_match.lines([TaskAnswer(1, "", {"games": games})])]
    assert told[:2] == ["Games played: 3", "Games that repeat another one, and prove nothing: 1"]


def test_an_even_score_is_no_elo_below_nothing() -> None:
    """It was told as `Elo -0`."""
    played = [outcome(1, 0, 1, "1-0"), outcome(2, 1, 0, "1-0")]
    assert "Elo +0 [" in summary(["a", "b"], played, System.ROUND_ROBIN, None)


def test_a_report_of_the_night_keeps_who_is_who_where_a_pair_could_not_play() -> None:
    """The engine of the pair that failed lent its number, and its name, to the next one."""
    row = row_of(GameResult(Encounter(1, 2, 0, 0), Outcome(Side.WHITE, Termination.CHECKMATE), 10))
    told = night_match.lines([TaskAnswer(1, "", {"games": [{"game": row, "players": ["c", "a"], "pgn": ""}]})])
    assert any(str(line.text).startswith("a - c: +0 =0 -1") for line in told)
