"""Styles of the texts as files, and what plays by them: one option, effective on the next move."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from desktop.model.game import match
from engine.evaluation.styles import TEXT_STYLES, read_style, style_named, style_text
from engine.evaluation.texts.presets import BROWSER, PERUS_SHAKKI, PRESETS, TURSAS
from engine.evaluation.texts.style import Style
from engine.evaluation.texts.style_file import write_style
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource
from engine.ground.errors import OptionError
from engine.play.mover import RatsuMover
from engine.rules.fen import START_FEN

START = GamePosition(START_FEN, chess960=False)
HANGING = GamePosition("rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", chess960=False)


@pytest.mark.parametrize("style", [*PRESETS.values()], ids=list(PRESETS))
def test_a_style_is_read_back_as_it_was_written(style: Style, tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "mine.json"
    write_style(path, style)
    assert read_style(path) == style == style_named(str(path))
    assert style_named(style.name.upper()) is style
    assert style_text(style) == path.read_text()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"weights": {"materiel": [1, 1, 1]}}, "there is no term 'materiel'"),
        ({"weights": {"material": [1, 1]}}, "weights.material"),
        ({"weights": {"material": [1, 1, 1e9]}}, "10000"),
        ({"charts": {"zones": [1, 2]}}, "needs 8 numbers, not 2"),
        ({"tables": {"night": [0] * 64}}, "there is no chart 'night'"),
        ({"charts": {"values": [0, 3, 3, 5, 9, 4]}}, "above 0"),
        ({"traps": ["Ba7"]}, "is not a trap"),
        ({"search": {"depth": 99}}, "search.depth"),
        ({"search": {"ordering": "best"}}, "search.ordering"),
    ],
)
def test_a_file_that_is_wrong_says_where(change: dict[str, object], message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({"name": "bad", "weights": {"material": [1, 1, 1]}, **change}))
    with pytest.raises(OptionError, match=r"bad\.json is not a valid style") as raised:
        style_named(str(path))
    assert message in str(raised.value)


def test_a_style_plays_by_its_own_evaluation_and_search() -> None:
    mover = RatsuMover(seed=1)
    mover.set_option("Style", "perus-shakki 2004")
    choice = mover.choose(START, Limits())
    assert choice.source is ChoiceSource.SEARCH and choice.result is not None
    assert choice.result.lines[0].depth == PERUS_SHAKKI.search.depth
    explained = mover.explain_terms(START)
    assert explained.style is not None and explained.style.name == "Perus-Shakki 2004"
    mover.set_option("Style", "normal")
    assert mover.explain_terms(START).style is None


def test_the_names_are_those_of_the_programs() -> None:
    assert tuple(PRESETS) == TEXT_STYLES == tuple(name for name in match.TEXT_STYLES if name != match.MY_STYLE)


def test_a_style_asks_book_and_tables_first() -> None:
    mover = RatsuMover(seed=1)
    mover.set_option("Style", "Tursas 2011")
    mover.set_option("OwnBook", True)
    assert mover.choose(START, Limits(depth=2)).source is ChoiceSource.BOOK
    mate = GamePosition("8/7Q/8/4k3/8/8/8/K7 w - - 0 1", chess960=False)
    assert mover.choose(mate, Limits(depth=2)).source is ChoiceSource.TABLEBASES
    mover.close()


def test_a_level_limits_a_style() -> None:
    mover = RatsuMover(seed=1)
    for name, value in (("Style", "Tursas 2011"), ("UCI_LimitStrength", True), ("UCI_Elo", 800)):
        mover.set_option(name, value)
    result = mover.choose(START, Limits()).result
    assert result is not None and result.lines[0].depth == 1


def test_an_edited_style_file_counts_on_the_next_move(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    write_style(path, replace(BROWSER, search=replace(BROWSER.search, depth=1)))
    mover = RatsuMover(seed=1)
    mover.set_option("Style", str(path))
    assert mover.choose(HANGING, Limits()).move == "e4d5"
    write_style(path, Style("pacifist", {"material": (-1.0, -1.0, -1.0)}, search=replace(TURSAS.search, depth=1)))
    assert mover.choose(HANGING, Limits()).move != "e4d5"
    path.write_text("{")
    choice = mover.choose(HANGING, Limits())
    assert choice.move != "e4d5" and "mine.json is not a valid style" in str(choice.problems[0])
