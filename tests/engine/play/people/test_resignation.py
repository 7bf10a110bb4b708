"""Resignation as people do it: never early or in play, more often the stronger and the more lost."""

import random

import chess
import pytest

from engine.console.game_in_terminal import ConsoleGame, ConsoleSettings
from engine.game.info import Score
from engine.game.limits import GamePosition, Limits
from engine.game.time_control import NO_CLOCK
from engine.play.mover import RatsuMover
from engine.play.people import resignation
from engine.play.people.character import Character
from engine.play.people.human_mover import HumanMover
from engine.play.people.resignation import FIRST_PLY, LOST_CP, resigns

TRIES = 2000


def often(elo: int, score: Score, ply: int = 60) -> float:
    dice = random.Random(1)
    return sum(resigns(elo, score, ply, dice) for _ in range(TRIES)) / TRIES


@pytest.mark.parametrize("elo", [800, 1500, 2200])
def test_nobody_resigns_early_or_while_there_is_play(elo: int) -> None:
    assert often(elo, Score(centipawns=-399)) == often(elo, Score(mate=3)) == often(elo, Score(centipawns=900)) == 0
    assert often(elo, Score(centipawns=-3000), FIRST_PLY - 1) == 0


def test_strong_people_resign_lost_positions_and_beginners_let_themselves_be_mated() -> None:
    mate, lost, bad = Score(mate=-4), Score(centipawns=-1200), Score(centipawns=-450)
    assert often(900, mate) == 0 and often(2000, mate) > 0.2
    assert often(900, lost) < often(1600, lost) < often(2100, lost)
    assert often(2000, bad) < often(2000, lost)


LOST = GamePosition("6k1/5ppp/8/8/8/q7/8/7K w - - 0 40", chess960=False)
WON = GamePosition("6k1/8/8/8/8/Q7/5PPP/7K w - - 0 40", chess960=False)


def test_a_level_gives_up_a_lost_game_some_day_and_never_a_won_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resignation, "FIRST_PLY", 0)  # of a position that is set up
    mover = RatsuMover(seed=1)
    mover.set_option("UCI_LimitStrength", True)
    mover.set_option("Human Like", True)
    mover.set_option("UCI_Elo", 2000)
    given_up: dict[GamePosition, list[bool]] = {LOST: [], WON: []}
    for seed in range(40):  # one move in eleven is not made any more
        mover.new_game(seed)
        for position, found in given_up.items():
            found.append(mover.choose(position, Limits()).resigns)
    assert any(given_up[LOST]) and not all(given_up[LOST]) and not any(given_up[WON])
    mover.close()


def test_the_console_ends_the_game_when_the_level_resigns(monkeypatch: pytest.MonkeyPatch) -> None:
    mover = RatsuMover(seed=1)
    mover.set_option("UCI_LimitStrength", True)
    mover.set_option("Human Like", True)
    monkeypatch.setattr("engine.play.people.human_mover.resigns", lambda *_: True)
    told: list[str] = []
    settings = ConsoleSettings(chess.WHITE, chess.STARTING_FEN, False, NO_CLOCK, None)
    ConsoleGame(mover, settings, iter(["e2e4", "quit"]), told.append).play()
    assert any("1-0" in line and "resign" in line for line in told)
    mover.close()


def test_nobody_resigns_for_the_blunder_that_is_about_to_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """1. e4 e5 2. Qh5 Nc6 is even, also for who is about to give the queen for a pawn on f7."""
    even = GamePosition("r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3", chess960=False)
    asked: list[int] = []
    monkeypatch.setattr("engine.play.people.human_mover.resigns", lambda _elo, score, *_: asked.append(score.number))
    monkeypatch.setattr("engine.play.people.human_mover.drawn", lambda *_: "h5f7")
    choice = HumanMover().choose(even, Limits(), Character(1500), seed=1)
    assert choice is not None and choice.result is not None and choice.result.lines[0].score.number <= -LOST_CP[0]
    assert len(asked) == 1 and asked[0] > -150
