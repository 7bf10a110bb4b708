"""Styles: other weights for the same terms, from the built-in table or from a file that a user edits."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.command_line import main
from engine.evaluation.classical import default_weights
from engine.evaluation.styles import STYLES, read_style, style_named, style_text, weights_of
from engine.evaluation.terms import term_offsets
from engine.evaluation.texts.presets import PERUS_SHAKKI, TURSAS
from engine.evaluation.texts.style import Style
from engine.evaluation.texts.style_file import write_style
from engine.game.limits import GamePosition, Limits
from engine.ground.errors import OptionError
from engine.ground.user_files import STYLES as STYLES_FOLDER
from engine.ground.user_files import data_folder
from engine.play.match.spec import parse_engine
from engine.play.mover import RatsuMover

KINGS_INDIAN = GamePosition("r1bq1rk1/pppnn1bp/3p4/3Pppp1/2P1P3/2N1BP2/PP2B1PP/R2QNRK1 w - - 0 12", chess960=False)


def _weights(style: str) -> list[tuple[int, int]]:
    chosen = style_named(style)
    assert not isinstance(chosen, Style)
    return weights_of(chosen)


def test_the_normal_style_is_the_tuned_evaluation() -> None:
    assert _weights("normal") == _weights("") == list(default_weights())


@pytest.mark.parametrize("name", [name for name in STYLES if name != "normal"])
def test_a_style_changes_its_terms_and_nothing_else(name: str) -> None:
    offsets = [*term_offsets().items()]
    changed, normal = _weights(name.upper()), list(default_weights())
    ends = [start for _, start in offsets[1:]] + [len(normal)]
    for (term, start), end in zip(offsets, ends, strict=True):
        if term not in STYLES[name]:
            assert changed[start:end] == normal[start:end], term
    assert changed != normal


def test_a_style_file_is_read_and_its_template_is_the_style(tmp_path: Path) -> None:
    path = tmp_path / "mine.style"
    path.write_text("# mine\n\nSpace = 0   # no need\ndoubled=200\n")
    assert read_style(path) == {"space": 0, "doubled": 200}
    weights, normal = _weights(str(path)), list(default_weights())
    at = term_offsets()
    assert weights[at["space"]] == (0, 0)
    assert weights[at["doubled"]] == (2 * normal[at["doubled"]][0], 2 * normal[at["doubled"]][1])
    path.write_text(style_text(STYLES["solid"]))
    assert _weights(str(path)) == _weights("solid")


def test_a_saved_style_is_known_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert style_named("My Style") == PERUS_SHAKKI  # before the first edit
    write_style(data_folder() / STYLES_FOLDER / "Greedy.json", replace(TURSAS, name="Greedy"))
    assert style_named(" greedy ") == replace(TURSAS, name="Greedy")
    assert parse_engine("ratsu name=A option.Style=Greedy").name == "A"
    with pytest.raises(OptionError, match="Tursas 2011, Greedy"):
        style_named("Greed")
    assert main(["analyse", "startpos", "--style", "greedy", "--explain", "--depth", "1"]) == 0
    assert "Greedy, opening" in capsys.readouterr().out
    assert main(["style", "list"]) == 0
    assert "saved: Greedy" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nonsense\n", "line 1: unknown term 'nonsense'"),
        ("\nspace = 401\n", "line 2: '401' must be a whole percentage"),
        ("space = -5\n", "must be a whole percentage"),
        ("space = ٣\n", "must be a whole percentage"),
        ("space\n", "must be a whole percentage"),
        ("x" * 70_000, "larger than"),
        ("\x00 = 1", "unknown term"),
    ],
)
def test_a_bad_style_file_is_told_with_its_line_and_changes_nothing(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "bad.style"
    path.write_text(text, encoding="utf-8")
    mover = RatsuMover()
    before = mover.choose(KINGS_INDIAN, Limits(nodes=3000)).result
    with pytest.raises(OptionError, match=told):
        mover.set_option("Style", str(path))
    mover.new_game()
    after = mover.choose(KINGS_INDIAN, Limits(nodes=3000)).result
    assert before is not None and after is not None and before.lines[0].score == after.lines[0].score


def test_a_missing_style_names_those_that_are_there(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="normal, aggressive, solid, defensive"):
        _weights(str(tmp_path / "none.style"))
    with pytest.raises(OptionError):
        _weights(str(tmp_path))


def test_the_styles_judge_an_attacking_position_differently() -> None:
    scores = set()
    for name in STYLES:
        mover = RatsuMover()
        mover.set_option("Style", name)
        result = mover.choose(KINGS_INDIAN, Limits(depth=1)).result
        assert result is not None
        scores.add(result.lines[0].score.centipawns)
    assert len(scores) >= 3
