"""A book as values by name, so that several computers can join their changes: moves, comments, repertoires and cards.

Names begin with the kind of the value; its other parts are separated by tabs. What is only counted or searched again (values of
positions, lessons of the engine) is not among them.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta, timezone
from typing import Any

from books.entry import SIDE, Flag, MoveRow, PositionRow, PositionVerdict, Presence
from books.repertoire.trainer_values import ALL_BOOKS, NEW_A_DAY
from books.store import journal, schema
from books.store.book_file import BookFile
from books.store.journal import Edit
from books.store.row_shapes import POSITION, TEXT, TIME, RowShape, as_json, whole
from engine.ground.files import storable

_MOVE, _PLACE, _OFF, _CHAPTER, _PROPERTY = "move", "position", "off", "chapter", "property"
_PROPERTIES = ("title", SIDE)
_REPERTOIRE, _MISTAKE, _FORGOTTEN, _CARD, _ANSWER = "repertoire", "mistake", "forgotten", "card", "answer"
# Columns that change together are one value, so that no flag comes without its source, nor a depth without its score.
_TOGETHER = {
    "flag": ("flag", "inherits", "source"),
    "results": ("wins", "draws", "losses"),
    "evaluation": ("evaluation", "depth", "engine", "evaluated"),
}
_ALONE = (
    "presence",
    "weight",
    "times_played",
    "last_played",
    "locked",
    "comment",
    "learn",
    "ordinal",
    "credit",
    "better",
)
_FIELDS = {**_TOGETHER, **{name: (name,) for name in _ALONE}}
_BLANK = MoveRow(0, 0, wins=0.0, draws=0.0, losses=0.0, credit=0.0)


def _is_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


_REPERTOIRES = RowShape("repertoires", name=TEXT, fen=POSITION, books=as_json(_is_names), new_a_day=whole(0))
_MISTAKES = RowShape(schema.MISTAKES, fen=POSITION, moves=TEXT, played=TEXT, better=TEXT, event=TEXT, made=TIME)
_ANSWER_COLUMNS = {
    "time": TIME, "grade": whole(1, 4), "ms": whole(0), "answer": TEXT,
    "zone": whole(-86_000, 86_000), "count": whole(1), "card": TEXT,
}  # fmt: skip
_REVIEW = RowShape("reviews", **_ANSWER_COLUMNS)
_REPERTOIRE_COLUMNS = "name, fen, books, new_a_day"
_MISTAKE_COLUMNS = "fen, moves, played, better, event, made"

State = Mapping[str, Any]
Regrade = Callable[[str, datetime, int], str]
"""The card (empty: none) after an answer at a time with its zone, of a grade from 1 to 4."""


def share(
    book: BookFile, known: State, merge: Callable[[State], State], regrade: Regrade, is_card: Callable[[str], bool]
) -> None:
    """Replaces the book's values by what `merge` returns, as one edit, which can be undone. Invalid values are left out.

    `known`: the values after the last exchange. :raises BookError: the book cannot be read or written.
    """
    with journal.edit(book, "import", "changes of your other computers") as edit:
        for statement in (*schema.TRAINING, *schema.WHEN_NEEDED.values()):
            edit.execute(statement, ())
        state = _state(book, edit, known)
        merged = merge(state)
        changed = sorted(key for key in {**state, **merged} if state.get(key) != merged.get(key))
        _put_moves(edit, changed, merged)
        for name in changed:
            kind, *rest = name.split("\t")
            with suppress(ValueError, IndexError, TypeError):  # a name or value of another version
                _PUT.get(kind, _leave)(edit, rest, merged.get(name))
        _put_answers(edit, [name for name in changed if name.startswith(f"{_ANSWER}\t")], merged, regrade, is_card)


def _state(book: BookFile, edit: Edit, known: State) -> dict[str, Any]:
    state: dict[str, Any] = {}
    for values in edit.execute(f"SELECT {schema.MOVE_COLUMNS} FROM moves", ()):
        row = book.row_of(values)
        for name, columns in _FIELDS.items():
            found = [getattr(row, column) for column in columns]
            if name == "presence" or found != [getattr(_BLANK, column) for column in columns]:
                state[_join(_MOVE, row.key, row.move, name)] = found
    for values in edit.execute(f"SELECT {schema.POSITION_COLUMNS} FROM positions", ()):
        place = book.position_of(values)
        state |= {
            _join(_PLACE, place.key, name): getattr(place, name)
            for name in ("comment", "forced")
            if getattr(place, name)
        }
    properties = edit.execute("SELECT name, value FROM meta WHERE name IN (?, ?)", _PROPERTIES)
    state |= {_join(_PROPERTY, name): value for name, value in properties}
    state |= {_join(_OFF, *ids): 1 for ids in edit.execute(f"SELECT key, move FROM {schema.SWITCHED_OFF}", ())}
    for (pgn,) in edit.execute(f"SELECT pgn FROM {schema.CHAPTERS}", ()):
        state[_join(_CHAPTER, hashlib.sha256(pgn.encode("utf-8", "replace")).hexdigest())] = pgn
    sql = f"SELECT created, white, {_REPERTOIRE_COLUMNS} FROM repertoires LEFT JOIN repertoire_books ON repertoire = id"
    for created, white, name, fen, books, new_a_day in edit.execute(sql, ()):
        values = [name, fen, books or json.dumps(ALL_BOOKS), NEW_A_DAY if new_a_day is None else new_a_day]
        state[_join(_REPERTOIRE, created, white)] = values
    for key, white, *values in edit.execute(f"SELECT key, white, {_MISTAKE_COLUMNS} FROM {schema.MISTAKES}", ()):
        state[_join(_MISTAKE, key, white)] = values
    state |= {_join(_FORGOTTEN, key): 1 for (key,) in edit.execute(f"SELECT key FROM {schema.FORGOTTEN}", ())}
    state |= _answers(edit, known)
    return {**{name: known[name] for name in known if _lasts(name)}, **state}


def _lasts(name: str) -> bool:
    """Whether a value is never removed: chapters, answers, and what this version does not know."""
    kind, *rest = name.split("\t")
    return kind in (_CHAPTER, _ANSWER) or kind not in (_MOVE, *_PUT) or (kind == _MOVE and rest[-1] not in _FIELDS)


def _answers(edit: Edit, known: State) -> dict[str, Any]:
    """The answers, and the cards that have none. The last answer of a card comes with the card after it."""
    cards = {(key, white): card for key, white, card in edit.execute("SELECT key, white, card FROM cards", ())}
    counts: dict[tuple[int, int], int] = {}
    last: dict[tuple[int, int], str] = {}
    found: dict[str, Any] = {}
    sql = "SELECT key, white, time, grade, duration_ms, answer FROM reviews ORDER BY time, id"
    for key, white, time, grade, ms, answer in edit.execute(sql, ()):
        card = key, white
        counts[card] = counts.get(card, 0) + 1
        name = _join(_ANSWER, f"{key} {white}", time, grade, ms, answer)
        zone = (datetime.fromtimestamp(time).astimezone().utcoffset() or timedelta()).total_seconds()
        found[name] = known.get(name, [time, grade, ms, answer, int(zone), counts[card], ""])
        last[card] = name
    for card, name in last.items():
        if name not in known:
            found[name][-1] = cards.get(card, "")
    found |= {_join(_CARD, *card): text for card, text in cards.items() if card not in counts}
    return found


def _put_moves(edit: Edit, changed: Iterable[str], merged: State) -> None:
    names = (name.split("\t") for name in changed if name.startswith(f"{_MOVE}\t"))
    for key, move in sorted({(int(rest[0]), int(rest[1])) for _, *rest in names if len(rest) == 3}):
        fields = {name: merged.get(_join(_MOVE, key, move, name)) for name in _FIELDS}
        if all(value is None for value in fields.values()):
            edit.delete(key, move)
            continue
        found: dict[str, Any] = {"presence": Presence.SEEN}
        for name, columns in _FIELDS.items():
            if isinstance(value := fields[name], list) and len(value) == len(columns):
                found |= dict(zip(columns, value, strict=True))
        row = _BLANK._replace(key=key, move=move, **found)
        if not schema.MOVES.fault([int(value) if isinstance(value, Flag | Presence) else value for value in row]):
            edit.put(row._replace(flag=Flag(row.flag), presence=Presence(row.presence)))


def _put_position(edit: Edit, rest: list[str], value: Any) -> None:
    key, name = int(rest[0]), rest[1]
    row = edit.position(key)._replace(**{name: value if value is not None else getattr(PositionRow(0), name)})
    if not schema.POSITIONS.fault([int(one) if isinstance(one, PositionVerdict) else one for one in row]):
        edit.put_position(row)


def _put_switch(edit: Edit, rest: list[str], value: Any) -> None:
    edit.switch(int(rest[0]), int(rest[1]), value is not None)


def _put_property(edit: Edit, rest: list[str], value: Any) -> None:
    if rest[0] in _PROPERTIES and isinstance(value, str):
        edit.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (rest[0], storable(value)))


def _put_chapter(edit: Edit, _rest: list[str], value: Any) -> None:
    if isinstance(value, str):
        edit.add_chapters([value])


def _put_repertoire(edit: Edit, rest: list[str], value: Any) -> None:
    created, white = int(rest[0]), int(rest[1])
    found = edit.execute("SELECT id FROM repertoires WHERE created = ? AND white = ?", (created, white)).fetchone()
    if value is None and found:
        edit.execute("DELETE FROM repertoire_books WHERE repertoire = ?", found)
        edit.execute("DELETE FROM repertoires WHERE id = ?", found)
    elif value is not None and not _REPERTOIRES.fault(value):
        name, fen, books, new_a_day = value
        if found:
            edit.execute("UPDATE repertoires SET name = ?, fen = ? WHERE id = ?", (name, fen, *found))
        else:
            sql = "INSERT INTO repertoires (name, white, fen, created) VALUES (?, ?, ?, ?)"
            found = (edit.execute(sql, (name, white, fen, created)).lastrowid,)
        edit.execute("INSERT OR REPLACE INTO repertoire_books VALUES (?, ?, ?)", (*found, books, new_a_day))


def _put_mistake(edit: Edit, rest: list[str], value: Any) -> None:
    ids = int(rest[0]), int(rest[1])
    if value is None:
        edit.execute(f"DELETE FROM {schema.MISTAKES} WHERE key = ? AND white = ?", ids)
    elif not _MISTAKES.fault(value):
        edit.execute(f"INSERT OR REPLACE INTO {schema.MISTAKES} VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*ids, *value))


def _put_forgotten(edit: Edit, rest: list[str], value: Any) -> None:
    sql = (
        f"DELETE FROM {schema.FORGOTTEN} WHERE key = ?"
        if value is None
        else f"INSERT OR IGNORE INTO {schema.FORGOTTEN} VALUES (?)"
    )
    edit.execute(sql, (int(rest[0]),))


def _put_answers(edit: Edit, new: list[str], merged: State, regrade: Regrade, is_card: Callable[[str], bool]) -> None:
    """Adds answers, and computes the cards that they change."""
    cards = {name.split("\t")[1] for name in new}
    found: dict[str, list[tuple[str, list[Any]]]] = {card: [] for card in cards}
    for name, value in merged.items():
        if name.startswith(f"{_ANSWER}\t") and (card := name.split("\t")[1]) in cards and not _is_wrong(card, value):
            found[card].append((name, value))
    for card, answers in found.items():
        answers.sort(key=lambda one: (one[1][0], one[0]))
        key, white = map(int, card.split())
        for name, (time, grade, ms, move, *_) in answers:
            if name in new:
                sql = "INSERT INTO reviews (key, white, time, grade, duration_ms, answer) VALUES (?, ?, ?, ?, ?, ?)"
                edit.execute(sql, (key, white, time, grade, ms, move))
        text = _card_after([value for _, value in answers], regrade, is_card)
        failed = sum(value[1] == 1 for _, value in answers)
        if text:
            sql = "INSERT OR REPLACE INTO cards VALUES (?, ?, ?, ?, ?, ?)"
            edit.execute(sql, (key, white, text, answers[-1][1][0], len(answers), failed))


def _card_after(answers: list[list[Any]], regrade: Regrade, is_card: Callable[[str], bool]) -> str:
    """The card after all answers: the latest that a computer had which knew all answers before it, and the answers since."""
    text, begin = "", 0
    for at, (*_, count, after) in enumerate(answers, 1):
        if after and count == at and is_card(after):
            text, begin = after, at
    for time, grade, _ms, _move, zone, *_ in answers[begin:]:
        text = regrade(text, datetime.fromtimestamp(time, timezone(timedelta(seconds=zone))), grade)
    return text


def _is_wrong(card: str, value: Any) -> bool:
    """Whether an answer is unusable: of another version, or damaged."""
    names = card.split()
    sound = len(names) == 2 and all(name.lstrip("-").isdigit() for name in names) and isinstance(value, list)
    return not sound or len(value) != len(_ANSWER_COLUMNS) or bool(_REVIEW.fault(value))


def _leave(_edit: Edit, _rest: list[str], _value: Any) -> None:
    """Leaves a value that this version does not know."""


def _join(*names: object) -> str:
    return "\t".join(map(str, names))


def _put_card(edit: Edit, rest: list[str], value: Any) -> None:
    """A card without answers, of an older version."""
    if isinstance(value, str):
        edit.execute("INSERT OR IGNORE INTO cards VALUES (?, ?, ?, 0, 1, 0)", (int(rest[0]), int(rest[1]), value))


_PUT = {
    _CARD: _put_card,
    _PLACE: _put_position,
    _OFF: _put_switch,
    _PROPERTY: _put_property,
    _CHAPTER: _put_chapter,
    _REPERTOIRE: _put_repertoire,
    _MISTAKE: _put_mistake,
    _FORGOTTEN: _put_forgotten,
}
