"""Decides whether two names are spellings of one player's. The only place that compares players' names.

`Adams, Michael` is `Adams,M`, `Michael Adams` and `ADAMS, Michael R`, but neither `Rohde Michael A` nor `Brooks,
Michael A`: the surname must match in full, and an initial matches a given name only. Case, accents and strokes of
letters are ignored, and so are transcriptions (`engine.ground.name_sounds`), but not between two single words: `maris`
and `mariss` are two users of a server.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations, islice, product
from typing import NamedTuple

from engine.ground.given_names import GIVEN_NAMES
from engine.ground.name_sounds import FEWEST, consonants, given_alike, sounds, surnames_alike, surnames_damaged
from engine.ground.user_name import is_user

_APOSTROPHES = dict.fromkeys(map(ord, "'’‘`´ʼʻ′"))  # O’Neil is ONeil
_LETTERS = {
    "ä": ("a", "ae"), "ö": ("o", "oe"), "ü": ("u", "ue"), "ø": ("o", "oe"), "å": ("a", "aa"), "æ": ("ae", "a"),
    "œ": ("oe", "o"), "đ": ("d", "dj"), "ð": ("d",), "þ": ("th",), "ł": ("l",), "ħ": ("h",), "ŧ": ("t",),
    "ı": ("i",), "ŋ": ("ng", "n"), "ə": ("e", "a"),
}  # fmt: skip
_SAME_GIVEN = 0.5  # share of common letters: Szymon and Simon have 0.7, John and James 0.2, Robert and Rodrigo 0.46
_SAME_SURNAME = 0.8  # van Scheltinga and van Schtinga have 0.9, van der Wiel and van der Sterren 0.7
_LONG_SOUND = 4  # letters; shorter ones share their consonants with too many others
_MOST_WORDS, _LONGEST_NAME, _LEAST_LETTERS = 8, 4, 4  # of a search; of a name in it; of a word beside initials
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
_SHORT_SURNAMES = frozenset("od")  # O Neil, D Costa
_LEFT_OUT = _PARTICLES - {"le", "la", "du", "da", "do", "di", "al", "el"} | {"las", "los", "des"}  # not Le Quang Liem
_INITIALS = str.maketrans("yw", "jv")  # Yuri and Juri
_SENIOR = "senior"
_NUMBERS = frozenset(f"#{number}" for number in range(10))
_ALIKE_FIRST = ("ckqhzxt", "sc", "eijy", "vw", "fp", "ou", "dt")  # letters that begin one name in two transcriptions
_GLUED = re.compile(r"([a-z])([A-Z])(?=$|[ ,.])")  # ByronA
_COUNTRY = re.compile(r"([^\W\d_]{2,}[\s,]+[^\W\d_]{2,}) [A-Z]{3}$")  # Tal Mihail LET
_NUMBERED = re.compile(r"([A-Z])(\d)")  # players of one name and initial: N1, N2

Spellings = frozenset[str]
"""All spellings of one word in plain letters."""


class _Given(NamedTuple):
    spellings: Spellings
    initial: bool


class _Reading(NamedTuple):
    """A parsed name; the words of the surname are joined. `bare`: the surname without its particles, if it has any.
    `guess`: the last word is only assumed to be the surname. `words` of a name that, without a comma, is all surname."""

    surname: Spellings
    bare: Spellings
    given: tuple[_Given, ...]
    comma: bool
    guess: bool = False
    words: int = 0


class _Name(NamedTuple):
    """`full`: it has more than a surname. `marks`: a junior, and numbers in brackets or after an initial."""

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
    if is_user(asked) and is_user(name):
        return True
    wanted, there = _taken_apart(asked), _taken_apart(name)
    if not wanted.readings or not there.readings:
        return asked.casefold().split() == name.casefold().split()
    return any(
        _agree(one, other) and (not wanted.full or _same_marks(wanted.marks, there.marks))
        for one in wanted.readings
        for other in there.readings
    )


def may_be_same(one: str, other: str) -> bool:
    """Whether two names in games may be one player's: without a given name, a name matches everyone of that surname."""
    return is_player(one, other) or is_player(other, one)


def has_full_given(name: str) -> bool:
    """Whether a name is written as `Surname, Given`, with a given name in full."""
    return any(way.comma and way.given and not way.given[0].initial for way in _taken_apart(name).readings)


def surname_keys(name: str) -> frozenset[str]:
    """Returns keys for finding spellings of one name among many: two of them nearly always share a key. A name without
    more than a surname has none."""
    ways = [way for way in _taken_apart(name).readings if way.given]
    words = {word for way in ways for word in way.surname | way.bare}
    forms = {form for word in words for form in sounds(word)}
    return frozenset(form if len(form) < _LONG_SOUND else form[0] + consonants(form[1:]) for form in forms)


def cannot_be_same(one: str, other: str) -> bool:
    """Whether two names in copies of one game must be two players': the surnames differ, or the given names differ in
    their initials or beyond spelling. More tolerant than `may_be_same`: `Winawer, Szymon` is `Winawer Simon A`."""
    here, there = (
        [way for way in _taken_apart(name).readings if not any(map(_ONLY_PARTICLES.fullmatch, way.surname))]
        for name in (one, other)
    )
    if not here or not there or may_be_same(one, other):
        return False
    return not any(_look_alike(left, right) for left in here for right in there)


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
    """Returns the names that a search finds: the player's, and longer ones that have every asked word (`Dominguez` finds
    `Dominguez, L` and `Dominguez Perez,L`); without any, those with a word that begins with each asked word, so that
    typing finds a name early."""
    wanted = _plain_words(asked)
    first = "|".join(sorted(wanted[0])) if wanted else ""
    begins = re.compile(rf"(?<![^\W_])(?:{first})|[^\x00-\x7f]|['`]", re.IGNORECASE)  # or a word has other spellings
    possible = _possible(asked)
    is_word = any(len(form) > 1 for forms in wanted for form in forms)  # a letter is an initial of too many
    found, beginning = [], []
    for name in names:
        may_begin = bool(wanted) and begins.search(name) is not None
        if ((not name.isascii() or possible.search(name) or is_user(name)) and is_player(asked, name)) or (
            is_word and may_begin and _has(wanted, name, str.__eq__)
        ):
            found.append(name)
        elif may_begin and not found and _has(wanted, name, str.startswith):
            beginning.append(name)
    return found or beginning


def players_among(asked: str, names: Iterable[str]) -> list[str]:
    """Returns the names that are the asked player's (`is_player`)."""
    possible = _possible(asked)
    return [name for name in names if (not name.isascii() or possible.search(name)) and is_player(asked, name)]


def names_by_word(words: Sequence[str], names: Iterable[str]) -> list[set[str]]:
    """Returns, for each word of a search, the names that it means in another spelling: alone as a surname, or with its
    neighbours as a whole name. `garri kasparow 1985` means Kasparov, Garry by its first two words."""
    known = list(names)
    found: list[set[str]] = [set() for _ in words]
    if len(words) > _MOST_WORDS:
        return found
    for first, last in combinations(range(len(words) + 1), 2):
        run = words[first:last]
        if len(run) > _LONGEST_NAME or any(map(_has_digit, run)):
            continue
        if any(word.isalpha() and len(word) >= _LEAST_LETTERS for word in run):
            there = players_among(" ".join(run), known)
            for place in range(first, last):
                found[place].update(there)
    return found


def _possible(asked: str) -> re.Pattern[str]:
    """Returns a pattern that every name of the asked player in ASCII meets. Spares the comparison of most names. A
    surname begins with a letter that may stand for the first one of an asked word; a short one has no other
    transcription."""
    words = _plain_words(asked)
    letters = {form[0] for word in words for form in word if form}
    if len(words) == 1 and all(len(form) < FEWEST for word in words[0] for form in sounds(word)):
        forms = "|".join(r"[\W_]*".join(map(re.escape, form)) for form in sorted(words[0]))
        return re.compile(f"(?i:(?<![a-z])(?:{forms}))(?![a-z])")  # `AnB` is An, B
    alike = "".join(group for group in _ALIKE_FIRST if letters & set(group)) + "".join(sorted(letters))
    return re.compile(f"(?<![a-z])[{re.escape(alike)}]" if letters else "", re.IGNORECASE)


def _has(wanted: Sequence[Spellings], name: str, matches: Callable[[str, str], bool]) -> bool:
    there = {form for word in _plain_words(name) for form in word}
    return all(any(matches(word, form) for word in there for form in forms) for forms in wanted)


def _plain_words(name: str) -> list[Spellings]:
    return [spellings(word) for word in _WORD.findall(name.translate(_APOSTROPHES))]


def _bare(letter: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(sign))


def _same_marks(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether no mark sets two players of one name apart: Jr., or the second of that name, M2, and the father, Sr."""
    if (one ^ other) - {_SENIOR} - _NUMBERS:
        return False
    first, second = one & _NUMBERS, other & _NUMBERS
    return not (first and second and first != second) and not (
        (first and _SENIOR in other) or (second and _SENIOR in one)
    )


def _agree(asked: _Reading, name: _Reading) -> bool:
    if asked.given and not name.given:
        return False
    alike = _same_surname(asked, name)
    if not alike and not _may_be_damaged(asked, name):
        return False
    if (asked.guess or name.guess) and not (asked.comma or name.comma):  # Mortazavi Ali is not Ali M
        same = all(
            not one.initial and not other.initial and _same_given(one, other)
            for one, other in zip(asked.given, name.given, strict=False)
        )
    else:
        same = all(map(_same_given, asked.given, name.given)) or _one_of_two(asked.given, name.given)
    return same and (alike or _agree_in_full(asked.given, name.given))


def _same_surname(one: _Reading, other: _Reading) -> bool:
    if not one.surname.isdisjoint(other.surname):
        return True
    numbered = any(map(_has_digit, one.surname | other.surname))
    if numbered or max(one.words, other.words) > 1 or one.words == other.words == 1:
        return not (one.bare.isdisjoint(other.surname) and one.surname.isdisjoint(other.bare))
    for here, there in ((one.surname, other.surname), (one.bare, other.surname), (one.surname, other.bare)):
        if not here.isdisjoint(there) or any(surnames_alike(left, right) for left in here for right in there):
            return True
    return False


def _may_be_damaged(one: _Reading, other: _Reading) -> bool:
    if not one.given or not other.given or any(map(_has_digit, one.surname | other.surname)):
        return False
    return any(surnames_damaged(left, right) for left in one.surname for right in other.surname)


def _agree_in_full(one: tuple[_Given, ...], other: tuple[_Given, ...]) -> bool:
    """Whether a given name agrees in full, or two initials do."""
    pairs = list(zip(one, other, strict=False))
    return len(pairs) > 1 or any(not left.initial and not right.initial for left, right in pairs)


def _same_given(one: _Given, other: _Given) -> bool:
    if one.initial or other.initial:
        return not _initials(one).isdisjoint(_initials(other))
    if not one.spellings.isdisjoint(other.spellings):
        return True
    if any(map(_has_digit, one.spellings | other.spellings)):  # versions of a program, numbered players
        return False
    return any(given_alike(left, right) for left in one.spellings for right in other.spellings)


def _has_digit(word: str) -> bool:
    return not word.isalpha() and any(map(str.isdigit, word))


def _initials(name: _Given) -> set[str]:
    return {form[0].translate(_INITIALS) for form in name.spellings}


def _one_of_two(one: tuple[_Given, ...], other: tuple[_Given, ...]) -> bool:
    """Whether the only given name, written in full, is a further one of the other: Ivan Vladimir, called Vladimir."""
    few, many = sorted((one, other), key=len)
    return (
        len(few) == 1 and not few[0].initial and any(not few[0].spellings.isdisjoint(name.spellings) for name in many)
    )


@lru_cache(1 << 16)
def _taken_apart(name: str) -> _Name:
    if _TEAM.search(name):
        return _Name((), False, frozenset())
    marks = {word for words in _BRACKETS.findall(name) for word in _WORD.findall(words) if word.isdigit()}
    text = _COUNTRY.sub(r"\1", _GLUED.sub(r"\1 \2", _BRACKETS.sub(" ", name).translate(_APOSTROPHES)))
    front, comma, back = text.partition(",")
    surname, given = _names_of(front), _names_of(back)
    if not surname:
        surname, given = given, []
    if len(given) == 1 and "_" in front and len(given[0]) == 1:  # Xu_Jun, J
        surname, given, comma = _WORD.findall(front), [], ""
    for words, first in ((surname, 1), (given, 0)):
        alone = len(words) - first == 1 and (words is given or not given)
        juniors = _JUNIORS - {"Jun"} if alone else _JUNIORS  # Xie Jun
        marks |= {"junior" for word in words[first:] if word in juniors}
        marks |= {_SENIOR for word in words[first:] if word in _SENIORS}
        seniors = _SENIORS if first or len(words) > 1 else frozenset()  # `Ristic,Sr` is Srdjan
        words[first:] = [word for word in words[first:] if word not in juniors | seniors]
    while len(given) > 1 and given[-1] in _PARTICLES:
        surname.insert(0, given.pop())
    while not comma and len(surname) > 2 and surname[-1] in _PARTICLES:
        surname.insert(0, surname.pop())
    words = given if comma else surname[1:]
    numbered = [_NUMBERED.fullmatch(word) for word in words]
    marks |= {f"#{found[2]}" for found in numbered if found and found[2] != "1"}
    if comma:
        readings: tuple[_Reading, ...] = (_reading(surname, given, name, True),)
    else:
        readings = tuple(_either_way(surname, name))
    return _Name(readings if surname else (), any(reading.given for reading in readings), frozenset(marks))


def _names_of(text: str) -> list[str]:
    return [word for word in _JOINED.findall(text) if word not in _TITLES]


def _reading(surname: list[str], given: list[str], name: str, comma: bool, guess: bool = False) -> _Reading:
    first = 0
    while first < len(surname) and surname[first].casefold() in (_PARTICLES if first else _LEFT_OUT):
        first += 1
    bare = _joined(surname[first:]) if 0 < first < len(surname) else frozenset[str]()
    words = 0 if given or comma else len(surname)
    return _Reading(_joined(surname), bare, _given(given, name), comma, guess, words)


def _either_way(words: list[str], name: str) -> Iterator[_Reading]:
    """Yields the readings of a name without a comma: its surname may be first, last, or all of it."""
    yield _reading(words, [], name, False)
    ways = [way for cut in range(1, len(words)) for way in ((words[:cut], words[cut:]), (words[cut:], words[:cut]))]
    ways = [way for way in ways if len("".join(way[0])) > 1 and not any(_is_initial(word) for word in way[0])]
    likely = [way for way in ways if spellings(way[0][0]).isdisjoint(GIVEN_NAMES)] or ways
    for surname, given in likely:
        yield _reading(surname, given, name, False, len(likely) > 1 and surname[-1] == words[-1])


def _is_initial(word: str) -> bool:
    return len(word) == 1 and not word.isdigit() and word.casefold() not in _SHORT_SURNAMES


def _joined(surname: list[str]) -> Spellings:
    forms = [spellings(word) for joined in surname for word in _WORD.findall(joined)]
    return frozenset(map("".join, islice(product(*forms), _MOST_SPELLINGS)))


def _given(words: list[str], name: str) -> tuple[_Given, ...]:
    """Returns the given names. JM are two initials, unless the whole name is in capitals; 2518 after one is a rating."""
    names: list[str] = []
    for word in (word for joined in words for word in _WORD.findall(joined)):
        if names and len(word) == 4 and word.isdigit():
            continue
        numbered = _NUMBERED.fullmatch(word)
        word = numbered[1] if numbered else word
        names += word if 1 < len(word) < 4 and word.isupper() and not name.isupper() else [word]
    return tuple(_Given(spellings(word), len(word) == 1 and word.isalpha()) for word in names)
