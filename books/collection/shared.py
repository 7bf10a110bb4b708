"""A collection as values by name, so that several computers can join their changes: games and labels.

A game has the same name on all computers. The table `shared`, made when needed, has the names by the games' numbers, with
checksums of a text that came from another computer and of the text that this collection makes of it.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from books.collection import editing, labels
from books.collection.export import text_of
from books.collection.game_collection import Collection, CollectionError
from books.collection.schema import for_this_sqlite
from engine.game.tree import Game
from engine.ground.errors import RatsuError
from engine.pgn.reader import games_of

MOST_GAMES = 20_000  # every game is read in each exchange
_GAME, _LABEL = "game", "label"
_TABLE = """CREATE TABLE IF NOT EXISTS shared (
    game INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, theirs TEXT NOT NULL, ours TEXT NOT NULL) STRICT"""

State = Mapping[str, Any]


def share(collection: Collection, known: State, merge: Callable[[State], State]) -> None:
    """Replaces the games and labels by what `merge` returns, in one transaction. Texts without a legal game are left out.

    `known`: the values after the last exchange.
    :raises CollectionError: the collection has too many games, is damaged, or cannot be written."""
    if len(collection) > MOST_GAMES:
        raise CollectionError("%1 has more than %2 games and is not shared.", collection.path, MOST_GAMES)
    with collection.transaction() as db:
        db.execute(for_this_sqlite(_TABLE))
        state = _state(collection, known)
        merged = merge(state)
        numbers = {name: game for game, name in db.execute("SELECT game, name FROM shared")}
        changed = sorted(key for key in {**state, **merged} if state.get(key) != merged.get(key))
        games = (key.partition("\t")[2] for key in changed if key.startswith(f"{_GAME}\t"))
        _put_games(collection, {name: merged.get(_join(_GAME, name)) for name in games}, numbers)
        for key in changed:
            kind, name, label = (*key.split("\t"), "", "")[:3]
            if kind == _LABEL and name in numbers:
                with suppress(labels.LabelError):
                    labels.labelled(collection, [numbers[name]], label, on=key in merged)


def _state(collection: Collection, known: State) -> dict[str, Any]:
    db = collection.db
    rows = {game: values for game, *values in db.execute("SELECT game, name, theirs, ours FROM shared")}
    names = {name for name, *_ in rows.values()}
    state: dict[str, Any] = {key: known[key] for key in known if _lasts(key, names)}
    there = set(collection.numbers())
    for game in collection.games(sorted(there)):
        text = text_of(collection, game)
        if game.id not in rows:
            name = _free_name(_mark(text), names)
            names.add(name)
            rows[game.id] = [name, "", ""]
            db.execute("INSERT INTO shared VALUES (?, ?, '', '')", (game.id, name))
        name, theirs, ours = rows[game.id]
        key = _join(_GAME, name)
        came = key in known and theirs == _mark(known[key]) and ours == _mark(text)
        state[key] = known[key] if came else text
    for number, given in labels.labels_by_game(collection).items():
        if number in there:
            state |= {_join(_LABEL, rows[number][0], label): 1 for label in given}
    return state


def _lasts(key: str, names: set[str]) -> bool:
    """Whether a value remains: a game that could not be stored here, and what this version does not know."""
    kind, name, *_ = (*key.split("\t"), "")
    return kind not in (_GAME, _LABEL) or name not in names


def _put_games(collection: Collection, texts: State, numbers: dict[str, int]) -> None:
    """Stores games, or puts those without a text into the bin. `numbers`: by name; new ones are added."""
    editing.deleted(collection, [numbers[name] for name, text in texts.items() if text is None and name in numbers])
    read = {name: game for name, text in texts.items() if (game := _game_of(text)) is not None}
    editing.put_back(collection, [numbers[name] for name in read if name in numbers])
    there = {game.id for game in collection.games([numbers[name] for name in read if name in numbers])}
    new = [name for name in read if numbers.get(name) not in there]  # or it has left the bin for ever
    for name in read.keys() - set(new):
        editing.replaced(collection, numbers[name], read[name])
    numbers |= dict(zip(new, editing.added(collection, [read[name] for name in new]) if new else (), strict=True))
    collection.db.executemany("DELETE FROM shared WHERE name = ?", ((name,) for name in read))
    named = {numbers[name]: name for name in read}
    for stored in collection.games(list(named)):
        name = named[stored.id]
        row = (stored.id, name, _mark(texts[name]), _mark(text_of(collection, stored)))
        collection.db.execute("INSERT INTO shared VALUES (?, ?, ?, ?)", row)


def _game_of(text: Any) -> Game | None:
    if isinstance(text, str):
        with suppress(RatsuError, ValueError):
            (game,) = games_of(text.encode("utf-8", "replace"))
            return game
    return None


def _free_name(name: str, names: Iterable[str]) -> str:
    """The name of a game by its text: the same game imported elsewhere has it too, and another copy here another."""
    free, number = name, 1
    while free in names:
        number += 1
        free = f"{name}-{number}"
    return free


def _mark(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _join(*names: str) -> str:
    return "\t".join(names)
