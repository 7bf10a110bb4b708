"""`import ratsu`: moves, lines, book, tables, people, games, reviews, collections and matches from outside."""

import threading
from pathlib import Path

import chess
import pytest

import engine.api as ratsu

SCHOLAR = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
QUEEN_ENDING = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"
GAME = (
    '[Event "Café"]\n[White "Anderssen"]\n[Black "Amateur"]\n[Result "1-0"]\n\n'
    "1. e4 e5 2. Qh5 Nc6 {develops} (2... g6 3. Qxe5+) 3. Bc4 Nf6 $4 4. Qxf7# 1-0\n"
)


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAME, encoding="utf-8")
    return path


def test_a_move_comes_from_the_first_source_that_knows_one() -> None:
    with ratsu.Book() as book, ratsu.Tables() as tables, ratsu.Engine(book=book, tables=tables, seed=1) as engine:
        assert engine.choose("startpos").source is ratsu.ChoiceSource.BOOK
        assert engine.choose(QUEEN_ENDING).source is ratsu.ChoiceSource.TABLEBASES
        found = engine.choose(SCHOLAR, nodes=2_000)
    assert (found.move, found.source) == ("f3f7", ratsu.ChoiceSource.SEARCH)


def test_the_three_ways_to_write_a_position_are_one() -> None:
    board = chess.Board()
    board.push_san("e4")
    game = ratsu.parse_games("1. e4 *")[0]
    assert {ratsu.board_of(where).fen() for where in (board, board.fen(), game)} == {board.fen()}


def test_a_level_draws_the_moves_of_its_seed() -> None:
    def moves(seed: int) -> list[str]:
        with ratsu.Engine(level=1200, seed=seed) as engine:
            return [engine.choose(fen, nodes=2_000).move for fen in ("startpos", SCHOLAR)]

    assert moves(7) == moves(7)
    assert len({tuple(moves(seed)) for seed in range(12)}) > 1


def test_an_unknown_person_is_refused_with_those_there_are() -> None:
    with pytest.raises(ratsu.RatsuError, match="aino"):
        ratsu.Engine(person="nobody")
    with pytest.raises(ratsu.RatsuError, match="not both"):
        ratsu.Engine(person="aino", level=1200)


def test_an_analysis_yields_its_lines_and_ends_when_it_is_stopped() -> None:
    with ratsu.Engine() as engine:
        with engine.analyse("startpos", lines=3) as analysis:
            for report in analysis:
                if report.depth >= 4 and len(analysis.best) == 3:
                    break
        assert [line.multipv for line in analysis.best] == [1, 2, 3]
        assert len({line.pv[0] for line in analysis.best}) == 3
        assert engine.choose(SCHOLAR, nodes=2_000).move == "f3f7"  # the engine is free again


def test_an_analysis_can_be_stopped_from_another_thread() -> None:
    with ratsu.Engine() as engine:
        analysis = engine.analyse("startpos")
        threading.Timer(0.05, analysis.stop).start()
        reports = list(analysis)  # ends, though there is no limit
    assert reports[-1].depth >= 1


def test_a_bad_position_is_an_error_of_the_one_family() -> None:
    with ratsu.Engine() as engine:
        with pytest.raises(ratsu.RatsuError):
            engine.choose("8/8/8/8/8/8/8/8 w - - 0 1")
        with pytest.raises(ratsu.RatsuError):
            list(engine.analyse("no position"))


def test_an_own_book_keeps_the_flags_it_is_given(tmp_path: Path) -> None:
    path = tmp_path / "own.ratsubook"
    with ratsu.Book(path) as book:
        book.set_flag("startpos", "d2d4", ratsu.Flag.STRONG)
    with ratsu.Book(path) as book, ratsu.Engine(book=book) as engine:
        assert [(move.san, move.flag) for move in book.moves("startpos")] == [("d4", ratsu.Flag.STRONG)]
        assert engine.choose("startpos").move == "d2d4"
    with ratsu.Book() as shipped, pytest.raises(ratsu.RatsuError, match="shipped"):
        shipped.set_flag("startpos", "d2d4", ratsu.Flag.STRONG)


def test_tables_know_result_and_distance() -> None:
    with ratsu.Tables() as tables:
        assert tables.result(QUEEN_ENDING) is ratsu.Wdl.WIN
        assert (tables.distance(QUEEN_ENDING) or 0) > 0
        assert tables.result("startpos") is None


def test_the_chances_of_people_are_those_of_every_legal_move() -> None:
    people = ratsu.HumanPredictor(search=False)
    chances = people.chances(SCHOLAR, 1500, time_control="300+3")
    assert set(chances) == {move.uci() for move in chess.Board(SCHOLAR).legal_moves}
    assert sum(chances.values()) == pytest.approx(1)


def test_games_survive_being_written_and_read(pgn: Path, tmp_path: Path) -> None:
    games = list(ratsu.read_games(pgn))
    ratsu.write_games(tmp_path / "copy.pgn.gz", games)
    again = list(ratsu.read_games(tmp_path / "copy.pgn.gz"))
    assert [node.san for node in again[0].main_line()] == ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]
    assert again[0].header("White") == "Anderssen"
    assert any(node.comment == "develops" for node in again[0].main_line())


def test_a_review_names_the_blunder_and_the_reason(pgn: Path) -> None:
    game = next(ratsu.read_games(pgn))
    review = ratsu.review(game, nodes=5_000)
    assert review is not None
    blunders = [move for move in review.moves if move.judgement is ratsu.MoveJudgement.BLUNDER]
    assert [move.san for move in blunders] == ["Nf6"]
    assert "mate" in ratsu.reason_of(blunders[0])
    assert ratsu.review(game, nodes=5_000, progress=lambda done, _: done < 2) is None


def test_a_collection_finds_by_player_and_position(pgn: Path, tmp_path: Path) -> None:
    with ratsu.GameCollection(tmp_path / "all.ratsugames") as games:
        assert (games.add(pgn).added, games.add(pgn).added, len(games)) == (1, 0, 1)
        after = chess.Board()
        after.push_san("e4")
        assert [game.header("Black") for game in games.find(player="Anderssen", position=after)] == ["Amateur"]
        assert not list(games.find(player="Tal"))
        with pytest.raises(ratsu.RatsuError, match="colour"):
            list(games.find(colour="white"))


def test_a_match_counts_and_can_be_ended() -> None:
    scores: list[ratsu.MatchScore] = []

    def shown(score: ratsu.MatchScore) -> bool:
        scores.append(score)
        return False

    result = ratsu.play_match("ratsu name=a", "ratsu name=b level=600", games=4, nodes=50, progress=shown)
    assert result.wins + result.draws + result.losses == len(scores)
    assert len(scores) < 4
