"""Claims in files: what is written is read the same, and nothing that a file says can break or mislead the program."""

from __future__ import annotations

import json
from dataclasses import replace

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.coach.claim_file import as_command, as_json, checked_claims, of_json
from engine.coach.claim_words import said
from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.explain import explained
from engine.game.reason_file import as_command_text
from engine.ground.json_text import JsonError
from tests.helpers.coach_mistakes import SAMPLE, read_mistakes

MISTAKES = [mistake for mistake, _ in read_mistakes(SAMPLE)]
FEW = [(mistake, as_json(explained(mistake))) for mistake in MISTAKES[:40:5]]
NUMBERS = st.integers(-3, 70)
MOVES = st.sampled_from(["e2e4", "0000", "e7e8q", "x", "", "d8h4", "g2g4"])


@pytest.mark.parametrize("at", range(0, len(MISTAKES), 4))
def test_what_is_written_of_a_mistake_is_read_the_same_and_passes_the_checker(at: int) -> None:
    mistake = MISTAKES[at]
    claims = explained(mistake)
    assert of_json(as_json(claims), mistake.fen, mistake.chess960) == claims
    command = as_command(claims)
    assert not set(command) & set("[]{}")
    assert checked_claims(command, mistake.fen, mistake.chess960, mistake.move) == claims
    assert checked_claims(command, mistake.fen, mistake.chess960, mistake.best[0]) == (), "it is about another move"


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(FEW) - 1), st.data())
def test_a_forged_claim_is_refused_or_can_be_said(at: int, data: st.DataObject) -> None:
    mistake, written = FEW[at]
    rows = json.loads(written)
    row = data.draw(st.sampled_from(rows))
    field = data.draw(st.integers(0, 10))
    other: st.SearchStrategy[object] = {
        0: st.sampled_from([role.name for role in ClaimRole]),
        1: st.sampled_from([motif.name for motif in Motif]),
        2: st.lists(MOVES, max_size=4),
        10: st.lists(MOVES, max_size=4),
        6: st.lists(st.tuples(st.integers(0, 6), st.integers(0, 63)), max_size=3),
    }.get(field, st.one_of(NUMBERS, st.none(), st.text(max_size=3), st.lists(NUMBERS, max_size=3)))
    row[field] = data.draw(other)
    text = as_command_text(json.dumps(rows))
    found: tuple[Claim, ...] = checked_claims(text, mistake.fen, mistake.chess960, mistake.move)
    assert said(found) or not found
    assert said(found, spoken=True) or not found


def test_a_claim_that_names_other_pieces_than_its_motif_is_refused_or_can_be_said() -> None:
    # A comment "[%coach ...]" whose king was left out ended in an error when the game was opened.
    for mistake in MISTAKES:
        for claim in explained(mistake):
            forged = [replace(claim, pieces=claim.pieces[:count]) for count in range(len(claim.pieces))]
            forged += [replace(claim, pieces=(ClaimPiece(chess.KING, square),)) for square in (chess.A8, chess.H1)]
            for one in forged:
                command = as_command((one,))
                found = checked_claims(command, mistake.fen, mistake.chess960, mistake.move)
                assert said(found) or not found
                if claim.motif is Motif.SHELTER:
                    assert not found or one.pieces == claim.pieces, claim.motif


def test_a_claim_with_a_number_that_its_motif_does_not_name_is_refused() -> None:
    # Such a comment ended in an error when the game was shown.
    mistake, written = FEW[0]
    rows = json.loads(written)
    for row in rows:
        row[11] = [2]
    with pytest.raises(JsonError, match="not a list of claims"):
        of_json(json.dumps(rows), mistake.fen, mistake.chess960)
