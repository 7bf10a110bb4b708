"""Games of an import as rows of the tables: built while the file is read, written in one transaction.

Names get temporary places in the order of their appearance; the transaction assigns their numbers in the tables. So the
database is not locked while a file is read, and a file that cannot be read leaves no names.
"""

import hashlib
import sys
from bisect import bisect_left

import cython
from cython.cimports.books.collection.traits import Traits, day_of, fill, speed_of
from cython.cimports.books.collection.traits import result as result_of
from cython.cimports.cpython import array as c_array
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.cpython.unicode import PyUnicode_READ_CHAR
from cython.cimports.engine.pgn.blocks import give_way
from cython.cimports.engine.pgn.mainlines import MainLine
from cython.cimports.engine.pgn.postings import PostingsBuilder
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memset

from books.collection.schema import GAME_COLUMNS
from books.collection.signatures import games_signed, in_order, matches
from engine.game.tags.dates import stored_date
from engine.game.tags.ratings import MOST_ELO, elo_in
from engine.game.tags.results import result_in
from engine.pgn.text.text_order import folded

SHORT_PLIES = 20  # shorter games are compared only if the date agrees too
_COLUMNS: frozenset = frozenset(("White", "Black", "Event", "Site", "Round", "ECO"))
_NAMED: frozenset = _COLUMNS | {"Date", "Result", "WhiteElo", "BlackElo"}
_RESULTS: dict = {"*": 0, "1-0": 1, "0-1": 2, "1/2-1/2": 3, "0-0": 5}  # as in game_collection.RESULT_TOKENS
_MOST_NAMES = cython.declare(cython.int, 500_000)  # in memory; a file may have a different tag for each game
_UNSEEN: c_array.array = c_array.array("I")
_SIGNATURES: c_array.array = c_array.array("q")
INSERT = f"INSERT INTO games ({GAME_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class NameIndex:
    """Names in the order of their appearance."""

    def __cinit__(self):
        self.names = []
        self.numbers = []
        self.places = {}

    def of(self, name):
        """Returns the place of a name; a new name gets a new place."""
        place = self.places.get(name)
        if place is None:
            place = self.places[name] = len(self.names)
            self.names.append(name)
        return place

    def new_ones(self):
        """Returns the names without numbers (see rows.pyi)."""
        return self.names[len(self.numbers) :]

    def forget(self):
        """Removes all names."""
        self.names, self.numbers, self.places = [], [], {}


class RowBatch:
    """The games of one transaction (see rows.pyi)."""

    def __cinit__(self, source: cython.longlong):
        self.players, self.events, self.tags = NameIndex(), NameIndex(), NameIndex()
        self.unread = {}
        self.postings = PostingsBuilder()
        self.moveless = {}
        self.source = source
        self.rows = cython.NULL
        self.used = cython.NULL
        self.room = self.used_room = 0
        self.forget()

    def __dealloc__(self):
        free(self.rows)
        free(self.used)

    def __len__(self):
        return self.count

    def forget(self):
        """Drops all games and the numbers of names."""
        self.players.forget()
        self.events.forget()
        self.tags.forget()
        self.clear()

    def clear(self):
        """Starts the next batch: drops the games."""
        self.postings.forget()
        self.kept, self.texts = [], {}
        self.count = self.used_count = 0
        self.problems = 0
        if max(len(self.players.names), len(self.events.names), len(self.tags.names)) > _MOST_NAMES:
            self.forget()

    def take(self, line: MainLine, text):
        """Adds a game (see rows.pyi)."""
        headers: dict = line.headers
        row: cython.pointer(Row)
        same: cython.bint = False
        if self.count == self.room:
            room: cython.size_t = max(1024, 2 * self.room)
            grown: cython.p_void = realloc(self.rows, room * cython.sizeof(Row))
            if grown == cython.NULL:
                raise MemoryError
            self.rows = cython.cast(cython.pointer(Row), grown)
            self.room = room
        white = headers.get("White")
        black = headers.get("Black")
        result = headers.get("Result", "*")
        plain: cython.bint = result in _RESULTS  # columns give back all the values of the game that they have
        date = headers.get("Date")
        year = 0
        if date is not None:
            written = date
            date, year, readable = stored_date(written)
            if not readable:
                self._count_unread("Date")
            plain &= written != "" and written == date
        row = self.rows + self.count
        memset(row, 0, cython.sizeof(Row))
        row.white = self.players.of("?" if white is None else white)
        row.black = self.players.of("?" if black is None else black)
        row.event = self.events.of((headers.get("Event", "?"), headers.get("Site", "?")))
        white_rating = headers.get("WhiteElo")
        black_rating = headers.get("BlackElo")
        white_elo: cython.int = _elo(white_rating, cython.address(same))
        plain &= same or white_rating is None
        black_elo: cython.int = _elo(black_rating, cython.address(same))
        plain &= same or black_rating is None
        row.chess960 = line.chess960
        self._tags(row, headers, plain)
        packed: bytes = packed_moves(line)
        row.signature = _digest(line, packed)
        if not line.moves:
            row.signature = self._nth(row.signature)
        if result not in _RESULTS and result_in(result) is None:
            self._count_unread("Result")
        if not white_elo and _is_odd_rating(white_rating):
            self._count_unread("WhiteElo")
        if not black_elo and _is_odd_rating(black_rating):
            self._count_unread("BlackElo")
        fill(
            cython.address(row.traits),
            line.material,
            white_elo,
            black_elo,
            year,
            0 if date is None else day_of(date),
            speed_of(headers.get("TimeControl")),
            _RESULTS[line.result],
        )
        if line.keys is not None:
            keys: c_array.array = line.keys
            moves: c_array.array = line.moves
            if not self.postings.put(self.count, keys.data.as_ulonglongs, moves.data.as_ushorts, len(keys), len(moves)):
                raise MemoryError
        self.kept += (headers.get("Round"), date, headers.get("ECO"), packed, line.start_fen)
        if text is not None:
            self.texts[self.count] = text
        self.problems += len(line.problems) > 0
        self.count += 1

    def _count_unread(self, name):
        """Counts a tag whose text has no readable value."""
        self.unread[name] = self.unread.get(name, 0) + 1

    def _nth(self, signature):
        """Returns the signature of the n-th game without moves and with the same headers: games of a match may differ
        in nothing. Reading the same file again gives the same signatures."""
        before = self.moveless.get(signature, 0)
        self.moveless[signature] = before + 1
        if not before:
            return signature
        digest = hashlib.blake2b(f"{signature} {before}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "little", signed=True)

    def _tags(self, row, headers, plain):
        """Adds the tags without a column of their own. `plain`: date, result and ratings have one."""
        grown: cython.p_void
        row.first_tag = self.used_count
        for name, value in headers.items():
            if name in _NAMED if plain else _has_column(name, value):
                continue
            if self.used_count == self.used_room:
                room: cython.size_t = max(4096, 2 * self.used_room)
                grown = realloc(self.used, room * cython.sizeof(cython.uint))
                if grown == cython.NULL:
                    raise MemoryError
                self.used = cython.cast(cython.pointer(cython.uint), grown)
                self.used_room = room
            self.used[self.used_count] = self.tags.of((name, value))
            self.used_count += 1
            row.tags += 1

    def insert(self, db, first: cython.longlong, other):
        """Writes the games (see rows.pyi)."""
        place: cython.size_t = 0
        end: cython.size_t
        number: cython.longlong = first
        self._find_known(db)
        self.numbers = c_array.clone(_UNSEEN, self.count, True)
        cursor = db.cursor()
        while place < self.count:
            end = place
            while end < self.count and not self.rows[end].known:
                end += 1
            if end == place:
                if self._insert_known(cursor, other, db, place, number):
                    self._insert_text(cursor, place, number)
                    number += 1
                place += 1
                continue
            cursor.executemany(INSERT, self._unknown(place, end, number))
            while place < end:
                self.numbers.data.as_uints[place] = number
                if self.texts:
                    self._insert_text(cursor, place, number)
                place += 1
                number += 1
        return self._inserted(first, number - first)

    def _inserted(self, first: cython.longlong, count: cython.size_t):
        """Returns what the collection keeps of the games besides their rows."""
        place: cython.size_t
        at: cython.size_t = 0
        traits: c_array.array = c_array.clone(_UNSEEN, count * cython.sizeof(Traits) // 4, False)
        sides: c_array.array = c_array.clone(_UNSEEN, 2 * count, False)
        signatures: c_array.array = c_array.clone(_SIGNATURES, count, False)
        games: c_array.array = c_array.clone(_UNSEEN, count, False)
        for place in range(self.count):
            if self.numbers.data.as_uints[place]:
                cython.cast(cython.pointer(Traits), traits.data.as_voidptr)[at] = self.rows[place].traits
                sides.data.as_uints[2 * at] = self.players.numbers[self.rows[place].white]
                sides.data.as_uints[2 * at + 1] = self.players.numbers[self.rows[place].black]
                signatures.data.as_longlongs[at] = self.rows[place].signature
                games.data.as_uints[at] = self.numbers.data.as_uints[place]
                at += 1
        blocks = self.postings.blocks(first, self.numbers) if count else []
        return count, traits.tobytes(), sides.tobytes(), blocks, signatures, games

    def _find_known(self, db):
        """Marks the games that the collection may have, and those whose signature an earlier game of the batch has."""
        index: cython.size_t
        place: cython.size_t
        signatures: c_array.array = c_array.clone(_SIGNATURES, self.count, False)
        places: c_array.array = c_array.clone(_UNSEEN, self.count, False)
        for index in range(self.count):
            signatures.data.as_longlongs[index] = self.rows[index].signature
            places.data.as_uints[index] = index
        in_order(signatures, places)
        for index in range(1, self.count):
            if signatures.data.as_longlongs[index] == signatures.data.as_longlongs[index - 1]:
                self.rows[places.data.as_uints[index]].known = True
        self.stored = {}
        for index, game in zip(*matches(db, signatures), strict=True):
            place = places.data.as_uints[index]
            self.rows[place].known = True
            self.stored.setdefault(place, []).append(game)
        for (signature,) in db.execute("SELECT signature FROM edited WHERE typeof(signature) = 'integer'"):
            index = bisect_left(signatures, signature)
            while index < self.count and signatures.data.as_longlongs[index] == signature:
                self.rows[places.data.as_uints[index]].known = True
                index += 1
        self.signatures, self.places = signatures, places
        self.derived = {}

    def _unknown(self, place: cython.size_t, end: cython.size_t, number: cython.longlong):
        """Yields games as rows."""
        while place < end:
            give_way()  # SQLite releases the lock between rows too briefly for other threads to take it
            yield self._values(place, number)
            place += 1
            number += 1

    def _insert_text(self, cursor, place, number):
        """Writes the text of an inserted game, if it has one."""
        text = self.texts.get(place)
        if text:
            cursor.execute("INSERT INTO texts VALUES (?, ?)", (number, text))

    def _insert_known(self, cursor, other, db, place: cython.size_t, number):
        """Inserts a game whose signature may be known, under another one if it is. Returns whether it is another game."""
        values: tuple = self._values(place, number)
        text = self.texts.get(place) if self.texts else None
        known: list = self.stored.get(place, [])
        while True:
            signature = other(db, values, text, self._in_batch(values[14]) or known)
            if not signature:
                return False
            if signature == values[14]:
                break
            values = (*values[:14], signature, values[15])
            known = games_signed(db, signature)
        cursor.execute(INSERT, values)
        if signature != self.rows[place].signature:
            self.rows[place].signature = signature
            self.derived[signature] = number
        self.numbers.data.as_uints[place] = number
        return True

    def _in_batch(self, signature):
        """Returns the game of this batch that was inserted with a signature, in a list."""
        number = self.derived.get(signature)
        if number is not None:
            return [number]
        at: cython.size_t = bisect_left(self.signatures, signature)
        wanted: cython.longlong = signature
        place: cython.size_t
        while at < self.count and self.signatures.data.as_longlongs[at] == wanted:
            place = self.places.data.as_uints[at]
            if self.numbers.data.as_uints[place] and self.rows[place].signature == wanted:
                return [self.numbers.data.as_uints[place]]
            at += 1
        return []

    def row(self, place: cython.size_t, number):
        """Returns a game as a row with its traits (see rows.pyi)."""
        if place >= self.count:
            raise IndexError
        traits: bytes = PyBytes_FromStringAndSize(
            cython.cast(cython.p_char, cython.address(self.rows[place].traits)), cython.sizeof(Traits)
        )
        return self._values(place, number), traits

    def _values(self, place, number):
        row: cython.pointer(Row) = self.rows + place
        at: cython.Py_ssize_t = KEPT * place
        return (
            number,
            self.players.numbers[row.white],
            self.players.numbers[row.black],
            self.events.numbers[row.event],
            self.kept[at],
            self.kept[at + 1],
            result_of(cython.address(row.traits)),
            row.traits.white_elo or None,
            row.traits.black_elo or None,
            self.kept[at + 2],
            self.kept[at + 3],
            self.kept[at + 4],
            1 if row.chess960 else None,
            self.source,
            row.signature,
            self._numbers_of_tags(row) if row.tags else None,
        )

    def _numbers_of_tags(self, row):
        numbers: c_array.array = c_array.clone(_UNSEEN, row.tags, False)
        index: cython.uint
        for index in range(row.tags):
            numbers.data.as_uints[index] = self.tags.numbers[self.used[row.first_tag + index]]
        return numbers.tobytes()


def _elo(value, plain):
    """Returns a rating, 0 if invalid; `plain`: the column gives back exactly this spelling."""
    elo: cython.int = 0
    index: cython.Py_ssize_t
    code: cython.int
    plain[0] = False
    if value is None:
        return 0
    text: str = value
    if 0 < len(text) <= 4 and cython.cast(cython.int, PyUnicode_READ_CHAR(text, 0)) != 0x30:
        for index in range(len(text)):
            code = cython.cast(cython.int, PyUnicode_READ_CHAR(text, index))
            if not 0x30 <= code <= 0x39:
                return 0
            elo = 10 * elo + code - 0x30
        plain[0] = elo <= MOST_ELO
        return elo if plain[0] else 0
    return elo_in(text) or 0


def _is_odd_rating(value):
    """Whether a rating without a readable value has figures."""
    return value is not None and value.strip("0?- ") != "" and any(map(str.isdigit, value))


def _has_column(name, value):
    plain: cython.bint = False
    if name in _COLUMNS:
        return True
    if name == "Date":
        return value != "" and stored_date(value).text == value
    if name == "Result":
        return value in _RESULTS
    if name == "WhiteElo" or name == "BlackElo":
        _elo(value, cython.address(plain))
    return plain


def other_tags(headers: dict):
    """Returns the tags without a column of their own, with their values."""
    return [(name, value) for name, value in headers.items() if not _has_column(name, value)]


def packed_moves(line: MainLine):
    """Returns the moves as stored in the table: 2 bytes each, little-endian."""
    moves = line.moves
    if sys.byteorder == "big":
        moves = moves[:]
        moves.byteswap()
    return moves.tobytes()


def surname(name: str):
    """Returns the part of a player's name that two spellings share."""
    return folded(name).split(",")[0].split(" ")[0].encode()


def signature(line: MainLine):
    """Returns the signature, equal for records of the same game (see rows.pyi)."""
    return _digest(line, packed_moves(line))


def signature_of(packed: bytes, start_fen, date):
    """Returns the signature of a stored game with moves (see rows.pyi)."""
    parts = [packed, (start_fen or "").encode()]
    if len(packed) < 2 * SHORT_PLIES:  # thousands of games share them
        parts.append((date or "").encode("utf-8", "replace"))
    return _number(parts)


def _digest(line: MainLine, packed: bytes):
    headers = line.headers
    if line.moves:
        return signature_of(packed, line.start_fen, headers.get("Date"))
    names = [surname(headers.get(name, "")) for name in ("White", "Black")]
    tags = [headers.get(name, "").encode("utf-8", "replace") for name in ("Date", "Event", "Round", "White", "Black")]
    # Only the result may distinguish the games of a match.
    return _number([packed, (line.start_fen or "").encode(), *names, *tags, line.result.encode()])


def _number(parts):
    digest = hashlib.blake2b(b"\0".join(parts), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)
