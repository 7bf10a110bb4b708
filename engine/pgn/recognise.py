"""Detects how a text is written: the language of its piece letters, and PGN or running text.

English comes first. Another language is chosen only if English leaves something unread and the other reads further;
two languages that read other moves equally far prove nothing. If no language reads everything, it is read as running
text (`free_text`) if that finds more moves.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.pgn.free_text import LONGEST_TEXT, FreeGame, free_games
from engine.pgn.mainlines import MainLine, MainLineReader
from engine.pgn.text.letters import LANGUAGES, is_mixed, piece_initials
from engine.pgn.tree import TreeReader
from engine.pgn.values import PgnGame, Problem, ProblemKind
from engine.pgn.writer import written_game
from engine.rules.position_text import start_in

_FAULTS = {ProblemKind.ILLEGAL_MOVE, ProblemKind.AMBIGUOUS_MOVE, ProblemKind.UNKNOWN_TEXT}
_SAMPLE_BYTES = 64 << 10  # of a file: about fifty games
_MOST_TRIED = 10  # games tried from the sample
_TAG = re.compile(r'^[ \t]*\[\w+\s+"(?:[^"\\\n]|\\.)*"\s*\]', re.MULTILINE)

Answers = Mapping[int, str]
"""The user's choice at each `Doubt`: the move in coordinate notation, by its place in the text."""
NO_ANSWERS: Answers = MappingProxyType({})


def has_unread_moves(problems: Iterable[Problem]) -> bool:
    """Whether a move could not be played."""
    return any(problem.kind in _FAULTS for problem in problems)


def language_of_game(content: bytes) -> str:
    """Returns the language of one game that English letters cannot read: the one that reads all of it or else furthest;
    `en` if none reads further, or two read other moves equally far."""
    by_letters: dict[tuple[str, ...], str] = {}
    for language, letters in LANGUAGES.items():
        by_letters.setdefault(letters, language)
    best: dict[tuple[str, ...], str] = {(): "en"}
    furthest = (False, 0)
    for language in by_letters.values():
        games = TreeReader("", language).feed(content, True)
        if len(games) != 1:
            continue
        moves = tuple(node.uci for node in games[0].main_line())
        reached = bool(moves) and not has_unread_moves(games[0].problems), len(moves)
        if reached > furthest:
            best, furthest = {moves: language}, reached
        elif reached == furthest:
            best.setdefault(moves, language)
    return next(iter(best.values())) if len(best) == 1 else "en"


def language_of_file(head: bytes) -> str:
    """Returns the language of a file by its first bytes: the one that reads most of the games unreadable in English, if
    those are more than half."""
    sample = head[:_SAMPLE_BYTES]
    games = TreeReader("").feed(sample, len(head) <= _SAMPLE_BYTES)
    faulty = [game for game in games if has_unread_moves(game.problems)]
    if 2 * len(faulty) <= len(games):
        return "en"
    votes = Counter(language_of_game(bytes_of(game, sample)) for game in faulty[:_MOST_TRIED])
    return votes.most_common(1)[0][0]


def in_its_language(game: PgnGame, content: bytes, file: str = "text") -> PgnGame:
    """Returns the game of these bytes in the language that reads most of it. `game`: read in English; `file`: the name in
    its problems."""
    return _in_its_language(game, content, "en", file, 0)[0]


def _in_its_language(game: PgnGame, content: bytes, language: str, file: str, lines: int) -> tuple[PgnGame, str]:
    """Returns the game, and its language; see `best_reading`."""
    other = language_of_game(content) if has_unread_moves(game.problems) else language
    if other in ("en", language):
        return game, language
    reader = TreeReader(file, other)
    reader.skip_to(game.number - 1, game.offset, lines)
    return replace(reader.feed(content, True)[0], offset=game.offset, prelude=game.prelude), other


def in_english_if_possible(game: PgnGame, english: PgnGame, file: str) -> PgnGame:
    """Returns a game in the requested language, or in English if English reads all of it. If both read it, a problem
    reports that."""
    if has_unread_moves(english.problems) or not english.table.size > 1:
        return game
    if [node.uci for node in game.main_line()] == [node.uci for node in english.main_line()]:
        return game
    if has_unread_moves(game.problems):
        return english
    pairs = zip(english.main_line(), game.main_line(), strict=False)
    first = next((ours.san for ours, theirs in pairs if ours.uci != theirs.uci), "")
    problem = Problem(ProblemKind.ENGLISH_LETTERS, file, game.number, 1, first)
    return replace(english, problems=(*english.problems, problem))


def best_reading(
    game: PgnGame,
    content: bytes,
    language: str = "en",
    first: str = "en",
    answers: Answers = NO_ANSWERS,
    *,
    file: str = "text",
    lines: int = 0,
) -> PgnGame:
    """Returns the game of these bytes in the language, or as running text, that reads most of it. `game`: read in
    `language`. `first` and `answers`: see `free_games`; the places of doubts count from the start of the file. `file`
    and `lines`: its name and the line breaks before the game, for the problems."""
    game, language = _in_its_language(game, content, language, file, lines)
    is_whole = not has_unread_moves(game.problems)
    if is_whole and language == "en" and not answers:
        return game
    tags, movetext = _divided(content)
    if is_whole and not answers and not is_mixed(language, piece_initials(movetext)):
        return game
    answers = {place - game.offset: move for place, move in answers.items()}
    found = free_games(movetext, first, game.start_fen, answers)
    plies = len(game.main_line())
    if len(found) != 1 or found[0].plies < plies or (is_whole and not found[0].doubt and not answers):
        return game
    doubt = found[0].doubt
    asked = doubt and replace(doubt, place=doubt.place + game.offset)
    if found[0].plies == plies and not is_whole:  # nothing gained, except a question for the user
        return replace(game, doubt=asked)
    better = _as_game(found[0], tags, movetext, file, (game.number, lines))
    return replace(better, doubt=asked, offset=game.offset, length=game.length, prelude=game.prelude)


def best_main_line(line: MainLine, content: bytes, language: str, reader: MainLineReader) -> MainLine:
    """Returns the line of a game in the language, or as running text, that reads most of it. `language`: in which it was
    read; `reader`: a new one for the result, in English."""
    if not has_unread_moves(line.problems):
        return line
    is_prose = any(problem.kind is ProblemKind.UNKNOWN_TEXT for problem in line.problems)
    if not is_prose and language_of_game(content) in ("en", language):
        return line  # an illegal move, whatever the language
    [game] = TreeReader("", language).feed(content, True)[:1]
    best = best_reading(game, bytes_of(game, content), language)
    if len(best.main_line()) <= len(line.moves):
        return line
    reader.skip_to(line.number - 1, line.offset)
    return reader.feed(written_game(best, best.prelude).encode(), True)[0]


def games_of_running_text(
    text: str, first: str = "en", answers: Answers = NO_ANSWERS, file: str = "text"
) -> list[PgnGame]:
    """Returns the games of a text that is not PGN; empty if it has none. `first` and `answers`: see `free_games`;
    `file`: the name in their problems."""
    if len(text) > LONGEST_TEXT or _TAG.search(text):
        return []
    found = free_games(text, first, answers=answers)
    tags = ""
    if not found and (fen := start_in(text)):  # a diagram or a list of pieces, and the solution
        found, tags = free_games(text, first, fen, answers), f'[SetUp "1"]\n[FEN "{fen}"]'
    return [
        _as_game(game, tags if number == 1 else "", text, file, (number, 0)) for number, game in enumerate(found, 1)
    ]


def _divided(content: bytes) -> tuple[str, str]:
    """Returns the tags of a game, and the rest."""
    text = content.decode("utf-8", "replace")
    end = 0
    for tag in _TAG.finditer(text):
        if text[end : tag.start()].strip():
            break
        end = tag.end()
    return text[:end], text[end:]


def _as_game(found: FreeGame, tags: str, movetext: str, file: str, place: tuple[int, int]) -> PgnGame:
    """Returns a game of the movetext after its tags. `place`: its number, and the line breaks before the tags."""
    number, lines = place
    reader = TreeReader(file)
    reader.skip_to(number - 1, 0, lines)
    game = reader.feed(f"{tags}\n\n{found.movetext} {found.result}".encode(), True)[0]
    doubt = found.doubt
    if doubt is None:
        return game
    kind = ProblemKind.AMBIGUOUS_MOVE if doubt.is_ambiguous else ProblemKind.ILLEGAL_MOVE
    line = lines + tags.count("\n") + movetext.count("\n", 0, doubt.place) + 1
    return replace(game, doubt=doubt, problems=(*game.problems, Problem(kind, file, number, line, doubt.written)))


def bytes_of(game: PgnGame, content: bytes) -> bytes:
    """Returns a game's bytes in the text that it was read from."""
    return content[game.offset : game.offset + game.length]
