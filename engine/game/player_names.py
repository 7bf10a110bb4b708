"""Decides whether two names are spellings of one player's. The only place that compares players' names.

`Adams, Michael` is `Adams,M`, `Michael Adams` and `ADAMS, Michael R`, but neither `Rohde Michael A` nor `Brooks,
Michael A`: the surname must match in full, and an initial matches a given name only. Case, accents and strokes of
letters are ignored. `Müller` is `Muller` and `Mueller`, but these two differ.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

_APOSTROPHES = dict.fromkeys(map(ord, "'’‘`´ʼʻ′"))  # O’Neil is ONeil
_LETTERS = {
    "ä": ("a", "ae"),
    "ö": ("o", "oe"),
    "ü": ("u", "ue"),
    "ø": ("o", "oe"),
    "å": ("a", "aa"),
    "æ": ("ae", "a"),
    "œ": ("oe", "o"),
    "đ": ("d", "dj"),
    "ð": ("d",),
    "þ": ("th",),
    "ł": ("l",),
    "ħ": ("h",),
    "ŧ": ("t",),
    "ı": ("i",),
    "ŋ": ("ng", "n"),
    "ə": ("e", "a"),
}
_SAME_GIVEN = 0.5  # share of common letters: Szymon and Simon have 0.7, John and James 0.2, Robert and Rodrigo 0.46
_SAME_SURNAME = 0.8  # van Scheltinga and van Schtinga have 0.9, van der Wiel and van der Sterren 0.7
_MOST_SPELLINGS = 32  # of one word: five letters with two spellings each
_WORD = re.compile(r"[^\W_]+")
_JOINED = re.compile(r"[^\W_]+(?:[-_‐‑–][^\W_]+)*")  # Garcia-Gonzales is one surname; Hans_Joachim are two given names
_BRACKETS = re.compile(r"[(\[{][^)\]}]*[)\]}]?")  # a country, a rating, the kind of game: `Rohde Michael A (USA)`
_TEAM = re.compile(r"[/&+]")  # Blackburne/Potter is a team
_TITLES = frozenset({"GM", "IM", "FM", "CM", "NM", "WGM", "WIM", "WFM", "WCM", "Dr", "DR", "Prof", "Computer"})
_JUNIORS = frozenset({"jr", "Jr", "jun", "Jun", "II", "III", "IV"})
_SENIORS = frozenset({"sr", "Sr", "sen", "Sen"})
_PARTICLE_WORDS = "van von der den de ter ten la le du da do dos das di del della el al af zu zur"
_PARTICLES = frozenset(_PARTICLE_WORDS.split())  # `Wiel, J van der`
_ONLY_PARTICLES = re.compile(f"(?:{'|'.join(_PARTICLES)})+")  # not a surname: `De Boer` and `De Jong` are two players
# Without a comma, given names show which word of `Kotov Alexander` and `Michael Adams` is the surname. The list has the
# most frequent ones in public-domain games.
_GIVEN_WORDS = """
    aaron abraham abram adam adolf adrian alan albert alberto alejandro aleksandar aleksander aleksandr alex
    alexander alexandr alexandre alexei alexey alfred alfredo anatoly andre andreas andrei andrew andrey andrzej
    anish anna anne anthony anton antonio arne aron arthur artur atanas axel bela bent bernard bernd bernhard bjorn
    bogdan boris borislav bozidar branko brian bruno carl carlos cesar charles chris christian christopher claude
    craig daniel david denis dieter dimitar dimitri dirk dmitry dragan dragoljub dusan edgar eduard eduardo edward
    efim elena emil emmanuel enrique eric erich erik erling ernesto ernst esteban eugene eugenio evgeni evgeny felix
    ferenc fernando francisco frank frantisek franz fred fritz gary gennadi gennady georg george georgi georgios
    georgy gerald gerhard gert geza giuseppe goran gregory grigory gudmundur guillermo gustavo gyorgy gyula hans
    harald harry heikki heinrich heinz helmut henrik henry herbert herman hermann hikaru holger hugo igor ilia ilya
    imre iosif irina isaak israel istvan ivan jacek jacob jacques james janis janos jaroslav jean jens jeroen jerzy
    jiri joachim johan johann johannes john jonathan jorge jorgen jose josef joseph jozsef juan judit juergen julian
    julio julius jurgen karel karen karl kenneth kevin kiril klaus konstantin kurt ladislav lajos larry lars laszlo
    leon leonid ljubomir lothar louis lubomir luis magnus manfred manuel marc marcel marcelo marco marek maria mario
    mark markus martin mathias matthew matthias maurice maxime michael miguel mihai mihail mikhail miklos milan
    milorad miroslav mladen natalia nenad nigel nikola nikolai nikolaos nikolay norbert norman oleg olga oliver
    oscar pablo patrick paul pavel pedro petar peter petr philip pierre predrag rafael rainer ralf ramon ratmir raul
    raymond rene ricardo richard robert roberto rogelio roland roman ronald ruben rudolf samuel sandor sergei sergey
    sergio simon slobodan srdjan stanislav stefan stephen steve stuart tamas tatiana theodor thomas tibor tomas
    ulrich vadim valentin valery vasily vassily viacheslav victor viktor vitaly vladimir vladislav vlastimil walter
    werner wilhelm william wolfgang yakov yuri yury zbigniew zdenko zoltan
"""
_GIVEN_NAMES = frozenset(_GIVEN_WORDS.split())
_SHORT_SURNAMES = frozenset("od")  # O Neil, D Costa

Spellings = frozenset[str]
"""All spellings of one word in plain letters."""


class _Given(NamedTuple):
    spellings: Spellings
    initial: bool


class _Reading(NamedTuple):
    """A parsed name; the words of the surname are joined. `guess`: the last word is only assumed to be the surname."""

    surname: Spellings
    given: tuple[_Given, ...]
    comma: bool
    guess: bool = False


class _Name(NamedTuple):
    """`full`: it has more than a surname. `marks`: a junior, and numbers in brackets."""

    readings: tuple[_Reading, ...]
    full: bool
    marks: frozenset[str]


@lru_cache(1 << 14)
def spellings(word: str) -> Spellings:
    """Returns a word in plain letters, ignoring case and apostrophes: `Müller` is `muller` and `mueller`, `O’Neil` is
    `oneil`."""
    word = word.casefold().translate(_APOSTROPHES)
    if word.isascii():
        return frozenset((word,))
    letters = [_LETTERS.get(letter) or (_bare(letter),) for letter in unicodedata.normalize("NFC", word)]
    return frozenset(map("".join, islice(product(*letters), _MOST_SPELLINGS)))


def search_text(text: str) -> str:
    """Returns a text for searching parts of words: in plain letters, followed by other spellings of its words. Search
    each word in all its `spellings`."""
    plain = text.casefold()
    if plain.isascii() and "'" not in plain:
        return plain
    words = [sorted(spellings(word)) for word in text.split()]
    return " ".join([*(forms[0] for forms in words), *(form for forms in words for form in forms[1:])])


def is_player(asked: str, name: str) -> bool:
    """Whether a name in a game is the asked player's. A surname alone matches everyone of that name (`Tal` matches
    `Tal, Mihail`). If a given name is asked, the name must have it or its initial (`Tal, Mihail` matches `Tal,M`, but
    not `Tal`)."""
    wanted, there = _taken_apart(asked), _taken_apart(name)
    if not wanted.readings or not there.readings:
        return asked.casefold().split() == name.casefold().split()
    return any(
        _agree(one, other) and (wanted.marks == there.marks or not wanted.full)
        for one in wanted.readings
        for other in there.readings
    )


def may_be_same(one: str, other: str) -> bool:
    """Whether two names in games may be one player's: without a given name, a name matches everyone of that surname."""
    return is_player(one, other) or is_player(other, one)


def cannot_be_same(one: str, other: str) -> bool:
    """Whether two names in copies of one game must be two players': the surnames differ, or the given names differ in
    their initials or beyond spelling. More tolerant than `may_be_same`: `Winawer, Szymon` is `Winawer Simon A`."""
    here, there = (
        [way for way in _taken_apart(name).readings if not any(map(_ONLY_PARTICLES.fullmatch, way.surname))]
        for name in (one, other)
    )
    return bool(here and there) and not any(_look_alike(left, right) for left in here for right in there)


def _look_alike(one: _Reading, other: _Reading) -> bool:
    if not any(_spelled_alike(left, right, _SAME_SURNAME) for left in one.surname for right in other.surname):
        return False
    if not one.given or not other.given:
        return True
    return any(_similar(left, right) for left in one.given for right in other.given)


def _similar(one: _Given, other: _Given) -> bool:
    pairs = [(left.replace("c", "k"), right.replace("c", "k")) for left in one.spellings for right in other.spellings]
    if one.initial or other.initial:
        return any("x" in (left, right) or left[0] == right[0] for left, right in pairs)  # X: unknown
    return any(left[0] == right[0] and _spelled_alike(left, right, _SAME_GIVEN) for left, right in pairs)


def _spelled_alike(one: str, other: str, share: float) -> bool:
    return one.startswith(other) or other.startswith(one) or SequenceMatcher(None, one, other).ratio() >= share


def side_of(asked: str, white: str, black: str) -> bool | None:
    """Returns whether the asked player was White; None if neither. An exact match is preferred."""
    exact = asked.casefold().split()
    for matches in (lambda name: name.casefold().split() == exact, lambda name: is_player(asked, name)):
        if matches(white):
            return True
        if matches(black):
            return False
    return None


def names_found(asked: str, names: Iterable[str]) -> list[str]:
    """Returns the names that a search finds: the player's; without any, those with a word that begins with each asked
    word, so that typing finds a name early."""
    known = list(names)
    found = [name for name in known if is_player(asked, name)]
    if found:
        return found
    wanted = _plain_words(asked)
    return [name for name in known if wanted and _begins(wanted, name)]


def _begins(wanted: Sequence[Spellings], name: str) -> bool:
    there = {form for word in _plain_words(name) for form in word}
    return all(any(word.startswith(form) for word in there for form in forms) for forms in wanted)


def _plain_words(name: str) -> list[Spellings]:
    return [spellings(word) for word in _WORD.findall(name.translate(_APOSTROPHES))]


def _bare(letter: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(sign))


def _agree(asked: _Reading, name: _Reading) -> bool:
    if asked.surname.isdisjoint(name.surname) or (asked.given and not name.given):
        return False
    if (asked.guess or name.guess) and not (asked.comma or name.comma):  # Mortazavi Ali is not Ali M
        return all(
            not one.spellings.isdisjoint(other.spellings) for one, other in zip(asked.given, name.given, strict=False)
        )
    return all(map(_same_given, asked.given, name.given))


def _same_given(one: _Given, other: _Given) -> bool:
    if one.initial or other.initial:
        return not {form[0] for form in one.spellings}.isdisjoint(form[0] for form in other.spellings)
    return not one.spellings.isdisjoint(other.spellings)


@lru_cache(1 << 14)
def _taken_apart(name: str) -> _Name:
    if _TEAM.search(name):
        return _Name((), False, frozenset())
    marks = {word for words in _BRACKETS.findall(name) for word in _WORD.findall(words) if word.isdigit()}
    front, comma, back = _BRACKETS.sub(" ", name).translate(_APOSTROPHES).partition(",")
    surname, given = _names_of(front), _names_of(back)
    if not surname:
        surname, given = given, []
    for words, first in ((surname, 1), (given, 0)):
        marks |= {"junior" for word in words[first:] if word in _JUNIORS}
        words[first:] = [word for word in words[first:] if word not in _JUNIORS | _SENIORS]
    while len(given) > 1 and given[-1] in _PARTICLES:
        surname.insert(0, given.pop())
    readings = (_Reading(_joined(surname), _given(given, name), True),) if comma else tuple(_either_way(surname, name))
    return _Name(readings if surname else (), any(reading.given for reading in readings), frozenset(marks))


def _names_of(text: str) -> list[str]:
    return [word for word in _JOINED.findall(text) if word not in _TITLES]


def _either_way(words: list[str], name: str) -> Iterator[_Reading]:
    """Yields the readings of a name without a comma: its surname may be first, last, or all of it."""
    yield _Reading(_joined(words), (), False)
    ways = [way for cut in range(1, len(words)) for way in ((words[:cut], words[cut:]), (words[cut:], words[:cut]))]
    ways = [way for way in ways if not any(_is_initial(word) for word in way[0])]
    likely = [way for way in ways if spellings(way[0][0]).isdisjoint(_GIVEN_NAMES)] or ways
    for surname, given in likely:
        yield _Reading(_joined(surname), _given(given, name), False, len(likely) > 1 and surname[-1] == words[-1])


def _is_initial(word: str) -> bool:
    return len(word) == 1 and not word.isdigit() and word.casefold() not in _SHORT_SURNAMES


def _joined(surname: list[str]) -> Spellings:
    forms = [spellings(word) for joined in surname for word in _WORD.findall(joined)]
    return frozenset(map("".join, islice(product(*forms), _MOST_SPELLINGS)))


def _given(words: list[str], name: str) -> tuple[_Given, ...]:
    """Returns the given names. JM are two initials, unless the whole name is in capitals."""
    names: list[str] = []
    for word in (word for joined in words for word in _WORD.findall(joined)):
        names += word if 1 < len(word) < 4 and word.isupper() and not name.isupper() else [word]
    return tuple(_Given(spellings(word), len(word) == 1 and word.isalpha()) for word in names)
