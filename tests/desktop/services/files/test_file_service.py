"""Games in and out; every fault is one message and nothing is lost."""

import os
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from desktop.services.files import file_places, file_service
from engine.pgn.reader import read_games
from engine.pgn.streams import packing_of
from engine.rules.fen import START_FEN
from tests.desktop.services.conftest import Heard, Make, offers_of, reopen

GAME = '[Event "One"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n'
OTHER = '[Event "Two"]\r\n[White "J\xf6rg"]\r\n\r\n1. d4   d5 {odd  spacing } *\r\n\r\n'


@pytest.mark.parametrize(
    "text",
    [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "hello",
        "",
        "1. Qh9 *",
        "040 123 4567",
        "1. 5254 5755",
        "\x00" * 50,
    ],
)
def test_a_bad_paste_is_one_message_and_nothing_is_lost(make: Make, text: str) -> None:
    services = make().services
    services.game.play_move("e2e4")
    before = services.game.state
    heard = Heard(services.files.message)
    assert not services.files.paste(text)
    assert len(heard.all) == 1
    assert services.game.state == before


def test_a_pasted_fen_opens_in_a_tab_of_its_own(make: Make) -> None:
    services = make().services
    services.game.play_move("e2e4")
    old = services.game.state
    assert services.files.paste("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1")
    assert services.game.state.tab != old.tab
    assert services.files.fen_text() == "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"
    assert services.game.state_of(old.tab) == old


def test_pasted_positions_open_each_in_a_tab(make: Make) -> None:
    services = make().services
    epd, fen = "8/8/8/8/8/4k3/4p3/4K3 w - -", "8/8/8/4k3/8/8/4P3/4K3 b - - 3 9"
    heard, refused = Heard(services.files.message), Heard(services.files.position_refused)
    for text, shown in (
        (f'{epd} bm Kf1; id "of a long list";', f"{epd} 0 1"),
        (f"\ufeff{fen}\r\n", fen),
        (fen.replace(" b ", " b\n"), fen),  # wrapped by a mail
    ):
        assert services.files.paste(text) and services.game.state.fen == shown
    assert services.files.paste(f"{epd} bm Kf1;\n\n8/8/8/8/8/8/8/8 w - - 0 1\n{fen}\n")
    assert services.game.state.fen == f"{epd} 0 1" and not heard.all
    services.game.close_tab(services.game.state.tab)
    assert services.game.state.fen == fen
    assert services.files.paste(f"{fen}\n" * 12) and "clipboard holds many positions" in heard.texts
    assert not services.files.paste("8/8/8/8/8/8/8/8 w - - 0 1\n" * 2) and len(refused.all) == 1


def test_an_address_is_no_position_that_the_editor_could_mend(make: Make) -> None:
    services = make().services
    heard, refused = Heard(services.files.message), Heard(services.files.position_refused)
    assert not services.files.paste("https://example.org/a/b/c.pgn")
    assert "neither a position" in heard.texts and not refused.all


def test_a_file_of_positions_opens_them(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    services = make().services
    path, epd, fen = tmp_path / "positions.txt", "8/8/8/8/8/4k3/4p3/4K3 w - -", "8/8/8/4k3/8/8/4P3/4K3 b - - 3 9"
    path.write_text(f'# mine\n{epd} bm Kf1; id "1-0";\n8/8/8/8/8/8/8/8 w - - 0 1\n\n{fen}\n', "utf-8")
    heard, opened = Heard(services.files.message), Heard(services.files.opened)
    services.files.open_file(path)
    qtbot.waitUntil(lambda: bool(opened.all))
    shown = services.game.state
    assert shown.fen == f"{epd} 0 1"
    services.game.close_tab(shown.tab)
    assert services.game.state.fen == fen and not heard.all
    path.write_text(f"{fen}\n" * 12)
    services.files.open_file(path)
    qtbot.waitUntil(lambda: "many positions" in heard.texts)
    path.write_text("8/8/8/8/8/8/8/8 w - - 0 1\n")
    services.files.open_file(path)
    qtbot.waitUntil(lambda: "the board is empty" in heard.texts)


def test_a_copied_game_can_be_pasted(make: Make) -> None:
    services = make().services
    for move in ("e2e4", "e7e5"):
        services.game.play_move(move)
    text = services.files.pgn_text()
    assert services.files.paste(text)
    assert services.files.pgn_text() == text


def test_one_game_of_a_file_is_edited_and_the_others_stay_to_the_byte(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    services = make().services
    path = tmp_path / "games.pgn"
    path.write_bytes((OTHER + GAME + OTHER).encode("latin-1"))
    before = path.read_bytes()
    opened = Heard(services.files.opened)
    services.files.open_file(path, 1)
    qtbot.waitUntil(lambda: bool(opened.all))
    assert path.read_bytes() == before
    assert sorted(tmp_path.glob("games*")) == [path]
    services.game.set_comment(services.game.state.game.end(), "mate")
    assert services.files.save()
    qtbot.waitUntil(lambda: not services.game.state.modified, timeout=20_000)
    after = path.read_bytes()
    assert after.startswith(OTHER.encode("latin-1"))
    assert after.endswith(OTHER.encode("latin-1"))
    assert b"3. Qxe5# {mate}" in after
    services.game.set_comment(services.game.state.game.end(), "again")
    assert services.files.save()
    services.game.set_comment(services.game.state.game.end(), "once more")
    assert services.files.save()  # while the first is under way
    qtbot.waitUntil(lambda: b"once more" in path.read_bytes(), timeout=20_000)
    qtbot.waitUntil(lambda: not services.game.state.modified, timeout=20_000)
    assert path.read_bytes().count(b"[Event") == 3


def test_a_game_of_a_file_is_saved_there_after_a_restart_too(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    """Save asked for a file, where the other games of it would have been replaced."""
    path, others = tmp_path / "study.pgn", '[Event "One"]\n\n1. d4 *\n\n'
    path.write_text(f'{others}[Event "Two"]\n\n1. e4 *\n\n')
    first = make()
    first.services.files.open_file(path, 1)
    qtbot.waitUntil(lambda: first.services.game.state.path == str(path))
    first.services.game.play_move("e2e4")
    first.services.game.play_move("e7e5")
    run = first
    for move in ("g1f3", "b8c6"):  # it is kept again after the first restart
        assert run.close()
        run = make()
        (offer,) = offers_of(run.services.autosave)
        reopen(run.services.autosave, offer)
        run.services.game.go_last()
        run.services.game.play_move(move)
    assert run.services.files.save()
    qtbot.waitUntil(lambda: not run.services.game.state.modified)
    assert path.read_text().startswith(others) and "1. e4 e5 2. Nf3 Nc6 *" in path.read_text()
    assert path.read_text().count("[Event ") == 2


def test_a_file_changed_meanwhile_is_not_overwritten(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    services = make().services
    path = tmp_path / "games.pgn"
    path.write_text(GAME)
    opened = Heard(services.files.opened)
    services.files.open_file(path)
    qtbot.waitUntil(lambda: bool(opened.all))
    path.write_text(GAME.replace("Ann", "Eve"))
    gone = Heard(services.files.gone)
    services.files.save()
    qtbot.waitUntil(lambda: bool(gone.all), timeout=20_000)
    assert "Eve" in path.read_text()


def test_saving_replaces_the_file_atomically_and_keeps_its_mode(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    services = make().services
    services.game.play_move("e2e4")
    path = tmp_path / "mine.pgn"
    path.write_text("old")
    path.chmod(0o640)
    services.files.save_as(path)
    qtbot.waitUntil(lambda: not services.game.state.modified, timeout=20_000)
    assert "1. e4" in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o640
    assert [found.name for found in tmp_path.glob("*mine*")] == ["mine.pgn"]
    assert not services.game.state.modified


def test_a_pasted_fen_whose_rights_need_it_is_chess960(make: Make) -> None:
    services = make().services
    heard, refused = Heard(services.files.message), Heard(services.files.position_refused)
    fen = "1r1k2r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w GBgb - 0 1"
    assert services.files.paste(fen) and not heard.all and not refused.all
    assert services.game.state.game.chess960
    services.game.play_move("d1g1")
    assert services.game.state.node.san == "O-O"
    assert services.files.paste("rqnknrbb/pppppppp/8/8/8/8/PPPPPPPP/RQNKNRBB w KQkq - 0 1")  # X-FEN
    assert services.game.state.game.chess960
    assert not heard.all and not refused.all


def test_a_pasted_fen_with_wrong_fields_is_mended_and_reported(make: Make) -> None:
    services = make().services
    heard, refused = Heard(services.files.message), Heard(services.files.position_refused)
    mended: list[tuple[int, str]] = []
    services.files.position_mended.connect(lambda tab, notes: mended.append((tab, str(notes))))
    assert services.files.paste("4k3/8/8/8/8/8/8/4K2R B KQ - hmvc 1; fmvn 7;")
    assert services.game.state.fen == "4k3/8/8/8/8/8/8/4K2R b K - 1 7"
    assert not heard.all and not refused.all
    assert [tab for tab, _ in mended] == [services.game.state.tab]
    assert "read as b" in mended[0][1] and "Castling Q was left out" in mended[0][1]
    assert not services.files.paste("4k3/8/8/8/8/8/8/8 w - - 0 1")
    assert len(heard.all) == 1 and len(refused.all) == 1


@pytest.mark.parametrize("name", ["mine.pgn", "mine.pgn.gz", "MINE.PGN.GZ", "mine.pgn.zst"])
def test_a_game_is_saved_packed_as_its_name_says(make: Make, qtbot: QtBot, tmp_path: Path, name: str) -> None:
    services = make().services
    path = tmp_path / name
    for move in ("e2e4", "e7e5"):
        services.game.play_move(move)
        services.files.save_as(path) if move == "e2e4" else services.files.save()
        qtbot.waitUntil(lambda: not services.game.state.modified, timeout=20_000)
    packing = {".gz": "gz", ".zst": "zst"}.get(path.suffix.lower(), "plain")
    assert packing_of(path) == packing
    (game,) = read_games(path)
    assert [node.san for node in game.main_line()] == ["e4", "e5"]


def test_saving_a_game_of_many_proposes_no_name_that_would_replace_them(
    make: Make, qtbot: QtBot, tmp_path: Path
) -> None:
    services = make().services
    alone, many = tmp_path / "alone.pgn", tmp_path / "many.pgn"
    alone.write_text("\n" + GAME + "\n")
    many.write_text(GAME + "\n\n" + GAME.replace("Ann", "Eve"))
    for path, number, proposed in ((alone, None, "alone.pgn"), (many, 0, "Ann"), (many, 1, "Eve")):
        services.files.open_file(path, number)
        qtbot.waitUntil(lambda wanted=proposed: wanted in services.files.proposed_name())  # type: ignore[misc]
    assert services.files.proposed_name() != "many.pgn"


def test_what_could_not_be_read_is_counted_in_words(make: Make) -> None:
    services = make().services
    heard = Heard(services.files.message)
    services.files.paste("A title\n\n1. e4 e5 Ke4 *")
    assert "There is one more place that could not be read" in heard.texts


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told_and_leaves_the_old_file(
    make: Make, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    services = make().services
    services.game.play_move("e2e4")
    path = tmp_path / "mine.pgn"
    path.write_text("old")
    heard = Heard(services.files.message)
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        services.files.save_as(path)
        qtbot.waitUntil(lambda: "the disk is full" in heard.texts, timeout=20_000)
    assert path.read_text() == "old"
    assert [found.name for found in tmp_path.glob("*mine*")] == ["mine.pgn"]
    assert services.game.state.modified


@pytest.mark.parametrize("name", ["missing.pgn", "folder", "empty.pgn", "noise.pgn", "some.bin"])
def test_a_file_that_cannot_be_opened_is_named(make: Make, qtbot: QtBot, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.pgn").touch()
    (tmp_path / "noise.pgn").write_bytes(bytes(range(256)) * 4)
    book = bytes(range(5, 9)) * 4 + b"\0\1\0\0" + b"\2 1/2-1/2 \0\0"  # reads as a result, as some bytes of a book do
    (tmp_path / "some.bin").write_bytes(book * 50)
    services = make().services
    heard = Heard(services.files.message)
    services.files.open_file(tmp_path / name)
    qtbot.waitUntil(lambda: bool(heard.all))
    assert name in heard.texts
    assert services.game.state.fen == START_FEN


def test_a_game_is_appended_with_an_empty_line_before_it(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    services = make().services
    services.game.play_move("e2e4")
    path = tmp_path / "all.pgn"
    path.write_text("1. d4 *")
    heard = Heard(services.files.message)
    services.files.append_to(path)
    qtbot.waitUntil(lambda: "was added" in heard.texts)
    assert path.read_text().startswith('1. d4 *\n\n[Event "?"]')


def test_a_save_keeps_the_text_between_games_and_a_result_that_contradicts(
    make: Make, qtbot: QtBot, tmp_path: Path
) -> None:
    services = make().services
    path = tmp_path / "games.pgn"
    before, behind = "% escaped\n; remark\njunk between (games\n\n", "\n% escaped, too\nthe last words\n"
    path.write_text(f"{GAME}{before}" + GAME.replace("Qxe5# 1-0\n\n", "Qxe5# 0-1\n") + behind, encoding="utf-8")
    heard = Heard(services.files.message)
    services.files.open_file(path, 1)
    qtbot.waitUntil(lambda: services.game.state.path == str(path))
    assert "result that contradicts" in heard.texts
    services.game.set_comment(1, "edited")
    assert services.files.save()
    qtbot.waitUntil(lambda: not services.game.state.modified)
    saved = path.read_text(encoding="utf-8")
    assert saved.startswith(GAME + before) and saved.endswith(behind)
    assert "{edited}" in saved and "{0-1} 1-0" in saved


def test_what_is_saved_again_while_it_is_saved_as_another_file_goes_into_that(
    make: Make, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It went into the file that the game came from, and the new one held the game without it."""
    services = make().services
    old, new, going = tmp_path / "old.pgn", tmp_path / "new.pgn", threading.Event()
    services.game.play_move("e2e4")
    services.files.save_as(old)
    qtbot.waitUntil(lambda: not services.game.state.modified)
    before, save_alone = old.read_bytes(), file_places.save_alone

    def slow(*asked: Any) -> Any:
        assert going.wait(60)
        return save_alone(*asked)

    monkeypatch.setattr(file_service, "save_alone", slow)
    services.files.save_as(new)
    services.game.play_move("e7e5")
    assert services.files.save()
    going.set()
    qtbot.waitUntil(lambda: not services.game.state.modified)
    assert services.game.state.path == str(new) and old.read_bytes() == before and "e5" in new.read_text()


def test_a_dialog_saves_the_game_that_it_was_opened_for(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    """Another start of the program may open a file behind it: that one was saved under the name."""
    services = make().services
    services.game.play_move("e2e4")
    tab, alone, all_of_them = services.game.state.tab, tmp_path / "mine.pgn", tmp_path / "all.pgn"
    services.files.paste(GAME)
    shown = services.game.state
    services.files.append_to(all_of_them, tab)
    services.files.save_as(alone, tab)
    services.game.set_headers({"White": "I"}, tab)
    qtbot.waitUntil(lambda: alone.exists() and services.game.state_of(tab).path == str(alone))  # type: ignore[union-attr]
    assert services.game.state == shown and alone.read_text() == all_of_them.read_text()
    (kept,) = read_games(alone)
    assert [node.san for node in kept.main_line()] == ["e4"]
    named = services.game.state_of(tab)
    assert named is not None and named.game.header("White") == "I" and named.can_undo
    heard = Heard(services.game.message)
    services.game.close_tab(tab)
    services.game.set_headers({"White": "You"}, tab)
    services.game.annotate(tab, 1, "words", "", ())
    assert heard.texts.count("closed meanwhile") == 2 and services.game.state == shown


def test_a_place_in_a_long_text_or_in_a_file_is_gone_to_where_that_is_shown(
    make: Make, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board went to the move of that number in the game that was shown before, for good where the file was gone."""
    services = make().services
    services.game.play_move("e2e4")
    before, path = services.game.state, tmp_path / "game.pgn"
    monkeypatch.setattr(file_service, "LONGEST_AT_ONCE", 10)
    heard = Heard(services.files.message)
    services.files.open_file(path, 0, partial(services.game.go_to, 0))
    qtbot.waitUntil(lambda: bool(heard.all))
    assert services.game.state == before
    assert services.files.paste(GAME, partial(services.game.go_to, 3)) and services.game.state == before
    qtbot.waitUntil(lambda: services.game.state.node.san == "Qh5")
    path.write_text(GAME.replace("Ann", "Eve"))
    services.files.open_file(path, 0, partial(services.game.go_to, 2))
    qtbot.waitUntil(lambda: services.game.state.node.san == "e5" and services.game.state.path == str(path))


@pytest.mark.parametrize("cancelled", [False, True])
def test_whoever_waits_for_files_is_told_once_they_are_open_refused_or_given_up(
    make: Make, qtbot: QtBot, tmp_path: Path, cancelled: bool
) -> None:
    """A second start of the program leaves only then."""
    services = make().services
    path = tmp_path / "game.pgn"
    path.write_text(GAME)
    told: list[str] = []
    services.files.open_file(path)
    services.files.open_file(tmp_path / "missing.pgn")
    services.files.after_reading(lambda: told.append(services.game.state.path))
    if cancelled:
        services.files.reading.cancel()
    assert told == []
    qtbot.waitUntil(lambda: bool(told))
    assert told == ["" if cancelled else str(path)]
