"""Night work on files of positions: what is read, what was found, and which test positions were solved."""

from pathlib import Path

import pytest

from engine.game import reason_words
from engine.ground.text import Text
from engine.night.kinds import deepen
from engine.night.values import NightError, TaskAnswer

MATE = '6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "one";'
TRAP = '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 7 am Ra8#; id "two";'
MISSED = '6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra7 Kf2; id "three";'
PLAIN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def words(text: Text) -> str:
    return reason_words.text(text, reason_words.ENGLISH)


def file_of(folder: Path, *lines: str, name: str = "suite.epd") -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def answers(path: Path, nodes: int = 3_000) -> list[TaskAnswer]:
    good = (task for task in deepen.tasks([path]) if not task.fault)
    return [TaskAnswer(n, task.name, deepen.answer(task.payload, nodes)) for n, task in enumerate(good, 1)]


def test_a_file_of_test_positions_says_how_many_were_solved_and_what_was_asked_for(tmp_path: Path) -> None:
    solved, unsolved, searched = deepen.lines(answers(file_of(tmp_path, MATE, "# a comment", TRAP, "", MISSED, PLAIN)))
    assert words(solved.text) == "Solved: 1 of 3"
    assert (words(unsolved.text), words(searched.text)) == ("Not solved: 2", "Positions searched: 4")
    told = [words(row.text) for row in searched.rows]
    assert told[0] == "one: Ra8#, solved (mate in 1): 1.Ra8#"
    assert told[1] == "two: Ra8#, not solved, to be avoided (mate in 1): 7.Ra8#"
    assert told[2] == "three: Ra8#, not solved, asked for Ra7 / Kf2 (mate in 1): 1.Ra8#"
    assert [row.fen for row in unsolved.rows] == [row.fen for row in searched.rows[1:3]]
    name, rest = told[3].split(": ", 1)
    assert name == PLAIN and ", depth " in rest and rest.count(" ") >= 5, "SAN, value and line"


def test_a_bad_line_names_itself_and_does_not_refuse_the_rest(tmp_path: Path) -> None:
    """One line without its side to move refused a file of hundreds, in python-chess's words."""
    wrong = ("8/8/8/8/8/4k3/8/4K3 x - - bm Kd1;", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Rb9;", "7k/6Q1/6K1/8/8/8/8/8 b - -")
    tasks = list(deepen.tasks([file_of(tmp_path, MATE, *wrong, PLAIN)]))
    assert [bool(task.fault) for task in tasks] == [False, True, True, True, False]
    faults = [f"{task.name}: {task.fault}" for task in tasks if task.fault]
    assert faults[0].startswith("suite.epd: line 2: ") and "the side to move is “x”; write w or b" in faults[0]
    assert faults[1].startswith("suite.epd: line 3: the operations of ") and "Rb9" in faults[1]
    assert faults[2] == "suite.epd: line 4: the game is over"
    with pytest.raises(NightError, match="has no position that can be searched: line 1: "):
        list(deepen.tasks([file_of(tmp_path, *wrong, name="bad.epd")]))
    with pytest.raises(NightError, match="it is empty"):
        list(deepen.tasks([file_of(tmp_path, name="empty.epd")]))


def test_of_a_pgn_file_the_end_of_each_game_is_searched_however_long_it_is(tmp_path: Path) -> None:
    """The first sixty half-moves were played, and a broken game refused the whole file."""
    shuffle = " ".join(f"{n}. Nf3 Nf6 {n + 1}. Ng1 Ng8" for n in range(1, 41, 2))
    games = f"1. e4 *\n\n{shuffle} 41. a4 *\n\n1. e4 e5 2. Qh9 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n"
    tasks = list(deepen.tasks([file_of(tmp_path, games, name="games.pgn")]))
    assert [bool(task.fault) for task in tasks] == [False, False, True, True]
    assert tasks[1].name.startswith("rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b")
    assert str(tasks[3].fault) == "game 4: the game is over"


def test_evaluations_that_are_not_stored_are_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Store:
        def keep(self, *found: object) -> None:
            pass

    monkeypatch.setattr("engine.night.evaluations.store", Store)
    (told,) = deepen.keep(answers(file_of(tmp_path, MATE, PLAIN)), {})
    assert words(told.text) == "Evaluations stored: 0 of 2; the others took fewer than 50000 nodes"
