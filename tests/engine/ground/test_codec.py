"""Values as JSON and back, by the types of their fields."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import pytest

from engine.ground.codec import FieldCodec, Longest, OneOf, Within, as_json, keyed, of_json
from engine.ground.json_text import JsonError, JsonValue, parse
from engine.ground.text import Text


class Colour(Enum):
    WHITE = "white"
    BLACK = "black"


class Flag(IntEnum):
    BAD = -1
    GOOD = 1


class Move(NamedTuple):
    uci: Annotated[str, Longest(5)]
    loss: Annotated[float, Within(0, 1)] = 0.0


@dataclass(frozen=True)
class Player:
    name: Annotated[str, Longest(20)]
    elo: Annotated[int | None, Within(0, 4_000)] = None


@dataclass(frozen=True)
class Game:
    white: Player
    side: Colour = field(metadata=keyed("colour"))
    moves: tuple[Move, ...] = ()
    faults: Annotated[tuple[int, int], Within(0, 9)] = (0, 0)
    rated: bool = False
    system: Annotated[str, OneOf(("gauntlet", "ladder"))] = "ladder"
    seen: frozenset[str] = frozenset()
    counts: Mapping[str, int] = field(default_factory=dict)
    flag: Flag = Flag.GOOD
    file: Path | None = None
    spent: Annotated[complex, FieldCodec(lambda found: complex(found.number(0, 9), 0), lambda one: one.real)] = 0j


FULL: dict[str, Any] = {
    "white": {"name": "Anna", "elo": 1500},
    "colour": "black",
    "moves": [["e2e4", 0.5], ["e7e5", 0.0]],
    "faults": [1, 2],
    "rated": True,
    "system": "gauntlet",
    "seen": ["a", "b"],
    "counts": {"x": 1},
    "flag": -1,
    "file": str(Path("/tmp/a.pgn")),
    "spent": 2.0,
}


def read(value: object) -> Game:
    return of_json(Game, parse(json.dumps(value)))


def test_what_is_written_is_read_again_key_by_key_in_the_order_of_the_fields() -> None:
    game = read(FULL)
    assert game.white == Player("Anna", 1500) and game.side is Colour.BLACK and game.moves[0] == Move("e2e4", 0.5)
    assert game.flag is Flag.BAD and game.file == Path("/tmp/a.pgn") and game.spent == 2
    assert json.dumps(as_json(game)) == json.dumps(FULL)


def test_a_field_with_a_default_may_be_missing_and_an_unknown_one_is_ignored() -> None:
    game = read({"white": {"name": "Anna"}, "colour": "white", "moves": [["e2e4"]], "newer": 1})
    assert game == Game(Player("Anna"), Colour.WHITE, (Move("e2e4"),))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"white": {}}, "white.name is missing"),
        ({"white": {"name": "Anna", "elo": 4001}}, "white.elo must be a whole number from 0 to 4000, not 4001"),
        ({"white": {"name": 21 * "A"}}, f"white.name must be a text of at most 20 characters, not '{21 * 'A'}'"),
        ({"colour": "red"}, "colour must be one of white, black, not 'red'"),
        ({"moves": [["e2e4", 2]]}, "moves[0][1] must be a number from 0 to 1, not 2"),
        ({"moves": [[]]}, "moves[0] must be a list of more than 0 values, not list"),
        ({"faults": [1, 10]}, "faults[1] must be a whole number from 0 to 9, not 10"),
        ({"rated": 1}, "rated must be true or false, not 1"),
        ({"system": "swiss"}, "system must be one of gauntlet, ladder, not 'swiss'"),
        ({"seen": 1}, "seen must be a list, not 1"),
        ({"counts": {"x": True}}, "counts.x must be a whole number"),
        ({"flag": 2}, "flag must be a whole number from -1 to 1, not 2"),
        ({"spent": -1}, "spent must be a number from 0 to 9, not -1"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_place(change: dict[str, Any], message: str) -> None:
    with pytest.raises(JsonError) as caught:
        read(FULL | change)
    assert str(caught.value).startswith(message)


def test_a_type_without_a_form_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError, match="has no form in JSON"):
        as_json(1j)


def test_a_message_comes_back_with_what_is_neither_text_nor_number_as_words() -> None:
    said = Text("%1: %2 of %3", Path("a.pgn"), True, Text("%1 games", 3))
    kept = JsonValue(as_json(said))
    assert of_json(Text, kept) == Text("%1: %2 of %3", "a.pgn", "True", Text("%1 games", 3))


def test_a_whole_number_is_at_most_what_our_json_holds() -> None:
    assert of_json(int, parse(str(2**63 - 1))) == 2**63 - 1
    with pytest.raises(JsonError):
        of_json(int, parse(str(2**63)))
