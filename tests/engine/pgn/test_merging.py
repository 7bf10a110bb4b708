"""Games merged into one tree: no line, comment or sign is lost, and counts and results are those of the games."""

import io

import chess
import chess.pgn
import pytest

from engine.pgn.merging import MergeError, merged
from engine.pgn.reader import games_of
from engine.pgn.writer import written_game

GAMES = """[Event "Cup"]
[White "A"]
[Black "B"]
[Date "1970.01.01"]
[Result "1-0"]

1. e4 e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 $1 {good} Nc6 1-0

[Event "Cup"]
[White "C"]
[Black "D"]
[Result "1/2-1/2"]

1. e4 c5 2. c3 1/2-1/2

[Event "Cup"]
[White "E"]
[Black "F"]
[Result "0-1"]

1. e4 e5 2. Nf3 {good} Nf6 0-1
"""


def lines(node: chess.pgn.GameNode, before: str = "") -> set[str]:
    found = {before}
    for child in node.variations:
        found |= lines(child, f"{before} {child.move}")
    return found


def test_no_line_comment_or_sign_is_lost_and_the_most_played_move_comes_first() -> None:
    text = written_game(merged(games_of(GAMES)))
    tree = chess.pgn.read_game(io.StringIO(text))
    assert tree is not None and not tree.errors
    stream = io.StringIO(GAMES)
    sources = [game for _ in range(3) if (game := chess.pgn.read_game(stream)) is not None]
    assert lines(tree) == set().union(*(lines(game) for game in sources))
    knight = tree.variations[0].variations[0].variations[0]
    assert (knight.comment, knight.nags) == ("good", {1})
    king_pawn = tree.variations[0]
    assert [child.san() for child in king_pawn.variations] == ["e5", "c5"]
    assert king_pawn.variations[0].comment == "2: +1 =0 -1"
    assert king_pawn.variations[1].comment == "sharp"
    assert [child.comment for child in knight.variations] == ["A – B, Cup 1970, 1-0", "E – F, Cup, 0-1"]
    same = merged(games_of('[White "A"]\n[WhiteElo "1500"]\n\n1. e4 *\n\n[White "B"]\n[WhiteElo "1500"]\n\n1. d4 *\n'))
    assert "WhiteElo" not in same.headers, "an Elo without a name was shown as “? (1500)”"
    assert tree.headers["Event"] == "Cup" and tree.headers["White"] == "?" and tree.headers["Result"] == "*"


def test_games_that_cannot_stand_in_one_tree_are_refused_by_number() -> None:
    other = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n'
    games = games_of(f"{GAMES}\n\n{other}")
    for chosen in (games, [games[0], games[-1]]):  # by its number in the file, however few are chosen
        with pytest.raises(MergeError, match="game 4 has another start position"):
            merged(chosen)
    with pytest.raises(MergeError, match="no game"):
        merged([])


def test_merging_the_same_game_again_only_changes_counts() -> None:
    (game, *_) = games_of(GAMES)
    twice = merged([game, game])
    assert [node.uci for node in twice.table] == [node.uci for node in merged([game]).table]


def test_a_move_of_several_games_shows_the_clock_of_none() -> None:
    one = '[White "A"]\n\n1. e4 {[%clk 0:01:00]} {[%emt 0:00:02] good} e5 {[%clk 0:00:59]} *\n\n'
    other = '[White "B"]\n\n1. e4 {[%clk 0:10:00]} c5 *\n'
    tree = chess.pgn.read_game(io.StringIO(written_game(merged(games_of(one + other)))))
    assert tree is not None
    king_pawn = tree.variations[0]
    assert king_pawn.comment == "good" and king_pawn.variations[0].clock() == 59
