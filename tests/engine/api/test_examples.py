"""The two programs of docs/api.md run as they stand there."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import engine.api

PAGE = Path(__file__).parents[3] / "docs" / "api.md"
GAME = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n'


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> list[ModuleType]:
    monkeypatch.setitem(sys.modules, "ratsu", engine.api)
    found = []
    for number, source in enumerate(re.findall(r"```python\n(.+?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)):
        program = ModuleType(f"example_{number}")
        exec(compile(source, f"{PAGE}, program {number}", "exec"), program.__dict__)
        found.append(program)
    return found


def test_the_first_prints_the_mistakes_with_reasons(
    programs: list[ModuleType], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.pgn").write_text(GAME, encoding="utf-8")
    assert programs[0].report(str(tmp_path / "game.pgn"), nodes=5_000) >= 1
    assert "3... Nf6??" in capsys.readouterr().out


def test_the_second_plays_a_match(programs: list[ModuleType], capsys: pytest.CaptureFixture[str]) -> None:
    result = programs[1].compare(games=2, nodes=100)
    assert result.wins + result.draws + result.losses == 2
    assert capsys.readouterr().out.count("\n") == 2
