"""Two judgements explained: claims come with a fault only, and what a deeper look contradicts is not told."""

from dataclasses import replace

import chess
import pytest

from engine.coach.claims import ClaimRole, Motif
from engine.game.info import PovScore, Score
from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.play.review.coach_sources import sources_at
from engine.play.review.coaching import MoveExplanation, claims_of, explain_move
from engine.play.review.coaching_words import comment_text
from engine.play.review.judge import PositionJudge
from engine.play.review.judging import white_share
from engine.play.review.own_judge import own_judge
from engine.play.review.values import EvaluationSource, MoveJudgement, PositionEvaluation


class Told(PositionJudge):
    """Knows three positions by the number of moves since the start, and their lines, as far as they are legal. `deep` is what it
    knows of the next ones with more nodes; without it such a search is stopped."""

    def __init__(self, *worths: tuple[int, str], deep: tuple[tuple[int, str], ...] = ()) -> None:
        self.worths = [*worths]
        self.deep = deep

    def deeper(self) -> PositionJudge:
        return Deep(*self.deep)

    def rival(
        self, board: chess.Board, position: GamePosition, without: str, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        return self.worth(board, position) if self.worths else _worth(30, "b1c3")

    def worth(
        self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        score, line = self.worths.pop(0)
        return _worth(score, line if line and chess.Move.from_uci(line.split()[0]) in board.legal_moves else "")


class Deep(Told):
    """As Told, but it says nothing where it knows nothing more."""

    def worth(
        self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        return super().worth(board, position) if self.worths else None


def _worth(centipawns: int, line: str) -> PositionEvaluation:
    score = PovScore(Score(centipawns=centipawns), True)
    return PositionEvaluation(score, white_share(score), 1, tuple(line.split()), EvaluationSource.SEARCH)


def explained_by(judge: PositionJudge, fen: str, san: str) -> MoveExplanation:
    board = chess.Board(fen)
    found = explain_move(judge, board, board.parse_san(san))
    assert found is not None
    return found


BLUNDER = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
BLACKS = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
BEST, REPLY = (40, "f1b5 a7a6 b5a4 g8f6"), (-400, "c6e5 d2d4 e5g6 f1e2")


def test_a_blunder_is_told_with_its_claims() -> None:
    found = explained_by(Told(BEST, REPLY, (-380, "")), BLUNDER, "Nxe5")
    assert found.judgement is MoveJudgement.BLUNDER and found.loss > 20
    claim = found.claims[0]
    assert (claim.role, claim.motif) == (ClaimRole.ALLOWS, Motif.HANGING)


def test_a_claim_whose_line_ends_worse_than_promised_is_not_told() -> None:
    found = explained_by(Told(BEST, REPLY, *[(-250, "")] * 20, deep=(BEST, REPLY)), BLUNDER, "Nxe5")
    assert all(not claim.balance.won for claim in found.claims)


SACRIFICED = "3r2k1/p4Rpp/1qp2r2/2p1p3/4P3/1P1BQ2P/P4RP1/6K1 b - - 0 33"
EXCHANGE = (830, "f7f6 d3d8 f6f3 c5c4 g1h2 b6e3 f3e3 d8d3 e3d3 c4d3")
ROOK = (914, "f7g7 g8h8 e3g5 b6d8 f2f6 d3h3 f6d6 d8g5 g7g5 h7h6")
CAPTURE = (-105, "g8f7 d3c4 f7e8 f2f6 g7f6 e3h6")


def allowed(judge: Told, san: str = "Rxd3") -> list[str]:
    """The first moves of what is told to be allowed."""
    return [claim.line[1] for claim in explained_by(judge, SACRIFICED, san).claims if claim.role is ClaimRole.ALLOWS]


def test_a_stronger_move_that_a_deeper_search_sees_is_explained_instead() -> None:
    ends = [(900, "")] * 40
    assert allowed(Told(CAPTURE, EXCHANGE, *ends)) == ["f7f6"]
    assert allowed(Told(CAPTURE, EXCHANGE, *ends, deep=(ROOK, CAPTURE))) == ["f7g7"]
    assert allowed(Told(CAPTURE, EXCHANGE, *ends, deep=((850, ROOK[1]), CAPTURE))) == ["f7f6"]


def test_scores_are_said_as_the_review_shows_them_though_a_deeper_search_explains() -> None:
    takes = "b3d5 e8e7 d5b3"
    judge = Told((300, takes), (-20, "e8f7 e1d2 f7e7"), *[(350, "")] * 20, deep=((400, takes),))
    found = explained_by(judge, "4k3/8/8/3n4/8/1B6/P7/4K3 w - - 0 1", "a3").claims
    scores = [(claim.before, claim.after) for claim in found if claim.motif is Motif.SLIPS]
    assert [(one.worth(True), two.worth(True)) for one, two in scores] == [(300, -20)]


def test_a_mate_that_was_seen_is_not_forgotten_by_a_deeper_search() -> None:
    class Mating(Told):
        """Sees a mate where it is asked first."""

        def worth(
            self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None
        ) -> PositionEvaluation | None:
            """What Told knows, but a mate in 9 of the first position."""
            found = super().worth(board, position, stopper)
            mate = PovScore(Score(mate=9), True)
            return replace(found, score=mate) if found is not None and board.fen() == BLUNDER else found

    quiet = (300, "f1b5 g8f6 d2d3"), (30, "g8f6 b1c3")
    judge = Mating((900, quiet[0][1]), (20, "g8f6 d2d3"), *[(0, "")] * 20, deep=quiet)
    claims = explained_by(judge, BLUNDER, "h3").claims
    assert claims and {claim.before.score.mate for claim in claims} == {9}


def test_the_mirror_explains_without_a_deeper_search() -> None:
    board = chess.Board(SACRIFICED)
    judge = Told(CAPTURE, EXCHANGE, *[(900, "")] * 20, deep=(ROOK, CAPTURE))
    found = explain_move(judge, board, board.parse_san("Rxd3"), makes_sure=False)
    assert found is not None and "f7f6" in {claim.line[1] for claim in found.claims if claim.role is ClaimRole.ALLOWS}


def test_what_was_missed_is_told_by_the_stronger_line_but_never_by_the_played_move() -> None:
    """White missed one capture of a bishop; a deeper search sees a better one. Another one would play what was played."""
    fen = "r5k1/5ppp/8/3b4/8/1B6/5PPP/3RQ1K1 w - - 0 1"
    bishop, better = (400, "b3d5 a8c8 h2h3"), (900, "d1d5 a8c8 h2h3")

    def missed(*deep: tuple[int, str]) -> set[str]:
        found = explained_by(Told(bishop, (20, "d5b3"), *[(900, "")] * 20, deep=deep), fen, "h3")
        return {found.best[0], *(claim.line[0] for claim in found.claims if claim.role is ClaimRole.MISSES)}

    assert missed() == {"b3d5"}
    assert missed(better) == {"d1d5"}
    assert missed((900, "h2h3 d5b3")) == {"b3d5"}


@pytest.mark.parametrize(("before", "after"), [((40, "f1b5"), (40, "a7a6")), ((40, "b1c3"), (30, "a7a6"))])
def test_a_good_move_has_no_claims(before: tuple[int, str], after: tuple[int, str]) -> None:
    found = explained_by(Told(before, after), BLUNDER, "Bb5")
    assert found.claims == () and found.judgement is None


def test_the_best_move_loses_nothing_even_where_the_second_search_thinks_less_of_it() -> None:
    assert explained_by(Told((400, "f1b5"), (40, "a7a6")), BLUNDER, "Bb5").loss == 0


def test_a_strong_move_is_told_by_what_it_wins_and_by_what_the_best_other_one_would_allow() -> None:
    fen = "r1bqkbnr/pppp1ppp/8/4N3/4P3/8/PPPP1PPP/RNBQKB1R b KQkq - 0 3"
    fen = fen.replace("8/4N3", "2n5/4N3")
    answer = (-400, "d2d4 e5g6 f1e2 d7d5")
    found = explained_by(Told((-400, "c6e5 d2d4"), answer, (60, "a7a6 e5c6 d7c6 d2d4"), *[(-380, "")] * 4), fen, "Nxe5")
    assert found.judgement is None and found.is_best
    assert {(claim.role, claim.motif) for claim in found.claims} & {(ClaimRole.MISSES, Motif.FREE_PIECE)}
    text = comment_text(found)
    assert text.startswith("3...Nxe5: it simply takes the knight on e5") and "possible" not in text
    assert "knight takes e5" in comment_text(found, spoken=True)


def test_a_good_move_is_compared_with_the_best_other_one() -> None:
    assert comment_text(explained_by(Told((40, "f1b5"), (40, "a7a6")), BLUNDER, "Bb5")) == (
        "3. Bb5 is best (+0.40); after 3. Nc3 it is +0.30."
    )
    sound = comment_text(explained_by(Told((40, "b1c3"), (30, "a7a6")), BLUNDER, "Bb5"))
    assert sound == "Nothing is wrong with 3. Bb5 (+0.30); best was 3. Nc3 (+0.40)."
    only = explained_by(Told((0, "a1b2"), (0, "")), "k7/8/8/8/8/8/1q6/K7 w - - 0 1", "Kxb2")
    assert comment_text(only) == "1. Kxb2 is the only legal move."


@pytest.mark.parametrize(
    ("fen", "san", "worths", "words"),
    [
        (BLUNDER, "Bb5", ((20, "f1b5"), (20, "")), "3. Bb5 (+0.20); 3. Nc3 is as good (+0.30)"),
        (BLUNDER, "Bb5", ((40, "b1c3"), (55, "")), "3. Bb5 (+0.55); 3. Nc3 is as good (+0.40)"),
        (BLUNDER, "Bb5", ((40, "b1c3"), (40, "")), "3. Bb5 (+0.40); 3. Nc3 is as good (+0.40)"),
        (BLACKS, "a6", ((40, "g8f6"), (30, "")), "3...a6 (+0.30); 3...Nf6 is as good (+0.40)"),
        (BLACKS, "a6", ((40, "g8f6"), (45, "")), "3...a6 (+0.45); best was 3...Nf6 (+0.40)"),
    ],
)
def test_no_move_is_called_best_with_a_score_that_is_worse(
    fen: str, san: str, worths: tuple[tuple[int, str], ...], words: str
) -> None:
    assert comment_text(explained_by(Told(*worths), fen, san)) == f"Nothing is wrong with {words}."


def test_a_stopped_search_explains_nothing() -> None:
    stopper = Stopper()
    stopper.stop()
    board = chess.Board(BLUNDER)
    assert explain_move(own_judge(Limits(nodes=5_000), None), board, board.parse_san("Nxe5"), stopper) is None


def test_the_own_judge_explains_a_hanging_piece() -> None:
    found = explained_by(own_judge(Limits(nodes=20_000), None), BLUNDER, "Nxe5")
    assert any(claim.motif is Motif.HANGING and claim.role is ClaimRole.ALLOWS for claim in found.claims)


@pytest.mark.parametrize(("elo", "rating"), [(1000, 1000), (3100, 2800), (0, None)])
def test_people_are_asked_of_a_rating_that_the_predictor_knows(elo: int, rating: int | None) -> None:
    sources = sources_at(chess.Board(), elo)
    assert (sources.elo, sources.chances is None) == (rating or 0, rating is None)
    if sources.chances is not None:
        assert abs(sum(sources.chances().values()) - 1) < 0.01


def test_with_a_rating_it_is_told_what_its_people_play() -> None:
    """Most players take back at once, whatever a judge may say of it."""
    board = chess.Board()
    for san in ("e4", "d5", "exd5"):  # people answer what they saw happen
        board.push_san(san)
    judge = Told((-90, "g8f6 d2d4"), (150, "b1c3 d5a5"), *[(150, "")] * 9)
    found = explain_move(judge, board, board.parse_san("Qxd5"), elo=1000)
    assert found is not None
    assert "Most players rated 1000 play 2...Qxd5: " in comment_text(found)


class Mating(Told):
    """As Told, but it sees the mate in one, and knows it on the board."""

    def worth(
        self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        mate = PovScore(Score(mate=1), True)
        if board.is_checkmate():
            return PositionEvaluation(mate, 1.0, 0, (), EvaluationSource.RULES)
        return PositionEvaluation(mate, 1.0, 1, ("a1a8",), EvaluationSource.SEARCH)

    def rival(
        self, board: chess.Board, position: GamePosition, without: str, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        return _worth(2900, "a1a5 h7h6")


def test_a_mate_is_told_as_one_even_where_another_move_wins_as_surely() -> None:
    found = explained_by(Mating(), "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#")
    assert found.judgement is None and [claim.motif for claim in found.claims] == [Motif.BACK_RANK_MATE]


class Answering(Told):
    """Knows the position after 23. h4 Be6 24. Nd5+, and counts how often it is asked; of others it says nothing new."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def deeper(self) -> PositionJudge:
        return Deep()

    def worth(
        self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        late = board.fen().startswith("r4b2/1pk5/p1n1br1p/3Nppp1")
        self.asked += late
        return _worth(9, "e6d5 d1d5" if late else "")


@pytest.mark.parametrize(("makes_sure", "motifs"), [(True, ["fork", "chance gone"]), (False, ["fork", "slips"])])
def test_an_answer_is_searched_if_nothing_is_known_of_what_the_move_allows(makes_sure: bool, motifs: list[str]) -> None:
    board = chess.Board("r1b2b2/1pk5/p1n2r1p/4ppp1/4p3/2N5/PPP2PPP/2KR1B1R w - - 0 23")
    before, after = _worth(9, "c3d5 c7b8 d5f6 f8e7 f6d5 e7c5 f2f3 e4f3"), _worth(-675, "c8e6 h4g5 h6g5 h1h8 a8d8 d1d8")
    judge = Answering()
    claims = claims_of(judge, board, "h2h4", before, after, makes_sure=makes_sure)
    assert [claim.motif.value for claim in claims] == motifs and judge.asked == int(makes_sure)


class Mapped(Told):
    """Knows the scores and lines of positions by the move number and the side to move; -20 elsewhere. `deep` as Told."""

    def __init__(self, known: dict[str, tuple[int, str]], deep: dict[str, tuple[int, str]]) -> None:
        super().__init__()
        self.known, self.deep_known = known, deep

    def deeper(self) -> PositionJudge:
        return Mapped(self.deep_known, self.deep_known)

    def worth(
        self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        """What it knows."""
        return _worth(*self.known.get(board.fen(), (-20, "")))


def test_a_pawn_is_not_won_if_a_deeper_search_sees_how_it_is_held() -> None:
    board = chess.Board("4k3/p7/8/2b5/8/8/1P6/R3K3 w - - 0 1")
    start, best = board.fen(), (150, "e1d2 c5d4 d2c2 d4g1")
    board.push_san("Kf1")

    def told(deep: str) -> bool:
        shallow = {start: best, board.fen(): (-20, "c5d4 a1d1 d4b2 d1d2 b2e5")}
        judge = Mapped(shallow, {start: best, board.fen(): (-20, deep)})
        claims = explained_by(judge, start, "Kf1").claims
        return any(claim.balance.won == (chess.PAWN,) and not claim.threat for claim in claims)

    assert told("c5d4 a1d1 d4b2 d1d2 b2e5")
    assert not told("c5d4 a1b1 e8e7 f1e2 e7e6"), "the rook guards the pawn"
