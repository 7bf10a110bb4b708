"""Dates in 45 spellings: as certain as their text, and compared as dates."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.tags.dates import date_in, date_text, date_value

JULY = "1985.07.03"
SPELLINGS = {
    **dict.fromkeys(("1985.07.03", "1985.7.3", "1985-07-03", "1985/7/3", "19850703", "3.7.1985", "03.07.1985"), JULY),
    **dict.fromkeys(("1985.07.03 ", "1985.07.03 10:00", "1985-07-03T18:30:00Z", "3 Jul 1985", "Jul 3, 1985"), JULY),
    **dict.fromkeys(("July 3rd, 1985", "3. heinäkuuta 1985", "1985.Jul.3", "Wed Jul 3 1985", "1985年7月3日"), JULY),
    **dict.fromkeys(("３.７.１９８５", "3.7.85", "85.7.3"), JULY),
    **dict.fromkeys(("1985", "1985.??.??", "1985?", "c. 1985", "Summer 1985", "1985.13.45", "1985.0.0"), "1985.??.??"),
    **dict.fromkeys(("3/7/1985", "07-03-1985"), "1985.??.??"),  # March or July
    **dict.fromkeys(("1985.07", "7.1985", "07/1985", "1985.07.??", "July 1985", "1985.07.32"), "1985.07.??"),
    "10/31/2000": "2000.10.31",
    "31/10/2000": "2000.10.31",
    "5/5/2000": "2000.05.05",
    "10312000": "2000.10.31",
    "99.12.01": "1999.12.01",
    "1.2.49": "1949.02.01",
    "31/12/99": "1999.12.31",
    "2023.02.30": "2023.02.??",
    "????.07.03": "????.07.03",
    "12.2019": "2019.12.??",
    **dict.fromkeys(("Oct 15, 2016", "15 Oct 16"), "2016.10.15"),
    "00 Oct 16": "2000.10.16",
    **dict.fromkeys(("", "?", "????.??.??", "-", "0000.00.00", "01.02.03", "Unknown"), "????.??.??"),
}


@pytest.mark.parametrize(("text", "value"), SPELLINGS.items())
def test_a_date_is_as_certain_as_its_text(text: str, value: str) -> None:
    found = date_in(text)
    assert found is not None and str(found) == value


@pytest.mark.parametrize("text", ["Today", "Mar 2001 2002", "round 3 of 7", "12345", "1.2.3.4", "9999", "x" * 5000])
def test_other_texts_are_no_dates(text: str) -> None:
    assert date_in(text) is None and date_text(text) == text


@given(
    st.dates(date(1000, 1, 1), date(2999, 12, 31)),
    st.sampled_from(("%Y.%m.%d", "%Y-%m-%d", "%d.%m.%Y", "%d %b %Y", "%B %d, %Y", "%Y%m%d")),
)
def test_every_day_is_read_in_six_forms(day: date, form: str) -> None:
    assert date_value(day.strftime(form)) == (day.year, day.month, day.day)


@given(st.text(max_size=70))
def test_any_text_is_answered_and_its_stored_form_is_stable(text: str) -> None:
    stored = date_text(text)
    assert date_text(stored) == stored and date_value(stored) == date_value(text)
