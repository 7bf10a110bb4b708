"""The moves of a match in the tree of the game: what is no edit is not undone, and they stay the main line."""

from desktop.model.game.match import NewGame
from desktop.services.all_services import Services
from tests.desktop.services.conftest import Make
from tests.desktop.window_doubles import ScriptedChooser


def sans(services: Services) -> list[str]:
    return [node.san for node in services.game.state.game.main_line()]


def test_undo_takes_no_move_of_a_match_away_nor_its_end(make: Make) -> None:
    services = make(ScriptedChooser()).services
    games, match = services.game, services.match
    match.new_game(NewGame(None))
    match.user_move("e2e4")
    games.toggle_nag(games.state.current, 1)
    match.user_move("e7e5")
    match.adjourn()
    games.undo()
    assert sans(services) == ["e4", "e5"]
    games.toggle_nag(games.state.current, 2)
    games.undo()
    assert not games.state.node.nags and games.state.game.node(1).nags == (1,)  # an edit since the last move is undone
    match.go_on()
    games.toggle_nag(games.state.current, 2)
    match.resign()
    games.undo()
    assert games.state.game.result == "0-1"


def test_the_moves_of_a_match_stay_the_main_line_until_it_is_over(make: Make) -> None:
    services = make(ScriptedChooser()).services
    games, match = services.game, services.match
    told: list[str] = []
    games.message.connect(lambda message: told.append(str(message.text)))
    match.new_game(NewGame(None))
    match.user_move("e2e4")
    match.user_move("e7e5")
    match.adjourn()
    games.go_first()
    match.user_move("d2d4")
    games.promote(games.state.current)
    games.demote(1)
    assert sans(services) == ["e4", "e5"]
    assert told == ["The moves of a game that is not over stay its main line."] * 2
    variation = games.state.current
    match.go_on()
    assert games.state.at_live_end and games.state.playing  # no clock runs beside another position
    match.resign()
    games.promote(variation)
    assert sans(services) == ["d4"]


def test_any_move_of_a_variation_moves_it_and_where_none_is_there_is_one_word_and_no_edit(make: Make) -> None:
    services = make().services
    games = services.game
    assert services.files.paste("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 3. exd5) 2... d6) (1... e6) 2. Nf3 *")
    told: list[str] = []
    games.message.connect(lambda message: told.append(str(message.text)))

    def at(san: str) -> int:
        return next(node.id for node in games.state.game.table if node.san == san)

    first = games.state.game
    games.promote(at("exd5"))  # above 2. Nf3, then above 1... e5
    games.promote(at("exd5"))
    assert sans(services) == ["e4", "c5", "c3", "d5", "exd5"] and not told
    games.promote(at("exd5"))
    games.demote(at("exd5"))
    games.demote(at("e6"))
    assert told == ["This is the main line already."] + ["The variation cannot move further down."] * 2
    games.undo()  # the second promotion: what changed nothing is no step
    games.demote(at("d6"))  # within 1... c5, now below 2. c3, there is none
    games.undo()
    assert games.state.game is first and len(told) == 4
    games.demote(at("d6"))
    assert [games.state.game.node(child).san for child in games.state.game.node(1).children] == ["e5", "e6", "c5"]
