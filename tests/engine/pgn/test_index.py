"""A file as a list of games: complete, in order, searched, and never changed by looking."""

import gzip
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import zstandard

from engine.pgn import edit
from engine.pgn.edit import EditUndo, append_games, change_games, save_games, undone
from engine.pgn.errors import PgnError
from engine.pgn.index import GameList, stamp_of
from engine.pgn.reader import read_games
from engine.pgn.streams import blocks

GAMES = [
    f'[Event "Cup {n % 3}"]\n[White "Player {n}"]\n[Black "Élan"]\n[WhiteElo "{2000 + 37 * n % 500}"]\n\n1. e4 {{game {n}}} *'
    for n in range(40)
]


@contextmanager
def listed(path: Path) -> Iterator[GameList]:
    with closing(GameList(path)) as games:
        assert list(games.load())[-1] == len(games)
        yield games


@pytest.fixture(params=["games.pgn", "games.pgn.gz", "games.pgn.zst"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path: Path = tmp_path / request.param
    save_games(path, GAMES)
    return path


def test_every_game_is_listed_and_opened_and_the_file_left_alone(path: Path) -> None:
    before = path.read_bytes(), sorted(path.parent.iterdir())
    with listed(path) as games:
        assert len(games) == 40
        assert games.row(7)[:3] == ("Player 7", "2259", "Élan")
        assert games.game(7).children()[0].comments == ("game 7",)
    assert (path.read_bytes(), sorted(path.parent.iterdir())) == before


def test_of_a_tag_given_twice_the_first_counts_even_if_it_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "twice.pgn"
    path.write_text('[Event ""]\n[Event "x"]\n[White "A"]\n[White "B"]\n\n1. e4 *\n', encoding="utf-8")
    with listed(path) as games:
        assert games.row(0)[0] == games.game(0).headers["White"] == "A"
        assert games.value(0, "Event") == games.game(0).headers["Event"] == ""


def test_rows_are_sorted_and_searched(path: Path) -> None:
    with listed(path) as games:
        elos = [int(games.value(row, "WhiteElo")) for row in games.sorted("WhiteElo")]
        assert elos == sorted(elos)
        assert list(games.matching("player 39")) == [39]
        assert list(games.matching("ÉLAN cup", ("Black", "Event"))) == list(range(40))
        assert list(games.matching("elan")) == list(range(40))
        assert list(games.sorted("White", rows=[3, 20, 1], descending=True)) == [3, 20, 1]


def test_games_are_replaced_deleted_and_appended_and_the_others_keep_their_bytes(path: Path) -> None:
    with listed(path) as games:
        kept = games.content(5)
        change_games(games, {0: None, 3: '[Event "new"]\n\n1. d4 *', 39: None})
    append_games(path, ['[Event "last"]\n\n1. c4 *'])
    with listed(path) as after:
        assert len(after) == 39
        assert [after.value(row, "Event") for row in (2, 38)] == ["new", "last"]
        assert after.content(4) == kept


def known(change: EditUndo | None) -> EditUndo:
    assert change is not None
    return change


def test_every_change_can_be_taken_back_and_done_again(path: Path) -> None:
    def plain() -> bytes:
        return b"".join(blocks(path))

    versions = [plain()]
    changes = []
    for doomed in ({0: None, 3: '[Event "new"]\n\n1. d4 *', 39: None}, {5: None, 6: None, 7: None}):
        with listed(path) as games:
            changes.append(known(change_games(games, doomed)))
        versions.append(plain())
    changes.append(known(append_games(path, ['[Event "last"]\n\n1. c4 *'])))
    versions.append(plain())
    again = []
    for change, before in zip(reversed(changes), reversed(versions[:-1]), strict=True):
        # What is taken back must find the file as the change has left it: only the last one does so by its stamp.
        again.append(known(undone(change._replace(stamp=stamp_of(path)))))
        assert plain() == before
    for change, after in zip(reversed(again), versions[1:], strict=True):
        undone(change._replace(stamp=stamp_of(path)))
        assert plain() == after


def test_a_change_is_not_taken_back_from_a_file_that_is_another_by_now(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    save_games(path, GAMES)
    with listed(path) as games:
        change = known(change_games(games, {0: None}))
    path.write_text("1. e4 *\n", encoding="utf-8")
    with pytest.raises(PgnError, match="changed by another program"):
        undone(change)
    assert path.read_text(encoding="utf-8") == "1. e4 *\n"


def test_a_file_changed_by_somebody_else_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    save_games(path, GAMES)
    with listed(path) as games:
        path.write_text("1. e4 *\n", encoding="utf-8")
        with pytest.raises(PgnError, match="changed by another program"):
            change_games(games, {0: None})
        with pytest.raises(PgnError, match="changed by another program"):
            games.content(0)
    assert path.read_text(encoding="utf-8") == "1. e4 *\n"


def test_the_games_of_a_file_that_has_only_grown_can_be_opened(tmp_path: Path) -> None:
    """That of a running match is longer after each game."""
    path = tmp_path / "games.pgn"
    save_games(path, GAMES)
    with listed(path) as games:
        before = [games.content(row) for row in range(len(games))]
        append_games(path, ["1. d4 d5 *"])
        assert [games.content(row) for row in range(len(games))] == before and games.game(39).header("White")
        with pytest.raises(PgnError, match="changed by another program"):
            change_games(games, {0: None})  # its undo would cut off what was added
        whole = path.read_bytes()
        path.write_bytes(whole.replace(b"{game 7}", b"{game 6}"))
        with pytest.raises(PgnError, match="changed by another program"):
            games.content(0)
        path.write_bytes(whole[:-200])
        with pytest.raises(PgnError, match="changed by another program"):
            games.content(0)


def test_a_save_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    save_games(path, GAMES)
    before = path.read_bytes()

    def failing() -> list[str]:
        raise OSError(28, "No space left on device")

    with pytest.raises(PgnError, match="Nothing was changed"):
        save_games(path, (text for part in (GAMES, None) for text in (part if part is not None else failing())))
    assert path.read_bytes() == before
    assert not list(tmp_path.glob(".games*"))


def test_latin1_neighbours_keep_their_bytes_when_a_game_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "old.pgn"
    path.write_bytes(b'[White "M\xfcller"]\r\n\r\n1. e4 *\r\n\r\n[White "B"]\r\n\r\n1. d4 *\r\n')
    with listed(path) as games:
        change_games(games, {1: None})
    assert path.read_bytes() == b'[White "M\xfcller"]\r\n\r\n1. e4 *\r\n\r\n'


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_a_packed_file_that_unpacks_without_end_is_refused(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "bomb.pgn"
    path.write_bytes(pack(b" " * (64 << 20)))
    with pytest.raises(PgnError, match="200 times"):
        list(read_games(path))


def test_a_damaged_archive_and_a_missing_file_are_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "cut.pgn.gz"
    path.write_bytes(gzip.compress(b"1. e4 e5 *\n" * 1000)[:-20])
    with pytest.raises(PgnError, match="damaged or incomplete"):
        list(read_games(path))
    with pytest.raises(PgnError, match="cannot open"):
        GameList(tmp_path / "nowhere.pgn")


def test_listing_can_be_cancelled(path: Path) -> None:
    with closing(GameList(path)) as games:
        assert list(games.load(lambda done, total: False))[-1] <= 40


@pytest.mark.parametrize("name", ["games.pgn", "games.pgn.gz"])
def test_a_game_that_another_program_adds_while_the_file_is_written_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = tmp_path / name
    save_games(path, ["1. e4 *", "1. d4 *"])
    waiting = ["1. b3 *"]
    once = edit._with_patches

    def slowly(*arguments: object) -> Iterator[bytes]:
        yield from once(*arguments)  # type: ignore[arg-type]
        if waiting:
            append_games(path, [waiting.pop()])

    monkeypatch.setattr(edit, "_with_patches", slowly)
    with listed(path) as games, pytest.raises(PgnError, match="changed by another program"):
        change_games(games, {0: "1. a3 *"})
    waiting = ["1. c4 *"]
    append_games(path, ["1. f4 *"])
    append_games(path, waiting)  # where a plain file was not written again
    text = b"".join(blocks(path)).decode()
    assert all(text.count(f"1. {move} *") >= 1 for move in ("b3", "c4", "d4", "e4", "f4"))
