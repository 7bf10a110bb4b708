"""Each room says what it does, where its door is and whom it knows, and says the truth."""

from tests.helpers.cimports import ROOT
from tests.helpers.rooms import Room, covers, rooms


def faults(room: Room) -> list[str]:
    """What is wrong with the docstring of a room."""
    said = [] if len(room.said.partition("Door: ")[0].split()) >= 4 else ["the duty comes first"]
    said += [] if room.doors else ["no door"]
    for door in room.doors:
        path = ROOT / door if "/" in door else ROOT.joinpath(*room.name.split("."), *door.split(".")).with_suffix(".py")
        parts = (path, path.parent.with_suffix(".py"))  # a module, or a name in one
        said += [] if any(part.is_file() for part in parts) else [f"there is no {door}"]
    unsaid = [other for other in room.knows if not any(covers(entry, other) for entry in room.said_to_know)]
    stale = [entry for entry in room.said_to_know if not any(covers(entry, other) for other in room.knows)]
    return said + [f"knows {other}, unsaid" for other in unsaid] + [f"does not know {entry}" for entry in stale]


def test_a_room_says_its_duty_its_door_and_whom_it_knows() -> None:
    assert {room.name: said for room in rooms() if (said := faults(room))} == {}


def test_a_room_that_says_too_little_or_too_much_is_seen() -> None:
    room = Room("books", 1, 1, "Does this and that.\n\nDoor: `a.B`, `c`. Knows: engine.game, desktop.", frozenset())
    assert room.doors == ["a.B", "c"] and room.said_to_know == {"engine.game", "desktop"}
    assert covers("engine", "engine.game") and not covers("engine.game", "engine.gamed")
