"""The file of the deck: shared by two programs, kept in memory where the disk refuses it, made of older files without loss."""

import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.coach.puzzles import shipped_puzzles
from engine.console.deck import deck_at
from engine.drill import deck_file
from engine.drill.deck import Deck, Grade
from engine.drill.deck_file import DeckFile, as_file, of_file
from engine.drill.older_decks import OLDER
from engine.drill.sources import endgames, mistakes, puzzles
from engine.ground.codec import as_json
from engine.ground.errors import RatsuError
from engine.ground.json_text import JsonError, JsonValue
from engine.play.tactics.glicko import Glicko
from engine.play.tactics.progress import Cycle, TacticsProgress
from tests.golden.decks import DECKS

NOW = datetime(2026, 11, 10, 12, tzinfo=UTC)


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A folder with the three files of an older Ratsu."""
    for name in OLDER:
        (tmp_path / name).write_bytes((DECKS / name).read_bytes())
    return tmp_path


def after_one_answer(deck: Deck) -> Deck:
    return endgames.answered(deck, 3, NOW, right=True)


def test_what_is_written_is_read_the_same_and_damage_is_refused(older: Path) -> None:
    deck = deck_at(older / "training.json").value()
    content = as_file(deck)
    assert of_file(content) == deck and as_file(of_file(content)) == content
    for damage in (
        b"{}",
        content.replace(b"ratsu-training-1", b"x"),
        content[:200],
        content.replace(b'"moves"', b'"x"'),
    ):
        with pytest.raises(JsonError):
            of_file(damage)


def test_an_exercise_with_an_illegal_move_is_refused_with_the_file(older: Path) -> None:
    path = older / "training.json"
    file = deck_at(path)
    file.change(lambda deck: deck)
    found = json.loads(path.read_bytes())
    next(iter(found["notes"]["mistakes"].values()))["exercise"]["moves"] = ["e2e5"]
    path.write_text(json.dumps(found), encoding="utf-8")
    with pytest.raises(RatsuError, match=r"training\.json cannot be read \(e2e5 is not a legal move"):
        deck_at(path).value()


def test_the_window_and_the_command_line_change_one_file(tmp_path: Path) -> None:
    one, other = deck_at(tmp_path / "training.json"), deck_at(tmp_path / "training.json")
    one.change(lambda deck: deck.answered("endgames", "a", Grade.RIGHT, NOW))
    other.change(lambda deck: deck.answered("endgames", "b", Grade.RIGHT, NOW))
    assert set(one.value().of("endgames")) == {"a", "b"}


def test_an_answer_that_the_disk_refuses_is_written_with_the_next_one(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.write_text("a file where the folder should be")
    file = DeckFile(folder / "training.json", lambda _load: Deck(), deck_at(folder / "training.json")._write_file)
    with pytest.raises(RatsuError):
        file.change(lambda deck: deck.answered("endgames", "a", Grade.RIGHT, NOW))
    folder.unlink()
    folder.mkdir()
    file.change(lambda deck: deck.answered("endgames", "b", Grade.RIGHT, NOW))
    assert set(deck_at(folder / "training.json").value().of("endgames")) == {"a", "b"}


def test_older_files_become_one_and_stay_as_backups(older: Path) -> None:
    deck = deck_at(older / "training.json").value()
    assert deck.of(endgames.SOURCE) and deck.of(puzzles.SOURCE)
    assert any(note.forgotten for note in deck.noted(mistakes.SOURCE).values()), "forgotten ones too"
    for name in OLDER:
        assert not (older / name).exists()
        assert (older / f"{name}.backup").read_bytes() == (DECKS / name).read_bytes()
    assert deck_at(older / "training.json").value() == deck


@pytest.mark.parametrize("renamed", range(len(OLDER)))
def test_a_crash_in_the_middle_loses_nothing(older: Path, monkeypatch: pytest.MonkeyPatch, renamed: int) -> None:
    """After the new file was written, and before, between or after the older ones were renamed."""
    whole = deck_at(older / "training.json").value()
    for name in OLDER:
        (older / f"{name}.backup").rename(older / name)
    (older / "training.json").unlink()
    left = [*range(renamed)]

    def crash(path: Path) -> None:
        if not left:
            raise KeyboardInterrupt
        left.pop()
        path.rename(path.with_name(f"{path.name}.backup"))

    with monkeypatch.context() as patched:
        patched.setattr(deck_file, "set_aside", crash)
        with pytest.raises(KeyboardInterrupt):
            deck_at(older / "training.json").value()
    file = deck_at(older / "training.json")
    assert file.value() == whole
    trained = file.change(after_one_answer)
    for name in OLDER:  # they are there once more: what was trained since stays
        (older / name).write_bytes((DECKS / name).read_bytes())
    assert deck_at(older / "training.json").value() == trained
    assert (older / "lessons.json.backup-2").exists()


def test_where_the_new_file_cannot_be_written_the_older_ones_stay(older: Path) -> None:
    def refused(_content: bytes) -> None:
        raise RatsuError("no room")

    file = DeckFile(older / "training.json", lambda _load: Deck(), refused)
    assert file.value().of(endgames.SOURCE), "they are trained from memory"
    assert set(file.problems) == {source for source, _, _ in OLDER.values()}
    for name in OLDER:
        assert (older / name).read_bytes() == (DECKS / name).read_bytes()


@pytest.mark.parametrize("content", [b"", b"{", b'{"format": "other"}', b"\xff\xfe", b'{"format": "ratsu-lessons-1"}'])
def test_a_damaged_older_file_is_named_and_stays_untouched(older: Path, content: bytes) -> None:
    (older / "lessons.json").write_bytes(content)
    file = deck_at(older / "training.json")
    deck = file.value()
    assert deck.of(puzzles.SOURCE) and deck.noted(mistakes.SOURCE), "the others are taken over"
    assert "lessons.json cannot be read (" in str(file.problems[endgames.SOURCE]) and len(file.problems) == 1
    assert (older / "lessons.json").read_bytes() == content and not (older / "lessons.json.backup").exists()
    file.change(after_one_answer)
    (older / "lessons.json").write_bytes((DECKS / "lessons.json").read_bytes())  # it was repaired
    again = deck_at(older / "training.json").value()
    assert (
        len(again.of(endgames.SOURCE)) > 1
        and again.of(endgames.SOURCE).items() >= file.value().of(endgames.SOURCE).items()
    )


def test_a_cycle_that_another_program_continues_skips_nothing() -> None:
    wish, file = puzzles.PuzzleSelection(puzzles.PuzzleMode.CYCLE, "mateIn1"), DeckFile(None, lambda _load: Deck(), len)
    puzzle = wish.drawn(shipped_puzzles(), file, NOW, random.Random(1))
    assert puzzle is not None and wish.drawn(shipped_puzzles(), file, NOW, random.Random(2)) == puzzle
    once = wish.answered(file.value(), puzzle, True, NOW + timedelta(seconds=9))
    assert wish.cycle(puzzles.progress_of(once)).at == 1 and wish.answered(once, puzzle, True, NOW) == once


def test_a_file_whose_cycle_is_beyond_its_last_puzzle_is_refused() -> None:
    wish = puzzles.PuzzleSelection(puzzles.PuzzleMode.CYCLE, "mateIn1")
    found = json.loads(as_file(wish.begun(shipped_puzzles(), Deck(), random.Random(1))))
    (cycle,) = found["notes"][puzzles.SOURCE][puzzles.PROGRESS]["cycles"].values()
    cycle["at"] = len(cycle["puzzles"])
    with pytest.raises(JsonError):
        of_file(json.dumps(found).encode())


def test_a_file_of_the_first_version_keeps_its_cycle(tmp_path: Path) -> None:
    old = {
        "format": "ratsu-tactics-1",
        "rating": [1400, 80, 0.06],
        "counts": [4, 3, 2, 9],
        "seen": ["a"],
        "repeats": {},
    }
    (tmp_path / "tactics.json").write_text(json.dumps({**old, "cycle": [["a", "b"], 1, 5.0, [60.0]]}))
    progress = puzzles.progress_of(deck_at(tmp_path / "training.json").value())
    assert progress == TacticsProgress(
        Glicko(1400, 80, 0.06), 4, 3, 2, 9, frozenset("a"), {"": Cycle(("a", "b"), 1, 5.0, (60.0,))}
    )


def test_a_cycle_that_stands_behind_its_last_puzzle_is_damaged() -> None:
    note = as_json(TacticsProgress(cycles={"fork": Cycle(("a", "b"), at=1)}))
    assert puzzles.read_note(puzzles.PROGRESS, JsonValue(note)).cycles["fork"].at == 1
    note["cycles"]["fork"]["at"] = 2
    with pytest.raises(JsonError):
        puzzles.read_note(puzzles.PROGRESS, JsonValue(note))
