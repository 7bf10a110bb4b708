"""Databases of ChessBase: every legal game comes back, damage is told game by game, and nothing but games is promised."""

import io
import os
import random
from dataclasses import replace
from pathlib import Path

import chess
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from books.collection.any_file import import_file
from books.collection.chessbase import moves
from books.collection.chessbase.base import read_base
from books.collection.chessbase.errors import ChessBaseError
from books.collection.export import text_of
from books.collection.game_collection import Collection
from engine.ground.text import Text
from tests.books.collection.chessbase.written_base import Writer, note, write_base

ANNOTATED = """[White "Müller, Karl"]
[Black "Ås, B"]

1. e4 e5 (1... c5 2. Nf3 (2. Nc3) 2... d6) 2. Nf3 Nc6 3. Bb5 a6 4. O-O b5 5. Bb3 *
"""
ENDING = """[White "Müller, Karl"]
[Black "Cy"]
[SetUp "1"]
[FEN "r3k2r/P1p5/8/3Pp3/8/8/8/R3K2R w KQkq e6 0 31"]

31. dxe6 O-O-O 32. a8=N Rh1+ *
"""


def game_of(text: str) -> chess.pgn.Game:
    found = chess.pgn.read_game(io.StringIO(text))
    assert found is not None
    return found


def shape(node: chess.pgn.GameNode) -> list[object]:
    return [(child.move.uci(), shape(child)) for child in node.variations]


def random_game(seed: int, plies: int) -> chess.pgn.Game:
    """Legal moves by chance, promotions preferred, with variations."""
    chance = random.Random(seed)
    game = chess.pgn.Game()
    game.headers["White"], game.headers["Black"] = "A", "B"
    nodes: list[tuple[chess.pgn.GameNode, chess.Board]] = [(game, game.board())]
    for _ in range(plies):
        node, board = nodes[-1] if chance.random() < 0.9 else chance.choice(nodes)
        taken = [child.move for child in node.variations]
        free = [move for move in board.legal_moves if move not in taken]
        if free:
            rare = [move for move in free if move.promotion or board.is_capture(move)]
            move = chance.choice(rare if rare and chance.random() < 0.5 else free)
            after = board.copy(stack=False)
            after.push(move)
            nodes.append((node.add_variation(move), after))
    return game


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 200))
def test_every_legal_game_with_variations_comes_back(seed: int, plies: int) -> None:
    game = random_game(seed, plies)
    stream = Writer().line(game, moves._Pieces(game.board()))
    node: chess.pgn.GameNode = chess.pgn.Game()
    root, forks = node, list[chess.pgn.GameNode]()
    for read in moves.read_moves(stream, chess.Board()):
        if read.mark == "begin":
            forks.append(node)
        elif read.mark == "end":
            node = forks.pop() if forks else root
        else:
            node = node.add_variation(read.move)
    assert shape(root) == shape(game)


def test_headers_start_positions_comments_and_signs_are_read(tmp_path: Path) -> None:
    text = b"\0\x2aBest by \xa4f3"  # a knight in the fonts of ChessBase
    annotations = [
        note(0, 2, text),
        note(0, 3, b"\x01\x10"),
        note(1, 5, b"\x04\x22\x24"),
        note(-1, 2, b"\0\0Whole game"),
    ]
    base = write_base(tmp_path, [(game_of(ANNOTATED), annotations), (game_of(ENDING), [])])
    first, second = read_base(base)
    assert not first.fault and not first.unread and not second.fault
    game = game_of(first.pgn)
    assert shape(game) == shape(game_of(ANNOTATED))
    expected = {"White": "Müller, Karl", "Black": "Ås, B", "Event": "Spring", "Site": "Turku", "Date": "1999.05.17"}
    expected |= {"Round": "3.1", "Result": "1-0", "WhiteElo": "2500", "BlackElo": "2400", "ECO": "B00"}
    assert {name: game.headers[name] for name in expected} == expected
    assert game.comment == "Whole game"
    assert game.variations[0].comment == "Best by Nf3" and game.variations[0].nags == {1, 16}
    assert "[%cal Re2e4]" in game.variations[0].variations[0].comment
    assert shape(game_of(second.pgn)) == shape(game_of(ENDING))
    assert game_of(second.pgn).board().fen() == game_of(ENDING).board().fen()


def test_the_bytes_of_a_game_mean_its_moves() -> None:
    """Not by our own writer, which uses the tables of the reader: pawns, captures, pieces of a kind, castling."""
    text = "1. e4 d5 2. exd5 Nf6 3. Bb5+ c6 4. dxc6 bxc6 5. Ba4 Qd5 6. Nf3 Ba6 7. d3 e6 8. O-O Bd6 9. Re1 O-O 10. Kh1 *"
    stream = bytes.fromhex("ff0c380a97803cab80880887d191846d6287ea1f")
    read = [step.move for step in moves.read_moves(stream, chess.Board()) if not step.mark]
    assert read == [*game_of(text).mainline_moves()]


def test_of_a_comment_in_several_languages_the_english_one_is_not_left_out(tmp_path: Path) -> None:
    def comment(languages: str) -> str:
        texts = {"g": b"\0\x2bGut", "e": b"\0\x2aGood", "a": b"\0\0(5)"}
        base = write_base(tmp_path, [(game_of(ANNOTATED), [note(0, 2, texts[one]) for one in languages])])
        return game_of(next(read_base(base)).pgn).variations[0].comment

    assert comment("g") == "Gut" and comment("eg") == "Good"
    assert comment("ge") == "Gut Good" and comment("ga") == "Gut (5)"


def test_names_directly_behind_the_header_of_their_file_are_read(tmp_path: Path) -> None:
    """Byte 24 says how many bytes lie between: 4 in the bases that `write_base` makes."""
    base = write_base(tmp_path, [(game_of(ANNOTATED), [])])
    for path in (base.with_suffix(".cbp"), base.with_suffix(".cbt")):
        data = path.read_bytes()
        path.write_bytes(data[:24] + bytes(4) + data[32:])
    game = game_of(next(read_base(base)).pgn)
    assert (game.headers["White"], game.headers["Event"]) == ("Müller, Karl", "Spring")


def test_a_game_that_both_lose_and_a_date_of_no_calendar_are_read_by_everybody(tmp_path: Path) -> None:
    base = write_base(tmp_path, [(game_of(ANNOTATED), [])])
    records = bytearray(base.read_bytes())
    records[46 + 24 : 46 + 28] = (20_000 << 9 | 13 << 5 | 17).to_bytes(3, "big") + b"\x07"
    base.write_bytes(records)
    (found,) = read_base(base)
    game = game_of(found.pgn)
    assert not game.errors and shape(game) == shape(game_of(ANNOTATED))
    assert game.headers["Result"] == "0-0" and game.headers["Date"] == "????.??.17"
    assert found.pgn.endswith(" *\n\n")


def test_a_line_break_in_a_name_ends_no_tag(tmp_path: Path) -> None:
    """Or what follows it would be another game."""
    game = game_of(ENDING)
    game.headers["White"] = "M\x01ay\r\n[Black, \tAnn"
    base = write_base(tmp_path, [(game, [note(-1, 2, b"\0\0one\x02two\r\nthree")])])
    [read] = read_base(base)
    assert game_of(read.pgn).headers["White"] == "M ay [Black, Ann" and game_of(read.pgn).comment == "one two three"
    with Collection(tmp_path / "games.ratsugames", create=True) as games:
        assert import_file(games, base).added == 1


@pytest.mark.parametrize("suffix", [".cbh", ".cbg", ".cba", ".cbp", ".cbt"])
def test_damage_never_gives_more_than_a_sentence(tmp_path: Path, suffix: str) -> None:
    base = write_base(tmp_path, [(game_of(ANNOTATED), [note(0, 2, b"\0\0words")]), (game_of(ENDING), [])])
    content = base.with_suffix(suffix).read_bytes()
    chance = random.Random(1)
    for _ in range(150):
        damaged = bytearray(content[: chance.choice((len(content), chance.randrange(len(content))))])
        for _ in range(chance.randrange(6) if damaged else 0):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        base.with_suffix(suffix).write_bytes(damaged)
        try:
            games = list(read_base(base))
        except ChessBaseError:
            continue
        assert len(games) <= 2
        for game in games:
            assert game.fault or not game_of(game.pgn).errors


def test_another_encoding_and_other_files_are_refused_in_words(tmp_path: Path) -> None:
    base = write_base(tmp_path, [(game_of(ANNOTATED), [])], mode=10)
    assert "unknown encoding" in str(next(read_base(base)).fault)
    with pytest.raises(ChessBaseError, match="cannot be read"):
        list(read_base(tmp_path / "none.cbh"))
    with pytest.raises(ChessBaseError, match=r"is not a \.cbh file"):
        list(read_base(tmp_path / "games.pgn"))


def test_a_base_comes_into_a_collection_once_and_continues_where_it_was_stopped(tmp_path: Path) -> None:
    games = [random_game(seed, 60) for seed in range(5)]
    base = write_base(tmp_path, [(game, []) for game in games])
    content = bytearray(base.with_suffix(".cbg").read_bytes())
    content[30:33] = b"\xff\xff\xff"  # the first game's moves
    base.with_suffix(".cbg").write_bytes(content)
    told: list[Text] = []
    with Collection(tmp_path / "c", create=True) as collection:
        stopped = import_file(collection, base, lambda done, total: done < 3, on_fault=told.append)
        assert (stopped.added, stopped.problems, stopped.done) == (2, 1, False) and len(told) == 1
        report = import_file(collection, base, on_fault=told.append)
        assert (report.added, report.problems, report.done, len(collection)) == (4, 1, True, 4) and len(told) == 1
        again = replace(report, added=0, duplicates=report.games, numbers=(), undo=None)
        assert import_file(collection, base) == again and len(collection) == 4
        assert shape(game_of(text_of(collection, collection.games([4])[0]))) == shape(games[4])


def test_a_base_that_becomes_shorter_while_it_is_read_is_told_and_ends_nothing_else(tmp_path: Path) -> None:
    # Mapped into memory, it ended the whole program by SIGBUS.
    base = write_base(tmp_path, [(random_game(1, 60), [])] * 6_000)  # more than Python 3.14 reads ahead
    found = read_base(base)
    assert not next(found).fault
    os.truncate(base.with_suffix(".cbg"), 0)
    faults = [str(next(found).fault) for _ in range(2_000)]
    assert not faults[0] and faults[-1].endswith("its data are cut off")  # the first ones were read ahead
    os.truncate(base, 0)
    with pytest.raises(ChessBaseError, match=r"\.cbh is cut off"):
        list(found)
