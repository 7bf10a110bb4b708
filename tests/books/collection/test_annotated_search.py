"""Searching comments, signs and variations, compared with python-chess reading the same games."""

import io
import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import chess.pgn
import pytest

from books.collection.export import text_of
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.query import Query
from books.collection.search import node_of, search
from engine.game.node import Node
from engine.game.tree import Game
from engine.pgn.reader import games_of
from engine.rules.board import CoreBoard
from tests.books.collection.search_oracle import boards_of
from tests.helpers.real_games import shipped_games

GAMES = len(shipped_games())
COMMENTS = (
    "Liian hidasta, äkkiä hyökkäykseen",
    "Сильный ход белых",
    "Ein böser Fehler",
    "The bad bishop [%csl Gd4] on c8",
    "[%clk 0:01:02]",
)


def annotated(game: chess.pgn.Game, chance: random.Random) -> chess.pgn.Game:
    """Adds comments, signs and variations at random places."""
    for node in list(game.mainline()):
        if chance.random() < 0.05:
            node.comment = chance.choice(COMMENTS)
        if chance.random() < 0.05:
            node.nags.add(chance.choice((1, 2, 3, 4, 5, 6, 14, 19)))
        if chance.random() < 0.1:
            line = node.parent
            assert line is not None
            for _ in range(chance.randint(1, 8)):
                left = [move for move in line.board().legal_moves if not line.has_variation(move)]
                if not left:
                    break
                line = line.add_variation(chance.choice(left))
    return game


@pytest.fixture(scope="module")
def texts() -> list[chess.pgn.Game]:
    chance = random.Random(57)
    read = [chess.pgn.read_game(io.StringIO(text)) for text in shipped_games()]
    return [annotated(game, chance) if place % 3 else game for place, game in enumerate(read) if game is not None]


@pytest.fixture(scope="module")
def games(texts: list[chess.pgn.Game], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    folder = tmp_path_factory.mktemp("annotated")
    (folder / "games.pgn").write_text("\n\n".join(map(str, texts)), encoding="utf-8")
    with Collection(folder / "all", create=True) as opened:
        assert import_pgn(opened, folder / "games.pgn").added == GAMES
        yield opened


def nodes(game: chess.pgn.Game) -> Iterator[chess.pgn.GameNode]:
    waiting: list[chess.pgn.GameNode] = [game]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.variations


def lines(game: chess.pgn.Game) -> Iterator[list[chess.Board]]:
    for node in nodes(game):
        if node.is_end():
            yield boards_of(node.board().move_stack)


def numbers(texts: list[chess.pgn.Game], holds: Callable[[chess.pgn.Game], bool]) -> list[int]:
    return [number for number, game in enumerate(texts, 1) if holds(game)]


def found(games: Collection, query: Query) -> list[int]:
    return [game.id for game in search(games, query, -1)]


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("hyokkayk", "hyökkäy"),
        ("ÄKKIÄ hidasta", "hidasta"),
        ("сильный", "Сильный"),
        ("boeser", "böser"),
        ("bad c8", "bad"),
    ],
)
def test_words_of_a_comment(games: Collection, texts: list[chess.pgn.Game], asked: str, text: str) -> None:
    theirs = numbers(texts, lambda game: any(text in node.comment for node in nodes(game)))
    assert found(games, Query(comment=asked)) == theirs and theirs


def test_commands_are_not_words(games: Collection) -> None:
    assert found(games, Query(comment="clk")) == found(games, Query(comment="gd4")) == []


def test_words_of_two_comments_are_not_words_of_one(games: Collection) -> None:
    assert found(games, Query(comment="bad hidasta")) == []


@pytest.mark.parametrize(("signs", "wanted"), [("!!", 3), ("?!", 6), ("$14", 14)])
def test_signs_of_a_move(games: Collection, texts: list[chess.pgn.Game], signs: str, wanted: int) -> None:
    theirs = numbers(texts, lambda game: any(wanted in node.nags for node in nodes(game)))
    assert found(games, Query(signs=signs)) == theirs and theirs


def test_pieces_in_variations(games: Collection, texts: list[chess.pgn.Game]) -> None:
    def stands(boards: list[chess.Board]) -> bool:
        return any(board.piece_at(chess.E4) == chess.Piece.from_symbol("n") for board in boards)

    theirs = numbers(texts, lambda game: any(map(stands, lines(game))))
    main = numbers(texts, lambda game: stands(boards_of(game.mainline_moves())))
    assert found(games, Query(pieces="ne4")) == main
    assert found(games, Query(pieces="ne4", variations=True)) == theirs and len(theirs) > len(main)


def test_a_position_in_variations(games: Collection, texts: list[chess.pgn.Game]) -> None:
    reached = [{board.epd(): board for boards in lines(game) for board in boards} for game in texts]
    main = [{board.epd() for board in boards_of(game.mainline_moves())} for game in texts]
    chance = random.Random(1)
    for place in range(0, GAMES, 4):
        epd = chance.choice(sorted(reached[place].keys() - main[place] or reached[place].keys()))
        query = Query(positions=(CoreBoard.from_fen(reached[place][epd].fen(), False).key,))
        assert found(games, replace(query, variations=True)) == [
            n for n, there in enumerate(reached, 1) if epd in there
        ]
        assert found(games, query) == [n for n, there in enumerate(main, 1) if epd in there]


def test_material_and_mate_in_variations(games: Collection, texts: list[chess.pgn.Game]) -> None:
    theirs = numbers(texts, lambda game: any(boards[-1].is_checkmate() for boards in lines(game)))
    assert found(games, Query(ends="mate", variations=True)) == theirs


def test_a_found_game_opens_where_it_meets_the_query(games: Collection) -> None:
    def opened(query: Query) -> list[tuple[Game, Node]]:
        shown = []
        for game in search(games, query, -1):
            tree: Game = games_of(text_of(games, game).encode())[0]
            shown.append((tree, node_of(query, game, tree)))
        return shown

    there = opened(Query(pieces="ne4", variations=True))
    boards = [chess.Board(tree.fen(node.id)) for tree, node in there]
    assert all(board.piece_at(chess.E4) == chess.Piece.from_symbol("n") for board in boards)
    assert any(node not in tree.main_line() for tree, node in there)
    assert all("Fehler" in node.comments[0] for _, node in opened(Query(comment="böser")))
    assert all(14 in node.nags for _, node in opened(Query(signs="$14")))
    assert all(node is tree.root for tree, node in opened(Query(elo_min=2000)))
