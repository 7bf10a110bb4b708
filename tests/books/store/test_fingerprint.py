"""A game is the same game, however its date and names are written; another date is another game."""

from books.store.fingerprint import fingerprint

MOVES = ("e2e4", "e7e5")


def of(date: str, white: str = "Karlsson", result: str = "1-0") -> str:
    return fingerprint("startpos", MOVES, white, "Virtanen", date, result)


def test_a_date_that_is_not_known_whole_is_no_date() -> None:
    assert of("????.??.??") == of("2024.??.??") == of("")
    assert of("2024.05.01") != of("2024.05.02") != of("")


def test_names_count_without_case_and_spacing_and_results_count() -> None:
    assert of("", " karlsson ") == of("", "KARLSSON")
    assert of("", result="0-1") != of("")
