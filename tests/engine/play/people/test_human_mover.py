"""Levels of people: moves drawn as people of the rating play them, mates in one overlooked as they do, a seed repeats them."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import chess
import pytest

from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource
from engine.game.reason import ReasonKind
from engine.ground.errors import MoveError
from engine.human import predictor_file
from engine.human.predictor_file import PredictorError
from engine.levels import HUMAN_FROM, HUMAN_TO, human_share
from engine.play.mover import RatsuMover
from engine.play.people.character import Character
from engine.play.people.human_mover import HURRIED_MS, HURRIED_NODES, HumanMover
from engine.play.people.level_chances import CARE, TAIL
from engine.play.people.rating_rows import at_rating
from engine.play.people.shallow_scores import ShallowScores
from engine.rules.board import CoreBoard

START = GamePosition(chess.STARTING_FEN, chess960=False)
ITALIAN = GamePosition(chess.STARTING_FEN, ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4"), chess960=False)
BACK_RANK = GamePosition("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", chess960=False)
MATED = GamePosition("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", chess960=False)
BEGINNER, CLUB = Character(900), Character(1500)
HANGS = GamePosition(
    chess.STARTING_FEN, ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4"), chess960=False
)  # 3...Nf6 is mate in one for White
HANGS_BADLY = GamePosition(chess.STARTING_FEN, (*HANGS.moves, "g8f6"), chess960=False)  # by Qxf7


@pytest.fixture(scope="module")
def people() -> HumanMover:
    return HumanMover()


def drawn(people: HumanMover, position: GamePosition, limits: Limits, seed: int, who: Character = CLUB) -> str:
    choice = people.choose(position, limits, who, seed)
    assert choice is not None
    return choice.move


def level(elo: int, **options: str) -> RatsuMover:
    mover = RatsuMover(seed=1)
    for name, value in {"UCI_LimitStrength": "true", "UCI_Elo": str(elo), "Human Like": "true", **options}.items():
        mover.set_option(name.replace("_Like", " Like"), value)
    return mover


def test_moves_are_drawn_as_often_as_people_play_them(people: HumanMover) -> None:
    chances = people.chances(ITALIAN, BEGINNER).of
    counts = Counter(drawn(people, ITALIAN, Limits(), seed, BEGINNER) for seed in range(100))
    for move, chance in list(chances.items())[:3]:
        assert counts[move] / 100 == pytest.approx(chance, abs=0.15)
    assert len(counts) > 3


def test_the_same_game_repeats_its_moves_and_another_does_not(people: HumanMover) -> None:
    twice = [[drawn(people, START, Limits(), seed) for seed in range(20)] for _ in range(2)]
    assert twice[0] == twice[1] and len(set(twice[0])) > 1


def test_a_mate_in_one_is_overlooked_as_often_as_people_do_it(people: HumanMover) -> None:
    chance = people.chances(HANGS_BADLY, BEGINNER).of["h5f7"]
    mates = [drawn(people, HANGS_BADLY, Limits(), seed, BEGINNER) == "h5f7" for seed in range(100)]
    assert 0.1 < chance < 0.95 and sum(mates) / 100 == pytest.approx(chance, abs=0.15)


def test_a_mate_that_is_seen_is_explained(people: HumanMover) -> None:
    choice = people.choose(BACK_RANK, Limits(search_moves=("e1e8",)), Character(800), 200)
    assert choice is not None and choice.move == "e1e8" and choice.reason.kind is ReasonKind.MATE_IN


@pytest.mark.parametrize("elo", [800, 1500, 2200])
def test_what_hardly_anybody_plays_is_never_drawn(people: HumanMover, elo: int) -> None:
    who = Character(elo)
    chances = people.chances(HANGS, who).of
    rare = {move for move, chance in chances.items() if chance < TAIL}
    assert rare and not rare & {drawn(people, HANGS, Limits(), seed, who) for seed in range(300)}
    alone = min(chances, key=lambda move: chances[move])
    assert drawn(people, HANGS, Limits(search_moves=(alone,)), 1, who) == alone, "unless there is nothing else"


def test_the_weaker_the_child_the_more_it_loses(people: HumanMover) -> None:
    def lost(elo: int) -> float:
        found = people.chances(HANGS, Character(elo))  # most moves allow a mate in one
        return sum(chance for move, chance in found.of.items() if found.scores[move][-1] < -200)

    assert lost(400) > lost(600) > lost(800)


def test_the_limits_name_and_leave_out_moves(people: HumanMover) -> None:
    named = Limits(search_moves=("a2a3", "h2h3"))
    assert {drawn(people, START, named, seed) for seed in range(20)} <= {"a2a3", "h2h3"}
    without = Limits(exclude_moves=("e2e4", "d2d4"))
    assert not {drawn(people, START, without, seed) for seed in range(20)} & {"e2e4", "d2d4"}
    assert drawn(people, START, Limits(search_moves=("a2a3",), exclude_moves=("a2a3",)), 1) == "a2a3"


def test_a_finished_game_has_no_move(people: HumanMover) -> None:
    assert people.choose(MATED, Limits(), CLUB, 1) is None


def test_the_choice_says_how_many_people_play_it_and_what_it_is_worth(people: HumanMover) -> None:
    choice = people.choose(ITALIAN, Limits(), CLUB, 3)
    assert choice is not None and choice.result is not None
    assert (
        choice.source is ChoiceSource.HUMAN
        and str(choice).startswith("people: ")
        and "of people rated 1500 play this" in str(choice)
    )
    assert (
        abs(choice.result.lines[0].score.number) < 150
    )  # an even position, and none of the wild scores of a few plies


def test_strength_has_no_jump_where_people_end() -> None:
    assert [human_share(elo) for elo in (HUMAN_FROM, 1500, HUMAN_TO, 2400, 2800)] == [1, 1, 1, 0, 0]
    shares = [human_share(elo) for elo in range(HUMAN_FROM, 2801, 10)]
    assert max(abs(high - low) for low, high in pairwise(shares)) <= 0.05 + 1e-9
    cares = [at_rating(CARE, elo) for elo in range(400, 2601, 10)]
    assert all(0 <= high - low < 0.45 for low, high in pairwise(cares))


@pytest.mark.parametrize(
    ("elo", "options", "source"),
    [
        (800, {}, ChoiceSource.HUMAN),
        (2200, {}, ChoiceSource.HUMAN),
        (1500, {"Human_Like": "false"}, ChoiceSource.SEARCH),
        (2400, {}, ChoiceSource.SEARCH),
        (400, {}, ChoiceSource.HUMAN),
    ],
)
def test_the_mover_plays_by_people_where_they_were_seen(
    elo: int, options: dict[str, str], source: ChoiceSource
) -> None:
    mover = level(elo, **options)
    choice = mover.choose(ITALIAN, Limits(nodes=400))
    assert choice.source is source and choice.result is not None and choice.result.lines
    mover.close()


def test_above_the_levels_of_people_both_kinds_of_moves_are_played() -> None:
    mover = level(2300)
    sources = set()
    for seed in range(12):
        mover.new_game(seed)
        sources.add(mover.choose(START, Limits(nodes=300)).source)
    assert sources == {ChoiceSource.HUMAN, ChoiceSource.SEARCH}
    mover.close()


def test_an_analysis_at_a_level_still_searches() -> None:
    mover = level(1500)
    assert mover.choose(ITALIAN, Limits(mate=1, nodes=300)).source is ChoiceSource.SEARCH
    mover.close()


@pytest.mark.parametrize(("people", "source"), [("true", ChoiceSource.HUMAN), ("false", ChoiceSource.SEARCH)])
def test_a_bad_move_in_the_position_is_told_and_silences_nobody(people: str, source: ChoiceSource) -> None:
    mover = level(1500, **{"Human Like": people})
    with pytest.raises(MoveError):
        mover.choose(GamePosition(chess.STARTING_FEN, ("e2e5",), chess960=False), Limits(nodes=100))
    assert mover.choose(START, Limits(nodes=100)).source is source
    mover.close()


def test_a_damaged_predictor_costs_no_move_and_is_told_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def damaged() -> None:
        raise PredictorError("the predictor %1 cannot be read: %2", tmp_path, "damaged")

    monkeypatch.setattr(predictor_file, "shipped", damaged)
    mover = level(1500)
    first, second = (mover.choose(START, Limits(nodes=100)) for _ in range(2))
    assert first.source is second.source is ChoiceSource.SEARCH
    assert [str(problem) for problem in first.problems] == [f"the predictor {tmp_path} cannot be read: damaged"]
    assert second.problems == ()
    mover.close()


def test_what_the_book_asked_is_not_searched_again_for_the_mover(monkeypatch: pytest.MonkeyPatch) -> None:
    people, searched, search = HumanMover(), list[int](), ShallowScores._searched

    def counted(scores: ShallowScores, board: CoreBoard, depths: int, moves: list[int]) -> dict[int, list[int]]:
        searched.append(depths)
        return search(scores, board, depths, moves)

    monkeypatch.setattr(ShallowScores, "_searched", counted)
    first = people.choose(ITALIAN, Limits(), CLUB, 1)
    count = len(searched)
    assert count and people.choose(ITALIAN, Limits(), CLUB, 1) is first and len(searched) == count
    people.choose(ITALIAN, Limits(exclude_moves=(first.move,) if first else ()), CLUB, 1)
    assert len(searched) > count, "another question is another answer"


def test_who_is_short_of_time_only_glances(people: HumanMover) -> None:
    short, long = (
        people.choose(ITALIAN, Limits(white_time_ms=60_000, black_time_ms=left), Character(1900), seed=left)
        for left in (HURRIED_MS - 1, HURRIED_MS)
    )
    assert short is not None and short.result is not None and long is not None and long.result is not None
    assert short.result.nodes < 2 * HURRIED_NODES < long.result.nodes  # of the search behind the move's score


def test_as_many_lines_as_asked_are_told_the_played_move_first(people: HumanMover) -> None:
    alone = people.choose(ITALIAN, Limits(), CLUB, 3)
    found = people.choose(ITALIAN, Limits(), CLUB, 3, lines=4)
    assert alone is not None and alone.result is not None and found is not None and found.result is not None
    assert (alone.move, len(alone.result.lines)) == (found.move, 1)
    moves = [line.pv[0] for line in found.result.lines]
    assert moves[0] == found.move and len(set(moves)) == 4
    assert [line.multipv for line in found.result.lines] == [1, 2, 3, 4]
    chances = people.chances(ITALIAN, CLUB).of
    assert moves[1:] == sorted(chances.keys() - {found.move}, key=lambda move: -chances[move])[:3]
