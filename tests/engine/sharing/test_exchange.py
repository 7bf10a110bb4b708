"""Several computers that share a folder end with the same values, whatever the order of exchanges, and nothing is lost."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ground.errors import RatsuError
from engine.sharing.changes import Newest, SharedChange, read_lines
from engine.sharing.exchange import COMPUTER, OWN, SUFFIX, Exchange, Exchanged, Merge

EDITS = 1_000
KEYS = 150
YEAR_S = 31_536_000.0


class Values:
    """A part in memory: fields that the last one wins, and facts that are only added, each under a name of its own."""

    def __init__(self, name: str = "values") -> None:
        self.name = name
        self.values: dict[str, object] = {}

    def share(self, merge: Merge) -> None:
        self.values = {**merge(dict(self.values))}


class Machine:
    """A computer with two parts, and a clock that is wrong by `skew_s`."""

    def __init__(self, folder: Path, shared: Path, number: int, skew_s: float = 0.0) -> None:
        self.home, self.shared, self.number, self.skew_s = folder / f"home {number}", shared, number, skew_s
        self.fields, self.facts = Values("fields"), Values("facts")
        self.made = 0
        self.added = set[str]()
        self.time = 1_800_000_000.0

    def edit(self, chance: random.Random) -> None:
        self.made += 1
        self.time += chance.random()
        key = f"key {chance.randrange(KEYS)}"
        kind = chance.random()
        if kind < 0.3:
            self.added.add(f"fact {self.number}/{self.made}")
            self.facts.values[f"fact {self.number}/{self.made}"] = {"at": self.time, "by": self.number}
        elif kind < 0.4:
            self.fields.values.pop(key, None)
        else:
            self.fields.values[key] = chance.choice((True, self.made, f"Päätös {self.made}\n", [self.made], 0.5))

    def exchange(self) -> Exchanged:
        with Exchange(self.home, self.shared, lambda: self.time + self.skew_s, f"computer {self.number}") as exchange:
            exchange.share(self.fields)
            exchange.share(self.facts)
            return exchange.finish()

    @property
    def file(self) -> Path:
        """This computer's file in the shared folder."""
        return max(self.shared.glob(f"*{SUFFIX}"), key=lambda path: path.stem in (self.home / COMPUTER).read_text())


def settle(machines: list[Machine]) -> None:
    for _ in range(2):
        for machine in machines:
            machine.exchange()


def disturb(shared: Path, chance: random.Random) -> None:
    """What programs do that share a folder: a file is delivered twice, half, or in an older state."""
    files = sorted(shared.glob(f"*{SUFFIX}"))
    if files and chance.random() < 0.3:
        file = chance.choice(files)
        content = file.read_bytes()
        half = content[: chance.randrange(len(content) + 1)]
        target = (
            file if chance.random() < 0.5 else file.with_name(f"{file.stem}.conflict-{chance.randrange(9)}{SUFFIX}")
        )
        target.write_bytes(half if chance.random() < 0.5 else content)


def folder_at(path: Path) -> Path:
    path.mkdir()
    return path


@pytest.mark.parametrize(("seed", "machines"), [(1, 2), (2, 2), (3, 3)])
def test_a_thousand_edits_on_each_computer_end_the_same_everywhere_and_none_is_lost(
    tmp_path: Path, seed: int, machines: int
) -> None:
    chance, shared = random.Random(seed), folder_at(tmp_path / "shared")
    computers = [Machine(tmp_path, shared, number, chance.uniform(-1, 1) * YEAR_S) for number in range(machines)]
    left = [EDITS] * machines
    while any(left):
        number = chance.choice([one for one in range(machines) if left[one]])
        for _ in range(min(left[number], chance.randrange(1, 60))):
            computers[number].edit(chance)
            left[number] -= 1
        if chance.random() < 0.6:
            disturb(shared, chance)
            computers[chance.randrange(machines)].exchange()
    settle(computers)
    first = computers[0]
    assert all(one.fields.values == first.fields.values for one in computers)
    assert all(one.facts.values == first.facts.values for one in computers)
    assert set(first.facts.values) == set().union(*(one.added for one in computers))
    assert [one.exchange().sent for one in computers] == [{}] * machines, "what came is not sent back"


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(-5, 30), st.sampled_from("abc"), st.sampled_from("xyz"), st.integers(0, 3)), max_size=60
    ),
    st.randoms(),
)
def test_the_order_and_the_number_of_deliveries_do_not_matter(
    rows: list[tuple[int, str, str, int]], chance: random.Random
) -> None:
    changes = [SharedChange(counter, computer, "part", key, value or None) for counter, computer, key, value in rows]
    delivered = [*changes, *chance.sample(changes, len(changes) // 2)]
    chance.shuffle(delivered)
    assert Newest(delivered).of("part") == Newest(changes).of("part")


def two(tmp_path: Path) -> tuple[Machine, Machine]:
    shared = folder_at(tmp_path / "shared")
    return Machine(tmp_path, shared, 1), Machine(tmp_path, shared, 2)


def test_a_change_on_one_computer_reaches_the_other_and_a_removal_too(tmp_path: Path) -> None:
    one, other = two(tmp_path)
    one.fields.values = {"colour": "green", "size": 3}
    settle([one, other])
    assert other.fields.values == {"colour": "green", "size": 3}
    del other.fields.values["size"]
    other.fields.values["colour"] = "blue"
    settle([other, one])
    assert one.fields.values == {"colour": "blue"}


def test_a_computer_that_joins_takes_what_the_folder_has_and_adds_the_rest(tmp_path: Path) -> None:
    one, other = two(tmp_path)
    one.fields.values, other.fields.values = {"colour": "green"}, {"colour": "blue", "size": 3}
    other.time += YEAR_S
    settle([one, other])
    assert one.fields.values == other.fields.values == {"colour": "green", "size": 3}


def test_the_later_change_wins_even_if_its_clock_is_a_year_behind(tmp_path: Path) -> None:
    one, other = two(tmp_path)
    one.skew_s = YEAR_S
    one.fields.values = {"colour": "green"}
    settle([one, other])
    one.fields.values["colour"] = "red"
    settle([one, other])
    other.fields.values["colour"] = "blue"  # it has seen red
    settle([other, one])
    assert one.fields.values == {"colour": "blue"}


def test_a_torn_line_is_read_when_it_is_whole(tmp_path: Path) -> None:
    one, other = two(tmp_path)
    one.fields.values = {"colour": "green"}
    one.exchange()
    whole = one.file.read_bytes()
    for length in range(0, len(whole), 7):
        one.file.write_bytes(whole[:length])
        assert other.exchange().problems == ()
    one.file.write_bytes(whole)
    other.exchange()
    assert other.fields.values == {"colour": "green"}


def test_a_damaged_line_costs_that_line_only_and_its_computer_mends_it(tmp_path: Path) -> None:
    one, other = two(tmp_path)
    one.fields.values = {"a": 1, "b": 2, "c": 3}
    one.exchange()
    lines = one.file.read_bytes().splitlines(keepends=True)
    one.file.write_bytes(b"".join([lines[0], lines[1].replace(b"2", b"7"), *lines[2:]]))
    assert "1 damaged line is left out" in str(other.exchange().problems[0])
    assert other.fields.values == {"a": 1, "c": 3}
    settle([one, other])
    assert other.fields.values == {"a": 1, "b": 2, "c": 3}


def test_a_copy_that_the_sharing_program_made_is_read_too(tmp_path: Path) -> None:
    one, other = two(tmp_path)
    one.fields.values = {"a": 1}
    one.exchange()
    one.file.rename(one.file.with_name(f"{one.file.stem}.sync-conflict-20261130{SUFFIX}"))
    other.exchange()
    assert other.fields.values == {"a": 1}


def test_a_computer_that_is_a_copy_of_another_gets_its_own_file(tmp_path: Path) -> None:
    """A home folder that was copied to a new computer, or restored from a backup."""
    one, other = two(tmp_path)
    one.fields.values = {"a": 1}
    one.exchange()
    other.home.mkdir()
    for file in one.home.iterdir():
        (other.home / file.name).write_bytes(file.read_bytes())
    other.fields.values = {"a": 1}
    one.fields.values["b"], other.fields.values["c"] = 2, 3
    settle([one, other])
    assert one.fields.values == other.fields.values == {"a": 1, "b": 2, "c": 3}
    assert len([*one.shared.iterdir()]) == 2


def test_an_own_file_that_was_cut_off_is_continued(tmp_path: Path) -> None:
    one, other = two(tmp_path)
    one.fields.values = {"a": 1}
    one.exchange()
    with (one.home / OWN).open("ab") as file:
        file.write(b"0badc0de [1, ")
    one.fields.values["b"] = 2
    settle([one, other])
    assert other.fields.values == {"a": 1, "b": 2}
    assert read_lines(one.file.read_bytes())[1] == 0


def test_an_exchange_that_breaks_off_is_done_again(tmp_path: Path) -> None:
    one, other = two(tmp_path)
    one.fields.values = {"a": 0}
    settle([one, other])
    one.fields.values["a"] = 1
    one.exchange()
    with Exchange(other.home, other.shared) as exchange:
        exchange.share(other.fields)  # stored, and then the computer stops
    assert other.fields.values == {"a": 1}
    one.fields.values["a"] = 2
    settle([one, other])
    assert one.fields.values == other.fields.values == {"a": 2}


def test_a_folder_that_is_away_is_named_and_nothing_changes(tmp_path: Path) -> None:
    machine = Machine(tmp_path, tmp_path / "stick", 1)
    with pytest.raises(RatsuError, match=r"stick cannot be reached\. Connect it, or choose another"):
        machine.exchange()
    assert [path.name for path in machine.home.iterdir() if path.suffix != ".lock"] == []


def test_changes_of_a_part_that_this_version_does_not_know_are_kept(tmp_path: Path) -> None:
    one, other = two(tmp_path)
    one.exchange()
    with Exchange(other.home, other.shared) as exchange:
        later = Values("a later part")
        later.values = {"k": "v"}
        exchange.share(later)
        exchange.finish()
    one.exchange()
    with Exchange(one.home, one.shared) as exchange:
        found = Values("a later part")
        exchange.share(found)
        exchange.finish()
    assert found.values == {"k": "v"}


def test_a_part_that_was_left_out_once_gets_its_changes_later(tmp_path: Path) -> None:
    """A book that is damaged, or settings while the window is closed."""
    one, other = two(tmp_path)
    one.fields.values = {"a": 0}
    settle([one, other])
    one.fields.values["a"] = 1
    one.exchange()
    with Exchange(other.home, other.shared) as exchange:
        exchange.share(other.facts)
        exchange.finish()
    settle([other, one])
    assert one.fields.values == other.fields.values == {"a": 1}
