"""Never lose the same way twice (issue 5, "Learning").

The trap is the Blackburne Shilling Gambit (helpers.py): 4.Nxe5 is the mistake. The Vienna line is the one that Colossus
Chess X learned and repeated (thesis, chapter 4.1.1).
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import chess
import pytest

from books.analysis import MATE_CP, Analysis
from books.choice.library import Library
from books.entry import Flag, MoveRow
from books.key import encode, position_key
from books.learning import lessons
from books.learning.learn import Learner
from books.learning.lessons import Lesson, LessonState
from books.learning.mistakes import DEEPER
from books.learning.played import LearnedGame, plies
from engine.game.reason_words import english
from tests.books.helpers import TRAP, TRAP_END, Scripted, TableAnalyser, after, line, play, white_values
from tests.books.helpers import TRAP_BOOK as BOOK

TRANSPOSED = f"1.e4 e5 2.Bc4 Nc6 3.Nf3 Nd4 {TRAP_END}"
KNOWLEDGE = white_values(BOOK + " Nd4", TRAP_END)
MISTAKE = after(BOOK + " Nd4")
VIENNA = "1.e4 e5 2.Nc3 Nf6 3.Bc4 Nc6 4.d3 Bc5 5.f4 d6"
VIENNA_LOST = (
    VIENNA
    + " 6. Bd2 Bg4 7. Qc1 Nh5 8. g3 exf4 9. Bxf4 Nd4 10. Bb3 O-O 11. h3 Be6 12. Nge2 Qf6 13. Nxd4 Bxd4 14. Qd2 g5"
    " 15. Bxg5 Qf3 16. Rf1 Qxg3+ 17. Kd1 Bxh3 18. Ne2 Qg2 19. Re1 Bf2 20. Be3 Bxe1 21. Qxe1 Bg4 22. Kd2 Kh8 23. Qf2 Qxf2"
    " 24. Bxf2 Bxe2 25. Bd4+ Ng7 26. Kxe2 h6 27. Rg1 f6 28. Kd2 Rae8 29. Bxa7 b6 30. Bd5 Ra8 31. Bxb6 cxb6 32. Bxa8 Rxa8"
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    yield opened
    opened.close()


def said(lessons: list[Lesson]) -> list[str]:
    return [english(lesson.reason) for lesson in lessons]


def flag_at(library: Library, board: chess.Board, san: str) -> Flag:
    move = board.parse_san(san)
    return next((entry.flag for entry in library.look_up(board) if entry.move == move), Flag.UNCHECKED)


def lose(library: Library, text: str = TRAP, **values: object) -> int:
    moves = tuple(move.uci() for move in line(text))
    game = LearnedGame(moves, True, "0-1", book_plies=5, **values)  # type: ignore[arg-type]
    return Learner(library).record(game)


def test_a_scripted_refutation_wins_only_once_in_twenty_games(library: Library) -> None:
    library.add_line(chess.Board(), line(BOOK))
    learner = Learner(library)
    games = []
    for _ in range(20):
        game, _ = play(library, Scripted(TRAP), Scripted(TRAP))
        games.append(game)
        learner.record(game)
        learner.analyse_pending(TableAnalyser(KNOWLEDGE))
    assert [game.result for game in games].count("0-1") == 1
    assert games[0].result == "0-1"
    assert all(game.moves[:5] == games[0].moves[:5] for game in games)  # the good variation was not thrown away


def test_the_same_refutation_by_transposition_never_wins(library: Library) -> None:
    library.add_line(chess.Board(), line(BOOK))
    lose(library)
    Learner(library).analyse_pending(TableAnalyser(KNOWLEDGE))
    library.set_flag(
        chess.Board("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        chess.Move.from_uci("f1c4"),
        Flag.STRONG,
    )
    for _ in range(20):
        game, _ = play(library, Scripted(TRANSPOSED), Scripted(TRANSPOSED))
        assert game.moves[5] == "c6d4" or game.moves[3] != "b8c6" or game.moves[4] != "g1f3"
        assert game.result != "0-1"


def test_the_mistake_is_stored_where_it_happened_with_the_better_move(library: Library) -> None:
    library.add_line(chess.Board(), line(BOOK))
    number = lose(library)
    found = Learner(library).analyse(number, TableAnalyser(KNOWLEDGE))
    assert flag_at(library, MISTAKE, "Nxe5") is Flag.BAD
    assert english(found[0].reason).startswith(f"after game {number}: 4.Nxe5 -> ?, -3.00 at depth 20, better 4.")
    better = next(entry for entry in library.look_up(MISTAKE) if entry.move == MISTAKE.parse_san("Nxe5")).better
    assert better is not None
    assert library.chooser().choose(MISTAKE).move == better  # type: ignore[union-attr]
    for ply in plies(Learner(library).game(number))[:5]:  # no own book move was bad: the opening keeps its flags
        assert next(entry for entry in library.look_up(ply.board) if entry.move == ply.move).flag is Flag.NORMAL


def test_colossus_vienna_line_is_corrected_after_one_loss(library: Library) -> None:
    board = after(VIENNA)
    library.add_line(chess.Board(), line(VIENNA + " 6.Bd2"))
    game = tuple(move.uci() for move in line(VIENNA + " 6.Bd2 Bg4 7.Nf3 Nd4"))
    learner = Learner(library)
    number = learner.record(LearnedGame(game, True, "0-1", book_plies=11, evaluations=(*[None] * 6, -160)))
    barred = library.chooser().choose(board)
    assert barred is not None
    assert barred.move is None  # not repeated, even before the analysis
    good = white_values(VIENNA + " 6.Nf3", value=30)
    learner.analyse(number, TableAnalyser(white_values(VIENNA, "6.Bd2 Bg4 7.Nf3 Nd4", value=-160) | good))
    choice = library.chooser().choose(board)
    assert choice is not None
    assert (choice.move, choice.flag) == (board.parse_san("Nf3"), Flag.NORMAL)
    lesson = lessons.log(learner.book, number)[-1]
    assert english(lesson.reason) == f"after game {number}: 6.Bd2 -> ?, -1.60 at depth 20, better 6.Nf3"
    assert (lesson.flag_before, lesson.flag_after) == (Flag.NORMAL, Flag.BAD)  # before the game, not after its bar
    assert (lesson.probability_before, lesson.probability_after) == (1, 0)


class DeeperAnalyser(TableAnalyser):
    """Knows more the longer it looks."""

    def __init__(self, short: dict[int, int], deep: dict[int, int]) -> None:
        super().__init__(short)
        self._values = {1: short, DEEPER: deep}

    def __call__(self, board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        self.values = self._values[times]
        return super().__call__(board, root_moves, times)


def test_the_better_move_is_the_one_that_a_deeper_look_finds(library: Library) -> None:
    board = after(VIENNA)
    library.add_line(chess.Board(), line(VIENNA + " 6.Bd2"))
    game = tuple(move.uci() for move in line(VIENNA + " 6.Bd2 Bg4 7.Nf3 Nd4"))
    bad = white_values(VIENNA, "6.Bd2 Bg4 7.Nf3 Nd4", value=-160)
    learner = Learner(library)
    learner.record(LearnedGame(game, True, "0-1", book_plies=11))
    learner.analyse_pending(
        DeeperAnalyser(bad | white_values(VIENNA + " 6.h3", value=20), bad | white_values(VIENNA + " 6.Nf3", value=30))
    )
    choice = library.chooser().choose(board)
    assert choice is not None
    assert choice.move == board.parse_san("Nf3")


def test_a_move_that_a_deeper_look_clears_is_not_condemned(library: Library) -> None:
    board = after(VIENNA)
    library.add_line(chess.Board(), line(VIENNA + " 6.Bd2"))
    game = tuple(move.uci() for move in line(VIENNA + " 6.Bd2 Bg4 7.Nf3 Nd4"))
    learner = Learner(library)
    number = learner.record(LearnedGame(game, True, "1/2-1/2", book_plies=11, evaluations=(*[None] * 6, -90)))
    learner.analyse(number, DeeperAnalyser(white_values(VIENNA, "6.Bd2 Bg4 7.Nf3 Nd4", value=-60), {}))
    assert flag_at(library, board, "Bd2") is Flag.NORMAL


def test_the_log_says_mate_where_it_is_mate(library: Library) -> None:
    library.add_line(chess.Board(), line(BOOK))
    number = lose(library)
    values = dict.fromkeys(KNOWLEDGE, -(MATE_CP - 7))
    found = Learner(library).analyse(number, TableAnalyser(values))
    assert english(found[0].reason).startswith(f"after game {number}: 4.Nxe5 -> ?, mated in 7, better 4.")


@pytest.mark.long
def test_the_vienna_line_is_corrected_by_our_own_engine_as_it_is_shipped(library: Library) -> None:
    """A game that Stockfish 15.1 (150,000 nodes a move) lost with 6.Bd2 against itself with ten times as many."""
    from engine.play.book.analyser import EngineAnalyser

    board = after(VIENNA)
    library.add_line(chess.Board(), line(VIENNA + " 6.Bd2"))
    learner = Learner(library)
    learner.record(LearnedGame(tuple(move.uci() for move in line(VIENNA_LOST)), True, "0-1", book_plies=11))
    learner.analyse_pending(EngineAnalyser())
    choice = library.chooser().choose(board)
    assert choice is not None
    assert (flag_at(library, board, "Bd2"), choice.move) == (Flag.BAD, board.parse_san("Nf3"))


def test_a_locked_move_is_played_with_a_note(library: Library) -> None:
    board = after(VIENNA)
    library.add_line(chess.Board(), line(VIENNA + " 6.Bd2"))
    bd2 = board.parse_san("Bd2")
    library.set_flag(board, bd2, Flag.STRONG)
    library.set_locked(board, bd2, True)
    learner = Learner(library)
    game = tuple(move.uci() for move in line(VIENNA + " 6.Bd2 Bg4"))
    learner.record(LearnedGame(game, True, "0-1", book_plies=11))
    learner.analyse_pending(TableAnalyser(white_values(VIENNA, "6.Bd2 Bg4")))
    choice = library.chooser().choose(board)
    assert choice is not None
    assert choice.move == bd2
    assert "you locked it" in english(choice.reason)


def test_the_log_says_that_a_locked_move_is_played_all_the_same(library: Library) -> None:
    board = after(VIENNA)
    library.add_line(chess.Board(), line(VIENNA + " 6.Bd2"))
    library.set_flag(board, board.parse_san("Bd2"), Flag.STRONG)
    library.set_locked(board, board.parse_san("Bd2"), True)
    learner = Learner(library)
    game = tuple(move.uci() for move in line(VIENNA + " 6.Bd2 Bg4"))
    number = learner.record(LearnedGame(game, True, "0-1", book_plies=11))
    found = learner.analyse(number, TableAnalyser(white_values(VIENNA, "6.Bd2 Bg4")))
    assert english(found[0].reason).endswith("; you locked it, so it is played anyway")
    assert (found[0].flag_before, found[0].flag_after) == (Flag.STRONG, Flag.STRONG)
    assert (found[0].probability_before, found[0].probability_after) == (1, 1)


def test_a_rejected_lesson_of_the_last_book_move_lifts_its_bar_too(library: Library) -> None:
    board = after(VIENNA)
    library.add_line(chess.Board(), line(VIENNA + " 6.Bd2"))
    learner = Learner(library)
    game = tuple(move.uci() for move in line(VIENNA + " 6.Bd2 Bg4 7.Nf3 Nd4"))
    number = learner.record(LearnedGame(game, True, "0-1", book_plies=11))
    learner.analyse(number, TableAnalyser(white_values(VIENNA, "6.Bd2 Bg4 7.Nf3 Nd4", value=-160)))
    lessons.reject(learner.book, lessons.log(learner.book, number))
    assert library.chooser().choose(board).move == board.parse_san("Bd2")  # type: ignore[union-attr]
    lessons.accept(learner.book, lessons.log(learner.book, number))
    assert flag_at(library, board, "Bd2") is Flag.BAD
    lessons.undo_game(learner.book, number)
    assert list(learner.book.all_rows()) == []


def test_a_loss_without_a_mistake_is_told_not_repeated_and_looked_at_again(library: Library) -> None:
    library.add_line(chess.Board(), line(BOOK), Flag.STRONG)
    number = lose(library)
    learner, board = Learner(library), after("1.e4 e5 2.Nf3 Nc6")
    found = learner.analyse(number, TableAnalyser({}, depth=12))  # it sees nothing wrong anywhere
    barred = "3.Bc4 is not repeated until a deeper look clears it, 0.00 at depth 12"
    assert said(found) == [f"after game {number}: no mistake was found; {barred}"]
    assert flag_at(library, board, "Bc4") is Flag.BAD
    assert learner.recheck(TableAnalyser({}, depth=11)) == []
    cleared = learner.recheck(TableAnalyser({}, depth=20))
    assert said(cleared) == ["checked again: 3.Bc4 is playable after all, 0.00 at depth 20"]
    assert flag_at(library, board, "Bc4") is Flag.STRONG  # what the user's book says holds again
    lessons.reject(learner.book, cleared)
    lessons.reject(learner.book, found)
    assert flag_at(library, board, "Bc4") is Flag.STRONG


def test_a_barred_move_that_a_deeper_look_finds_bad_becomes_bad(library: Library) -> None:
    library.add_line(chess.Board(), line(BOOK), Flag.STRONG)
    learner = Learner(library)
    learner.analyse(lose(library), TableAnalyser({}, depth=12))
    bad = TableAnalyser(white_values("1.e4 e5 2.Nf3 Nc6", "3.Bc4", value=-90), depth=20)
    assert said(learner.recheck(bad)) == ["checked again: 3.Bc4 -> ?, -0.90 at depth 20"]
    assert flag_at(library, after("1.e4 e5 2.Nf3 Nc6"), "Bc4") is Flag.BAD


def test_an_analysis_that_was_interrupted_or_made_twice_is_told_once(library: Library) -> None:
    library.add_line(chess.Board(), line(BOOK))
    number = lose(library)
    learner = Learner(library)
    learner.analyse(number, TableAnalyser(KNOWLEDGE))
    told = lessons.log(learner.book)
    assert learner.analyse(number, TableAnalyser(KNOWLEDGE, depth=20)) == []
    assert lessons.log(learner.book) == told


def test_all_moves_bad_means_search_with_nothing_excluded(library: Library) -> None:
    board = chess.Board()
    for move in board.legal_moves:
        library.set_flag(board, move, Flag.BAD)
    choice = library.chooser().choose(board)
    assert choice is not None
    assert (choice.move, choice.excluded) == (None, ())


def test_a_loss_on_time_flags_nothing(library: Library) -> None:
    library.add_line(chess.Board(), line(BOOK))
    number = lose(library, BOOK + " a6", termination="time forfeit")
    assert Learner(library).analyse(number, TableAnalyser({})) == []
    assert lessons.log(Learner(library).book, number) == []
    row = Learner(library).book.row(position_key(chess.Board()), encode(chess.Board(), chess.Move.from_uci("e2e4")))
    assert row is not None and (row.times_played, row.losses, row.flag) == (1, 0, Flag.UNCHECKED)
    assert Learner(library).book.lost_positions() == []


def test_a_late_mistake_clears_the_book_move_that_was_barred_at_once(library: Library) -> None:
    library.add_line(chess.Board(), line(BOOK))
    number = lose(library)
    exit_board = after("1.e4 e5 2.Nf3 Nc6")
    assert flag_at(library, exit_board, "Bc4") is Flag.BAD  # barred until analysis
    Learner(library).analyse(number, TableAnalyser(KNOWLEDGE))
    assert flag_at(library, exit_board, "Bc4") is Flag.NORMAL


def test_a_win_leaves_the_bar_of_a_lost_game_that_is_not_analysed_yet(library: Library) -> None:
    library.add_line(chess.Board(), line(BOOK))
    lose(library)
    moves = tuple(move.uci() for move in line(f"{BOOK} Nd4 4.Nxd4"))
    learner, board = Learner(library), after("1.e4 e5 2.Nf3 Nc6")
    won = learner.record(LearnedGame(moves, True, "1-0", book_plies=5))
    assert learner.analyse(won, TableAnalyser(KNOWLEDGE)) == []
    assert flag_at(library, board, "Bc4") is Flag.BAD


def test_what_was_learned_wrong_is_corrected_by_deeper_analysis(library: Library) -> None:
    library.add_line(chess.Board(), line(BOOK))
    number = lose(library)
    learner = Learner(library)
    learner.analyse(number, TableAnalyser(KNOWLEDGE))
    assert learner.recheck(TableAnalyser(KNOWLEDGE)) == []
    assert flag_at(library, MISTAKE, "Nxe5") is Flag.BAD
    assert learner.recheck(TableAnalyser({}, depth=10)) == []  # a shallower analysis clears nothing
    found = learner.recheck(TableAnalyser({}, depth=30))
    assert said(found) == ["checked again: 4.Nxe5 is playable after all, 0.00 at depth 30"]
    assert flag_at(library, MISTAKE, "Nxe5") is Flag.NORMAL


def test_a_position_with_only_bad_moves_makes_the_move_that_leads_there_bad(library: Library) -> None:
    start = "1.e4 e5 2.Bc4 Nf6"
    board = after(start)
    learner = Learner(library)
    library.add_line(chess.Board(), line("1.e4 e5 2.Bc4"))
    for move in list(board.legal_moves):
        row = MoveRow(position_key(board), encode(board, move), Flag.BAD, evaluation=-200)
        learner.book.put_rows([row])
    moves = tuple(move.uci() for move in line(start + " 3.a3 Nxe4"))
    number = learner.record(LearnedGame(moves, True, "0-1", book_plies=3))
    learner.analyse(number, TableAnalyser(white_values("1.e4 e5", "2.Bc4 Nf6 3.a3 Nxe4", value=-200)))
    assert flag_at(library, after("1.e4 e5"), "Bc4") is Flag.BAD


def test_a_lost_position_is_carried_back_to_lines_of_the_book_that_were_never_played(library: Library) -> None:
    lost = "1.e4 e5 2.Bc4 Nf6"
    board = after(lost)
    learner = Learner(library)
    library.add_line(chess.Board(), line("1.e4 e5 2.Bc4 Nf6"))
    library.add_line(chess.Board(), line("1.e4 Nf6 2.Bc4 e5"))  # the same position by another order of moves
    library.add_line(chess.Board(), line("1.e4 Nf6 2.e5"))
    for move in list(board.legal_moves):
        learner.book.put_rows([MoveRow(position_key(board), encode(board, move), Flag.BAD, evaluation=-200)])
    moves = tuple(move.uci() for move in line(lost + " 3.a3 Nxe4"))
    number = learner.record(LearnedGame(moves, True, "0-1", book_plies=3))
    learner.analyse(number, TableAnalyser(white_values("1.e4 e5", "2.Bc4 Nf6 3.a3 Nxe4", value=-200)))
    assert flag_at(library, after("1.e4 Nf6"), "Bc4") is Flag.BAD
    assert flag_at(library, after("1.e4 Nf6"), "e5") is Flag.NORMAL
    assert flag_at(library, after(""), "e4") is Flag.NORMAL  # 2.e5 is there to be played against 1...Nf6


def test_undoing_a_game_restores_the_exact_old_state(library: Library) -> None:
    library.add_line(chess.Board(), line(BOOK))
    learner = Learner(library)
    learner.record(LearnedGame(tuple(move.uci() for move in line(BOOK)), True, "1-0", book_plies=5))
    before = list(learner.book.all_rows())
    number = lose(library)
    learner.analyse(number, TableAnalyser(KNOWLEDGE))
    assert list(learner.book.all_rows()) != before
    lessons.undo_game(learner.book, number)
    assert list(learner.book.all_rows()) == before
    lessons.undo_everything(learner.book)
    assert list(learner.book.all_rows()) == []


def test_a_lesson_is_rejected_and_accepted_again(library: Library) -> None:
    library.add_line(chess.Board(), line(BOOK))
    number = lose(library)
    learner = Learner(library)
    learner.analyse(number, TableAnalyser(KNOWLEDGE))
    lesson = lessons.log(learner.book, number)[-1]
    lessons.reject(learner.book, [lesson])
    assert flag_at(library, MISTAKE, "Nxe5") is Flag.UNCHECKED
    lessons.accept(learner.book, [lesson])
    assert flag_at(library, MISTAKE, "Nxe5") is Flag.BAD
    assert [entry.state for entry in lessons.log(learner.book, number)][-1] is LessonState.ACCEPTED


def test_evaluations_after_the_book_change_the_probability(library: Library) -> None:
    board = chess.Board()
    for text in ("e2e4", "d2d4"):
        library.add_move(board, chess.Move.from_uci(text))
    learner = Learner(library)
    moves = tuple(move.uci() for move in line("1.e4 e5 2.Nf3 Nc6 3.Bb5 a6"))
    before = library.probability(board, chess.Move.from_uci("e2e4"))
    learner.record(LearnedGame(moves, True, "1/2-1/2", book_plies=1, evaluations=(None, -160, -190)))
    assert before == 0.5
    assert library.probability(board, chess.Move.from_uci("e2e4")) < 0.4


def test_results_weigh_more_the_less_they_were_expected(library: Library) -> None:
    key, code = position_key(chess.Board()), encode(chess.Board(), chess.Move.from_uci("e2e4"))
    learner = Learner(library)
    learner.record(
        LearnedGame(("e2e4", "e7e5"), True, "0-1", book_plies=1, evaluations=(-90,), own_elo=2400, opponent_elo=2000)
    )
    row = learner.book.row(key, code)
    assert row is not None
    assert row.losses == pytest.approx(2 * 0.909, abs=0.001)  # Elo's expectation at +400 points
    learner.record(LearnedGame(("e2e4", "e7e5"), True, "1-0", book_plies=1, own_elo=2400, opponent_elo=2000))
    row = learner.book.row(key, code)
    assert row is not None
    assert row.wins == pytest.approx(2 * 0.091, abs=0.001)
    assert row.losses == pytest.approx(2 * 0.909 * 0.98, abs=0.001)


def test_a_bad_exit_is_analysed_even_if_the_game_was_drawn(library: Library) -> None:
    library.add_line(chess.Board(), line(BOOK))
    moves = tuple(move.uci() for move in line(TRAP))[:9]
    learner = Learner(library)
    number = learner.record(
        LearnedGame(moves, True, "1/2-1/2", book_plies=5, evaluations=(None, None, None, -150, -300))
    )
    assert learner.pending() == [number]
    learner.analyse_pending(TableAnalyser(KNOWLEDGE))
    assert flag_at(library, MISTAKE, "Nxe5") is Flag.BAD
    assert learner.pending() == []
