"""The user's style: written by itself, read again by whoever plays it, and what explains the game."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.game.match import FULL_RATSU, FULL_STRENGTH, MY_STYLE, MatchTerms, NewGame
from desktop.model.settings import Settings
from desktop.model.tournament import participants_of
from desktop.services.engines.movers import Movers
from desktop.services.engines.style_service import StyleService
from desktop.services.game.game_service import GameService
from engine.evaluation.styles import style_named
from engine.evaluation.texts.presets import BROWSER, PERUS_SHAKKI, TURSAS
from engine.evaluation.texts.style import Style
from engine.game.limits import GamePosition, Limits
from engine.ground.user_files import MY_STYLE as FILE
from engine.ground.user_files import STYLES, data_folder

QUEEN = GamePosition("rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", chess960=False)


@pytest.fixture
def path() -> Path:
    return data_folder() / STYLES / FILE


@pytest.fixture
def styles(qtbot: QtBot, path: Path) -> Iterator[StyleService]:
    service = StyleService(path)
    yield service
    assert service.close()


def test_a_change_is_written_by_itself_and_read_in_the_next_run(styles: StyleService, path: Path, qtbot: QtBot) -> None:
    assert styles.style == PERUS_SHAKKI and not path.exists()
    styles.change(styles.style.with_weight("tempo", (1.0, 0.5, 0.0)))
    qtbot.waitUntil(path.exists)
    assert style_named(str(path)) == styles.style == StyleService(path).style
    assert styles.style.name == MY_STYLE  # no longer the program of the text


def test_the_last_change_is_written_at_the_end(styles: StyleService, path: Path) -> None:
    styles.begin_with("browser 2015")
    styles.close()
    assert style_named(str(path)) == BROWSER


def test_styles_are_opened_and_saved_as_files_of_ones_own(styles: StyleService, tmp_path: Path) -> None:
    told: list[object] = []
    styles.message.connect(told.append)
    styles.begin_with("Tursas 2011")
    styles.save_as(tmp_path / "copy.json")
    styles.begin_with("browser 2015")
    styles.open(tmp_path / "copy.json")
    assert styles.style == replace(TURSAS, name="copy") and not told
    for name, content in (("bad.json", "{"), ("percent.style", "doubled = 50\n"), ("none.json", None)):
        if content is not None:
            (tmp_path / name).write_text(content)
        styles.open(tmp_path / name)
    assert styles.style.name == "copy" and len(told) == 3


def test_saved_styles_have_names_play_and_explain(styles: StyleService, path: Path, tmp_path: Path) -> None:
    told: list[object] = []
    styles.message.connect(told.append)
    folder = path.parent
    for name, material in (("Greedy", 1.0), ("Giver", -1.0)):
        styles.change(Style("x", {"material": (material,) * 3}, search=replace(TURSAS.search, depth=1)))
        styles.save_as(folder / f"{name}.json")
    styles.save_as(folder / "tursas 2011.json")
    assert len(told) == 1 and styles.saved() == ("Giver", "Greedy")
    state = GameService().state
    sources = Movers(tmp_path, Settings())
    for name, takes in (("Greedy", True), ("Giver", False)):
        match = NewGame(level=FULL_STRENGTH, style=name).match()
        assert str(match.black.player) == f"Ratsu ({name})"
        assert (sources.mover(match.black, 1).choose(QUEEN, Limits()).move == "e4d5") is takes
        explains = styles.of_game(replace(state, match=match))
        assert explains is not None and explains.name == name
    sources.close()
    assert style_named(" greedy ").weight("material") == (1.0,) * 3  # type: ignore[union-attr]
    found = participants_of((), styles.saved())
    assert [one.spec for one in found if " style " in one.key] == [
        f"ratsu 'name=Ratsu ({name})' option.Style={name}" for name in ("Giver", "Greedy")
    ]


def test_a_game_is_explained_by_the_style_that_plays_it_or_is_edited(styles: StyleService) -> None:
    state = GameService().state
    assert styles.of_game(state) is None
    played = {name: replace(FULL_RATSU, style=name) for name in ("normal", "Tursas 2011", MY_STYLE)}
    for name, style in (("normal", None), ("Tursas 2011", TURSAS), (MY_STYLE, styles.style)):
        assert styles.of_game(replace(state, match=MatchTerms(FULL_RATSU, played[name]))) == style
    styles.edit(True)
    assert styles.of_game(state) == styles.style


def test_my_style_plays_and_what_is_edited_counts_on_the_next_move(
    styles: StyleService, path: Path, tmp_path: Path
) -> None:
    sources = Movers(tmp_path, Settings())
    who = NewGame(level=FULL_STRENGTH, style=MY_STYLE).match().black
    assert sources.mover(who, 1).choose(QUEEN, Limits()).move  # before there is one: that of Perus-Shakki
    for material, takes in ((1.0, True), (-1.0, False)):
        styles.change(Style("mine", {"material": (material,) * 3}, search=replace(TURSAS.search, depth=1)))
        styles._write()
        assert (sources.mover(who, 1).choose(QUEEN, Limits()).move == "e4d5") is takes
    sources.close()
