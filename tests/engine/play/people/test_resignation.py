"""Resignation as people do it: never early or in play, more often the stronger and the more lost."""

import random
from collections import Counter
from dataclasses import replace

import chess
import pytest

from engine.console.game_in_terminal import ConsoleGame, ConsoleSettings
from engine.game.info import Score
from engine.game.limits import GamePosition, Limits
from engine.game.time_control import NO_CLOCK
from engine.play.mover import RatsuMover
from engine.play.people import resignation, temperament
from engine.play.people.character import Character
from engine.play.people.human_mover import HumanMover
from engine.play.people.rating_rows import at_rating
from engine.play.people.resignation import (
    BARE,
    BARE_POINTS,
    FIRST_PLY,
    HAZARDS,
    LOST_CP,
    LOST_MOVES,
    SEEN_MATE,
    SHORT_MS,
    points_of,
    resigns,
)
from engine.play.people.temperament import EARLY, NEVER, Resigning, resigning

TRIES = 2000
LONG_LOST = (Score(centipawns=-LOST_CP),) * LOST_MOVES


def often(
    who: Resigning, *standings: Score, points: int = BARE_POINTS, ply: int = 60, opponent_ms: int | None = None
) -> float:
    dice = random.Random(1)
    return sum(resigns(who, standings, points, ply, opponent_ms, dice) for _ in range(TRIES)) / TRIES


@pytest.mark.parametrize("who", Resigning)
def test_a_game_in_play_or_just_begun_is_never_resigned(who: Resigning) -> None:
    playing = Score(centipawns=1 - LOST_CP)
    assert often(who, *LONG_LOST[1:], playing) == often(who, Score(mate=3)) == often(who, playing) == 0
    assert often(who, *LONG_LOST, ply=FIRST_PLY - 1) == 0


def test_a_position_must_have_been_lost_for_some_moves() -> None:
    assert often(Resigning.EARLY, *LONG_LOST) == pytest.approx(HAZARDS[Resigning.EARLY][0], abs=0.03)
    assert often(Resigning.EARLY, *LONG_LOST[1:]) == 0
    assert often(Resigning.EARLY, Score(centipawns=-100), *LONG_LOST[1:]) == 0


def test_an_opponent_short_of_time_is_played_on_against() -> None:
    assert often(Resigning.EARLY, *LONG_LOST, opponent_ms=SHORT_MS - 1) == 0
    assert often(Resigning.EARLY, *LONG_LOST, opponent_ms=SHORT_MS) > 0


def test_each_temperament_resigns_at_its_time() -> None:
    mate = (*LONG_LOST[1:], Score(mate=-4))
    assert often(Resigning.NEVER, *LONG_LOST) == often(Resigning.NEVER, *mate) == often(Resigning.LATE, *LONG_LOST) == 0
    assert 0 < often(Resigning.LATE, *mate) < often(Resigning.EARLY, *mate)
    assert often(Resigning.LATE, *LONG_LOST[1:], Score(mate=-SEEN_MATE - 1)) == 0


def test_who_has_next_to_nothing_left_hopes_for_stalemate() -> None:
    mate = (*LONG_LOST[1:], Score(mate=-4))
    few = often(Resigning.LATE, *mate, points=BARE_POINTS - 1)
    assert few == pytest.approx(BARE * often(Resigning.LATE, *mate), abs=0.02)
    assert points_of("4k3/pp6/8/8/8/8/8/QR2KNB1 w - - 0 1") == 20 and points_of("4k3/pp6/8/8/8/8/8/Q3K3 b - - 0 1") == 2


@pytest.mark.parametrize("elo", [800, 1300, 1700, 2200])
def test_a_game_keeps_its_temperament_and_strong_people_resign_more_often(elo: int) -> None:
    drawn = Counter(resigning(elo, seed) for seed in range(TRIES))
    assert drawn == Counter(resigning(elo, seed) for seed in range(TRIES))
    assert drawn[Resigning.EARLY] / TRIES == pytest.approx(at_rating(EARLY, elo), abs=0.04)
    assert drawn[Resigning.NEVER] / TRIES == pytest.approx(at_rating(NEVER, elo), abs=0.04)


LOST = GamePosition("6k1/5ppp/8/8/8/q7/8/7K w - - 0 40", chess960=False)
WON = GamePosition("6k1/8/8/8/8/Q7/5PPP/7K w - - 0 40", chess960=False)
SHUFFLED = {
    LOST: ("h1g1", "h7h6", "g1h1", "h6h5", "h1g1", "h5h4"),
    WON: ("h1g1", "g8h8", "g1h1", "h8g8", "h1g1", "g8h8"),
}


def test_a_level_gives_up_a_lost_game_some_day_and_never_a_won_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resignation, "FIRST_PLY", 0)  # of a position that is set up
    monkeypatch.setattr(resignation, "BARE", 1.0)
    monkeypatch.setattr(temperament, "EARLY", ((800, 1.0),))
    mover = RatsuMover(seed=1)
    mover.set_option("UCI_LimitStrength", True)
    mover.set_option("Human Like", True)
    mover.set_option("UCI_Elo", 2000)
    given_up: dict[GamePosition, list[bool]] = {LOST: [], WON: []}
    for seed in range(20):
        mover.new_game(seed)
        for position, found in given_up.items():
            for played in range(LOST_MOVES + 1):
                found.append(mover.choose(replace(position, moves=SHUFFLED[position][: 2 * played]), Limits()).resigns)
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


def test_the_blunder_that_is_about_to_be_made_is_no_reason_to_resign(monkeypatch: pytest.MonkeyPatch) -> None:
    """1. e4 e5 2. Qh5 Nc6 is even, also for who is about to give the queen for a pawn on f7."""
    even = GamePosition("r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3", chess960=False)
    asked: list[int] = []

    class Blundering(random.Random):
        def choices(self, *_: object, **__: object) -> list[str]:  # type: ignore[override]
            return ["h5f7"]

    def noted(_who: Resigning, standings: list[Score], *_: object) -> bool:
        asked.append(standings[-1].number)
        return False

    monkeypatch.setattr("engine.play.people.human_mover.random.Random", Blundering)
    monkeypatch.setattr("engine.play.people.human_mover.resigns", noted)
    monkeypatch.setattr("engine.play.people.human_mover.LOST_CP", 400)
    choice = HumanMover().choose(even, Limits(), Character(1500), seed=1)
    assert choice is not None and choice.result is not None and choice.result.lines[0].score.number <= -400
    assert len(asked) == 1 and asked[0] > -150
