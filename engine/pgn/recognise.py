"""Detects how a text is written: the language of its piece letters, and PGN or running text.

English comes first. Another language is chosen only if English leaves something unread and the other reads all of it;
two languages with different moves prove nothing. If no language reads everything, it is read as running text
(`free_text`) if that finds more moves.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from engine.pgn.free_text import LONGEST_TEXT, FreeGame, free_games
from engine.pgn.streams import blocks
from engine.pgn.text.letters import LANGUAGES
from engine.pgn.tree import TreeReader
from engine.pgn.values import PgnGame, Problem, ProblemKind

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
    """Returns the language of one game that English letters cannot read; `en` if no language reads all of it, or two
    read different moves."""
    found: dict[tuple[str, ...], str] = {}
    tried: set[tuple[str, ...]] = {LANGUAGES["en"]}
    for language, letters in LANGUAGES.items():
        if letters in tried:
            continue
        tried.add(letters)
        games = TreeReader("", language).feed(content, True)
        if len(games) == 1 and games[0].root.children and not has_unread_moves(games[0].problems):
            found.setdefault(tuple(node.uci for node in games[0].main_line()), language)
    return next(iter(found.values())) if len(found) == 1 else "en"


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


def language_at(path: Path) -> str:
    """Returns the language of a file. :raises PgnError: it cannot be read."""
    return language_of_file(next(blocks(path, None, None), b""))


def in_its_language(game: PgnGame, content: bytes, file: str = "text") -> PgnGame:
    """Returns the game of these bytes in the language that reads all of it, otherwise in English (`game`). `file`: the
    name in its problems."""
    language = language_of_game(content) if has_unread_moves(game.problems) else "en"
    return game if language == "en" else _same_place(TreeReader(file, language).feed(content, True)[0], game)


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
    game: PgnGame, content: bytes, first: str = "en", answers: Answers = NO_ANSWERS, file: str = "text"
) -> PgnGame:
    """Returns the game of these bytes in the language, or as running text, that reads most of it. `game`: read in
    English. `first` and `answers`: see `free_games`; `file`: the name in its problems."""
    game = in_its_language(game, content, file)
    if not has_unread_moves(game.problems):
        return game
    tags, movetext = _divided(content)
    found = free_games(movetext, first, game.start_fen, answers)
    if len(found) != 1 or found[0].plies < len(game.main_line()):
        return game
    if found[0].plies == len(game.main_line()):  # nothing gained, except a question for the user
        return replace(game, doubt=found[0].doubt)
    return _same_place(_as_game(found[0], tags, file), game)


def games_of_running_text(text: str, first: str, answers: Answers = NO_ANSWERS) -> list[PgnGame]:
    """Returns the games of a text that is not PGN; empty if it has none. `first` and `answers`: see `free_games`."""
    if len(text) > LONGEST_TEXT or _TAG.search(text):
        return []
    return [_as_game(game, "") for game in free_games(text, first, answers=answers)]


def _divided(content: bytes) -> tuple[str, str]:
    """Returns the tags of a game, and the rest."""
    text = content.decode("utf-8", "replace")
    end = 0
    for tag in _TAG.finditer(text):
        if text[end : tag.start()].strip():
            break
        end = tag.end()
    return text[:end], text[end:]


def _as_game(found: FreeGame, tags: str, file: str = "text") -> PgnGame:
    game = TreeReader(file).feed(f"{tags}\n\n{found.movetext} {found.result}".encode(), True)[0]
    if found.doubt is None:
        return game
    kind = ProblemKind.AMBIGUOUS_MOVE if found.doubt.is_ambiguous else ProblemKind.ILLEGAL_MOVE
    problem = Problem(kind, file, game.number, 1, found.doubt.written)
    return replace(game, doubt=found.doubt, problems=(*game.problems, problem))


def _same_place(game: PgnGame, place: PgnGame) -> PgnGame:
    """Returns a game that was read from its own bytes with its place in the file."""
    problems = tuple(replace(problem, game=place.number) for problem in game.problems)
    return replace(
        game,
        problems=problems,
        number=place.number,
        offset=place.offset,
        length=place.length,
        prelude=place.prelude,
    )


def bytes_of(game: PgnGame, content: bytes) -> bytes:
    """Returns a game's bytes in the text that it was read from."""
    return content[game.offset : game.offset + game.length]
