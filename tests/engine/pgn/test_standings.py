"""Cross tables and player pages from headers. Figures by hand."""

from engine.pgn.standings import cross_table, difference, is_swiss, most_frequent, player_page


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


def test_a_player_page_counts_both_colours_or_one() -> None:
    both, white, black = (player_page("A", ROWS, colour) for colour in (None, True, False))
    assert (white.white, white.black.games) == (both.white, 0)
    assert (black.black, black.white.games) == (both.black, 0)
    for group in ("opponents", "openings", "by_year", "tournaments"):
        games = [sum(one.games for one in getattr(page, group).values()) for page in (both, white, black)]
        assert games[0] == games[1] + games[2] > games[1] > 0
    assert not set(white.latest) & set(black.latest) and set(white.latest) | set(black.latest) == set(both.latest)


def test_the_difference_is_that_of_fides_table() -> None:
    assert [difference(share) for share in (0, 0.25, 0.5, 0.75, 1)] == [-800, -193, 0, 193, 800]


def round_row(number: str, white: str, black: str, result: str = "1/2-1/2") -> tuple[str, ...]:
    return (*row(white, black, result)[:8], number, "")


def test_spellings_of_one_player_are_one_row_unless_they_met() -> None:
    rows = [row("Tal, Mihail", "Keres, Paul", "1-0"), row("Keres, P", "Tal,M", "1-0"), row("Tal, Mihail", "X", "1-0")]
    assert [(one.name, one.score.points) for one in cross_table(rows)] == [
        ("Tal, Mihail", 2),
        ("Keres, Paul", 1),
        ("X", 0),
    ]
    brothers = [row("Byrne, R", "Byrne, Robert", "1-0")]
    assert [one.name for one in cross_table(brothers)] == ["Byrne, R", "Byrne, Robert"]


def test_forfeits_have_marks_of_their_own_and_half_points_count() -> None:
    first, second = cross_table([row("A", "B", "+/-"), row("B", "A", "1/2")])
    assert (first.name, first.score.points, first.marks, second.marks) == ("A", 1.5, {"B": "+½"}, {"A": "−½"})


def test_a_swiss_tournament_is_ordered_by_buchholz_and_has_rounds() -> None:
    """Eight players, three rounds: five have two points each; B's opponents have most."""
    rows = [
        *(round_row("1", pair[0], pair[1], "1-0") for pair in ("AE", "BF", "CG", "DH")),
        round_row("2", "A", "C", "1-0"),
        round_row("2.1", "B", "D", "1-0"),
        round_row("2", "E", "G", "1-0"),
        round_row("2", "F", "H", "1-0"),
        round_row("3", "D", "A", "1-0"),
        round_row("3", "C", "B", "1-0"),
        round_row("3", "F", "E", "1-0"),
        round_row("3", "G", "H", "1-0"),
    ]
    table = cross_table(rows)
    assert is_swiss(table) and not is_swiss(cross_table(ROWS))
    found = [(one.name, one.score.points, one.buchholz) for one in table[:5]]
    assert found == [("B", 2, 6), ("A", 2, 5), ("C", 2, 5), ("D", 2, 4), ("F", 2, 3)]
    assert table[0].rounds == {1: ("F", "w", "1"), 2: ("D", "w", "1"), 3: ("C", "b", "0")}


def test_a_player_page_has_years_tournaments_and_latest_games() -> None:
    page = player_page("A", ROWS)
    assert {year: score.points for year, score in page.by_year.items()} == {"1963": 0.5, "1962": 2}
    assert list(page.tournaments) == ["Cup, 1963", "Cup, 1962"]
    assert page.latest[0] == 1 and len(page.latest) == 4
    assert page.games[("openings", "B90")] == [1] and page.games[("opponents", "B")] == [0, 1]
