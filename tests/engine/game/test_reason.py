"""Reasons are values: made with the right types, said by one renderer, kept in files and read from them."""

import re
import sys
from datetime import date
from itertools import islice
from subprocess import run

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.info import PovScore, Score
from engine.game.reason import (
    BoardMove,
    FlagSymbol,
    Provenance,
    Reason,
    ReasonKind,
    Share,
    SourceLayer,
    at_depth,
    listed,
    text_reason,
    together,
)
from engine.game.reason_file import as_command, as_json, of_command, of_json
from engine.game.reason_words import SINGULAR, TEMPLATES, english, score_words, winner_words
from tests.helpers.reasons import every_reason

VARIADIC = (ReasonKind.TOGETHER, ReasonKind.LIST)


def holes(template: str) -> list[str]:
    return sorted(re.findall(r"%\d", template))


def test_every_kind_has_english_words_with_a_hole_for_each_value() -> None:
    for kind in ReasonKind:
        assert holes(TEMPLATES[kind]) == [f"%{number}" for number in range(1, len(kind.shape) + 1)], kind
        if kind in SINGULAR and kind is not ReasonKind.TIMES:  # which says "once"
            assert holes(SINGULAR[kind]) == holes(TEMPLATES[kind]), kind


def test_every_kind_is_said_with_every_shape_of_values_and_no_hole_stays_open() -> None:
    for reason in every_reason():
        said = english(reason)
        assert said and not re.search(r"%\d", said), reason


def test_values_that_a_kind_does_not_have_are_refused() -> None:
    wrong = (
        (ReasonKind.GAMES, ()),
        (ReasonKind.GAMES, ("7",)),
        (ReasonKind.GAMES, (True,)),
        (ReasonKind.WIN, (1,)),
        (ReasonKind.TOGETHER, ()),
        (ReasonKind.LIST, ("a",)),
        (ReasonKind.SAYS, (7, text_reason("a"))),
    )
    for kind, values in wrong:
        with pytest.raises(TypeError):
            Reason(kind, values)


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (PovScore(Score(centipawns=31), True), "+0.31"),
        (PovScore(Score(centipawns=31), False), "-0.31"),
        (PovScore(Score(centipawns=0), False), "0.00"),
        (PovScore(Score(mate=3), True), "mate in 3"),
        (PovScore(Score(mate=1), True), "mate in 1"),
        (PovScore(Score(mate=3), False), "mate in 3"),
        (PovScore(Score(mate=-3), False), "mated in 3"),
        (PovScore(Score(mate=0), True), "mated"),
    ],
)
def test_numbers_are_whites_on_every_screen_and_mates_are_told_of_the_mover(score: PovScore, words: str) -> None:
    assert score_words(score) == words


def test_a_move_is_written_from_its_position() -> None:
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 7", chess960=True)
    castling = BoardMove.of(board, board.parse_san("O-O"))
    assert (castling.uci, castling.san) == ("e8h8", "7...O-O")
    assert BoardMove("g1f3", chess.STARTING_FEN, numbered=False, chess960=False).san == "Nf3"


def test_clauses_are_put_together_and_what_is_missing_is_left_out() -> None:
    says = Reason(ReasonKind.SAYS, (Provenance(SourceLayer.SHIPPED), listed(Reason(ReasonKind.GAMES, (7010,)), None)))
    reason = Reason(
        ReasonKind.FLAGGED, (FlagSymbol.STRONG, together(says, None, Reason(ReasonKind.CHOSEN_AMONG, (2, Share(0.9)))))
    )
    assert english(reason) == "strong (!), shipped book: 7010 games; played 90%, one of 2 moves"
    assert reason.has(ReasonKind.GAMES) and not reason.has(ReasonKind.AT_DEPTH)
    assert together(text_reason("one")) == text_reason("one")


def test_what_fills_a_hole_is_not_filled_again() -> None:
    assert english(Reason(ReasonKind.SAYS, ("100 %2 %1", text_reason("%1")))) == "100 %2 %1: %1"


# In files


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.long)])
def test_every_reason_is_read_from_json_and_from_a_pgn_command_as_it_was_written(every: int) -> None:
    for reason in islice(every_reason(), 0, None, every):
        assert of_json(as_json(reason)) == reason
        command = as_command(reason)
        assert of_command(command) == reason
        assert not set(command) & set("[]{}\n") and command.isascii()
        assert of_command(command.replace(", ", ",\n")) == reason, "a line may be broken after each comma"


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=60))
def test_any_name_survives_a_file(name: str) -> None:
    reason = Reason(ReasonKind.SAYS, (Provenance(SourceLayer.BOOK, name), text_reason(name)))
    command = as_command(reason)
    assert of_command(command) == reason and not set(command) & set("[]{}\n\r")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        '"a"',
        "{}",
        "[]",
        '["NO_SUCH_KIND"]',
        '["GAMES"]',
        '["GAMES",null]',
        '["GAMES",true]',
        '["GAMES",1.5]',
        '["score",1,null,1]',
        '["AT_DEPTH",["score",1,1,1],3]',
        '["AT_DEPTH",["score",null,null,1],3]',
        '["AT_DEPTH",["score","1",null,1],3]',
        '["MOVE",["move","e2e5","rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",0,1]]',
        '["MOVE",["move","e2e4","no position",0,1]]',
        '["MOVE",["move",1,2,0,1]]',
        '["POINTS",["share","nan per cent"]]',
        '["POINTS",["share","nan"]]',
        '["POINTS",["share","1e999"]]',
        '["POINTS",["share","2"]]',
        '["GAMES",1e999]',
        '["GAMES",NaN]',
        '["GAMES",9223372036854775808]',
        '["TOLD","\\u0000"]',
        '["TOLD","\\ud800"]',
        '["DAY",["day","2026-02-31"]]',
        '["FROM",["provenance","book",7,0,null]]',
        '["FROM",["provenance","nobody","",0,null]]',
        '["TOLD","x"' + " " * 5_000 + "]",
        "[" * 3_900,
        '["LIST",' * 400 + '["WIN"' + "]" * 401,
    ],
)
def test_what_is_no_reason_is_refused_in_one_way(text: str) -> None:
    with pytest.raises(ValueError):
        of_json(text)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=8), lambda part: st.lists(part)))
def test_nothing_else_escapes_from_a_file_made_by_others(value: object) -> None:
    import json

    with pytest.raises(ValueError):
        of_json(json.dumps(["GAMES", value, 1]))


def test_a_search_reason_is_made_and_said_without_python_chess() -> None:
    """The search alone starts without it."""
    code = (
        "import sys; from engine.game.reason import *; from engine.game.reason_words import english;"
        "from engine.game.info import *; english(at_depth(PovScore(Score(31), True), 18));"
        "sys.exit('chess' in sys.modules)"
    )
    assert run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_score_without_a_depth_says_none() -> None:
    assert at_depth(PovScore(Score(1), True), None).kind is ReasonKind.SCORE
    assert english(Reason(ReasonKind.DAY, (date(2026, 2, 1),))) == "2026.02.01"


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (PovScore(Score(mate=1), True), "White mates in 1"),
        (PovScore(Score(mate=1), False), "Black mates in 1"),
        (PovScore(Score(mate=-3), True), "Black mates in 3"),
        (PovScore(Score(mate=-3), False), "White mates in 3"),
        (PovScore(Score(mate=0), True), "mate"),
        (PovScore(Score(centipawns=31), False), "-0.31"),
    ],
)
def test_a_clause_names_the_winner(score: PovScore, words: str) -> None:
    assert winner_words(score) == words


def test_one_time_is_said_in_the_singular() -> None:
    move = BoardMove.of(chess.Board(), chess.Move.from_uci("e2e4"))
    told = [english(Reason(ReasonKind.TIMES, (move, times))) for times in (1, 2)]
    assert told == ["1.e4: once", "1.e4: 2 times"]
