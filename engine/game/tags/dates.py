"""Dates as people and programs write them: `1985.07.03`, `1985-7-3`, `19850703`, `3.7.1985`, `Oct 15, 2016`, `12.2019`.

A date is only as certain as its text: 03/07/1985 is a day in 1985, because the slash does not say which figure is the
month. Figures between dots are day, month, year (or year, month, day).
"""

import re
import unicodedata
from datetime import date
from functools import lru_cache
from typing import NamedTuple

LONGEST = 60  # characters of a readable date
FIRST_YEAR, LAST_YEAR = 1000, 2999
_CENTURY_FROM = 30  # 30 to 99 are 1930 to 1999, 00 to 29 are 2000 to 2029
_MONTHS = (
    "january jan januar janvier enero tammikuu tammikuuta gennaio januari janeiro",
    "february feb februar février fevrier febrero helmikuu helmikuuta febbraio februari fevereiro",
    "march mar märz marz mars marzo maaliskuu maaliskuuta maart março",
    "april apr avril abril huhtikuu huhtikuuta aprile",
    "may mai mayo toukokuu toukokuuta maggio mei maio",
    "june jun juni juin junio kesäkuu kesäkuuta giugno junho",
    "july jul juli juillet julio heinäkuu heinäkuuta luglio julho",
    "august aug août aout agosto elokuu elokuuta augustus",
    "september sept sep septembre septiembre syyskuu syyskuuta settembre setembro",
    "october oct okt oktober octobre octubre lokakuu lokakuuta ottobre outubro",
    "november nov novembre noviembre marraskuu marraskuuta novembro",
    "december dec dez dezember décembre decembre diciembre joulukuu joulukuuta dicembre dezembro",
)
_MONTH_OF = {name: month for month, names in enumerate(_MONTHS, 1) for name in names.split()}
_CLOCK = re.compile(r"(?:[ t]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[ap]m)?(?:z| ?[+-]\d\d:?\d\d| ?utc| ?gmt)?)+$")
_PLAIN = re.compile(r"([12]\d{3})\.(0[1-9]|1[0-2])\.(0[1-9]|1\d|2[0-8])", re.ASCII)  # certainly possible
_WORD = re.compile(r"\d+|[^\W\d_]+|\?+|x+\b")
_GIVEN = re.compile(r"\b(?!0+\b|[xX]+\b)[^\W_]+")  # words and figures that say something
_SAYS_NOTHING = frozenset(("unknown", "none", "n/a", "xxxx.xx.xx"))
_FIGURE = re.compile(r"\d")
_NO_LETTER = re.compile(r"[\W_]*")
_ABOUT = frozenset(
    ("c", "ca", "circa", "about", "around", "noin", "um", "the", "of", "st", "nd", "rd", "th", *"年月日")
)
_DAYS = re.compile("(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?")


class GameDate(NamedTuple):
    """The date of a game, or as much of it as is known; 0 is unknown. Dates compare in time, unknown parts first."""

    year: int = 0
    month: int = 0
    day: int = 0

    def __str__(self) -> str:
        """The value of PGN's Date tag: `1985.07.??`."""
        year = f"{self.year:04}" if self.year else "????"
        return ".".join((year, *(f"{part:02}" if part else "??" for part in self[1:])))

    @property
    def is_known(self) -> bool:
        return any(self)


UNKNOWN = GameDate()


def date_in(text: str) -> GameDate | None:
    """Returns the value of a Date tag; UNKNOWN for one that says nothing, None if the text cannot be read."""
    plain = _PLAIN.fullmatch(text)
    if plain is not None:
        return GameDate(*map(int, plain.groups()))
    if not _FIGURE.search(text):  # a sorted list asks about each name in it
        return UNKNOWN if _NO_LETTER.fullmatch(text) or text.strip().casefold() in _SAYS_NOTHING else None
    return _spelled(text)


def date_value(text: str) -> GameDate:
    """Returns the same, UNKNOWN for a text that cannot be read."""
    return date_in(text) or UNKNOWN


def date_typed(text: str) -> GameDate | None:
    """Returns the same of a date that someone types: None also if a part of it is impossible (31.2.2010) or may mean
    two things (03/07/1985). In a file such a part only counts as unknown."""
    found = date_in(text)
    given = min(3, len(_GIVEN.findall(text)))
    return found if found is not None and sum(map(bool, found)) >= given else None


class StoredDate(NamedTuple):
    """A date as tables keep it: its `text` compares as the date does, and is unchanged if the year is unknown or
    not `is_readable`. `year` 0: unknown."""

    text: str
    year: int
    is_readable: bool


@lru_cache(8192)  # the games of an event share their date
def stored_date(text: str) -> StoredDate:
    """Returns the stored form of a Date tag."""
    found = date_in(text)
    if found is None:
        return StoredDate(text, 0, False)
    return StoredDate(str(found) if found.is_known else text, found.year, True)


def date_text(text: str) -> str:
    """Returns a date as PGN writes it, so that texts compare as the dates do."""
    return stored_date(text).text


def _spelled(text: str) -> GameDate | None:
    words = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    if len(words) > LONGEST:
        return None
    words = _CLOCK.sub("", words)
    if re.fullmatch(r"\d{8}", words, re.ASCII):
        return _of_eight(words)
    parts = _WORD.findall(words)
    months = [_MONTH_OF[part] for part in parts if part in _MONTH_OF]
    others = [part for part in parts if part not in _MONTH_OF and part not in _ABOUT and not _DAYS.fullmatch(part)]
    if any(part[0].isalpha() and set(part) != {"x"} for part in others):
        others = [part for part in others if len(part) == 4 and part.isdigit()]  # Summer 1985
        return _valid(int(others[0])) if len(others) == 1 and not months else None
    if len(others) + len(months) > 3 or len(months) > 1 or not parts:
        return None
    figures = [int(part) if part.isdigit() else 0 for part in others]
    lengths = [len(part) for part in others]
    if months:
        return _with_month_name(figures, lengths, months[0])
    return _of_figures(figures, lengths, words)


def _of_eight(digits: str) -> GameDate | None:
    """Reads `19850703`, also `03071985`."""
    year, month, day = int(digits[:4]), int(digits[4:6]), int(digits[6:])
    if FIRST_YEAR <= year <= LAST_YEAR and month <= 12 and day <= 31:
        return _valid(year, month, day)
    return _by_certainty(int(digits[:2]), int(digits[2:4]), int(digits[4:]), is_dotted=False)


def _with_month_name(figures: list[int], lengths: list[int], month: int) -> GameDate | None:
    """Reads the figures beside the name of a month: a year, and perhaps a day."""
    years = [at for at, length in enumerate(lengths) if length == 4]
    if not years and len(figures) == 2 and figures[0] <= 31:
        years = [0] if figures[0] == 0 and figures[1] else [1]  # 15 Oct 16
    elif not years and len(figures) == 1:
        return GameDate(0, month, figures[0] if figures[0] <= 31 else 0)
    if len(years) != 1 or len(figures) > 2:
        return None
    day = figures[1 - years[0]] if len(figures) == 2 else 0
    return _valid(_full_year(figures[years[0]], lengths[years[0]]), month, day)


def _of_figures(figures: list[int], lengths: list[int], words: str) -> GameDate | None:
    """Reads a date of one to three figures."""
    is_dotted = "." in words and "/" not in words and "-" not in words
    if len(figures) == 1:
        return _valid(figures[0]) if lengths[0] == 4 or not figures[0] else None
    if len(figures) == 2:
        if lengths[0] == 4 and lengths[1] <= 2:
            return _valid(figures[0], figures[1])
        return _valid(figures[1], figures[0]) if lengths[1] == 4 and lengths[0] <= 2 else None
    if lengths[0] == 4:
        return _valid(*figures) if max(lengths[1:]) <= 2 else None
    if lengths[2] == 4:
        return _by_certainty(*figures, is_dotted=is_dotted) if max(lengths[:2]) <= 2 else None
    if max(lengths) > 2:
        return None
    if figures[0] > 31:  # 99.12.01
        return _valid(_full_year(figures[0]), figures[1], figures[2])
    if figures[2] > 31:  # 3.7.85
        return _by_certainty(figures[0], figures[1], _full_year(figures[2]), is_dotted=is_dotted)
    return UNKNOWN  # 01.02.03


def _by_certainty(first: int, second: int, year: int, *, is_dotted: bool) -> GameDate | None:
    """Returns the date of two figures, day and month, before a year; without both if either may be the month."""
    if is_dotted or first > 12 or not first or not second:
        return _valid(year, second, first)
    if second > 12:
        return _valid(year, first, second)
    return _valid(year, first, second) if first == second else _valid(year)


def _full_year(figure: int, length: int = 2) -> int:
    if length == 4:
        return figure
    return figure + (1900 if figure >= _CENTURY_FROM else 2000)


def _valid(year: int, month: int = 0, day: int = 0) -> GameDate | None:
    """Returns the parts up to the first impossible one; None without any possible one."""
    if year and not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    if month > 12:
        return GameDate(year) if year else None
    try:
        date(year or 2000, month or 1, day or 1)  # 2000: a leap year
    except ValueError:
        day = 0
    return GameDate(year, month, day)
