"""Cross tables and player pages from headers. Figures by hand."""

from engine.pgn.standings import cross_table, difference, most_frequent, player_page


def row(
    white: str, black: str, result: str, date: str = "1962.05.02", elos: tuple[str, str] = ("", ""), eco: str = ""
) -> tuple[str, ...]:
    return (white, elos[0], black, elos[1], result, date, "Cup", "?", "1", eco)


ROWS = [
    row("A", "B", "1-0", elos=("2600", "2500"), eco="C60"),
    row("B", "A", "1/2-1/2", "1963.01.01", ("2500", "2610"), "B90"),
    row("B", "C", "1-0", elos=("2500", "2400")),
    row("C", "A", "0-1", elos=("2400", "x")),
    row("A", "C", "*"),
]


def test_a_cross_table_counts_points_marks_and_sonneborn_berger() -> None:
    table = cross_table(ROWS)
    assert [(one.name, one.score.points, one.score.games) for one in table] == [
        ("A", 2.5, 3),
        ("B", 1.5, 3),
        ("C", 0, 2),
    ]
    assert table[0].marks == {"B": "1½", "C": "1"} and table[1].marks == {"A": "0½", "C": "1"}
    assert [one.tie_break for one in table] == [1.5 + 0.75 + 0, 1.25, 0]
    assert [one.elo for one in table] == [2610, 2500, 2400]


def test_the_points_of_all_players_are_those_of_all_games() -> None:
    assert sum(one.score.points for one in cross_table(ROWS)) == 4
    assert cross_table([row("A", "B", "0-0")])[0].score.lost == 1


def test_a_player_page_tells_colours_years_opponents_and_performance() -> None:
    page = player_page("A", ROWS)
    assert (page.white.won, page.white.games, page.black.points, page.unfinished) == (1, 1, 1.5, 1)
    assert page.years == (1962, 1963) and page.elo == (2600, 2610)
    assert list(page.opponents) == ["B", "C"] and page.openings["C60"].won == 1
    assert page.average_opponent == 2467
    assert page.performance == 2467 + difference(2.5 / 3)
    assert most_frequent(ROWS) == "A"


def test_the_difference_is_that_of_fides_table() -> None:
    assert [difference(share) for share in (0, 0.25, 0.5, 0.75, 1)] == [-800, -193, 0, 193, 800]
