"""Results as people and programs spell them: `1-0`, `1:0`, `0.5-0.5`, `½-½`, `+-`, `White wins`, `remis`."""

import re
from functools import lru_cache
from typing import NamedTuple

TOKENS = ("1-0", "0-1", "1/2-1/2", "0-0", "*")  # PGN's results, and `0-0`: both lose
LONGEST = 60  # characters of a readable result


class ResultValue(NamedTuple):
    """The value of a result. `token`: the nearest result of PGN; a half point against nothing (`½-0`) has only points, and
    the token `*`. `is_forfeit`: won without play."""

    token: str
    points: tuple[float, float] | None = None
    is_forfeit: bool = False


OPEN = ResultValue("*")
_POINTS = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5), "0-0": (0.0, 0.0)}
_TOKEN_OF = {points: token for token, points in _POINTS.items()}
_PLAIN = {"*": OPEN, **{token: ResultValue(token, points) for token, points in _POINTS.items()}}
_SCORES = {"1": 1.0, "0": 0.0, "1/2": 0.5, "0.5": 0.5, ".5": 0.5}
_DASHES = re.compile("[\u2010-\u2014\u2212\uff0d]")
_SCORE = re.compile(
    r"(1/2|0?\.5|1|0)(?P<w>ff?)? ?[-:] ?(1/2|0?\.5|1|0)(?P<b>ff?)?(?![\w./:-])(?P<more>(?![^0-9]*[\d.,/]+ ?[-:] ?\d)[ ,;(?!*].*)?"
)
_HALF = re.compile(r"1/2(?:[ (?!*]\D*)?")
_FORFEIT = re.compile(r"\b(?:ff?|forfeit\w*|walkover|w[./]?o|default|uncontested|bye|unplayed)\b")
_SIGNS = re.compile(r"([-+=]) ?[-:/ ]? ?([-+=])")
_SIGN_POINTS = {"+-": (1.0, 0.0), "-+": (0.0, 1.0), "--": (0.0, 0.0), "==": (0.5, 0.5)}
_WHITE = "white|weiss|valkea|valkoinen|blancs|blancas|bianco|wit|белые"
_BLACK = "black|schwarz|musta|noirs|negras|nero|zwart|чёрные|черные"
_WON = "wins?|won|mates|mated black|mated white|gewinnt|gewann|voitti|voittaa|gagnent|gagne|ganan|vince|wint|выиграли"
_LOST = "resigns|resigned|loses|lost|forfeits|gibt auf|luovutti|luovuttaa|abandonnent|abandonan|abbandona|сдались"
_WINNER = re.compile(
    rf"(?:les |las |il |the )?(?:(?P<white>{_WHITE})|(?P<black>{_BLACK})) (?:(?P<won>{_WON})|(?:{_LOST}))\b[^\d]*"
)
_DRAW = re.compile(
    r"(?:draw|drawn|draw agreed|remise?|tasapeli|tasan|unentschieden|nulle|tablas|patta|empate|ничья|=)[.!]?"
)
_UNKNOWN = frozenset(
    ("", "?", "-", "*", "unknown", "unfinished", "ongoing", "in progress", "none", "n/a", "kesken", "adjourned")
)


def result_in(text: str) -> ResultValue | None:
    """Returns the value of a Result tag or of the text at the end of the moves; OPEN for one that says nothing, None if
    the text cannot be read."""
    return _PLAIN.get(text) or _spelled(text)


def result_token(text: str) -> str:
    """Returns the result as PGN writes it; `*` if it is unknown or cannot be read."""
    found = result_in(text)
    return found.token if found is not None else "*"


def points_of(text: str) -> tuple[float, float] | None:
    """Returns the points of White and Black; None if the game has no result."""
    found = result_in(text)
    return found.points if found is not None else None


@lru_cache(1024)  # files repeat the spelling of one program
def _spelled(text: str) -> ResultValue | None:
    words = " ".join(
        _DASHES.sub("-", text.replace("½", "1/2").replace("⁄", "/").replace(",5", ".5")).casefold().split()
    )
    if len(words) > LONGEST:
        return None
    if words in _UNKNOWN:
        return OPEN
    if found := _SCORE.fullmatch(_with_zeros(words)):
        points = (_SCORES[found[1]], _SCORES[found[3]])
        is_forfeit = bool(found["w"] or found["b"] or _FORFEIT.search(found["more"] or ""))
        return ResultValue(_TOKEN_OF.get(points, "*"), points, is_forfeit) if sum(points) < 2 else None
    if _HALF.fullmatch(words) or _DRAW.fullmatch(words):
        return _PLAIN["1/2-1/2"]
    if (found := _SIGNS.fullmatch(words)) and (signs := _SIGN_POINTS.get(found[1] + found[2])):
        return ResultValue(_TOKEN_OF[signs], signs, is_forfeit=signs != (0.5, 0.5))
    if found := _WINNER.fullmatch(words):
        return _PLAIN["1-0" if bool(found["white"]) == bool(found["won"]) else "0-1"]
    return None


def _with_zeros(words: str) -> str:
    """Returns the text with the letter O of a score as a zero: `1-O`."""
    return re.sub(r"(?<!\w)o(?=ff?\b|\W|$)", "0", words) if "1" in words[:5] and words[0] in "1o" else words
