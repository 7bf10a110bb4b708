"""Training with puzzles: the rating, what is asked next, what comes again, and the file that keeps it."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from engine.coach.line import MotifLine
from engine.coach.puzzles import Puzzle, shipped_puzzles
from engine.coach.themes.tagger import KNOWN
from engine.drill.deck import Deck
from engine.drill.deck_file import as_file, of_file
from engine.drill.sources.puzzles import (
    CYCLE_LENGTH,
    SOURCE,
    STREAK_START,
    PuzzleMode,
    PuzzleSelection,
    due_puzzles,
    progress_of,
    with_progress,
)
from engine.play.tactics.glicko import Glicko
from engine.play.tactics.progress import TacticsProgress

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PUZZLES = shipped_puzzles()
EASY, HARD = PUZZLES[0], PUZZLES[-1]


def test_glicko_2_finds_what_glickmans_own_example_finds() -> None:
    """Glickman, "Example of the Glicko-2 system", 2022: 1464.06, 151.52, 0.05999."""
    after = Glicko(1500, 200, 0.06).after([(1400, 30, 1), (1550, 100, 0), (1700, 300, 0)])
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.02)
    assert after.volatility == pytest.approx(0.059996, abs=0.000001)


def test_a_solved_puzzle_is_not_asked_again() -> None:
    deck, wish, asked = Deck(), PuzzleSelection(), []
    for seed in range(4):
        puzzle = wish.next(PUZZLES[:4], deck, NOW, random.Random(seed))
        assert puzzle is not None
        asked.append(puzzle.name)
        deck = wish.answered(deck, puzzle, True, NOW)
    assert sorted(asked) == sorted(puzzle.name for puzzle in PUZZLES[:4])
    assert wish.next(PUZZLES[:4], deck, NOW, random.Random(0)) is None


def test_volatility_rises_with_results_that_nobody_expected() -> None:
    usual, surprised = Glicko(1500, 60).after([(1500, 75, 1)]), Glicko(1500, 60).after([(2400, 75, 1)] * 5)
    assert usual.volatility < 0.06 < 0.0603 < surprised.volatility


def test_the_shipped_puzzles_are_legal_rated_and_have_themes() -> None:
    assert len(PUZZLES) > 8_000 and len({puzzle.name for puzzle in PUZZLES}) == len(PUZZLES)
    assert all(300 < puzzle.rating < 3_500 and puzzle.themes and len(puzzle.moves) % 2 == 0 for puzzle in PUZZLES)
    for puzzle in PUZZLES[::400]:
        assert len(MotifLine.of(puzzle.fen, puzzle.moves, chess960=False).moves) == len(puzzle.moves)


def test_the_themes_of_the_shipped_puzzles_are_those_of_lichess() -> None:
    """952 had the piece that moves as a theme: `Queen`, `Rook`. The list is translation/source/puzzleTheme.xml of lichess."""
    untold = {"advantage", "crushing", "equality", "master", "masterVsMaster", "superGM", "zugzwang", "discoveredCheck"}
    rare = {
        f"{name}Mate" for name in ("corner", "killBox", "morphys", "opera", "pillsburys", "swallowstail", "vukovic")
    }
    assert frozenset().union(*(puzzle.themes for puzzle in PUZZLES)) <= {*KNOWN, *untold, *rare}


def test_a_hard_puzzle_solved_raises_the_rating_more_than_an_easy_one_and_each_counts_once() -> None:
    start = TacticsProgress()
    hard, easy = start.rated(HARD, True), start.rated(EASY, True)
    assert hard.glicko.rating > easy.glicko.rating > 1500 and easy.glicko.deviation < 350
    assert hard.rated(HARD, True).glicko == hard.glicko and (hard.solved, hard.failed) == (1, 0)


def test_a_failed_puzzle_comes_again_before_new_ones_and_later_and_later() -> None:
    wish, chance = PuzzleSelection(), random.Random(1)
    failed = wish.answered(Deck(), EASY, False, NOW)
    assert wish.next(PUZZLES, failed, NOW, chance) != EASY
    later = NOW + timedelta(days=2)
    assert wish.next(PUZZLES, failed, later, chance) == EASY
    again = wish.answered(failed, EASY, True, later)
    assert EASY.name not in due_puzzles(again, later)
    assert again.of(SOURCE)[EASY.name].due > failed.of(SOURCE)[EASY.name].due
    assert not wish.answered(Deck(), EASY, True, NOW).of(SOURCE), "what was right at once has no card"


def test_new_puzzles_are_of_the_users_rating_and_of_the_wished_theme() -> None:
    deck = with_progress(Deck(), replace(TacticsProgress(), glicko=Glicko(1200, 60)))
    for _ in range(20):
        puzzle = PuzzleSelection(theme="pin").next(PUZZLES, deck, NOW, random.Random(3))
        assert puzzle is not None and abs(puzzle.rating - 1200) < 250 and "pin" in puzzle.themes
        deck = PuzzleSelection(theme="pin").answered(deck, puzzle, True, NOW)
    assert PuzzleSelection(theme="no such theme").next(PUZZLES, deck, NOW, random.Random(3)) is None


def test_a_streak_gets_harder_and_ends_with_a_mistake() -> None:
    wish, deck, ratings = PuzzleSelection(PuzzleMode.STREAK), Deck(), []
    for right in (True, True, True, False):
        puzzle = wish.next(PUZZLES, deck, NOW, random.Random(2))
        assert puzzle is not None
        ratings.append(puzzle.rating)
        deck = wish.answered(deck, puzzle, right, NOW)
    progress = progress_of(deck)
    assert ratings[0] < STREAK_START + 100 < ratings[0] + 200 and ratings[3] > ratings[0]
    assert (progress.streak, progress.best, progress.glicko) == (0, 3, Glicko()), "it is not rated"


def test_for_children_the_first_puzzles_are_easy_and_grow() -> None:
    deck, ratings = Deck(), []
    for number in range(30):
        puzzle = PuzzleSelection(children=True).next(PUZZLES, deck, NOW, random.Random(number))
        assert puzzle is not None
        ratings.append(puzzle.rating)
        deck = PuzzleSelection().answered(deck, puzzle, True, NOW)
    assert max(ratings[:3]) < 900 < 1_100 < min(ratings[-3:])


def test_a_cycle_asks_the_same_puzzles_in_rounds_and_times_them() -> None:
    wish, now = PuzzleSelection(PuzzleMode.CYCLE, "fork"), NOW
    deck = wish.begun(PUZZLES, Deck(), random.Random(1))
    rounds: list[list[Puzzle | None]] = []
    for _ in range(2):
        asked = []
        for _ in range(CYCLE_LENGTH):
            puzzle = wish.next(PUZZLES, deck, now, random.Random(9))
            assert puzzle is not None and "fork" in puzzle.themes
            asked.append(puzzle)
            now += timedelta(seconds=5)
            deck = wish.answered(deck, puzzle, True, now)
        rounds.append([*asked])
    assert rounds[0] == rounds[1] and len({*map(str, rounds[0])}) == CYCLE_LENGTH
    assert wish.cycle(progress_of(deck)).rounds == ((CYCLE_LENGTH - 1) * 5.0,) * 2
    assert wish.begun(PUZZLES, deck, random.Random(1)) == deck, "a running cycle continues"


def test_the_time_of_a_round_leaves_out_the_night() -> None:
    """A round that was done on two evenings took 1,440 minutes."""
    wish, now = PuzzleSelection(PuzzleMode.CYCLE, "fork"), NOW
    deck = wish.begun(PUZZLES, Deck(), random.Random(1))
    for number in range(CYCLE_LENGTH):
        puzzle = wish.next(PUZZLES, deck, now, random.Random(9))
        assert puzzle is not None
        now += timedelta(hours=24) if number == 20 else timedelta(seconds=10)
        deck = of_file(as_file(wish.answered(deck, puzzle, True, now)))
    (took,) = wish.cycle(progress_of(deck)).rounds
    assert took == pytest.approx((CYCLE_LENGTH - 2) * 10)


def test_each_theme_has_a_cycle_of_its_own_and_none_is_lost() -> None:
    forks, pins, chance = (
        PuzzleSelection(PuzzleMode.CYCLE, "fork"),
        PuzzleSelection(PuzzleMode.CYCLE, "pin"),
        random.Random(1),
    )
    deck = forks.begun(PUZZLES, Deck(), chance)
    fork = forks.next(PUZZLES, deck, NOW, chance)
    assert fork is not None
    deck = pins.begun(PUZZLES, forks.answered(deck, fork, True, NOW), chance)
    pin = pins.next(PUZZLES, deck, NOW, chance)
    assert pin is not None and "pin" in pin.themes
    deck = of_file(as_file(pins.answered(deck, pin, False, NOW)))
    assert [wish.cycle(progress_of(deck)).at for wish in (forks, pins, PuzzleSelection(PuzzleMode.CYCLE))] == [1, 1, 0]


def test_a_new_cycle_has_other_puzzles_and_is_begun_where_the_old_ones_are_gone() -> None:
    wish = PuzzleSelection(PuzzleMode.CYCLE, "fork")
    first = wish.begun(PUZZLES, Deck(), random.Random(1))
    second = wish.renewed(PUZZLES, first, random.Random(1))
    assert len(wish.cycle(progress_of(second)).puzzles) == CYCLE_LENGTH
    assert not {*wish.cycle(progress_of(first)).puzzles} & {*wish.cycle(progress_of(second)).puzzles}
    left = [puzzle for puzzle in PUZZLES if puzzle.name != wish.cycle(progress_of(first)).puzzles[0]]
    assert wish.next(left, wish.begun(left, first, random.Random(1)), NOW, random.Random(1)) is not None


def test_a_rating_stays_within_what_is_read_again() -> None:
    # One that fell below 0 was written, and the next start set all progress aside as damaged.
    assert Glicko(1.0, 350, 0.06).after([(1500, 60, 0.0)] * 8).rating == 0
    assert Glicko(4_990.0, 350, 0.06).after([(4_990, 60, 1.0)] * 8).rating == 5_000
