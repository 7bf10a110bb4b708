"""Collections on several computers: games of all are joined, a deletion goes to every bin, and an import is no second game."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from books.collection import editing, labels
from books.collection.export import text_of
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.shared import MOST_GAMES, share
from engine.game.tree import Game
from engine.ground.errors import RatsuError
from engine.pgn.reader import games_of
from engine.sharing.collection import CollectionPart
from engine.sharing.exchange import Exchange, Exchanged

EDITS = 1_000
LINES = (
    "1. e4 e5 2. Nf3 Nc6 3. Bb5",
    "1. d4 d5 2. c4 {Päätös} e6",
    "1. c4 (1. Nf3 d5) 1... e5 2. Nc3",
    "1. e4 c5 2. Nf3 d6 3. d4",
)


def game_of(white: str, line: str, result: str = "1-0") -> Game:
    tags = {"Event": "Club", "Site": "Pärnu", "Date": "2026.11.??", "White": white, "Black": "B", "Result": result}
    text = "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{line} {result}\n"
    return games_of(text.encode())[0]


class Collected:
    """A computer with a collection."""

    def __init__(self, folder: Path, shared: Path, number: int) -> None:
        self.number, self.time = number, 1_800_000_000.0 + number
        self.home, self.shared = folder / f"home {number}", shared
        self.home.mkdir()
        self.collection = Collection(self.home / "games.ratsugames", create=True)
        self.collection.db.execute("PRAGMA synchronous = OFF")
        self.made = 0

    def exchange(self) -> Exchanged:
        with Exchange(self.home / "sharing", self.shared, lambda: self.time, str(self.number)) as exchange:
            exchange.share(CollectionPart("games", self.collection))
            return exchange.finish()

    def values(self) -> list[tuple[str, tuple[str, ...]]]:
        """The games with their labels, in the order of their texts."""
        given = labels.labels_by_game(self.collection)
        games = self.collection.games(list(self.collection.numbers()))
        return sorted((text_of(self.collection, game), given.get(game.id, ())) for game in games)

    def edit(self, chance: random.Random) -> None:
        self.time += chance.random()
        numbers = [*self.collection.numbers()]
        kind, number = chance.random(), chance.choice(numbers) if numbers else 0
        if not numbers or kind < 0.4:
            self.made += 1
            editing.added(self.collection, [game_of(f"{self.number}, {self.made}", chance.choice(LINES))])
        elif kind < 0.65:
            editing.replaced(
                self.collection, number, game_of(f"{self.number}, {self.time}", chance.choice(LINES), "0-1")
            )
        elif kind < 0.75:
            editing.deleted(self.collection, [number])
        elif kind < 0.8:
            editing.put_back(self.collection, [game.id for game in editing.binned(self.collection)[:1]])
        elif kind < 0.82:
            editing.emptied(self.collection)
        else:
            labels.labelled(self.collection, [number], chance.choice("ABC"), on=chance.random() < 0.7)


def settle(machines: Sequence[Collected]) -> None:
    for _ in range(3):
        for machine in machines:
            machine.exchange()


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    (tmp_path / "shared").mkdir()
    return tmp_path / "shared"


@pytest.mark.parametrize(("edits", "machines"), [(EDITS, 2), (150, 3)])
def test_a_thousand_edits_on_each_computer_give_the_same_games(
    tmp_path: Path, shared: Path, edits: int, machines: int
) -> None:
    chance = random.Random(edits)
    found = [Collected(tmp_path, shared, number) for number in range(machines)]
    left = [edits] * machines
    while any(left):
        number = chance.choice([at for at in range(machines) if left[at]])
        for _ in range(min(left[number], chance.randrange(20, 150))):
            found[number].edit(chance)
            left[number] -= 1
        if chance.random() < 0.5:
            found[chance.randrange(machines)].exchange()
    settle(found)
    values = [one.values() for one in found]
    assert all(one == values[0] for one in values) and len(values[0]) > edits / 5
    assert [one.exchange().sent for one in found] == [{}] * machines


def test_a_game_that_was_only_added_is_never_lost(tmp_path: Path, shared: Path) -> None:
    one, other = Collected(tmp_path, shared, 1), Collected(tmp_path, shared, 2)
    for machine in (one, other, one, other):
        editing.added(
            machine.collection, [game_of(f"{machine.number}, {number}", LINES[number % 4]) for number in range(25)]
        )
        machine.exchange()
    settle([one, other])
    assert one.values() == other.values() and len(one.values()) == 100


def test_the_same_file_imported_on_both_is_there_once(tmp_path: Path, shared: Path) -> None:
    file = tmp_path / "club.pgn"
    file.write_text(
        "\n".join(
            f'[White "{name}"]\n[Black "B"]\n[Result "1-0"]\n\n{line} 1-0\n'
            for name, line in zip("abcd", LINES, strict=True)
        )
    )
    one, other = Collected(tmp_path, shared, 1), Collected(tmp_path, shared, 2)
    for machine in (one, other):
        import_pgn(machine.collection, file)
    settle([one, other])
    assert one.values() == other.values() and len(one.values()) == 4
    editing.deleted(one.collection, [2])
    settle([one, other])
    assert len(other.values()) == 3 and len(editing.binned(other.collection)) == 1
    editing.put_back(other.collection, [2])
    settle([other, one])
    assert len(one.values()) == 4


def test_a_text_without_a_game_is_left_out_and_not_removed_elsewhere(tmp_path: Path, shared: Path) -> None:
    one, other = Collected(tmp_path, shared, 1), Collected(tmp_path, shared, 2)

    class Newer:
        name = "games games"

        def share(self, merge: object) -> None:
            merge({"game\tx": "no game", "game\ty": 3, "label\tx\tA": 1, "newer\tx": 1, "game": "x"})  # type: ignore[operator]

    with Exchange(other.home / "sharing", shared) as exchange:
        exchange.share(Newer())
        exchange.finish()
    assert one.exchange().sent == {} and one.exchange().sent == {}
    assert one.values() == []


def test_a_large_collection_is_refused_by_name(tmp_path: Path, shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_GAMES == 20_000
    monkeypatch.setattr("books.collection.shared.MOST_GAMES", 1)
    one = Collected(tmp_path, shared, 1)
    editing.added(one.collection, [game_of("a", LINES[0]), game_of("b", LINES[1])])
    with pytest.raises(RatsuError, match="has more than 1 games and is not shared"):
        share(one.collection, {}, lambda state: state)
