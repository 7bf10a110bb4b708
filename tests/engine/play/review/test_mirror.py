"""The mirror: every number from the moves behind it, kept so that looking again costs nothing."""

import json
from pathlib import Path
from typing import Any

import chess
import pytest

from books.evaluations.store import EvaluationStore
from books.evaluations.values import LEAST_NODES
from engine.coach.claims import ClaimRole, Motif
from engine.game.info import PovScore, Score, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.ground.rating import Rating
from engine.human.predictor import Predictor
from engine.pgn.reader import games_of
from engine.play.mover import RatsuMover
from engine.play.review import mirror_work
from engine.play.review.coaching import explain_move
from engine.play.review.judge import PositionJudge
from engine.play.review.mirror import (
    FAULT,
    MOTIFS,
    Mirror,
    MoveReference,
    OwnGame,
    Section,
    mirror_of,
    people_of,
    reviewed_game,
)
from engine.play.review.mirror_work import MirrorFile, MirrorWorker, mirror_from
from engine.play.review.own_judge import own_judge
from engine.play.review.rating.estimate import RatingEstimate
from engine.play.review.rating.scale import EloScale
from engine.play.review.values import (
    EvaluationSource,
    GamePhase,
    GameReview,
    MoveReview,
    PositionEvaluation,
    SideSummary,
)
from tests.helpers.mirror_games import RATING, mirror, own_game, own_move

BLUNDER = (
    '[White "Virtanen"]\n[Black "Aalto"]\n[WhiteElo "1500"]\n[BlackElo "1700"]\n[TimeControl "100+0"]\n[Result "1-0"]\n\n'
    "1. e4 {[%clk 0:01:40]} e5 2. Qh5 {[%clk 0:01:00]} Ke7 3. Qxe5# {[%clk 0:00:05]} 1-0\n"
)


@pytest.fixture(scope="module")
def looked(tmp_path_factory: pytest.TempPathFactory) -> tuple[OwnGame, OwnGame, Path]:
    """Both sides of the game above, and the file that keeps what was found."""
    path = tmp_path_factory.mktemp("mirror") / "mirror.jsonl"
    game = games_of(BLUNDER)[0]
    worker = MirrorWorker(MirrorFile(path))
    white, black = worker.game(game, True), worker.game(game, False)
    assert white is not None
    assert black is not None
    return white, black, path


RATED = {EloScale.LICHESS: Rating(1500, 1400, 1600, 1)}


def _rows(found: Mirror, section: Section) -> dict[str, tuple[int, float]]:
    return {row.key: (row.moves, row.lost) for row in found.sections[section]}


def test_each_move_is_in_one_row_of_each_section() -> None:
    found = mirror()
    for section in (Section.PHASE, Section.COLOUR, Section.PIECE, Section.CLOCK, Section.OPENING):
        assert sum(row.moves for row in found.sections[section]) == found.moves


def test_the_places_of_a_row_are_its_faults_the_dearest_first() -> None:
    games = [own_game(3, True)]
    found = mirror_of(games, {EloScale.LICHESS: RATING})
    faults = {move.ply: move.lost for move in games[0].moves if move.lost > FAULT}
    row = found.sections[Section.COLOUR][0]
    assert {place.ply for place in row.places} == set(faults)
    assert [faults[place.ply] for place in row.places] == sorted(faults.values(), reverse=True)
    assert {place.game for place in row.places} == {3}
    assert row.faults == pytest.approx(100 * len(faults) / row.moves)


def test_thinking_time_is_a_section_of_its_own() -> None:
    game = own_game(1)._replace(
        moves=(own_move(1, 0.0)._replace(pace="usual"), own_move(3, 30.0)._replace(pace="short"), own_move(5, 1.0))
    )
    found = mirror_of([game], {})
    assert _rows(found, Section.PACE) == {"usual": (1, 0.0), "short": (1, 30.0)}
    assert str(found.sections[Section.PACE][0].name) == "About as long as people"


def test_what_is_lost_is_the_mean_of_the_moves() -> None:
    game = own_game(1)._replace(moves=(own_move(1, 0.0, 1.0), own_move(3, 30.0, 0.05)))
    assert _rows(mirror_of([game], {}), Section.PHASE) == {"opening": (2, 15.0)}
    assert _rows(mirror_of([game], {}), Section.CLOCK) == {"ample": (1, 0.0), "short": (1, 30.0)}


def test_results_are_held_against_the_ratings() -> None:
    equal = own_game(2)._replace(elo=1500, opponent=1500, points=1.0)
    found = mirror_of([equal, equal._replace(opponent=1900, points=0.5), equal._replace(elo=None)], {})
    assert (found.rated_games, found.scored) == (2, 1.5)
    assert found.expected == pytest.approx(0.5 + 1 / 11, abs=0.01)


def test_people_of_a_lower_rating_lose_more() -> None:
    weak, strong = people_of(900), people_of(2000)
    known = [{key for key in people if not key.startswith("opening:")} for people in (weak, strong)]
    assert known[0] == known[1]
    assert weak["phase:middlegame"] > strong["phase:middlegame"]


def test_only_with_a_rating_there_are_people_to_compare_with() -> None:
    assert all(row.people is None for row in mirror_of([own_game(1)], {}).sections[Section.PHASE])
    assert all(row.people for row in mirror_of([own_game(1)], RATED).sections[Section.PIECE])


def test_every_motif_has_a_group_with_a_name() -> None:
    assert {motif.facts.topic for motif in Motif} - {""} <= set(MOTIFS)
    assert Motif.SLIPS.facts.topic == ""
    tactics = [*Motif][: [*Motif].index(Motif.MATE)]
    assert [motif for motif in tactics if motif.facts.topic == "position"] == [Motif.QUIET, Motif.KING_IN], (
        "a threat or pin is no position"
    )
    assert {motif.facts.topic for motif in (Motif.TABLE_WIN, Motif.TABLE_DRAW, Motif.FIFTY_MOVES)} == {"draw"}


def test_json_names_the_places() -> None:
    data = json.loads(json.dumps(mirror().data))
    place = mirror().sections[Section.COLOUR][0].places[0]
    assert data["sections"]["colour"][0]["places"][0] == [place.game, place.ply]
    assert data["ratings"]["lichess"]["elo"] == RATING.elo


def test_a_blunder_is_found_with_what_it_allowed(looked: tuple[OwnGame, OwnGame, Path]) -> None:
    _, black, _ = looked
    dear = max(black.moves, key=lambda move: move.lost)
    assert (dear.ply, dear.piece) == (4, "K")
    assert any(role is ClaimRole.ALLOWS and motif.facts.topic == "mate" for role, motif in dear.motifs)
    found = mirror_from([black])
    assert found.sections[Section.ALLOWED][0].key == "mate"
    assert found.sections[Section.ALLOWED][0].places == (MoveReference(1, 4),)


def test_a_move_of_a_game_from_a_position_has_the_number_that_the_game_gives_it(tmp_path: Path) -> None:
    """The first move was number 1, whatever the FEN said."""
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 13"
    game = games_of(f'[White "Virtanen"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n13... Nd4 14. Nxe5 f6 15. Qh5+ g6 *\n')[0]
    worker = MirrorWorker(MirrorFile(tmp_path / "mirror.jsonl"))
    sides = [worker.game(game, True), worker.game(game, False)]
    found = mirror_from(side for side in sides if side is not None)
    line = game.main_line()
    places = [place for rows in found.sections.values() for row in rows for place in row.places]
    assert len(places) > 2
    for place in places:
        assert place.number == line[place.ply - 1].number_text.replace("...", "…")


def test_a_game_knows_its_clocks_result_ratings_and_opening(looked: tuple[OwnGame, OwnGame, Path]) -> None:
    white, black, _ = looked
    assert (white.points, white.elo, white.opponent) == (1.0, 1500, 1700)
    assert (black.points, black.elo, black.opponent) == (0.0, 1700, 1500)
    assert white.opening == "King's Pawn Game"  # of its moves: 2. Qh5 is the Wayward Queen Attack
    assert [move.clock for move in white.moves] == [None, 1.0, 0.6]  # what was left before the move


def test_what_was_found_is_not_looked_for_again(
    looked: tuple[OwnGame, OwnGame, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_engine() -> None:
        raise AssertionError("the game was looked at again")

    monkeypatch.setattr(mirror_work, "MoveAnalyser", no_engine)
    white, _, path = looked
    again = MirrorWorker(MirrorFile(path)).game(games_of(BLUNDER)[0], True)
    assert again is not None
    assert again._replace(moves=()) == white._replace(moves=())
    assert [move.ply for move in again.moves] == [move.ply for move in white.moves]


def test_a_fault_is_explained_by_stored_evaluations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    search = RatsuMover.search

    def counted(self: RatsuMover, position: GamePosition, *rest: Any) -> SearchResult:
        asked.append(position.fen)
        return search(self, position, *rest)

    monkeypatch.setattr(RatsuMover, "search", counted)
    game = games_of("1. e4 e5 2. Nf3 d6 3. Bc4 Qg5 4. Nxg5 *")[0]
    with EvaluationStore(tmp_path / "evaluations.db") as store:
        monkeypatch.setattr(
            mirror_work, "EXPLAIN_NODES", LEAST_NODES
        )  # fewer are not stored, but those of others are read
        first = MirrorWorker(MirrorFile(None), lambda: store).game(game, False)
        monkeypatch.undo()
        monkeypatch.setattr(RatsuMover, "search", counted)
        searches = len(asked)
        assert searches >= 1
        assert MirrorWorker(MirrorFile(None), lambda: store).game(game, False) == first
    assert len(asked) == searches


def test_a_fault_that_is_none_takes_two_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("compared with another move")

    monkeypatch.setattr(PositionJudge, "rival", refused)
    judge = own_judge(Limits(nodes=5_000), None)
    found = explain_move(judge, chess.Board(), chess.Move.from_uci("g1f3"), compares=False)
    assert found is not None
    assert found.judgement is None


def test_moves_of_a_part_of_the_games_are_predicted_and_a_stored_guess_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rating of 40 games is nearly as narrow as that of all, and the prediction is a third of the work."""
    path = tmp_path / "mirror.jsonl"
    moves = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O O-O"
    game = games_of(f'[Site "https://lichess.org/abcdefgh"]\n\n{moves} *')[0]
    whole = MirrorWorker(MirrorFile(tmp_path / "whole.jsonl")).game(game, True)
    monkeypatch.setattr(Predictor, "likelihoods", lambda *_: pytest.fail("predicted"))
    part = MirrorWorker(MirrorFile(path)).game(game, True, guessed=0)
    assert whole is not None and part is not None and whole.guess is not None
    assert part == whole._replace(guess=None)
    monkeypatch.setattr(mirror_work, "MoveAnalyser", lambda: pytest.fail("looked at again"))
    assert MirrorWorker(MirrorFile(path)).game(game, True, guessed=0) == part
    assert MirrorWorker(MirrorFile(tmp_path / "whole.jsonl")).game(game, True, guessed=0) == whole
    with pytest.raises(BaseException, match="looked at again"):  # it has no guess yet
        MirrorWorker(MirrorFile(path)).game(game, True)


def test_torn_and_foreign_lines_are_left_out(looked: tuple[OwnGame, OwnGame, Path], tmp_path: Path) -> None:
    lines = looked[2].read_text(encoding="utf-8").splitlines()
    path = tmp_path / "mirror.jsonl"
    foreign = ('["key", null, [[1, 500, "P", "opening", []]]]', '["piece", null, [[1, 5, "X", "opening", []]]]')
    path.write_text("\n".join([*foreign, lines[0], lines[1][:40]]), encoding="utf-8")
    kept = MirrorFile(path)
    assert kept.get("key") is kept.get("piece") is None
    assert kept.get(json.loads(lines[0])[0]) is not None
    assert kept.get(json.loads(lines[1])[0]) is None


def test_a_guess_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "mirror.jsonl"
    MirrorFile(path).add("key", mirror_work.SideAnalysis(RatingEstimate(EloScale.FIDE, 1500.0, 1600.0), ()))
    found = MirrorFile(path).get("key")
    assert found is not None
    assert found.guess == RatingEstimate(EloScale.FIDE, 1500.0, 1600.0)


def test_stopping_gives_nothing(tmp_path: Path) -> None:
    worker = MirrorWorker(MirrorFile(tmp_path / "mirror.jsonl"))
    assert worker.game(games_of(BLUNDER)[0], True, lambda done, plies: False) is None


@pytest.mark.parametrize("tags", ["", '[ECO "C50"]\n', '[Opening "Italian Game: Two Knights Defense"]\n'])
def test_openings_are_grouped_by_their_family_whatever_the_file_says(tags: str) -> None:
    game = games_of(f"{tags}\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 *\n")[0]
    assert mirror_work._family(game) == "Italian Game"


def test_people_of_the_rating_stand_beside_the_openings_that_they_play() -> None:
    game = OwnGame(1, True, "Italian Game", 1.0, None, None, None, (own_move(2, 20.0),))
    rows = {row.key: row.people for row in mirror_of([game], RATED).sections[Section.OPENING]}
    assert rows["Italian Game"] is not None
    assert 2 < rows["Italian Game"] < 12


def test_each_move_is_counted_for_the_piece_that_made_it() -> None:
    side, value = (
        SideSummary(),
        PositionEvaluation(PovScore(Score(centipawns=0), True), 0.5, 0, (), EvaluationSource.SEARCH),
    )
    sans = ("e4", "exd5", "Nf3", "Bb5", "Qe2", "Rd1", "O-O", "O-O-O", "Kd2", "e8=N")
    moves = tuple(
        MoveReview(2 * number + 1, True, "", san, "", value, value, 0.0, 0, 100.0, None, GamePhase.OPENING, False)
        for number, san in enumerate(sans)
    )
    own = reviewed_game(1, GameReview(moves, (), side, side, "", ""), white=True)
    assert [move.piece for move in own.moves] == ["P", "P", "N", "B", "Q", "R", "K", "K", "K", "P"]
