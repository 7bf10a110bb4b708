"""Training on several computers: every answer counts once, and cards and ratings are the same everywhere."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.coach.puzzles import Puzzle, shipped_puzzles
from engine.console.deck import deck_at
from engine.drill.deck import Deck, Grade
from engine.drill.sources import endgames, mistakes, puzzles, visualise
from engine.drill.sources.puzzles import PuzzleMode, PuzzleSelection
from engine.drill.sources.visualise import VisualKind, VisualSource
from engine.drill.verdict import GivenAnswer
from engine.ground.user_files import TRAINING
from engine.play.review.exercises import MistakeExercise
from engine.play.tactics.progress import TacticsProgress
from engine.sharing.exchange import Exchange, Exchanged
from engine.sharing.training import TrainingPart
from tablebases.lessons import LESSONS

EDITS = 1_000
BEGIN = datetime(2026, 11, 1, 18, tzinfo=UTC)
RATED = PuzzleSelection(PuzzleMode.RATED)


class Trained:
    """A computer's deck."""

    def __init__(self, folder: Path, shared: Path, number: int, skew: timedelta = timedelta()) -> None:
        self.number, self.skew, self.now = number, skew, BEGIN + timedelta(seconds=number)
        self.home, self.shared = folder / f"home {number}", shared
        self.home.mkdir()
        self.file = deck_at(self.home / TRAINING)
        self._deck: Deck | None = None
        self.rated = 0

    def value(self) -> Deck:
        if self._deck is None:
            self._deck = self.file.value()
        return self._deck

    def change(self, change: Callable[[Deck], Deck]) -> Deck:
        """Changes the deck in memory; `exchange` writes it first."""
        self._deck = change(self.value())
        return self._deck

    @property
    def clock(self) -> datetime:
        return self.now + self.skew

    def exchange(self) -> Exchanged:
        if self._deck is not None:
            self.file.change(lambda _: self.value())
            self._deck = None
        with Exchange(self.home / "sharing", self.shared, lambda: self.clock.timestamp(), str(self.number)) as exchange:
            exchange.share(TrainingPart(self.file))
            return exchange.finish()

    def edit(self, chance: random.Random, shipped: tuple[Puzzle, ...]) -> None:
        """Answers something, or changes what is saved."""
        self.now += timedelta(hours=chance.random() * 3)
        now, kind = self.clock, chance.random()
        if kind < 0.5:
            puzzle = chance.choice(shipped)
            self.change(lambda deck: RATED.answered(deck, puzzle, chance.random() < 0.6, now))
        elif kind < 0.7:
            number, right = chance.randrange(20), chance.random() < 0.7
            self.change(lambda deck: endgames.answered(deck, number, now, right=right))
        elif kind < 0.8:
            source = VisualSource(self, chance, (VisualKind.COLOUR, VisualKind.KNIGHT))
            source.answered(source.next(), chance.random() < 0.6, GivenAnswer(0, 1_000, ""))
            self.rated += 1
        elif kind < 0.9:
            mistakes.add(self, [exercise_of(chance.randrange(15))], by_hand=True)
        elif kind < 0.95:
            exercise, grade = exercise_of(chance.randrange(15)), chance.choice((Grade.RIGHT, Grade.WRONG))
            self.change(lambda deck: mistakes.answered(deck, exercise, grade, now))
        else:
            self.change(mistakes.forgot(exercise_of(chance.randrange(15))))


def exercise_of(number: int) -> MistakeExercise:
    """One of fifteen mistakes: Black's king stands on another square."""
    square = f"{number % 8 + 1}"
    row = "".join(sign for sign in (str(int(square) - 1), "k", str(8 - int(square))) if sign != "0")
    fen = f"{row}/pppppppp/8/8/8/8/{'PPPPPPPP' if number < 8 else '8'}/4K2R w - - 0 1"
    return MistakeExercise(fen, (), False, fen, True, "h1g1", "1.Rg1??", ("h1f1",), "1.Rf1", 0.6, "")


def settle(machines: list[Trained]) -> None:
    for _ in range(2):
        for machine in machines:
            machine.exchange()


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    (tmp_path / "shared").mkdir()
    return tmp_path / "shared"


@pytest.mark.parametrize(("edits", "machines", "skewed"), [(EDITS, 2, False), (300, 3, False), (300, 2, True)])
def test_a_thousand_answers_on_each_computer_give_the_same_deck(
    tmp_path: Path, shared: Path, edits: int, machines: int, skewed: bool
) -> None:
    chance = random.Random(edits + machines)
    shipped = tuple(puzzle for puzzle in shipped_puzzles() if puzzle.rating)[:400]
    skew = timedelta(days=200 if skewed else 0)
    trained = [Trained(tmp_path, shared, number, skew * number) for number in range(machines)]
    settle(trained)  # from now on answers are recorded
    left = [edits] * machines
    while any(left):
        number = chance.choice([one for one in range(machines) if left[one]])
        for _ in range(min(left[number], chance.randrange(10, 120))):
            trained[number].edit(chance, shipped)
            left[number] -= 1
        if chance.random() < 0.5:
            trained[chance.randrange(machines)].exchange()
    settle(trained)
    decks = [one.value() for one in trained]
    assert all(deck.cards == decks[0].cards and deck.notes == decks[0].notes for deck in decks)
    visual = visualise.progress_of(decks[0])
    assert visual.solved + visual.failed == sum(one.rated for one in trained)
    tactics = puzzles.progress_of(decks[0])
    assert tactics.solved + tactics.failed == len(tactics.seen), "each puzzle is rated once"
    assert [one.exchange().sent for one in trained] == [{}] * machines


def test_a_deck_that_only_travels_is_the_same_to_the_letter(tmp_path: Path, shared: Path) -> None:
    """Also where FSRS drew lots: the same card is due on the same day on both computers."""
    one, other = Trained(tmp_path, shared, 1), Trained(tmp_path, shared, 2)
    settle([one, other])
    for step in range(60):
        giver, taker = (one, other) if step % 2 else (other, one)
        giver.now = BEGIN + timedelta(days=step)
        giver.change(lambda deck, now=giver.now: endgames.answered(deck, 0, now, right=True))  # type: ignore[misc]
        before = giver.value()
        giver.exchange()
        taker.exchange()
        assert taker.value().cards == giver.value().cards == before.cards
    assert endgames.progress(one.value(), one.now) == endgames.progress(other.value(), one.now)


def test_answers_of_one_card_on_two_computers_are_replayed_in_the_order_of_their_times(
    tmp_path: Path, shared: Path
) -> None:
    one, other = Trained(tmp_path, shared, 1), Trained(tmp_path, shared, 2)
    settle([one, other])
    for day in range(0, 20, 2):
        for machine, later in ((one, 0), (other, 1)):
            now = BEGIN + timedelta(days=day + later)
            machine.change(lambda deck, now=now: endgames.answered(deck, 0, now, right=True))  # type: ignore[misc]
    alone = one.value()
    settle([one, other])
    lesson = LESSONS[0].fen
    united = one.value()
    assert united == other.value()
    longer, shorter = (deck.of("endgames")[lesson].read.stability or 0.0 for deck in (united, alone))
    assert longer > shorter, "twice the answers: remembered for longer"
    assert united.noted("endgames")[lesson].solved == 20


def test_what_both_had_before_is_united(tmp_path: Path, shared: Path) -> None:
    shipped = [puzzle for puzzle in shipped_puzzles() if puzzle.rating][:60]
    one, other = Trained(tmp_path, shared, 1), Trained(tmp_path, shared, 2)
    for machine, own in ((one, shipped[:40]), (other, shipped[30:])):
        for puzzle in own:
            machine.change(lambda deck, puzzle=puzzle: RATED.answered(deck, puzzle, False, BEGIN))  # type: ignore[misc]
    mistakes.add(one, [exercise_of(1)])
    mistakes.add(other, [exercise_of(2)])
    settle([one, other])
    assert one.value() == other.value()
    progress = puzzles.progress_of(one.value())
    assert progress.seen == {puzzle.name for puzzle in shipped} and progress.failed == 70
    assert len(mistakes.saved(one.value())) == 2
    assert set(one.value().of("puzzles")) == progress.seen


def test_unusable_values_of_others_are_left_out_and_not_overwritten(tmp_path: Path, shared: Path) -> None:
    one, other = Trained(tmp_path, shared, 1), Trained(tmp_path, shared, 2)
    mistakes.add(one, [exercise_of(1)])

    class Newer:
        name = TrainingPart.name

        def share(self, merge: object) -> None:
            merge({"note\tmistakes\tx": {"kind": "newer"}, "answer\tx": {"kind": "card", "time": "noon"}, "new": 1})  # type: ignore[operator]

    with Exchange(other.home / "sharing", shared) as exchange:
        exchange.share(Newer())
        exchange.finish()
    settle([one])
    assert one.exchange().sent == {}
    assert len(mistakes.saved(one.value())) == 1 and one.value().noted("puzzles") == {}
    assert puzzles.progress_of(one.value()) == TacticsProgress()
