"""`ratsu tactics guess` and `visualise`: a guessed game and questions without a board, in the terminal."""

import json
import random
from collections.abc import Callable

import pytest

from engine.commands import tactics
from engine.commands.tactics import guess, visualise
from engine.drill.deck import Deck
from engine.drill.deck_file import DeckFile
from engine.drill.sources.guess import GuessSource, note_of, shipped_games
from engine.drill.sources.visualise import VisualKind, VisualSource, progress_of
from engine.play.review.judge import PositionJudge


def deck_file() -> DeckFile:
    return DeckFile(None, lambda _load: Deck(), lambda _content: None)


def typing(*lines: str) -> Callable[[str], str]:
    left = list(lines)

    def ask(_prompt: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return ask


def no_judge() -> PositionJudge:
    raise AssertionError("the move played needs no search")


def test_the_moves_played_are_guessed_to_the_end_of_the_game() -> None:
    game, file, told = shipped_games()[1], deck_file(), list[str]()
    source = GuessSource(game, no_judge, file)
    moves = [game.moves[ply] for ply in game.asked]
    guess(source, typing("hint", *moves), told.append)
    assert told[0].startswith(f"{game.white_player} - {game.black_player}, {game.year}.")
    points = 10 * len(moves) - 5
    assert told[-1] == f"The game is over. Best result in it: {round(100 * points / (10 * len(moves)))} %"
    assert note_of(file.value(), game).rounds == 1


def test_answers_in_words_change_the_rating() -> None:
    file, told = deck_file(), list[str]()
    source = VisualSource(file, random.Random(1), [VisualKind.KNIGHT])
    visualise(source, typing("nonsense", "quit"), told.append)
    assert told[-2].startswith("Wrong: ") and "Your rating: 1500 -> " in told[-2]
    assert progress_of(file.value()).failed == 1


def test_the_rating_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    import argparse

    parser = argparse.ArgumentParser()
    tactics.configure(parser)
    arguments = parser.parse_args(["visualise", "--json"])
    assert tactics.run(arguments) == 0
    assert json.loads(capsys.readouterr().out) == {"rating": 1500, "deviation": 350, "solved": 0, "failed": 0}
