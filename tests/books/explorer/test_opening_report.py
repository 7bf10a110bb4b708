"""The opening report of 20 games, beside figures that were counted by hand."""

from pathlib import Path

import pytest

from books.collection.editing import deleted
from books.collection.game_collection import Collection
from books.explorer.counted import EVERY_GAME, ResultTally
from books.explorer.explorer import Explorer
from books.explorer.opening_report import (
    CommonEnding,
    CommonPlan,
    CommonStructure,
    OpeningReport,
    PlayerScore,
    opening_report,
)
from engine.rules.board import CoreBoard
from tests.books.explorer.test_explorer import board_after, collected

KNIGHT = "1. d4 d5 2. Nf3 Nf6 3. Nbd2 e6 4. Nb3"
BISHOPS = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. Bxf6 Bxf6"
STONEWALL = (
    "1. d4 d5 2. e3 e6 3. Bd3 Bd6 4. f4 f5 5. Nf3 Nf6 6. O-O O-O 7. c3 c6 8. Ne5 Nbd7 9. Nd2 Ne4 10. Ndf3 Qf6 "
    "11. b3 b6 12. Bb2 Bb7 13. Qe2 Qe7 14. Rac1 Rac8"
)
UNFINISHED = "1. d4 d5 2. c4"
# White, White's rating, Black, decade, moves, result
TWENTY = (
    ("Adams, Michael", 2700, "Berg, Bo", 1990, KNIGHT, "1-0"),
    ("Adams, Michael", 2650, "Carr, C", 1990, KNIGHT, "1-0"),
    ("Adams, Michael", 2690, "Dunn, D", 1990, KNIGHT, "1/2-1/2"),
    ("Adams,M", 2600, "Ek, E", 1990, KNIGHT, "1-0"),
    ("Adams,M", 2600, "Fox, F", 1990, KNIGHT, "0-1"),
    ("Michael Adams", 0, "Goh, G", 1990, KNIGHT, "1-0"),
    ("Michael Adams", 0, "Hall, H", 1990, KNIGHT, "1-0"),
    ("Michael Adams", 0, "Ito, I", 1990, KNIGHT, "1/2-1/2"),
    ("Short, Nigel", 2710, "Jung, J", 2000, BISHOPS, "1-0"),
    ("Short, Nigel", 2650, "Koch, K", 2000, BISHOPS, "0-1"),
    ("Short, N", 0, "Lund, L", 2000, BISHOPS, "1/2-1/2"),
    ("Moe, M", 0, "Kasparov, Garry", 2000, BISHOPS, "0-1"),
    ("Nagy, N", 0, "Kasparov, Garry", 2000, BISHOPS, "1/2-1/2"),
    ("Olsen, O", 0, "Kasparow, Garri", 2000, BISHOPS, "1-0"),
    ("Penn, P", 0, "Qvist, Q", 2010, STONEWALL, "1-0"),
    ("Rossi, R", 0, "Silva, S", 2010, STONEWALL, "0-1"),
    ("Toth, T", 0, "Urban, U", 2010, STONEWALL, "1/2-1/2"),
    ("Vega, V", 0, "Weiss, W", 2010, STONEWALL, "1/2-1/2"),
    ("Xu, X", 0, "Yang, Y", 0, UNFINISHED, "*"),
    ("Zorn, Z", 0, "Abe, A", 0, UNFINISHED, "*"),
)
# 8 + 6 + 4 + 2 games. Points of White: 6 of 8, 3 of 6, 2 of 4.


def games_of_twenty() -> str:
    return "\n".join(
        f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n[Round "{number}"]\n'
        + (f'[WhiteElo "{elo}"]\n' if elo else "")
        + (f'[Date "{decade + 1}.01.{number:02}"]\n' if decade else "")
        + f"\n{moves} {result}\n"
        for number, (white, elo, black, decade, moves, result) in enumerate(TWENTY, 1)
    )


def report_of(path: Path, board: CoreBoard) -> OpeningReport:
    with Explorer.opened([path]) as explorer:
        found = opening_report(explorer, board, False, EVERY_GAME)
    assert found is not None
    return found


def rounded(plans: tuple[CommonPlan, ...]) -> list[tuple[str, float, float | None]]:
    return [(one.text, round(one.share, 3), one.score and round(one.score, 3)) for one in plans]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> OpeningReport:
    return report_of(collected(tmp_path_factory.mktemp("report"), games_of_twenty()), board_after("d4 d5"))


def test_results_and_decades_are_as_counted_by_hand(report: OpeningReport) -> None:
    assert (report.games, report.read, report.results) == (20, 20, ResultTally(8, 6, 4))
    assert report.decades == {
        0: ResultTally(),
        1990: ResultTally(5, 2, 1),
        2000: ResultTally(2, 2, 2),
        2010: ResultTally(1, 2, 1),
    }


def test_plans_and_placements_are_as_counted_by_hand(report: OpeningReport) -> None:
    white, black = map(rounded, report.plans)
    assert white == [("Nb1-d2-b3", 0.4, 0.75), ("Nb1-d2-f3", 0.2, 0.5), ("Ng1-f3-e5", 0.2, 0.5)]
    assert black == [("Bf8-e7-f6", 0.3, 0.5), ("Ng8-f6-e4", 0.2, 0.5), ("Qd8-f6-e7", 0.2, 0.5)]
    white, black = map(rounded, report.placements)
    assert white == [
        ("Nf3", 0.6, round(8 / 12, 3)),  # from g1 in eight games, from b1 in four
        ("Nb3", 0.4, 0.75),
        ("c4", 0.4, 0.5),  # in eight games, of which six have a result
        ("Nc3", 0.3, 0.5),
        ("Bb2", 0.2, 0.5),
        ("Bd3", 0.2, 0.5),
    ]
    assert black == [
        ("e6", 0.9, round(11 / 18, 3)),
        ("Nf6", 0.4, 0.75),
        ("Bf6", 0.3, 0.5),
        ("Bb7", 0.2, 0.5),
        ("Bd6", 0.2, 0.5),
        ("Kg8", 0.2, 0.5),  # by castling, as the rook on f8
    ]


def test_a_structure_is_that_of_the_games_long_enough_to_show_one(report: OpeningReport) -> None:
    after = board_after(
        "d4 d5 e3 e6 Bd3 Bd6 f4 f5 Nf3 Nf6 O-O O-O c3 c6 Ne5 Nbd7 Nd2 Ne4 Ndf3 Qf6 b3 b6 Bb2 Bb7 Qe2 Qe7"
    )
    assert report.structures == (CommonStructure(after.fen(), 0.2, 0.5),)


def test_a_player_counts_once_under_all_spellings(report: OpeningReport) -> None:
    assert report.white_players == (
        PlayerScore("Short, Nigel", 2710, 3, 0.5),
        PlayerScore("Adams, Michael", 2700, 8, 0.75),
    )
    assert [(one.games, one.score) for one in report.black_players] == [(3, 0.5)]
    assert report.black_players[0].name in ("Kasparov, Garry", "Kasparow, Garri")


def test_endings_are_as_counted_by_hand(tmp_path: Path) -> None:
    fen = "6kr/5pp1/8/8/8/8/5PP1/4K2R w K - 0 1"
    lines = [("1. Rxh8+ Kxh8", "1/2-1/2")] * 9 + [("1. Rxh8+ Kxh8", "1-0")] * 3
    lines += [("1. Ke2 Kf8", "0-1")] * 5 + [("1. Rxh8+", "1-0")] * 3
    text = "\n".join(
        f'[Round "{number}"]\n[SetUp "1"]\n[FEN "{fen}"]\n[Result "{result}"]\n[Date "2001.01.{number:02}"]\n\n{moves} {result}\n'
        for number, (moves, result) in enumerate(lines, 1)
    )
    found = report_of(collected(tmp_path, text), CoreBoard.from_fen(fen, False))
    assert found.endings == (
        CommonEnding("KPvKP", 0.6, 7.5 / 12),
        CommonEnding("KRPvKRP", 0.25, 0.0),
        CommonEnding("KRPvKP", 0.15, 1.0),
    )


def test_a_game_deleted_while_the_report_is_made_moves_no_other_game(tmp_path: Path) -> None:
    path = collected(tmp_path, games_of_twenty())

    def delete_first(done: int, _total: int) -> bool:
        if not done:
            with Collection(path) as other:
                deleted(other, [1])
        return True

    with Explorer.opened([path]) as explorer:
        found = opening_report(explorer, board_after("d4 d5"), False, EVERY_GAME, "", delete_first)
    assert found is not None and found.games == 20 and found.read == 19
    assert rounded(found.plans[0])[0] == ("Nb1-d2-b3", round(7 / 19, 3), round(5 / 7, 3))
