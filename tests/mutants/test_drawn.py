"""The mutants that a seed draws: each changes the file, none a type or a decorator, and the nearest tests come first."""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray")

from tests.helpers.shared import REPOSITORY
from tests.mutants import drawn

FILE = "engine/play/match/schedule.py"


def test_each_mutant_is_python_and_another_program() -> None:
    before = ast.dump(ast.parse((REPOSITORY / FILE).read_text("utf-8")))
    found = [mutant for place in drawn.places_of(FILE) for mutant in place]
    assert len(found) > 50
    for mutant in found[::7]:
        assert ast.dump(ast.parse(mutant.text())) != before, mutant
        assert str(mutant.difference()).count("\n") >= 1


def test_a_draw_is_repeated_by_its_seed_and_keeps_to_the_lines() -> None:
    files = drawn.files_of(["engine/play/match/schedule.py"])
    alone = drawn.draw(files, 10, 3)
    assert alone == drawn.draw(files, 10, 3) != drawn.draw(files, 10, 4)
    more = drawn.draw([*files, "engine/play/match/journal.py"], 30, 3)
    both = [mutant for mutant in more if mutant.file == FILE]
    assert 0 < len(both) < 30 and drawn.draw(files, len(both), 3) == both  # another file changes nothing in this one
    lines = {mutant.line for place in drawn.places_of(FILE, {30, 40, 41, 42, 43, 44}) for mutant in place}
    assert lines <= {30, 40, 41, 42, 43, 44}


def test_the_nearest_tests_come_first() -> None:
    nearest, naming, *room = drawn.tests_of("engine/play/match/journal.py")
    assert nearest == ["tests/engine/play/match/test_journal.py"]
    assert not {*nearest} & {*naming} and not {*nearest, *naming} & {name for names in room for name in names}
    # No test of its room imports it: those of the command that downloads with it must find its faults.
    assert "tests/engine/play/world/test_fetching.py" in drawn.tests_of("books/collection/importing/downloads.py")[-1]


def test_changed_lines_are_read_from_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    hunks = "@@ -3 +3,2 @@ x\n-a\n+b\n+c\n@@ -9,2 +10 @@\n-d\n-e\n+f\n"
    told = f"diff --git a/engine/a.py b/engine/a.py\n--- a/engine/a.py\n+++ b/engine/a.py\n{hunks}"
    monkeypatch.setattr("subprocess.run", lambda *_a, **_k: type("Done", (), {"stdout": told}))
    assert drawn.changed_lines("HEAD") == {"engine/a.py": {3, 4, 10}}


@pytest.mark.parametrize("sound", [True, False])
def test_a_mutant_that_cannot_be_compiled_is_killed_only_where_the_module_can(sound: bool) -> None:
    """An old setuptools in the environment once made every mutant of a compiled module count as killed."""

    class Compiler:
        @contextmanager
        def changed(self, file: str, text: str) -> Iterator[None]:
            if not sound or text != (REPOSITORY / file).read_text("utf-8"):
                raise ValueError(file)
            yield

    mutant = next(drawn.places_of(FILE))[0]
    found, test = drawn._Search(Compiler()).found(mutant)  # type: ignore[arg-type]
    assert (found == "killed") is sound and found.startswith(("killed", "not decided")) and test == ""


def test_an_equivalent_is_listed_with_its_reason(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(drawn, "EQUIVALENT", tmp_path / "equivalent.diff")
    drawn.EQUIVALENT.write_text("# Title.\n\n# 1 or 2 is\n# the same\n= a.py\n-x = 1\n+x = 2\n\n")
    assert drawn.equivalents() == {"= a.py\n-x = 1\n+x = 2": "1 or 2 is the same"}


def test_every_listed_equivalent_names_a_line_that_is_there_and_a_reason() -> None:
    for change, reason in drawn.equivalents().items():
        file, *lines = change.splitlines()
        text = (REPOSITORY / file.removeprefix("= ")).read_text("utf-8").splitlines()
        assert reason and {line[1:] for line in lines if line.startswith("-")} <= {*text}, change
