"""A position answers what people ask of it, and nobody else cuts FEN text up."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from engine.game.position import Position
from engine.game.side import Side
from engine.ground.errors import PositionError
from engine.rules.board import CoreBoard
from tests.helpers.positions import random_boards
from tests.helpers.shared import REPOSITORY


@pytest.mark.parametrize("chess960", [False, True])
def test_it_answers_as_python_chess_does(chess960: bool) -> None:
    for board in random_boards(21, 1_000, chess960):
        position = Position.of(board.fen(), chess960)
        assert position.fen == board.fen()
        assert position.fen == CoreBoard.from_fen(board.fen(), chess960).fen()
        assert position.pieces == {square: piece.symbol() for square, piece in board.piece_map().items()}
        assert position.white_to_move == board.turn and position.side_to_move is Side.of(board.turn)
        assert position.identity == board.epd()
        assert position.castling == ("" if board.castling_xfen() == "-" else board.castling_xfen())
        assert position.en_passant == (chess.square_name(board.ep_square) if board.has_legal_en_passant() else "")  # type: ignore[arg-type]
        assert (position.number, position.ply) == (board.fullmove_number, board.ply())
        assert position.count("p") == len(board.pieces(chess.PAWN, chess.BLACK))


def test_a_known_fen_is_chess960_only_where_its_rights_need_it() -> None:
    assert not Position.of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", chess960=None).chess960
    assert Position.of("1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1", chess960=None).chess960
    with pytest.raises(PositionError, match="castling"):
        Position.of("1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1", chess960=False)
    with pytest.raises(PositionError, match="White has no king"):
        Position.of("4k3/8/8/8/8/8/8/8 w - - 0 1", chess960=None)


ELSEWHERE = {
    "engine/rules/fen.py": "the parser",
}
_FEN = re.compile(r"(?<![a-z])fen", re.IGNORECASE)
_CUTS = ("split", "rsplit", "partition", "rpartition")


def cuts(path: Path) -> Iterator[int]:
    """Lines in which a text that is named as a FEN is cut up."""
    source = path.read_text(encoding="utf-8")
    if not _FEN.search(source) or not any(f".{cut}(" in source for cut in _CUTS):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CUTS:
            if _FEN.search(ast.unparse(node.func.value)):
                yield node.lineno


def test_only_the_parser_cuts_a_fen_up() -> None:
    rooms = [REPOSITORY / room for room in ("engine", "books", "tablebases", "desktop")]
    paths = [path for room in rooms for path in sorted(room.rglob("*.py"))]
    found = {path.relative_to(REPOSITORY).as_posix() for path in paths if any(cuts(path))}
    assert found - ELSEWHERE.keys() == set()
    assert ELSEWHERE.keys() <= found  # a reason that is no longer needed goes


def test_the_search_for_cuts_sees_offenders(tmp_path: Path) -> None:
    offender = tmp_path / "offender.py"
    offender.write_text('white = state.fen.split(" ")[1] == "w"\nboard.fen().rsplit(" ", 1)\nwords.split()\n')
    assert sorted(cuts(offender)) == [1, 2]


CAPABILITIES = {  # these say what an engine can play or what was ticked, and hold no position
    "desktop/model/board/position_setup.py",
    "desktop/model/engines.py",
    "engine/play/external/client.py",
}
WITHOUT_FEN = {  # here the FEN may be missing as well
    "books/formats/games.py",
    "desktop/views/analysis/analysis_lines.py",
    "engine/console/game_in_terminal.py",
    "engine/play/people/likely_moves.py",
}


def test_whoever_makes_a_position_of_a_fen_says_whether_it_is_chess960() -> None:
    """A default is how a flag is forgotten: a game of Chess960 was lost where one caller did not hand it on."""
    found = [
        f"{path}:{line}: {what}"
        for path, tree in _modules()
        for line, what in _unsaid(tree, path not in CAPABILITIES | WITHOUT_FEN)
    ]
    assert not found, "\n".join(found)


def test_an_unsaid_chess960_is_found() -> None:
    code = """
def set_up(fen: str, chess960: bool = False): chess.Board(fen)
class Value:
    chess960: bool = False
board.set_fen(fen)
chess.Board(fen, chess960=True), chess.Board(), chess.Board(None)
"""
    assert [line for line, _ in _unsaid(ast.parse(code), True)] == [2, 2, 4, 5]


_MAYBE = re.compile(rb"\bchess960: bool.*=|\.set_(fen|epd)\(|chess\.Board(\.from_epd)?\((?![^()]*chess960|\))")


def _modules() -> Iterator[tuple[str, ast.AST]]:
    for room in ("books", "desktop", "engine", "tablebases"):
        for path in sorted((REPOSITORY / room).rglob("*.py")):
            source = path.read_bytes()
            if _MAYBE.search(source):
                yield path.relative_to(REPOSITORY).as_posix(), ast.parse(source)


def _unsaid(tree: ast.AST, defaults: bool) -> list[tuple[int, str]]:
    """Boards of a FEN without the word; where `defaults`, also a `chess960` that has one."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _makes_board(node):
            found.append((node.lineno, ast.unparse(node)))
        elif isinstance(node, ast.FunctionDef) and defaults:
            named = [*node.args.posonlyargs, *node.args.args]
            with_default = named[len(named) - len(node.args.defaults) :] if node.args.defaults else []
            with_default += [
                one for one, value in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if value is not None
            ]
            found += [(node.lineno, node.name) for one in with_default if one.arg == "chess960"]
        elif (
            isinstance(node, ast.AnnAssign) and defaults and getattr(node.target, "id", "") == "chess960" and node.value
        ):
            if not (isinstance(node.value, ast.Call) and not any(k.arg == "default" for k in node.value.keywords)):
                found.append((node.lineno, ast.unparse(node)))
    return sorted(found)


def _makes_board(call: ast.Call) -> bool:
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in ("set_fen", "set_epd", "Board", "from_epd"):
        return False
    name, words = ast.unparse(call.func), {word.arg for word in call.keywords}
    if call.func.attr.startswith("set_"):
        return True
    given = [*call.args, *(word.value for word in call.keywords if word.arg == "fen")]
    empty = not given or (isinstance(given[0], ast.Constant) and given[0].value is None)
    return name in ("chess.Board", "chess.Board.from_epd") and not empty and "chess960" not in words
