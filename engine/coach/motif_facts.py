"""The properties of a motif: its English words, its topic in the mirror, its first hint, how it is proved."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class HintTopic(Enum):
    """The first step of a hint; `value` is the sentence in English."""

    MATE = "Look for a mate."
    FORK = "Look for a fork."
    PIN = "Look for a pin."
    SKEWER = "Look for a skewer."
    DISCOVERED = "Look for a discovered attack or check."
    TRAPPED = "Look for a piece without a safe square."
    DEFENDER = "Look at what guards the opponent’s pieces."
    HANGING = "Look for a piece that is not guarded."
    PROMOTION = "Look at the pawn that can promote."
    MATERIAL = "Look for a way to win material."
    CHECK = "Look at the checks."
    CAPTURE = "Look at the captures."
    DANGER = "Look at what the opponent attacks."
    QUIET = "Look for a quiet move: no capture, no check."


class MotifFacts(NamedTuple):
    """The properties of a motif. `words`: English template. `topic`: the heading it counts under in the mirror, "" for none.
    `hint`: its first hint. `figures`: the number of figures it names. `at_once`: the first move of the line shows it.
    `arrives`: the line takes the named piece to its square. `looked_up`: proved by a source, not by the line alone. `minor`:
    neither the reason of a large loss nor worth a second sentence. `before`: its pieces are those before the key move.
    """

    name: str
    words: str
    topic: str = "position"
    hint: HintTopic | None = None
    figures: int = 0
    at_once: bool = False
    arrives: bool = False
    looked_up: bool = False
    minor: bool = False
    before: bool = False
