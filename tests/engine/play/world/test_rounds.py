"""Games of a broadcast: which is which in every answer, and newer moves come into open games without loss of the user's own."""

import pytest

from engine.game.tree import ROOT, Game
from engine.pgn.reader import first_game
from engine.play.world.downloads import WorldError
from engine.play.world.rounds import place_in, read_round, renewed

HEAD = '[Event "Cup"]\n[Round "1.%d"]\n[White "Tal"]\n[Black "Keres"]\n[Result "%s"]\n%s\n'


def pgn(moves: str, board: int = 1, result: str = "*", address: str = "") -> str:
    tag = f'[GameURL "{address}"]\n' if address else ""
    return HEAD % (board, result, tag) + f"{moves} {result}\n\n\n"


def sans(game: Game, at: int = ROOT) -> list[str]:
    return [node.san for node in game.main_line(at)]


def test_a_game_is_known_again_by_its_address_else_by_its_players() -> None:
    first = read_round(pgn("1. e4", address="https://x/a") + pgn("1. d4", address="https://x/b"))
    later = read_round(pgn("1. d4 d5", address="https://x/b") + pgn("1. e4", 2, address="https://x/a"))
    assert [game.key for game in first] == ["https://x/a", "https://x/b"] == [game.key for game in later][::-1]
    plain = read_round(pgn("1. e4") + pgn("1. d4", 2) + pgn("1. c4", 2))
    assert len({game.key for game in plain}) == 3, "two of the same players are told apart by their order"
    assert plain[0].content == read_round(pgn("1. e4"))[0].content != read_round(pgn("1. e4 e5"))[0].content


def test_a_game_tells_its_last_move_and_both_clocks() -> None:
    (game,) = read_round(pgn("1. e4 { [%clk 1:30:00] } e5 { [%clk 1:29:10] } 2. Nf3 { [%clk 1:28:00] }"))
    assert game.last.san == "Nf3" and game.clocks_ms == (5_280_000, 5_350_000)
    (empty,) = read_round(pgn(""))
    assert empty.last.id == ROOT and empty.clocks_ms == (None, None)


@pytest.mark.parametrize("text", ["", "\n\n", "soon"])
def test_a_round_without_games_is_one_sentence(text: str) -> None:
    with pytest.raises(WorldError, match="has no games yet"):
        read_round(text)


def test_an_untouched_game_is_the_newest_and_who_was_at_the_end_stays_there() -> None:
    given, newest = first_game(pgn("1. e4 e5")), first_game(pgn("1. e4 e5 2. Nf3", result="1-0"))
    assert renewed(given, given, newest) is newest
    assert newest.node(place_in(given, given.end(), given, newest, newest)).san == "Nf3"
    looking_back = given.child_with(ROOT, "e2e4")
    assert looking_back is not None
    assert newest.node(place_in(given, looking_back.id, given, newest, newest)).san == "e4"


def test_the_users_variations_comments_and_tags_stay() -> None:
    given = first_game(pgn("1. e4 e5"))
    mine, own = given.add_move(given.end(), "f1c4")
    mine = mine.with_node(mine.node(1).changed(comment="best by test")).with_header("Annotator", "me")
    newest = first_game(pgn("1. e4 e5 2. Nf3 { [%clk 0:10:00] } Nc6", result="1/2-1/2"))
    after = renewed(mine, given, newest)
    assert sans(after) == ["e4", "e5", "Nf3", "Nc6"] and after.result == "1/2-1/2"
    assert [child.san for child in after.children(2)] == ["Nf3", "Bc4"]
    assert after.node(1).comment == "best by test" and after.header("Annotator") == "me"
    knight = after.child_with(2, "g1f3")
    assert knight is not None and knight.clock_ms == 600_000
    assert after.node(place_in(mine, own, given, after, newest)).san == "Bc4", "who looks at an own move stays there"
    assert after.node(place_in(mine, 2, given, after, newest)).san == "Nc6"
    once_more = renewed(after, newest, newest)
    assert once_more is after, "nothing new is no change"


def test_a_move_that_the_broadcast_takes_back_stays_as_a_variation() -> None:
    given = first_game(pgn("1. e4 e5 2. Qh5"))
    mine = given.with_node(given.node(1).changed(comment="mine"))
    after = renewed(mine, given, first_game(pgn("1. e4 e5 2. Nf3")))
    assert sans(after) == ["e4", "e5", "Nf3"] and [child.san for child in after.children(2)] == ["Nf3", "Qh5"]


def test_another_start_position_leaves_the_users_game() -> None:
    given = first_game(pgn("1. e4"))
    mine, _ = given.add_move(given.end(), "e7e5")
    other = first_game('[Event "Cup"]\n[SetUp "1"]\n[FEN "8/8/8/8/3k4/8/3P4/3K4 w - - 0 1"]\n\n1. Kc2 *\n')
    assert renewed(mine, given, other) is mine
