"""One state machine for the tag section: whatever stands between the tags of a game, the game stays whole and nothing is lost."""

import random
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

import chess
import chess.pgn
import pytest

from engine.pgn.index import GameList
from engine.pgn.mainlines import MainLineReader
from engine.pgn.reader import games_in, games_of, read_games
from engine.pgn.values import PgnGame, ProblemKind
from engine.pgn.writer import written_game
from tests.helpers.shared import shared_file
from tests.helpers.tag_lines import LINES, MORE, with_lines

SECOND = '[Event "Second"]\n[Result "0-1"]\n\n1. d4 d5 0-1\n'
FIRST = '[Event "E1"]\n[White "W"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'
SOURCES = ("classics_to_1969", "elite2600_A", "elite2600_C", "elite2600_E")


def told(game: PgnGame) -> tuple[object, ...]:
    """What a game is known by; the disturbing lines name an annotator."""
    headers = {
        name: value for name, value in game.headers.items() if name in ("Event", "Site", "White", "Black", "Result")
    }
    return headers, game.start_fen, game.result, tuple(node.uci for node in game.main_line())


def made_games(count: int, seed: int) -> list[str]:
    """Games played at random; their movetexts begin in every way that the standard and real files know."""
    dice = random.Random(seed)
    heads = ("", "{intro} ", "$1 ", "{[%eval 0.2]}\n", "{two\n\nparagraphs}\n\n", "% escaped\n", "; a line\n")
    games = []
    for number in range(count):
        fen = "4k3/8/8/8/8/8/PPPP4/4K2R b K - 0 1" if number % 7 == 6 else chess.STARTING_FEN
        board = chess.Board(fen)
        game = chess.pgn.Game()
        game.setup(board)
        node: chess.pgn.GameNode = game
        for _ in range(dice.randrange(1, 12)):
            if moves := list(node.board().legal_moves):
                node = node.add_variation(dice.choice(moves))
        game.headers.update(
            {"Event": f"Made {number}", "White": f"White, {number}", "Result": dice.choice(("1-0", "*"))}
        )
        text = str(game)
        head = heads[number % len(heads)]
        games.append(text.replace("\n\n", f"\n\n{head}", 1).rstrip() + "\n")
    return games


def check(texts: Sequence[str], lines: Iterable[str], every: bool, seed: int) -> int:
    """Reads each game with each of the lines at each place, followed by another game. Returns how many were tried."""
    tried = 0
    for text in texts:
        before = [told(game) for game in games_of(f"{text}\n{SECOND}")]
        for line, disturbed in with_lines(text, lines, every, seed):
            after = [told(game) for game in games_of(f"{SECOND}\n{disturbed}\n{SECOND}")]
            assert after == [before[-1], *before], (line, disturbed)
            tried += 1
    return tried


@pytest.mark.parametrize("line", LINES + MORE)
def test_a_line_between_the_tags_cuts_no_game_in_two_for_any_reader(line: str, tmp_path: Path) -> None:
    disturbed = FIRST.replace("[Black", f"{line}\n[Black")
    text = f"{disturbed}\n{SECOND}"
    first, second = games_of(text)
    assert {**first.headers, "Event": "E1", "White": "W", "Black": "B", "Result": "1-0"} == first.headers
    assert [node.san for node in first.main_line()] == ["e4", "e5"]
    assert second.headers == {"Event": "Second", "Result": "0-1"} and not second.problems
    assert [told(game) for game in games_in(text)] == [told(first), told(second)]  # what is pasted
    lines = MainLineReader().feed(text.encode(), True)
    assert [(line.headers["Event"], line.result, len(line.moves)) for line in lines] == [
        ("E1", "1-0", 2),
        ("Second", "0-1", 2),
    ]
    path = tmp_path / "disturbed.pgn"
    path.write_bytes(text.encode())
    listed = GameList(path)
    list(listed.load())
    assert [listed.value(row, "Black") for row in range(len(listed))] == ["B", ""]
    assert [told(listed.game(row)) for row in range(2)] == [told(first), told(second)]


@pytest.mark.parametrize("line", LINES + MORE)
def test_the_text_is_written_again_and_reported(line: str) -> None:
    (game,) = games_of(FIRST.replace("[Black", f"{line}\n[Black"))
    written = written_game(game)
    words = "".join(c for c in line if c.isalnum() or c in "#*-+")
    assert words in "".join(c for c in written if c.isalnum() or c in "#*-+") or "Annotator" in game.headers
    assert written_game(games_of(written)[0]) == written
    harmless = line.startswith(("{ two", "{a", ";", "%")) or "Annotator" in game.headers or "_x" in game.headers
    assert game.problems or harmless or "Remark" in game.headers


def test_every_place_of_a_tag_section_is_as_good_as_another() -> None:
    assert check(made_games(60, 1), LINES[::7] + MORE[::4], False, 5) > 600
    assert check(made_games(7, 2), ("some text", "{open", "* point", "[]"), True, 0) > 200


def test_games_without_moves_stay_apart() -> None:
    text = '[Event "A"]\n[Result "*"]\n\nnothing written down\n\n[Event "B"]\n\n*\n\n[Event "C"]\nno moves\n[Event "D"]\n\n*\n'
    assert [game.header("Event") for game in games_of(text)] == ["A", "B", "C", "D"]


def test_text_between_tags_and_moves_is_text_of_the_game() -> None:
    (game,) = games_of('[Event "A"]\n\nPlayed in the park.\nNobody watched.\n\n1. e4 e5 *\n')
    assert [node.san for node in game.main_line()] == ["e4", "e5"]
    assert game.escapes == ("Played in the park.", "Nobody watched.")
    assert [problem.kind for problem in game.problems] == [ProblemKind.TAG_TEXT] * 2


@pytest.mark.parametrize("tags", ['[Event "A"]\n\n', ""])
def test_a_space_before_the_point_of_the_first_number_loses_no_moves(tags: str) -> None:
    (game,) = games_of(f"{tags}1 . e4\ne5 2 . Nf3 *\n")
    assert [node.san for node in game.main_line()] == ["e4", "e5", "Nf3"] and not game.problems


@pytest.mark.long
@pytest.mark.parametrize("name", SOURCES)
def test_real_games_with_a_line_at_any_place_of_their_tag_sections_stay_the_same(name: str, tmp_path: Path) -> None:
    source = shared_file(f"data/games/{name}.pgn.gz")
    games = list(islice(read_games(source), 750))
    texts = [written_game(game) for game in games]
    assert check(texts, LINES + MORE, False, 3) == len(texts) * len(LINES + MORE)
    dice = random.Random(name)
    for round_ in range(5):  # whole files, a line in each of their games
        path = tmp_path / f"{round_}.pgn"
        path.write_text(
            "\n".join(
                next(iter(with_lines(text, [dice.choice(LINES)], False, dice.randrange(10**6))))[1] for text in texts
            ),
            encoding="utf-8",
            newline="",
        )
        assert [told(game) for game in read_games(path)] == [told(game) for game in games]
        listed = GameList(path)
        list(listed.load())
        assert len(listed) == len(games)
