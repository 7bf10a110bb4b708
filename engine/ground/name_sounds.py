"""Spellings of one name in several transcriptions: `Kortchnoi` and `Kortschnoj`, `Khasin` and `Chasin`.

A word is written down by its sounds. A letter group that sounds differently in two languages gives several forms; two
words may be one name if they share a form. Made for words of players' names in plain letters
(`engine.game.player_names`), not for prose.
"""

import re
from functools import lru_cache
from itertools import islice, product

_VOWELS = "aeiou"
_HISSING, _HARD = "S", "C"  # s, sh, z, zh; and ts, ch, cz: a lost caron or an umlaut makes no other name
# German z and Slavic c are ts, c with a lost caron is ch, Latin c is k; ch is kh in German.
_GROUPS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("tsch", "tch", "tsh", "cz", "tz", "ts", "cs"), (_HARD,)),
    **dict.fromkeys(("shch", "sch", "sh", "zh", "sz", "zs", "s", "z"), (_HISSING,)),
    "ch": (_HARD, "H"),
    "kh": ("H",),
    "hk": ("H",),
    "ck": ("k",),
    "c": (_HARD, "k"),
    "q": ("k",),
    "ph": ("f",),
    "x": ("k" + _HISSING,),
    "w": ("v",),
    "ou": ("u",),
    "ae": ("a", "ae"),
    "oe": ("o", "oe"),
    "ue": ("u", "ue"),
    "y": ("i",),
    "j": ("i",),
}
_GROUP = re.compile("|".join(sorted(_GROUPS, key=len, reverse=True)) + "|.")
_MOST_FORMS = 32
_PREFIXES = ((re.compile("^mac(?=[^aeiou]..)"), "mc"), (re.compile("^[jy]e(?=[flv])"), "e"))  # Mackenzie, Yevgeny
_GLIDE = re.compile(f"(?<=[{_VOWELS}])([^{_VOWELS}]*)i(?=[{_VOWELS}])")  # Poluljahov and Poluliakhov, Evtifiev
_REPEATED = re.compile(r"(.)\1+")
_REPEATED_VOWEL = re.compile(f"([{_VOWELS}])\\1+")
_SHORT = 4
_LONG = 6  # letters; in shorter words one letter more or less is another name
FEWEST = 3  # sounds of a surname that are compared: Schuh is not Su
_SLIP = 9  # sounds of a surname in which one lost letter is a slip
_TYPING_SLIP = 11  # in which one wrong consonant is, too
# Known players whose names reached us through two alphabets in forms that no rule above joins.
_IRREGULAR = {"alekhine": "alekhin", "uitmen": "ujtumen", "sederborg": "soderborg"}
_PETS = """
    james jim jimmy | edward eddie eduard ted | rudolf ruud rudi | laszlo leslie | francis frank | william bill willy |
    robert bob bobby | michael mike | richard dick | anthony tony | joseph joe | john jack | lawrence larry |
    geoffrey jeff | bachar bachtiar | mikhail mihail misha | alexander aleksandr sasha | charles chuck | eric erik erich
"""
_PET_NAMES: dict[str, set[int]] = {}
for _number, _group in enumerate(_PETS.split("|")):
    for _word in _group.split():
        _PET_NAMES.setdefault(_word, set()).add(_number)
_FEMALE = ("a", "ka", "ia", "ya", "ja", "na", "ina", "ine", "ette")  # Daniel and Daniela are two people


@lru_cache(1 << 14)
def sounds(word: str) -> frozenset[str]:
    """Returns the forms of a word of plain small letters, by sound."""
    text = _IRREGULAR.get(word, word)
    for pattern, plain in _PREFIXES:
        text = pattern.sub(plain, text)
    parts: list[tuple[str, ...]] = []
    for found in _GROUP.finditer(text):
        group, before, after = found[0], text[: found.start()][-1:], text[found.end() :][:1]
        if group == "h":
            spoken = not before or not after or (before in _VOWELS and after in "aeiouy")  # Smith is not Smit
            parts.append(("H",) if spoken else ("",))
        elif group == "z" and (not before or not after or before not in _VOWELS):
            parts.append((_HISSING if before else group, _HARD))  # Sakharov and Zakharov are two names
        elif group == "zh" and not before:
            parts.append(("z",))
        else:
            parts.append(_GROUPS.get(group, (group,)))
    return frozenset(_finished("".join(form), len(word)) for form in islice(product(*parts), _MOST_FORMS))


def _finished(form: str, length: int) -> str:
    repeated = _REPEATED if length > _SHORT else _REPEATED_VOWEL  # Nunn is not Nun
    form = repeated.sub(r"\1", form)
    if length >= _LONG:
        form = _GLIDE.sub(r"\1", form)
        form = re.sub("neC$", "nC", form)  # Planinec, Planinc
        form = re.sub("C[SC]$", "C", form)  # Koblencs, Koblenc
    return re.sub("(?<=[oe])f$", "v", repeated.sub(r"\1", form))


def consonants(form: str) -> str:
    """Returns the consonants of a form in alphabetical order, each as often as it occurs."""
    return "".join(sorted(letter for letter in form if letter not in _VOWELS))


def surnames_alike(one: str, other: str) -> bool:
    """Whether two surnames are one in different transcriptions, or a long one with a slip."""
    here, there = sounds(one), sounds(other)
    if any(len(form) >= FEWEST for form in here & there):
        return True
    if one[:1] != other[:1] or min(len(one), len(other)) < _SLIP or {one[-1:], other[-1:]} & {"a"}:
        return False
    return any(_slip(left, right) for left in here for right in there)


def surnames_damaged(one: str, other: str) -> bool:
    """Whether one surname is the other without an inner vowel, with e for i or with two neighbouring letters exchanged,
    as in old files: `Prez`, `Sthlberg`, `Zaitshek`, `Kanstler`. Only to be believed if the given names agree in full.
    """
    if one[:1] != other[:1] or one[-1:] != other[-1:]:
        return False
    short, long = sorted((one, other), key=len)
    if len(short) >= 4 and len(long) == len(short) + 1:
        at = _first_difference(short, long)
        return 0 < at < len(short) and long[at] in _VOWELS and long[at + 1 :] == short[at:]
    if len(short) != len(long) or len(short) < _LONG:
        return False
    at = _first_difference(one, other)
    return _exchanged(one, other) or ({one[at], other[at]} == {"e", "i"} and one[at + 1 :] == other[at + 1 :])


def given_alike(one: str, other: str) -> bool:
    """Whether two given names in full, plain small letters, are one: another transcription, a short form, a pet name,
    or a spelling with one other vowel."""
    if one == other or not _PET_NAMES.get(one, set()).isdisjoint(_PET_NAMES.get(other, ())):
        return True
    short, long = sorted((one, other), key=len)
    if long.startswith(short):
        return long[len(short) :] not in _FEMALE
    return any(_given_forms(left, right, len(short)) for left in sounds(one) for right in sounds(other))


def _given_forms(one: str, other: str, letters: int) -> bool:
    if letters > _SHORT:
        one, other = _last_hard(one), _last_hard(other)
    if one == other or (letters >= _LONG and one[-1:] != "a" != other[-1:] and _begins(one, other)):
        return True
    if one[:1] != other[:1] or (one[-1:] == "a") != (other[-1:] == "a") or letters < 4:
        return False
    at = _first_difference(one, other)
    if len(one) == len(other):
        changed = {one[at], other[at]}
        return one[at + 1 :] == other[at + 1 :] and (changed <= set("aei"))
    short, long = sorted((one, other), key=len)
    lost = long[at + 1 :] == short[at:] and len(long) == len(short) + 1
    return lost and (letters >= _LONG or long[at] in "aei") and at < len(short)


def _begins(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _last_hard(form: str) -> str:
    """Returns a form whose last d is a t and last m an n: Reinhard, Kamram."""
    return form[:-1] + {"d": "t", "m": "n"}.get(form[-1:], form[-1:])


def _slip(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    at = _first_difference(short, long)
    if not 0 < at < len(short) - 2:  # an ending makes another surname: Zacharias, Zachariassen
        return False
    if len(long) == len(short) + 1:
        return len(short) >= _SLIP and long[at + 1 :] == short[at:]
    consonants = short[at] not in _VOWELS and long[at] not in _VOWELS
    return len(short) == len(long) >= _TYPING_SLIP and consonants and short[at + 1 :] == long[at + 1 :]


def _exchanged(one: str, other: str) -> bool:
    at = _first_difference(one, other)
    return one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]


def _first_difference(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))
