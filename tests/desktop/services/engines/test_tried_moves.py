"""A move that the user tries gets a sign and a reason at once, and deeper ones while it is shown; never where it would help."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame, level_of
from desktop.services.all_services import Services
from desktop.views.kit import words
from engine.game.info import PovScore, Score
from engine.game.side import Side
from engine.game.tree import Game
from engine.play.review.values import EvaluationSource, PositionEvaluation
from tests.desktop.window_doubles import close_services, make_services

LONG = 60_000


@pytest.fixture
def services(qtbot: QtBot) -> Iterator[Services]:
    made = make_services(settings={"explain_tries": True})
    yield made
    close_services(made)


def play(services: Services, *moves: str) -> None:
    for uci in moves:
        services.match.user_move(uci)


def wait_for_the_last_look(services: Services, qtbot: QtBot) -> None:
    def final() -> bool:
        tried = services.coach.state.tried
        return tried is not None and tried.final and services.coach.state.node == services.game.state.current

    qtbot.waitUntil(final, timeout=LONG)


def sign(services: Services) -> str:
    return services.coach.state.sign_at(services.game.state)


def test_a_tried_blunder_gets_its_sign_first_and_then_its_reason(services: Services, qtbot: QtBot) -> None:
    seen: list[tuple[str, bool]] = []
    services.coach.changed.connect(
        lambda state: seen.append((state.sign_at(services.game.state), state.found is not None))
    )
    play(services, "e2e4", "d7d5", "d1g4")
    wait_for_the_last_look(services, qtbot)
    of_blunder = [look for look in seen if look[0] == "??"]
    assert of_blunder[0] == ("??", False) and of_blunder[-1] == ("??", True), seen
    assert words.coached(services.coach.state).startswith("2. Qg4 allows 2...Bxg4: your queen on g4 is unprotected")
    assert not services.game.state.node.nags, "nothing is written into the game"


def test_a_good_move_gets_no_sign_but_a_sentence(services: Services, qtbot: QtBot) -> None:
    play(services, "e2e4", "d7d5", "d1g4", "c8g4")
    wait_for_the_last_look(services, qtbot)
    assert sign(services) == "" and words.coached(services.coach.state)


def test_a_move_shown_again_is_not_searched_again(services: Services, qtbot: QtBot) -> None:
    play(services, "e2e4", "d7d5", "d1g4")
    wait_for_the_last_look(services, qtbot)
    services.game.go_back()
    assert (sign(services), services.coach.state.tried) == ("", None)
    services.game.go_forward()
    assert sign(services) == "??" and services.coach.state.tried is not None and services.coach.state.tried.final


def test_a_sign_follows_an_analysis_that_goes_deeper(
    services: Services, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A drawn rook ending kept its "?" while the analysis beside it fell to 0.00."""
    play(services, "e2e4", "d7d5", "d1g4")
    wait_for_the_last_look(services, qtbot)
    fen = services.game.state.fen
    equal = PositionEvaluation(PovScore(Score(centipawns=20), True), 0.51, 30, ("c8g4",), EvaluationSource.SEARCH)
    for nodes, shown in ((2_000_000, "??"), (4_000_000, "")):
        monkeypatch.setattr(services.analysis, "found", {fen: (nodes, equal)}.get)
        services.analysis.changed.emit(services.analysis.state)
        qtbot.waitUntil(lambda shown=shown: sign(services) == shown, timeout=LONG)  # type: ignore[misc]
    tried = services.coach.state.tried
    assert tried is not None and tried.final and tried.nodes == 4_000_000


def test_moves_that_are_only_looked_at_are_not_explained(services: Services, qtbot: QtBot) -> None:
    game, at = Game.new(), 0
    for uci in ("e2e4", "d7d5", "d1g4"):
        game, at = game.add_move(at, uci)
    services.game.open_tab(game)
    services.game.go_last()
    qtbot.wait(50)
    assert services.coach.state.tried is None


def test_the_switch_takes_the_sign_away_and_brings_it_back(services: Services, qtbot: QtBot) -> None:
    play(services, "e2e4", "d7d5", "d1g4")
    wait_for_the_last_look(services, qtbot)
    services.settings.set("explain_tries", False)
    assert (sign(services), words.coached(services.coach.state)) == ("", "")
    services.settings.set("explain_tries", True)
    assert sign(services) == "??"


def test_nothing_is_said_in_a_game_under_way_nor_in_a_line_of_a_rated_game(services: Services, qtbot: QtBot) -> None:
    for rated in (False, True):
        services.match.new_game(NewGame(Side.WHITE, level_of("elo 1500"), rated=rated))
        play(services, "e2e4")
        qtbot.waitUntil(lambda: services.game.state.node.ply >= 2, timeout=LONG)
        qtbot.wait(50)
        assert services.coach.state.tried is None and services.coach.state.found is None
    running = services.game.state
    services.game.open_tab(Game.new())
    play(services, *running.game.moves(running.current))
    qtbot.wait(50)
    assert services.help.helped() is not None, "the board shows the rated game's position"
    assert services.coach.state.tried is None and services.coach.state.found is None
