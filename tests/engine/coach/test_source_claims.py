"""Claims that tables, the book, people and the game before prove: told only where their source says so once more."""

from dataclasses import replace

import chess
import pytest

from engine.coach.checker.check import refusal
from engine.coach.claim_file import as_command, checked_claims
from engine.coach.claim_words import english
from engine.coach.claims import Claim, ClaimRole, Motif
from engine.coach.explain import explained
from engine.coach.mistake import Mistake
from engine.coach.sources import NO_SOURCES, Sources
from engine.game.info import PovScore, Score, TableResult
from engine.play.review.coach_sources import earlier, sources_at


def mistake(fen: str, moves: str, best: str, before: int, after: int) -> Mistake:
    """`moves`: the move and the answer; scores are White's, beyond 1,000 those of tables."""
    move, *reply = moves.split()
    return Mistake(fen, move, tuple(best.split()), _score(before), tuple(reply), _score(after), chess960=False)


def _score(white: int) -> PovScore:
    if abs(white) > 1000:
        return PovScore(Score(table=TableResult(2 if white > 0 else -2, 7)), True)
    return PovScore(Score(centipawns=white), True)


def people(**chances: float) -> Sources:
    return Sources(elo=1000, chances=lambda: chances)


QUEENS_PAWN = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"
KINGS_PAWN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
BLACKBURNE = "r1bqkbnr/pppp1ppp/8/4p3/2BnP3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
TRAP = mistake(BLACKBURNE, "f3e5 d8g5 e5f7 g5g2", "f3d4 e5d4 e1g1", 90, -150)
PAWN = "8/8/4k3/2P5/2K5/8/8/8 w - - 0 1"
SHUFFLED = chess.Board("7k/8/8/8/8/8/8/K2Q4 w - - 0 1")
for _san in ("Qd2", "Kg8", "Qd1", "Kg7", "Qd2"):
    SHUFFLED.push_san(_san)
SHUFFLED.push_san("Kg8")  # 4.Qd1 repeats what 2.Qd1 led to

CASES = {
    Motif.TABLE_WIN: (
        mistake(PAWN, "c4d4 e6e7 d4e5", "c4b5 e6d7", 5000, 0),
        NO_SOURCES,
        "1. Kd4 allows 1...Ke7: by the tables the ending is drawn. "
        "1. Kb5 was possible: by the tables the ending is won.",
    ),
    Motif.TABLE_DRAW: (
        mistake("8/8/8/8/4k3/4p3/8/4K3 w - - 0 1", "e1d1 e4f3 d1c2", "e1e2 e4f5 e2f3", 0, -5000),
        NO_SOURCES,
        "1. Kd1 allows 1...Kf3: by the tables the ending is lost. "
        "1. Ke2 was possible: by the tables the ending is drawn.",
    ),
    Motif.TABLE_ZUGZWANG: (
        mistake("3k4/8/2KP4/8/8/8/8/8 w - - 0 1", "c6d5 d8d7", "d6d7 d8e7 c6c7", 5000, 0),
        NO_SOURCES,
        "1. d7 was possible: it is zugzwang: by the tables, passing would save the game.",
    ),
    Motif.STALEMATE: (
        mistake("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "g5g6", "g5g4 h8h7", 5000, 0),
        NO_SOURCES,
        "1. Qg6: stalemate.",
    ),
    Motif.REPETITION: (
        mistake(SHUFFLED.fen(), "d2d1", "a1b2 g8f7", 5000, 0),
        Sources(earlier=earlier(SHUFFLED)),
        "4. Qd1: the position repeats.",
    ),
    Motif.FIFTY_MOVES: (
        mistake("8/8/8/7N/6K1/8/8/k3B3 w - - 68 90", "h5g7 a1b2 g7e8", "g4f5 a1b2 f5e4", 5000, 0),
        NO_SOURCES,
        "90. Ng7: the win now takes 44 plies, and the fifty-move rule draws it (69 of 100 are gone).",
    ),
    Motif.BOOK_REFUTES: (
        mistake(KINGS_PAWN, "g7g5 d2d4 h7h6 b1c3", "e7e5 g1f3", 20, 150),
        NO_SOURCES,
        "1...g5 allows 2. d4: the book knows this as the refutation.",
    ),
    Motif.BOOK_PLAYS: (
        mistake(QUEENS_PAWN, "f7f6 e2e4 e7e6 g1f3", "d7d5 c2c4", 20, 110),
        NO_SOURCES,
        "Better is 1...d5: the book plays it, and 1...f6 leaves the book.",
    ),
    Motif.BOOK_AVOIDS: (
        mistake(QUEENS_PAWN, "f7f5 e2e4 e7e6 g1f3", "d7d5 c2c4", 20, 110),
        NO_SOURCES,
        "Better is 1...d5: the book plays it, but not 1...f5.",
    ),
    Motif.FEW_FIND: (
        TRAP,
        people(f3e5=0.3, f3d4=0.04),
        "Few players rated 1000 find 4. Nxd4: 4%.",
    ),
    Motif.MOST_PLAY: (
        TRAP,
        people(f3e5=0.55, f3d4=0.2),
        "Most players rated 1000 play 4. Nxe5: 55%.",
    ),
}  # fmt: skip
FIGURES = (Motif.TABLE_WIN, Motif.FIFTY_MOVES, Motif.FEW_FIND, Motif.MOST_PLAY)


def told(motif: Motif) -> tuple[Mistake, Claim, Sources]:
    """The claim of a case, and what proves it: the shipped tables and book besides what the case names."""
    given, named, _words = CASES[motif]
    shipped = sources_at(chess.Board(given.fen))
    sources = replace(named, tables=shipped.tables, book=shipped.book)
    found = [claim for claim in explained(given, sources=sources) if claim.motif is motif]
    assert len(found) == 1, english(explained(given, sources=sources))
    return given, found[0], sources


@pytest.mark.parametrize("motif", CASES, ids=lambda motif: motif.name)
def test_it_is_told_and_the_checker_asks_the_same_source(motif: Motif) -> None:
    given, claim, sources = told(motif)
    words = CASES[motif][2]
    assert words in english(explained(given, sources=sources))
    assert refusal(claim, sources) == ""
    if motif is not Motif.STALEMATE:  # the board alone proves it
        assert refusal(claim)


@pytest.mark.parametrize("motif", [motif for motif in CASES if motif not in (Motif.FEW_FIND, Motif.MOST_PLAY)])
def test_a_file_keeps_it_and_its_reader_asks_again(motif: Motif) -> None:
    given, claim, sources = told(motif)
    command = as_command((claim,))
    assert checked_claims(command, given.fen, False, given.move, sources) == (claim,)
    if motif.facts.looked_up:
        assert checked_claims(command, given.fen, False, given.move) == ()


@pytest.mark.parametrize("motif", FIGURES, ids=lambda motif: motif.name)
def test_other_figures_are_refused(motif: Motif) -> None:
    _given, claim, sources = told(motif)
    assert refusal(replace(claim, figures=(claim.figures[0] + 2, *claim.figures[1:])), sources)


def test_what_the_tables_prove_of_both_moves_is_nobodys_merit() -> None:
    """Both king moves win: neither line is told as a win that the other threw away."""
    _given, claim, sources = told(Motif.TABLE_WIN)
    assert refusal(replace(claim, other=claim.line), sources)


def test_people_who_find_one_of_many_good_moves_are_not_few() -> None:
    """Where the mistake is nothing that people would play, that few find the best move says nothing."""
    claims = explained(TRAP, sources=people(f3e5=0.02, f3d4=0.01))
    assert all(claim.role is not ClaimRole.PEOPLE for claim in claims)


def test_a_win_that_the_clock_does_not_allow_is_no_win() -> None:
    _given, claim, sources = told(Motif.TABLE_WIN)
    late = claim.fen.replace("- 0 1", "- 99 120")
    assert refusal(replace(claim, fen=late), sources)


@pytest.mark.parametrize("move", ["f7f5", "e7e5"])  # unchecked, and `?`
def test_a_move_that_the_book_lists_does_not_leave_it(move: str) -> None:
    _given, claim, sources = told(Motif.BOOK_PLAYS)
    assert refusal(replace(claim, other=(move,)), sources)
    assert "leaves the book" not in english(
        explained(mistake(QUEENS_PAWN, f"{move} g1f3 b8c6", "d7d5 c2c4", 20, 110), sources=sources)
    )


def test_what_the_book_does_not_list_it_does_not_avoid() -> None:
    _given, claim, sources = told(Motif.BOOK_AVOIDS)
    assert refusal(replace(claim, other=("f7f6",)), sources)
