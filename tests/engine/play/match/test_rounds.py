"""Swiss and knockout tournaments: who meets is decided by the results, whatever the order in which games end."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.play.match.rounds import FinalOrder, RoundSchedule, final_order, games_of, rounds_of
from engine.play.match.schedule import Encounter, GameResult, System

RESULTS = (Side.WHITE, None, Side.BLACK)


def played(encounter: Encounter, winner: Side | None) -> GameResult:
    return GameResult(encounter, Outcome(winner, Termination.ADJUDICATION), 40)


def winner_of(encounter: Encounter, seed: int) -> Side | None:
    """The same for the same game of a tournament."""
    return random.Random(f"{seed} {encounter.number}").choice(RESULTS)


def tournament(
    system: System, engines: int, seed: int, at_a_time: int, games: int = 2
) -> tuple[list[Encounter], FinalOrder]:
    """Plays a tournament with games that end in a random order."""
    order, results = random.Random(at_a_time), list[GameResult]()
    schedule = RoundSchedule(system, engines, games, rounds_of(system, engines), 7, results)
    met, running = [], list[Encounter]()
    while True:
        while len(running) < at_a_time and (encounter := next(schedule, None)) is not None:
            running.append(encounter)
            met.append(encounter)
        if not running:
            break
        encounter = running.pop(order.randrange(len(running)))
        results.append(played(encounter, winner_of(encounter, seed)))
    assert schedule.ended is not None
    assert final_order(system, engines, games, rounds_of(system, engines), results) == schedule.ended
    return sorted(met, key=lambda one: one.number), schedule.ended


@given(system=st.sampled_from((System.SWISS, System.KNOCKOUT)), engines=st.integers(2, 20), seed=st.integers(0, 999))
def test_the_games_do_not_depend_on_the_order_in_which_they_end(system: System, engines: int, seed: int) -> None:
    alone, together = (tournament(system, engines, seed, at_a_time) for at_a_time in (1, 5))
    assert alone == together
    assert [one.number for one in alone[0]] == list(range(1, len(alone[0]) + 1))
    assert sorted(alone[1].engines) == list(range(engines))
    colours = Counter((one.white, one.black) for one in alone[0])
    assert all(colours[black, white] == count for (white, black), count in colours.items())


@given(engines=st.integers(4, 24), seed=st.integers(0, 999))
def test_in_a_swiss_tournament_nobody_meets_twice_and_only_one_is_free(engines: int, seed: int) -> None:
    met, ended = tournament(System.SWISS, engines, seed, 3)
    rounds = rounds_of(System.SWISS, engines)
    assert set(Counter(frozenset((one.white, one.black)) for one in met).values()) == {2}
    assert len(met) == games_of(System.SWISS, engines, 2, rounds) == rounds * (engines // 2) * 2
    assert ended.byes == {} if engines % 2 == 0 else len(ended.byes) == rounds


def test_the_winners_of_a_swiss_round_meet_in_the_next() -> None:
    results = list[GameResult]()
    schedule = RoundSchedule(System.SWISS, 4, 2, 2, 1, results)
    first = [next(schedule) for _ in range(4)]
    assert {frozenset((one.white, one.black)) for one in first} == {frozenset((0, 2)), frozenset((1, 3))}
    results += [played(one, Side.WHITE if one.white < 2 else Side.BLACK) for one in first]
    assert {frozenset((one.white, one.black)) for one in schedule} == {frozenset((0, 1)), frozenset((2, 3))}


def test_the_favourites_of_a_knockout_meet_in_the_final() -> None:
    results = list[GameResult]()
    schedule = RoundSchedule(System.KNOCKOUT, 5, 2, 3, 1, results)
    rounds = []
    while wave := list(schedule):
        rounds.append({frozenset((one.white, one.black)) for one in wave})
        results += [played(one, Side.WHITE if one.white < one.black else Side.BLACK) for one in wave]
    assert rounds == [{frozenset((3, 4))}, {frozenset((0, 3)), frozenset((1, 2))}, {frozenset((0, 1))}]
    assert schedule.ended == FinalOrder((0, 1, 2, 3, 4))


def test_a_drawn_match_gets_more_games_and_at_last_the_first_named_goes_on() -> None:
    results = list[GameResult]()
    schedule = RoundSchedule(System.KNOCKOUT, 2, 4, 1, 1, results)
    sizes = []
    while wave := list(schedule):
        sizes.append(len(wave))
        results += [played(one, None) for one in wave]
    assert sizes == [4, 2, 2, 2]
    assert schedule.ended == FinalOrder((0, 1))


@pytest.mark.parametrize("system", [System.SWISS, System.KNOCKOUT])
def test_a_tournament_continues_from_the_games_that_were_finished(system: System) -> None:
    met, ended = tournament(system, 6, 3, 1)
    results = [played(one, winner_of(one, 3)) for one in met[:5]]
    schedule = RoundSchedule(system, 6, 2, rounds_of(system, 6), 7, results)
    rest = []
    while (encounter := next(schedule, None)) is not None:
        rest.append(encounter)
        results.append(played(encounter, winner_of(encounter, 3)))
    assert rest == met[5:]
    assert schedule.ended == ended
