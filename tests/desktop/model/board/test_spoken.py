"""Questions in words and their answers."""

from dataclasses import replace

import pytest

from desktop.model.board.spoken import ACTIONS, Narrator, Phrase
from desktop.model.game.state import GameState
from engine.game.clock import Clock
from engine.game.evaluation import Evaluation
from engine.game.info import PovScore, Score, TableResult
from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.game.tree import Game


def said(phrase: Phrase) -> str:
    text = phrase.template
    for number, part in enumerate(phrase.parts, 1):
        text = text.replace(f"%{number}", said(part) if isinstance(part, Phrase) else str(part))
    return text


def after(*moves: str) -> GameState:
    game, node = Game.new(), 0
    for move in moves:
        game, node = game.add_move(node, move)
    return GameState(1, game, node)


def answer(words: str, state: GameState | None = None, **about: object) -> str:
    heard = Narrator(state or after("e2e4"), **about).hear(words)  # type: ignore[arg-type]
    assert heard is not None, words
    return "; ".join(map(said, heard.phrases))


def test_where_the_men_stand() -> None:
    assert answer("white pieces").startswith("white king on e1; white queen on d1; white rook on a1 h1")
    assert "black pawn on a7 b7 c7 d7 e7 f7 g7 h7" in answer("pieces")
    assert answer("knights") == "white knight on b1 g1; black knight on b8 g8"
    assert answer("where are the black rooks?") == "black rook on a8 h8"
    assert answer("white king") == "white king on e1"
    assert answer("valkeat nappulat") == answer("white pieces")
    assert answer("mustan ratsut") == "black knight on b8 g8"


def test_what_stands_on_a_square_a_rank_or_a_file() -> None:
    assert answer("what is on e4?") == "e4: white pawn"
    assert answer("square e2") == "e2: empty"
    assert answer("rank 4") == "e4: white pawn"
    assert answer("file e") == "e1: white king; e4: white pawn; e7: black pawn; e8: black king"
    assert answer("rank 5") == "5 is empty"


def test_the_last_move_and_whose_turn_it_is() -> None:
    assert answer("last move") == "White played 1.e4"
    assert answer("last move", after()) == "No move has been made"
    assert answer("who is to move?") == "Black is to move"
    assert answer("turn", after("e2e4", "f7f6", "d1h5")) == "Black is to move; the king is in check"


def test_legal_moves() -> None:
    assert answer("legal moves of e7") == "e7 can go to e5 e6"
    assert answer("moves e8") == "e8 cannot move"
    assert answer("moves").startswith("20 legal moves; a7 can go to")


def test_clocks_material_evaluation_opening_result() -> None:
    clock = Clock.start(TimeControl(125_000, black=TimeControl(61_000)))
    assert answer("clocks", clock=clock) == "White: 2 minutes 5 seconds; Black: one minute one second"
    assert answer("time") == "There is no clock"
    assert answer("material", after("e2e4", "d7d5", "e4d5")) == "White is ahead by 1 pawns’ worth"
    assert (
        answer("evaluation", evaluation=Evaluation(PovScore(Score(centipawns=-80), True))) == "Black is better, -0.80"
    )
    assert answer("eval", evaluation=Evaluation(PovScore(Score(mate=-3), True))) == "Black mates in 3"
    by_tables = Evaluation(PovScore(Score(table=TableResult(2, 7)), False))
    assert answer("eval", evaluation=by_tables) == "Black wins by the endgame tables"
    assert "no evaluation" in answer("score")
    assert answer("opening", opening="King's Pawn Game") == "King's Pawn Game"
    assert answer("result") == "The game is not over"
    assert answer("attackers of e4", after("e2e4", "g8f6")) == "White attacks e4 from -; Black attacks e4 from f6"


def test_the_result_says_who_made_the_illegal_move() -> None:
    ended = replace(after("e2e4"), game=Game.new().with_outcome(Outcome(Side.WHITE, Termination.ILLEGAL_MOVE)))
    assert answer("result", ended) == "White wins: Black made an illegal move"


def test_actions_are_said_by_name() -> None:
    for key, spellings in ACTIONS.items():
        for spelling in spellings:
            heard = Narrator(after()).hear(spelling)
            assert heard is not None and heard.action == key


@pytest.mark.parametrize("words", ["e4", "Nf3", "knight f3", "castle short", "b5", "rook takes d5", "", "O-O"])
def test_moves_are_no_questions(words: str) -> None:
    assert Narrator(after()).hear(words) is None
