"""Where a game begins: FEN tags of other programs, with and without a position in them."""

from pathlib import Path

import pytest

from engine.ground.text import Text
from engine.pgn.mainlines import MainLineReader
from engine.pgn.reader import games_of
from engine.pgn.values import ProblemKind
from engine.pgn.writer import written_game
from engine.rules.fen import START_FEN


@pytest.mark.parametrize("value", ["", "?", "-", " ", "startpos", "None", "none", "*", "null", "START"])
def test_a_fen_tag_without_a_position_is_the_start_position(value: str) -> None:
    text = f'[Event "x"]\n[FEN "{value}"]\n[Result "*"]\n\n1. d4 Nf6 2. g3 {{c}} c5 *\n'
    (game,) = games_of(text)
    assert game.start_fen == START_FEN and not game.refused
    assert " ".join(node.san for node in game.main_line()) == "d4 Nf6 g3 c5"
    assert [problem.kind for problem in game.problems] == [ProblemKind.NO_FEN]
    (line,) = MainLineReader().feed(text.encode(), True)
    assert len(line.moves) == 4 and line.start_fen is None
    assert [problem.kind for problem in line.problems] == [ProblemKind.NO_FEN]
    (again,) = games_of(written_game(game))
    assert written_game(again) == written_game(game)


WRONG = (  # pychess 871, fastchess 248, and a side and a square in capitals
    ("2rq1rk1/pp2ppbp/1n4p1/3pP3/2P5/1P2B3/P2NQPPP/2R2RK1 b - - - -", "1... e6", 2),
    ("rn2kbnr/ppq2ppp/2p1p3/2Pp1b2/3P4/1QN2N2/PP2PPPP/R1B1KB1R w KQkq - hmvc 1; fmvn 7;", "7. Qa4 Nd7", 0),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR B KQkq - 0 1", "1... e5", 1),
    ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq E3 0 3", "3... dxe3", 1),
)


@pytest.mark.parametrize(("fen", "moves", "notes"), WRONG)
def test_a_fen_with_wrong_fields_is_mended_and_reported(fen: str, moves: str, notes: int) -> None:
    (game,) = games_of(f'[SetUp "1"]\n[FEN "{fen}"]\n\n{moves} *\n')
    assert [node.san for node in game.main_line()] == moves.split()[1:]
    assert [problem.kind for problem in game.problems] == [ProblemKind.FEN_REPAIRED] * notes
    assert game.header("FEN") == fen  # the file's words stay


def test_the_files_of_the_reports_are_read_by_every_reader(tmp_path: Path) -> None:
    from engine.pgn.index import GameList

    path = tmp_path / "posted.pgn"
    path.write_text('[FEN ""]\n1. d4 Nf6 {a} 2. g3\n\n[Event "next"]\n[FEN "-"]\n\n1. e4 *\n', encoding="utf-8")
    games = GameList(path)
    assert list(games.load())[-1] == 2
    assert [len(list(games.game(row).main_line())) for row in range(2)] == [3, 1]


@pytest.mark.parametrize("variant", ["Najdorf", "nocastle", "Normal chess!", "Rapid"])
def test_a_variant_that_is_not_known_is_read_as_chess(variant: str) -> None:
    (game,) = games_of(f'[Variant "{variant}"]\n\n1. e4 e5 2. Nf3 *')
    assert len(list(game.main_line())) == 3
    assert [problem.kind for problem in game.problems] == [ProblemKind.UNKNOWN_VARIANT]
    assert f'[Variant "{variant}"]' in written_game(game)


@pytest.mark.parametrize("variant", ["Crazyhouse", "Three-check", "King of the Hill", "racing_kings"])
def test_another_game_is_not_read_as_chess(variant: str) -> None:
    (game,) = games_of(f'[Variant "{variant}"]\n\n1. e4 e5 2. Nf3 *')
    assert game.refused and list(game.main_line()) == []
    assert ProblemKind.VARIANT in [problem.kind for problem in game.problems]


def test_what_was_corrected_in_a_fen_can_be_said_in_another_language() -> None:
    (game,) = games_of('[FEN "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1"]\n\n1. Ke2 *\n')
    token = game.problems[0].token
    assert (
        isinstance(token, Text) and token.template.startswith("Castling %1 was left out") and token.values == ("KQkq",)
    )
    assert game.problems[0].text.values[2] is token
    assert "were corrected: Castling KQkq was left out" in str(game.problems[0])
    (wrong,) = games_of('[FEN "4k3/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. Ke2 *\n')
    token = wrong.problems[0].token
    assert isinstance(token, Text) and isinstance(token.values[0], Text)
