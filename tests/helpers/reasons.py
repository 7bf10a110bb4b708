"""Reasons of every kind with every shape of values, for tests that say them or write them into files."""

from collections.abc import Iterator
from datetime import date
from itertools import product
from types import UnionType
from typing import get_args

import chess

from engine.game.info import PovScore, Score, TableResult
from engine.game.reason import (
    BoardMove,
    FlagSymbol,
    PawnLoss,
    Provenance,
    Reason,
    ReasonKind,
    Share,
    SourceLayer,
    Value,
)
from engine.ground.text import Text, plain

START = chess.STARTING_FEN
SHUFFLED = "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w GCgc - 0 1"
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
NAME = "Zyx 7"  # of a book or an engine: shown as it is, and no word of any language

SAMPLES: dict[type, tuple[Value, ...]] = {
    BoardMove: (
        BoardMove("g1f3", START, chess960=False),
        BoardMove("b8c6", AFTER_E4, chess960=False),
        BoardMove("e2e4", START, numbered=False, chess960=False),
        BoardMove("e1d3", SHUFFLED, chess960=True),
    ),
    PovScore: tuple(
        PovScore(score, white)
        for white in (True, False)
        for score in (
            *(Score(centipawns=0), Score(centipawns=-1234), Score(mate=1), Score(mate=-30), Score(mate=0)),
            *(Score(table=TableResult(wdl, plies)) for wdl in range(-2, 3) for plies in (0, 1, 12)),
        )
    ),
    Provenance: (
        *(Provenance(whose, NAME if whose is SourceLayer.BOOK else "") for whose in SourceLayer),
        Provenance(SourceLayer.LEARNED, game=14),
        Provenance(SourceLayer.LEARNED, day=date(2026, 2, 1)),
        Provenance(SourceLayer.LEARNED, game=14, day=date(2026, 2, 1)),
    ),
    FlagSymbol: tuple(FlagSymbol),
    SourceLayer: tuple(SourceLayer),
    PawnLoss: (PawnLoss(0), PawnLoss(130)),
    Share: (Share(0.0), Share(0.615), Share(1.0)),
    date: (date(2026, 2, 1),),
    int: (0, 1, 2, 1_234_567),
    str: (NAME,),
    Text: (plain(NAME), Text("%1 has closed its output", NAME), Text("%1: %2", 7, Text("%1", NAME))),
    Reason: (Reason(ReasonKind.YOUR_FLAG), Reason(ReasonKind.GAMES, (1,))),
}


def every_shape(kind: ReasonKind) -> Iterator[Reason]:
    """All combinations of the samples of a kind's values; as many of what may stand any number of times."""
    if ... in kind.shape:
        yield from (Reason(kind, SAMPLES[Reason][:count] * 2) for count in (1, 2))
        return
    for values in product(*(_samples(wanted) for wanted in kind.shape)):
        yield Reason(kind, values)


def every_reason() -> Iterator[Reason]:
    """Every kind with every shape of values."""
    for kind in ReasonKind:
        yield from every_shape(kind)


def _samples(wanted: object) -> tuple[Value, ...]:
    if isinstance(wanted, UnionType):
        return tuple(value for part in get_args(wanted) for value in SAMPLES[part])
    assert isinstance(wanted, type)
    return SAMPLES[wanted]
