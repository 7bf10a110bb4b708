"""Guess the move: games, points by winning chances, progress that is continued."""

from functools import partial

import chess
import pytest

from engine.drill.deck import Deck
from engine.drill.deck_file import DeckFile, as_file, of_file
from engine.drill.session import Session
from engine.drill.sources.guess import FIRST_PLY, GuessGame, GuessSource, GuessWorth, next_game, note_of, shipped_games
from engine.game.limits import Limits
from engine.game.tree import Game
from engine.play.review.own_judge import own_judge


def deck_file() -> DeckFile:
    return DeckFile(None, lambda _load: Deck(), lambda _content: None)


def game_of(moves: str, white: bool = True) -> GuessGame:
    game, at = Game.new(), 0
    for uci in moves.split():
        game, at = game.add_move(at, uci)
    return GuessGame.of(game, white)


LEGAL = "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4 b1c3 g7g6 a2a3 a7a6 f3e5 g4d1 c4f7 e8e7 c3d5"  # Légal's mate


def test_shipped_games_are_complete_and_ask_the_winners_moves() -> None:
    games = shipped_games()
    assert len(games) >= 100 and len({game.key for game in games}) == len(games)
    for game in games:
        board = chess.Board()
        for uci in game.moves:
            board.push_uci(uci)
        assert game.white_player and game.black_player and 1840 <= int(game.year) <= 1929
        assert len(game.asked) >= 13 and game.asked[0] in (FIRST_PLY, FIRST_PLY + 1)


def test_the_move_played_scores_all_a_worse_one_less_and_a_blunder_nothing() -> None:
    game, file = game_of(LEGAL), deck_file()
    source = GuessSource(game, partial(own_judge, Limits(nodes=20_000), None), file)
    question = source.next()
    assert question is not None and question.played == "f3e5"
    assert source.judge(question, "f3e5").why == GuessWorth(10, 0.0, exact=True)
    quiet, blunder = source.judge(question, "h2h3"), source.judge(question, "f3g5")
    assert isinstance(quiet.why, GuessWorth) and isinstance(blunder.why, GuessWorth)
    assert 0 <= blunder.why.points < 10 and blunder.why.lost > quiet.why.lost and not blunder.right


def test_a_game_is_continued_where_it_was_left_and_its_best_round_is_stored() -> None:
    game, file = game_of(LEGAL), deck_file()
    session = Session(GuessSource(game, partial(own_judge, Limits(nodes=1_000), None), file))
    session.next()
    session.answer("f3e5")
    assert note_of(file.value(), game).at == 1 and next_game(file.value(), (game_of("e2e4"), game)) is game
    again = Session(GuessSource(game, partial(own_judge, Limits(nodes=1_000), None), file))
    question = again.next()
    assert question is not None and question.played == "c4f7"
    again.hint()
    again.answer("c4f7")
    again.next()
    again.give_up()
    assert again.next() is None
    note = note_of(of_file(as_file(file.value())), game)
    assert (note.at, note.points, note.best, note.rounds) == (0, 0, 50, 1), "10, half of 10, and none of 30"


@pytest.mark.parametrize("white", [True, False])
def test_only_one_sides_moves_are_asked(white: bool) -> None:
    game = game_of(LEGAL, white)
    assert all((ply % 2 == 0) is white for ply in game.asked)


def test_a_stored_round_belongs_to_the_same_game_for_ever() -> None:
    """The key is in the decks of users: another one would forget their rounds."""
    game = GuessGame("a", "b", "1900", "startpos", ("e2e4", "e7e5"), False, True)
    assert game.key == GuessGame("c", "d", "", "startpos", ("e2e4", "e7e5"), False, True).key == "9c61bd0e54bb0a9b"
