"""The lines to steer for are those of a hand-counted file, with the arithmetic written out."""

from pathlib import Path

import chess
import pytest

from books.choice.library import Library
from books.entry import Flag
from books.formats import pgn_book, pgn_writer
from books.key import decode, position_key
from books.preparation.layer import sparring_rows, steering_rows
from books.preparation.opponent import GameSelection, OpponentResults
from books.preparation.opponent_moves import OpponentMoves
from books.preparation.steering import SteeringPlan, SteerLine, SteerOptions, plan
from books.store.book_file import BookFile
from tests.books.helpers import after, line
from tests.books.preparation.aino import write_games
from tests.books.preparation.conftest import Explored

EVERY_GAME = SteerOptions(least=1)


def _mine(*lines: str) -> dict[int, list[chess.Move]]:
    """A repertoire of lines: White's moves by position."""
    found: dict[int, list[chess.Move]] = {}
    for text in lines:
        board = chess.Board()
        for move in line(text):
            if board.turn and move not in found.setdefault(position_key(board), []):
                found[position_key(board)].append(move)
            board.push(move)
    return found


REPERTOIRE = _mine("1.d4", "1.e4 c5 2.Nf3", "1.e4 c5 2.c3")


@pytest.fixture
def tree(tmp_path: Path, explored: Explored) -> OpponentMoves:
    """Her games with Black."""
    return OpponentMoves(explored(write_games(tmp_path)), GameSelection(white=False).of("Virtanen, Aino", ()))


def _plan(
    tree: OpponentMoves, values: dict[int, int] | None = None, options: SteerOptions = EVERY_GAME
) -> SteeringPlan:
    judge = None if values is None else lambda board: values.get(position_key(board))
    return plan(tree, True, lambda board: REPERTOIRE.get(position_key(board), ()), judge, options)


def test_it_leads_where_she_scores_worst_among_my_moves(tmp_path: Path, tree: OpponentMoves) -> None:
    found = _plan(tree)
    assert [step.board.san(step.move) for step in found.steps] == ["e4", "c3"]
    texts = [chess.Board().variation_san(one.moves) for one in found.lines]
    assert sorted(texts) == ["1. e4 c5 2. c3 Nf6", "1. e4 c5 2. c3 d5"]
    assert [one.reach for one in found.lines] == [pytest.approx(0.5)] * 2
    assert [one.results.losses for one in found.lines] == [1, 1]


def test_the_expected_score_is_that_of_the_formula(tmp_path: Path, tree: OpponentMoves) -> None:
    found = _plan(tree)
    usual = 2.5 / 6  # mine: two wins and a draw in six games
    e4 = (0 + 8 * usual) / 9  # without its five games one is left, that she won
    c3 = (0.5 + 8 * e4) / 11  # without its two games, half a point of three
    d5 = (1 + 8 * c3) / 9  # without itself, one win in one game
    leaf = (1 + 8 * d5) / 9
    assert found.usual == pytest.approx(usual)
    assert found.expected == pytest.approx(leaf)
    assert found.lines[0].worth(usual) == pytest.approx(100 * 0.5 * (leaf - usual))


def test_a_long_line_of_the_same_games_is_no_more_evidence_than_a_short_one(
    tmp_path: Path, tree: OpponentMoves
) -> None:
    short = _plan(tree, options=SteerOptions(plies=3, least=1))
    long = _plan(tree, options=SteerOptions(plies=4, least=1))
    assert abs(long.expected - short.expected) < 0.01


def test_an_evaluation_weighs_more_than_few_games(tmp_path: Path, tree: OpponentMoves) -> None:
    bad_for_me = {position_key(after("1.e4 c5 2.c3")): 400}  # for Black, who is to move
    found = _plan(tree, bad_for_me, SteerOptions(plies=3, least=1))
    assert [step.board.san(step.move) for step in found.steps] == ["e4", "Nf3"]


def test_a_move_that_she_never_met_is_no_move_to_steer_by(tmp_path: Path, tree: OpponentMoves) -> None:
    unmet = {position_key(after("1.d4 Nf6 2.c4 e6")): 0}
    mine = {position_key(chess.Board()): line("1.a3") + line("1.d4")}
    good = {position_key(after("1.a3")): -200, **unmet}  # for Black, who is to move
    found = plan(
        tree,
        True,
        lambda board: mine.get(position_key(board), ()),
        lambda board: good.get(position_key(board)),
        EVERY_GAME,
    )
    assert [step.board.san(step.move) for step in found.steps] == ["d4"]
    assert [step.board.san(move) for step in found.steps for move, _ in step.others] == ["a3"]


def test_positions_of_fewer_games_are_not_followed(tmp_path: Path, tree: OpponentMoves) -> None:
    found = _plan(tree, options=SteerOptions(least=3))
    assert all(len(one.moves) <= 3 for one in found.lines)


def test_the_layer_leads_and_condemns_nothing(tmp_path: Path, tree: OpponentMoves) -> None:
    found = _plan(tree)
    path = tmp_path / "steer.ratsubook"
    with BookFile(path) as book:
        book.put_rows(steering_rows([found]))
    library = Library(tmp_path / "user.ratsubook", None, None)
    try:
        library.list_book(path)
        root = {entry.san: entry for entry in library.look_up(chess.Board())}
        assert root["e4"].flag is Flag.STRONG
        assert (root["e4"].wins, root["e4"].draws, root["e4"].losses) == (2, 1, 2)  # mine
        assert root["e4"].probability == 1.0
        assert root["d4"].flag is Flag.NORMAL
        hers = library.look_up(after("1.e4"))
        assert [(entry.san, entry.wins, entry.draws, entry.losses) for entry in hers] == [("c5", 2, 1, 2)]
        assert hers[0].flag is Flag.UNCHECKED  # nobody judged her move: it is never chosen
        assert hers[0].probability == 0.0
    finally:
        library.close()


def test_the_layer_is_written_with_her_moves_and_read_back(tmp_path: Path, tree: OpponentMoves) -> None:
    """Of 89 moves 68 were left out: no line went on after a move of hers, since those are unchecked."""
    with BookFile(tmp_path / "steer.ratsubook") as book:
        book.put_rows(steering_rows([_plan(tree)]))
        flagged = {(row.key, row.move): row.flag for row in book.all_rows() if row.flag is not Flag.UNCHECKED}
        counts = pgn_writer.write_book(book, tmp_path / "steer.pgn")
    assert counts == (len(flagged), len(flagged)) and len(flagged) > 2
    found = {(row.key, row.move): row.flag for row in pgn_book.read_rows(tmp_path / "steer.pgn")}
    assert found.items() >= flagged.items()
    between = [flag for move, flag in found.items() if move not in flagged]
    assert between and set(between) == {Flag.UNCHECKED}, "her moves between mine stay unchecked"
    foreign = (tmp_path / "steer.pgn").read_text().replace('[Event "Opening book"]', '[Event "Study"]')
    (tmp_path / "study.pgn").write_text(foreign)
    assert Flag.UNCHECKED not in {row.flag for row in pgn_book.read_rows(tmp_path / "study.pgn")}


def test_sparring_follows_how_often_she_played_a_move(tmp_path: Path, tree: OpponentMoves) -> None:
    white = OpponentMoves(tree._explorer, GameSelection(white=True).of("Virtanen, Aino", ()))
    rows = [*sparring_rows(tree, False, "Aino"), *sparring_rows(white, True, "Aino")]
    board = after("1.e4 c5 2.Nf3")
    here = [row for row in rows if row.key == position_key(board)]
    found = {board.san(move): row.weight for row in here if (move := decode(board, row.move)) is not None}
    assert found == {"d6": 2, "Nc6": 1}
    assert {row.flag for row in rows} == {Flag.NORMAL}
    start = [row for row in rows if row.key == position_key(chess.Board())]
    assert sorted(row.weight for row in start) == [1, 2]  # her own games with White: e4 twice, d4 once


def test_few_games_give_wide_intervals_and_many_narrow_ones(tree: OpponentMoves) -> None:
    found = _plan(tree)
    low, high = found.lines[0].reach_interval
    assert low < found.lines[0].reach < high <= 1.0 and high - low > 0.3  # one of two games
    low, high = found.lines[0].interval
    assert low < found.lines[0].expected < high
    assert found.interval[0] < found.expected < found.interval[1]
    assert found.usual_interval[0] < found.usual < found.usual_interval[1]
    narrow = SteerLine((), 0.5, OpponentResults(500, 500, 500), 0.5, None, 0.01)
    assert narrow.reach_interval[1] - narrow.reach_interval[0] < 0.03
    assert narrow.interval[1] - narrow.interval[0] < 0.06
