"""A listed game is the same while its file is read and afterwards, for every thread; what is given out is what is listed."""

import os
import random
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.pgn import streams
from engine.pgn.edit import save_games
from engine.pgn.errors import PgnError
from engine.pgn.index import COLUMNS, GameList
from engine.pgn.listing import ListReader
from tests.helpers.pgn_mutator import mutant
from tests.helpers.shared import shared_file

KINDS = ("plain", "gz", "zst", "utf-16")


def game_text(number: int, size: int) -> str:
    """A game whose comment is so many characters long, some of which take several bytes."""
    comment = "".join(chr(0x20AC if place % 17 == 0 else 97 + (number + place) % 26) for place in range(size))
    return f'[Event "Cup {number}"]\n[White "Élan {number}"]\n[Black "B"]\n\n1. e4 {{{comment}}} e5 *\n\n'


def written(folder: Path, kind: str, sizes: list[int]) -> Path:
    texts = [game_text(number, size) for number, size in enumerate(sizes)]
    path = folder / {"gz": "games.pgn.gz", "zst": "games.pgn.zst"}.get(kind, "games.pgn")
    if kind == "utf-16":
        path.write_text("".join(texts), encoding="utf-16")
    else:
        save_games(path, texts)
    return path


def contents(path: Path) -> list[bytes]:
    """What is read when nothing happens meanwhile."""
    with closing(GameList(path)) as games:
        for _ in games.load():
            pass
        return [games.content(row) for row in range(len(games))]


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks smaller than a game, so that a short file is read in many."""
    monkeypatch.setattr(streams, "BLOCK_BYTES", 300)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sizes=st.lists(st.integers(0, 900), min_size=1, max_size=25), picks=st.lists(st.integers(0, 999), max_size=60))
@pytest.mark.usefixtures("small_blocks")
def test_a_game_read_while_its_file_loads_is_the_game_read_afterwards(
    kind: str, tmp_path: Path, sizes: list[int], picks: list[int]
) -> None:
    path = written(tmp_path, kind, sizes)
    wanted = contents(path)
    assert [content.decode().strip() for content in wanted] == [
        game_text(number, size).strip() for number, size in enumerate(sizes)
    ]
    with closing(GameList(path)) as games:
        plan = iter(picks)
        for found in games.load():
            for pick in (next(plan, None), next(plan, None)):
                if pick is not None and found:
                    assert games.content(pick % found) == wanted[pick % found]
        assert [games.content(row) for row in range(len(games))] == wanted


@pytest.mark.usefixtures("small_blocks")
def test_two_threads_read_games_while_a_third_lists_them(kind: str, tmp_path: Path) -> None:
    chance = random.Random(7)
    path = written(tmp_path, kind, [chance.randrange(700) for _ in range(400)])
    wanted = contents(path)
    done, reads = threading.Event(), [0, 0]
    wrong: list[int] = []
    with closing(GameList(path)) as games:

        def read(which: int) -> None:
            own = random.Random(which)
            while not done.is_set() or reads[which] < 200:
                if len(games):
                    row = own.randrange(len(games))
                    reads[which] += 1
                    if games.content(row) != wanted[row]:
                        wrong.append(row)

        readers = [threading.Thread(target=read, args=(which,)) for which in range(2)]
        for reader in readers:
            reader.start()
        for _ in games.load():
            pass
        done.set()
        for reader in readers:
            reader.join()
        assert wrong == [] and min(reads) >= 200
        assert [games.content(row) for row in range(len(games))] == wanted


def test_one_look_at_a_real_packed_file_leaves_all_its_games_right() -> None:
    path = shared_file("data/games/elite2600_A.pgn.gz")
    wanted = contents(path)
    with closing(GameList(path)) as games:
        for number, _ in enumerate(games.load()):
            if number == 0:
                games.content(0)
        assert sum(games.content(row) != content for row, content in enumerate(wanted)) == 0
    assert len(wanted) == 15_383


@pytest.mark.usefixtures("small_blocks")
def test_closing_a_list_ends_its_loading_and_says_so_to_readers(kind: str, tmp_path: Path) -> None:
    path = written(tmp_path, kind, [200] * 30)
    games = GameList(path)
    rows = 0
    for rows in games.load():
        if rows > 3:
            games.close()
    if kind == "plain":
        assert rows == 30  # nothing had to be unpacked, so nothing was closed
        return
    assert 3 < rows < 30
    with pytest.raises(PgnError, match="was closed; open the file again"):
        games.content(0)


@pytest.mark.usefixtures("small_blocks")
def test_a_cancelled_list_holds_whole_games_only(kind: str, tmp_path: Path) -> None:
    path = written(tmp_path, kind, [200] * 30)
    wanted = contents(path)
    asked = iter(range(99))
    with closing(GameList(path)) as games:
        for _ in games.load(lambda _done, _total: next(asked) < 12):
            pass
        assert 3 < len(games) < 30
        assert [games.content(row) for row in range(len(games))] == wanted[: len(games)]


# What is given out is what is listed


def swapped(path: Path, change: Callable[[bytes], bytes]) -> None:
    """Another program changes the file so that neither its size nor its time tells."""
    before = path.stat()
    path.write_bytes(change(path.read_bytes()))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size


@pytest.fixture
def listed(tmp_path: Path) -> Iterator[GameList]:
    with closing(GameList(written(tmp_path, "plain", [50] * 9))) as games:
        for _ in games.load():
            pass
        yield games


def test_a_game_with_other_headers_than_its_row_is_not_given_out(listed: GameList) -> None:
    swapped(listed.path, lambda content: content.replace(b"lan 4", b"lan 7"))
    assert listed.game(3).headers["White"] == "Élan 3"
    with pytest.raises(PgnError, match=r"game 5 of .* its White is “Élan 7”, not “Élan 4”; open the file again"):
        listed.game(4)


def test_a_torn_game_is_not_given_out(listed: GameList) -> None:
    start, _ = listed.span(4)  # the end of the game before and the beginning of this one, once more
    swapped(
        listed.path, lambda content: content[: start + 60] + content[start - 20 : start + 50] + content[start + 130 :]
    )
    with pytest.raises(PgnError, match=r"game 5 of .* no longer exists; open the file again"):
        listed.content(4)


def test_a_save_that_meets_another_game_writes_nothing(listed: GameList, tmp_path: Path) -> None:
    target = tmp_path / "chosen.pgn"
    target.write_text("1. d4 *\n")
    swapped(listed.path, lambda content: content.replace(b"lan 8", b"lan 7"))
    with pytest.raises(PgnError, match="game 9"):
        save_games(target, (listed.content(row).decode() for row in range(9)))
    assert target.read_text() == "1. d4 *\n"
    assert sorted(path.name for path in tmp_path.glob("*pgn*")) == ["chosen.pgn", "games.pgn"]


@pytest.mark.parametrize("mutants", [3_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_damaged_games_are_given_out_as_they_were_listed(mutants: int) -> None:
    """The comparison raises no false alarm: what the list has found in its file, it finds in the game's own bytes."""
    games = alarms = 0
    for seed in range(mutants):
        content = mutant(random.Random(seed))
        reader = ListReader(COLUMNS)
        reader.feed(content, True)
        for row, (start, end) in enumerate(zip(reader.starts, reader.ends, strict=True)):
            games += 1
            listed = tuple(reader.texts[column[row]] for column in reader.columns)
            alarms += reader.headers(content[start:end]) != listed
    assert games > mutants
    assert alarms <= games // 100_000  # a tag-less `N*` is no game without what stood behind it


# Room on the disk


class FullDisk:
    """A file on a disk that takes only so many bytes more, and half of the last block."""

    def __init__(self, room: int, file: object) -> None:
        self._room, self._file = room, file

    def write(self, data: memoryview) -> int:
        taken = data[: self._room]
        if not taken:
            raise OSError(28, "No space left on device")
        self._room -= len(taken)
        self._file.write(taken)  # type: ignore[attr-defined]
        return len(taken)

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("kind", KINDS[1:], indirect=True)
def test_a_disk_that_is_full_is_told_and_the_games_before_can_be_read(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, kind, [200] * 30)
    wanted = contents(path)
    make = tempfile.TemporaryFile
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **options: FullDisk(4_000, make(**options)))
    with closing(GameList(path)) as games:
        with pytest.raises(PgnError, match=r"cannot unpack .*No space left on device; make room there"):
            for _ in games.load():
                pass
        assert 5 < len(games) < 20
        assert [games.content(row) for row in range(len(games))] == wanted[: len(games)]
        assert list(games.matching("cup 3")) == [3]


def test_a_machine_without_a_place_for_temporary_files_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere(**_options: object) -> None:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr(tempfile, "TemporaryFile", nowhere)
    with pytest.raises(PgnError, match=r"cannot unpack .*No usable temporary directory"):
        GameList(written(tmp_path, "gz", [1]))
