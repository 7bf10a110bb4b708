"""What a review writes into a PGN game, and what another one takes away."""

import pytest

from engine.coach.claim_words import english
from engine.game.annotations import words_of
from engine.game.limits import Limits
from engine.game.tree import Game
from engine.pgn.reader import games_of
from engine.pgn.writer import written_game
from engine.play.review import signatures as marks
from engine.play.review.annotate import claims_at, with_review, without_review
from engine.play.review.judge import PositionJudge
from engine.play.review.own_judge import own_judge
from engine.play.review.values import GameReview, MoveJudgement
from tests.engine.play.review.games import FOOLS_MATE, GAME, ScriptedPlayer, review_game

TEXT = (
    '[White "A"]\n[Black "B"]\n\n1. e4 {[%clk 0:05:00] best by test} e5 2. Bc4 Nc6 (2... Nf6 {mine} 3. d3) '
    "3. Qh5 $5 {wild} Nf6 {oh} 4. Qxf7# 1-0\n"
)


@pytest.fixture
def review() -> GameReview:
    found = review_game(GAME, PositionJudge(ScriptedPlayer(), Limits(nodes=1000)))
    assert found is not None
    return found


def read(text: str) -> Game:
    return games_of(text)[0]


def test_signs_evaluations_and_better_lines_are_written_and_nothing_human_is_changed(review: GameReview) -> None:
    game = read(TEXT)
    game = with_review(game, review)
    text = " ".join(written_game(game).split())
    for human in ("best by test", "mine", "wild", "oh", "[%clk 0:05:00]", "$5"):
        assert human in text
    nodes = list(game.main_line())
    assert nodes[5].nags == (4,), "Nf6 is the blunder"
    assert nodes[4].nags == (5,), "the human called it !? and it stays"
    assert "[%eval 9.00,12] [%review eval ??]" in nodes[5].comments[0]
    better = [child for child in game.children(nodes[4].id) if child.id != nodes[5].id]
    assert len(better) == 1 and "[%review line 1]" in better[0].comments[0]


def test_cleaning_gives_back_the_game_as_it_was(review: GameReview) -> None:
    game, before = read(TEXT), written_game(read(TEXT))
    game = with_review(game, review)
    assert written_game(game) != before
    game = without_review(game)
    assert written_game(game) == before


def test_a_second_review_replaces_the_first(review: GameReview) -> None:
    game = read(TEXT)
    game = with_review(game, review)
    once = written_game(game)
    game = with_review(game, review)
    assert written_game(game) == once


def test_what_is_written_is_read_again_and_cleaned_the_same(review: GameReview) -> None:
    game = read(TEXT)
    game = with_review(game, review)
    again = read(written_game(game))
    again = without_review(again)
    assert written_game(again) == written_game(read(TEXT))


@pytest.mark.parametrize("edit", ["comment", "sign", "longer", "variation"])
def test_a_better_line_that_somebody_added_to_is_kept_without_its_signature(review: GameReview, edit: str) -> None:
    game = read(TEXT)
    game = with_review(game, review)
    line = game.children(game.main_line()[4].id)[-1]
    if edit == "comment":
        game = game.with_node(line.changed(comment=f"{line.comment} I looked at this"))
    elif edit == "sign":
        game = game.with_node(line.changed(nags=(1,)))
    else:
        for move in ("a2a3",) if edit == "longer" else ("a2a3", "a2a4"):
            game, _ = game.add_move(line.id, move)
    game = without_review(game)
    kept = game.children(game.main_line()[4].id)[-1]
    assert kept.uci == line.uci and all(marks.signature_of(text) is None for text in kept.comments)


def test_a_line_that_a_human_gave_already_is_not_given_again(review: GameReview) -> None:
    better = review.moves[5].better_san[0]
    game = read(TEXT.replace("Nf6 {oh}", f"Nf6 {{oh}} (3... {better} {{saw it}})"))
    game = with_review(game, review)
    assert [child.san for child in game.children(game.main_line()[4].id)].count(better) == 1
    game = without_review(game)
    assert "saw it" in written_game(game)


SPEAKING = '[White "A"]\n\n1. f3 {[%clk 0:01:00] mine} e5 2. g4 {also mine} Qh4# 0-1\n'


@pytest.fixture
def speaking() -> GameReview:
    found = review_game(FOOLS_MATE, own_judge(Limits(nodes=3_000), None))
    assert found is not None
    return found


def test_a_faulted_move_carries_why_as_a_value_that_survives_the_file(speaking: GameReview) -> None:
    reviewed = with_review(read(SPEAKING), speaking)
    again = read(written_game(reviewed))
    claims = claims_at(again, again.main_line()[2])
    assert claims == speaking.moves[2].claims
    assert (
        english(claims) == "2. g4 allows 2...Qh4#: mate. Better is 2. e4: it prevents 2...Qh4#." or claims[0].mate == 1
    )
    assert words_of(again.main_line()[2].comment) == "also mine", "other programs read only what a human wrote"
    assert claims_at(again, again.main_line()[3]) == ()
    assert written_game(without_review(again)) == written_game(read(SPEAKING))


def test_on_wish_the_words_stand_in_the_comment_and_are_taken_out_again(speaking: GameReview) -> None:
    reviewed = read(written_game(with_review(read(SPEAKING), speaking, english)))
    node = reviewed.main_line()[2]
    assert words_of(node.comment) == f"{english(speaking.moves[2].claims)} also mine"
    assert claims_at(reviewed, node) == (), "they are not said twice"
    assert written_game(without_review(reviewed)) == written_game(read(SPEAKING))
    changed = reviewed.with_node(node.changed(comment=node.comment.replace("allows", "gives")))
    assert "gives" in without_review(changed).node(node.id).comment, "what somebody changed is a human's"


@pytest.mark.parametrize("lie", ["d8h4", '"MATE"', '"g2g4"'])
def test_what_a_file_claims_is_shown_only_if_the_checker_agrees(speaking: GameReview, lie: str) -> None:
    text = written_game(with_review(read(SPEAKING), speaking))
    assert lie in text
    forged = read(text.replace(lie, {"d8h4": "d8g5", '"MATE"': '"FORK"', '"g2g4"': '"e2e4"'}[lie]))
    assert claims_at(forged, forged.main_line()[2]) == ()


def test_the_signature_tells_what_was_written() -> None:
    mark = marks.signature_of("[%eval 0.31,18] [%review eval ?!] words")
    assert mark is not None
    assert (mark.evaluated, mark.judgement, mark.line_moves) == (True, MoveJudgement.INACCURACY, 0)
    assert marks.without_signature("[%eval 0.31,18] [%review eval ?!] words") == "words"
    assert marks.without_signature("[%eval 0.31,18] words") == "[%eval 0.31,18] words", "another program's stays"
    assert marks.signature_of("words") is None


@pytest.mark.parametrize("sign", ["!", "?", "!!", "??", "!?", "?!"])
def test_a_move_with_the_sign_of_a_human_gets_none(review: GameReview, sign: str) -> None:
    """All six are opinions about the move."""
    place = next(place for place, move in enumerate(review.moves, 1) if move.judgement)
    game = read(TEXT)
    node = game.main_line()[place - 1]
    nag = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}[sign]
    game = with_review(game.with_node(node.changed(nags=(nag,))), review)
    assert game.node(node.id).nags == (nag,)
