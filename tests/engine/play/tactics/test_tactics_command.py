"""`ratsu tactics`: a session in the terminal, kept in the file that the window reads too."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from books.folder import default_folder
from engine import command_line
from engine.coach.puzzles import shipped_puzzles
from engine.console.tactics_training import train
from engine.drill.deck import Deck
from engine.drill.deck_file import DeckFile, of_file
from engine.drill.sources.puzzles import PuzzleMode, PuzzleSelection, progress_of
from engine.ground.user_files import TRAINING
from engine.play.tactics.attempt import Attempt
from engine.play.tactics.progress import TacticsProgress

SHORT = next(puzzle for puzzle in shipped_puzzles() if len(puzzle.moves) == 4 and "mate" in puzzle.themes)


def session(course: PuzzleMode, answers: list[str]) -> tuple[list[str], list[TacticsProgress]]:
    """What is told, and what is kept; `!` stands for the right move of the puzzle that is asked."""
    told: list[str] = []
    kept: list[TacticsProgress] = []
    given = iter(answers)

    def ask(_prompt: str) -> str:
        answer = next(given, "quit")
        if answer != "!":
            return answer
        fen = next(line for line in reversed(told) if "to move. " in line).split("to move. ")[-1]
        attempts = (Attempt.begun(puzzle) for puzzle in shipped_puzzles() if "mateIn1" in puzzle.themes)
        return next(attempt.rest[0] for attempt in attempts if attempt.board.fen() == fen)

    file = DeckFile(None, lambda _load: Deck(), lambda content: kept.append(progress_of(of_file(content))))
    train(file, PuzzleSelection(course, "mateIn1"), random.Random(1), ask, told.append)
    return told, kept


def test_a_right_answer_a_hint_and_a_wrong_one_are_told_and_kept() -> None:
    told, kept = session(PuzzleMode.RATED, ["!", "hint", "hint", "!", "hint", "quit"])
    assert kept[0].solved == 1 and kept[0].glicko.rating > 1500
    assert len(kept) == 3 and kept[1].failed == 1, "a hint counts once, also in a puzzle that is then solved"
    assert kept[2].failed == 2, "and in one that is left, as in the window"
    assert [line.split(".")[0] for line in told if ". Puzzle" in line] == ["Right", "Wrong", "Wrong"]
    assert any(line.startswith("Right. Puzzle") for line in told) and "Look for a mate." in told


def test_a_change_of_the_rating_is_shown_with_the_ratings_before_and_after() -> None:
    told, kept = session(PuzzleMode.RATED, ["hint", "quit"])
    after = round(kept[0].glicko.rating)
    assert f"Your rating: 1500 -> {after} ({after - 1500:+d})." in next(line for line in told if ". Puzzle" in line)


def test_a_streak_changes_no_rating_and_tells_none() -> None:
    told, _ = session(PuzzleMode.STREAK, ["!", "quit"])
    assert "rating" not in next(line for line in told if ". Puzzle" in line)


def test_what_is_no_move_is_asked_again_also_a_null_move() -> None:
    """`--` counted as a wrong answer; the trainer of endgames ended in an internal error."""
    told, kept = session(PuzzleMode.RATED, ["--", "0000", "Nf9", "quit"])
    assert not kept and sum("is not a move" in line for line in told) == 3


def test_the_whole_solution_is_told_after_a_wrong_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was read from the position before it: every line of more than one move ended the program."""
    monkeypatch.setattr("engine.coach.puzzles.shipped_puzzles", lambda: (SHORT,))
    told: list[str] = []

    def wrong(_prompt: str) -> str:
        board = Attempt.begun(SHORT).board
        return next(move.uci() for move in board.legal_moves if Attempt.begun(SHORT).after(move.uci()) is None)

    train(DeckFile(None, lambda _load: Deck(), len), PuzzleSelection(), random.Random(1), wrong, told.append)
    (solution,) = (line for line in told if "is not it. " in line)
    assert solution.count(" ") >= len(SHORT.moves) and told[-1] == "No puzzle is left."


def test_any_mate_solves_and_another_move_does_not() -> None:
    attempt = Attempt.begun(SHORT)
    following = attempt.after(attempt.rest[0])
    assert following is not None and following.at == 3
    last = following.after(following.rest[0])
    assert last is not None and not last.rest
    wrong = next(move.uci() for move in attempt.board.legal_moves if move.uci() != attempt.rest[0])
    assert attempt.after(wrong) is None or "mateIn1" in SHORT.themes


def test_the_command_shows_where_the_user_is(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert command_line.main(["tactics", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rating"] == 1500
    assert command_line.main(["tactics", "--theme", "nonsense"]) == 1
    assert "no puzzle has the theme nonsense" in capsys.readouterr().err


@pytest.mark.parametrize("name", [TRAINING, "tactics.json"])
def test_a_damaged_file_is_named_with_what_to_do(capsys: pytest.CaptureFixture[str], name: str) -> None:
    path = default_folder().parent / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"format": "\n"}')
    assert command_line.main(["tactics", "--show"]) == 1
    told = capsys.readouterr().err
    assert str(path) in told and "Move it away to start again." in told
