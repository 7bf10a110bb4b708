"""Linear search and the fortress check, on the fortress of the source texts (figure 18) and its opposite."""

import pytest

from engine.game.info import Info, Score, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.jobs.job import Context
from engine.jobs.look import DeepLookJob, DeepLookRequest, FortressFinding, LookKind
from engine.player import Player
from engine.rules.board import CoreBoard
from engine.search.fortress import FortressVerdict, check_fortress
from engine.search.linear import DRAWS, End, ProbedLine, probe_line, verify_line

FORTRESS = GamePosition(
    "4k1r1/p3Pp1r/1p3Pp1/rp1K2Pp/pP4bP/P7/8/8 w - - 0 1", chess960=False
)  # figure 18: 1.Kc6 or 1.Kd6 draws, 1.bxa5 loses
ROOK = GamePosition("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", chess960=False)


@pytest.fixture
def player() -> Player:
    return Player()


def test_the_fortress_of_figure_18_is_seen_a_hundred_plies_ahead(player: Player) -> None:
    plain = player.search(FORTRESS, Limits(nodes=300_000))
    assert (plain.lines[0].score.centipawns or 0) < -700  # no plain search sees it
    request = DeepLookRequest(FORTRESS, (LookKind.LINES,), ("b4a5", "d5c6", "d5d6"))
    lines = [line for line in DeepLookJob(None).run(request, Context()) if isinstance(line, ProbedLine)]
    best = max(lines, key=lambda line: line.value)
    assert best.moves[0] in ("d5c6", "d5d6") and best.end in DRAWS and best.score == Score(centipawns=0)
    assert len(best.moves) >= 100
    assert next(line for line in lines if line.moves[0] == "b4a5").value < -50_000


def test_the_fortress_of_figure_18_is_proved_by_exhaustion() -> None:
    (found,) = DeepLookJob(None).run(DeepLookRequest(FORTRESS, (LookKind.FORTRESS,)), Context())
    assert isinstance(found, FortressFinding)
    check = found.check
    assert found.white_defends and check.verdict is FortressVerdict.HOLDS
    assert check.move in ("d5c6", "d5d6")


def test_once_the_wall_is_broken_it_is_no_fortress() -> None:
    board = FORTRESS.board()
    board.push_uci("b4a5")
    assert check_fortress(board, True, lambda _after: False, 2_000).verdict is not FortressVerdict.HOLDS


def test_a_bare_king_has_no_fortress_against_a_queen() -> None:
    board = CoreBoard.from_fen("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", chess960=False)
    assert check_fortress(board, False, lambda _after: True, 20_000).verdict is FortressVerdict.BROKEN


def test_a_line_is_followed_to_mate_with_the_distance_from_the_root(player: Player) -> None:
    line = probe_line(player.search, ROOK)
    assert line.end is End.MATE and line.score == Score(mate=(len(line.moves) + 1) // 2)
    board = ROOK.board()
    board.push_all_uci(line.moves)
    assert board.in_check and not board.legal_moves()
    other_side = GamePosition(ROOK.fen, line.moves[:1], chess960=False)
    assert (probe_line(player.search, other_side).score.mate or 0) < 0


def test_a_line_ends_where_it_is_told_to(player: Player) -> None:
    start = GamePosition("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", chess960=False)
    line = probe_line(player.search, start, most_plies=30, nodes=1_000)
    assert (line.end, len(line.moves)) == (End.LENGTH, 30)
    assert probe_line(player.search, start, ("e2e4",), stopped=lambda: True).moves == ("e2e4",)
    finished = GamePosition("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", chess960=False)
    assert probe_line(player.search, finished).end is End.STALEMATE


def result(move: str, centipawns: int, nodes: int = 1000) -> SearchResult:
    return SearchResult(move, None, (Info(5, 5, 1, Score(centipawns), nodes, 1, (move,)),), nodes, 1)


@pytest.mark.parametrize(
    ("after_second", "preferred", "believed"),
    [(30, "d2d4", "d2d4"), (-400, "d2d4", "e2e4"), (30, "e2e4", "e2e4")],  # the last: a search of both does not agree
)
def test_a_line_that_turns_bad_gives_way_to_the_second_best_move_if_a_search_of_both_agrees(
    after_second: int, preferred: str, believed: str
) -> None:
    def search(position: GamePosition, limits: Limits) -> SearchResult:
        if limits.search_moves == ("e2e4", "d2d4"):
            return result(preferred, 20)
        if limits.exclude_moves:
            return result("d2d4", 20)
        board = position.board()
        worth = -300 if position.moves[0] == "e2e4" else after_second
        return result(board.legal_uci_moves()[0], worth if board.white_to_move else -worth)

    start = GamePosition("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", chess960=False)
    chosen, line = verify_line(search, start, result("e2e4", 40))
    assert chosen.best_move == believed and (line is not None) == (believed == "d2d4")


def test_a_mate_that_the_second_best_move_turns_out_to_be_is_played() -> None:
    mate = SearchResult("d2d4", None, (Info(5, 5, 1, Score(mate=5), 1000, 1, ("d2d4",)),), 1000, 1)

    def search(position: GamePosition, limits: Limits) -> SearchResult:
        if limits.search_moves or limits.exclude_moves:
            return mate
        board = position.board()
        return result(board.legal_uci_moves()[0], -300 if board.white_to_move else 300)

    start = GamePosition("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", chess960=False)
    chosen, line = verify_line(search, start, result("e2e4", 40))
    assert chosen == mate
    assert line is not None and (line.moves, line.score, line.end) == (("d2d4",), Score(mate=5), End.MATE)


@pytest.mark.parametrize(
    ("root", "asked"),
    [
        (Limits(search_moves=("e2e4", "c2c4")), Limits(nodes=500, search_moves=("c2c4",), exclude_moves=("e2e4",))),
        (Limits(exclude_moves=("d2d4",)), Limits(nodes=500, exclude_moves=("d2d4", "e2e4"))),
        (Limits(search_moves=("e2e4",)), None),
    ],
)
def test_only_moves_that_may_be_played_are_looked_at_instead(root: Limits, asked: Limits | None) -> None:
    instead: list[Limits] = []

    def search(position: GamePosition, limits: Limits) -> SearchResult:
        if not position.moves:  # the position itself, not its line
            instead.append(limits)
            return result("c2c4", -400)
        board = position.board()
        return result(board.legal_uci_moves()[0], -300 if board.white_to_move else 300)

    start = GamePosition("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", chess960=False)
    found = result("e2e4", 40)
    assert verify_line(search, start, found, root=root) == (found, None)
    assert instead == ([asked] if asked is not None else [])


def test_a_line_that_holds_is_believed(player: Player) -> None:
    found = player.search(ROOK, Limits(depth=6))
    assert verify_line(player.search, ROOK, found) == (found, None)
