"""Results in 45 spellings: the value counts, and the text of the tag comes back unchanged."""

import pytest

from engine.game.tags.results import points_of, result_in, result_token
from engine.pgn.mainlines import MainLineReader
from engine.pgn.reader import games_in, games_of
from engine.pgn.writer import written_game

WHITE, BLACK, DRAW = "1-0", "0-1", "1/2-1/2"
# From lichess studies, ChessBase, chess-results, DGT, tournament bulletins and old programs.
SPELLINGS = {
    **dict.fromkeys(("1-0", "1:0", "1–0", "1−0", "1 - 0", "1-O", "1-0 ", "1-0*", "1-0?", "1-0 (time)"), WHITE),
    **dict.fromkeys(("+-", "+/-", "+:-", "1F-0F", "1-0 ff", "White wins", "Black resigns", "Valkea voitti"), WHITE),
    **dict.fromkeys(("0-1", "0:1", "0 - 1", "O-1", "-+", "Black won", "Weiß gibt auf"), BLACK),
    **dict.fromkeys(("1/2-1/2", "½-½", "0.5-0.5", "0,5-0,5", "1/2", "½", "1/2 - 1/2", "1/2:1/2", "1/2-1/2 "), DRAW),
    **dict.fromkeys(("=", "=-=", "draw", "Draw", "remis", "Remis", "tasapeli", "Draw agreed"), DRAW),
    **dict.fromkeys(("0-0", "--", "-:-", "0:0"), "0-0"),
    **dict.fromkeys(("*", "?", "-", "", "unknown", "½-0", "0-½", "1-½", "r1-0", "2-0", "O-O", "1-00", "1-0 0-1"), "*"),
}
AT_THE_END = {
    text: token
    for text, token in SPELLINGS.items()
    if text.strip("?-=+:/ ") and token not in ("*", "0-0") and "(" not in text
}


@pytest.mark.parametrize(("text", "token"), SPELLINGS.items())
def test_a_result_counts_whatever_its_spelling(text: str, token: str) -> None:
    assert result_token(text) == token


@pytest.mark.parametrize("text", ["r1-0", "2-0", "White smiles", "1-1", "x" * 5000])
def test_a_text_without_a_result_has_no_value(text: str) -> None:
    assert result_in(text) is None


@pytest.mark.parametrize(
    ("text", "points"), [("½-0", (0.5, 0.0)), ("1-½", (1.0, 0.5)), ("+-", (1.0, 0.0)), ("?", None)]
)
def test_half_points_for_one_side_count_as_points(text: str, points: tuple[float, float] | None) -> None:
    assert points_of(text) == points


@pytest.mark.parametrize(
    ("text", "is_forfeit"), [("+-", True), ("1F-0F", True), ("1-0 ff", True), ("1-0", False), ("=", False)]
)
def test_a_win_without_play_is_known_as_one(text: str, is_forfeit: bool) -> None:
    found = result_in(text)
    assert found is not None and found.is_forfeit is is_forfeit


@pytest.mark.parametrize(("text", "token"), SPELLINGS.items())
def test_the_text_of_the_tag_is_written_unchanged(text: str, token: str) -> None:
    (game,) = games_of(f'[White "A"]\n[Result "{text}"]\n\n1. e4 e5 *')
    written = written_game(game)
    assert game.result == token
    assert f'[Result "{text}"]' in written
    assert written.rstrip().endswith("*" if token == "0-0" else token)
    assert written_game(games_of(written)[0]) == written


@pytest.mark.parametrize(("text", "token"), AT_THE_END.items())
def test_a_result_after_the_moves_is_read_whole(text: str, token: str) -> None:
    content = f"1. e4 e5 2. Nf3 {text}\n"
    (game,) = games_of(content)
    (line,) = MainLineReader().feed(content.encode(), True)
    assert (game.result, line.result) == (token, token)
    assert (game.problems, line.problems, len(game.main_line()), len(line.moves)) == ((), (), 3, 3)
    assert written_game(games_of(written_game(game))[0]) == written_game(game)


@pytest.mark.parametrize("text", ["½-0", "0-½", "1-½"])
def test_a_result_that_pgn_does_not_have_becomes_the_tag(text: str) -> None:
    (game,) = games_of(f"1. e4 e5 {text}\n")
    assert (game.header("Result"), game.result, game.problems) == (text, "*", ())


@pytest.mark.parametrize("movetext", ["1. e4 e5 2. O-O", "1. e4 e5 --", "1. e4 e5 2. Nf3 ="])
def test_castling_a_null_move_and_a_sign_are_not_results(movetext: str) -> None:
    assert games_of(movetext)[0].result == "*"


@pytest.mark.parametrize("result", ["1:0", "0.5-0.5", "0 - 1", "1−0", "1/2:1/2"])
def test_games_without_tags_end_at_any_result(result: str) -> None:
    games = games_of(f"1. e4 e5 {result}\n1. d4 d5 {result}\n1. c4 {result}")
    assert [len(game.main_line()) for game in games] == [2, 2, 1]
    assert {game.result for game in games} == {result_token(result)}


@pytest.mark.parametrize("sign", ["+-", "-+", "=", "+/-"])
def test_a_sign_that_repeats_the_tag_after_the_moves_is_the_result(sign: str) -> None:
    (game,) = games_of(f'[Result "{sign}"]\n\n1. e4 e5 {sign}\n')
    assert game.node(game.end()).nags == () and game.result == result_token(sign)
    assert games_of(f"1. e4 e5 {sign} *")[0].node(2).nags != ()


@pytest.mark.parametrize(("result", "token"), [("1:0", WHITE), ("0−1", BLACK), ("0,5-0,5", DRAW), ("½–½", DRAW)])
def test_results_in_running_text_are_read_too(result: str, token: str) -> None:
    (game,) = games_in(f"Anna played well. 1. e4 e5 2. Sf3 Sc6 {result} and that was all.")
    assert game.result == token and len(game.main_line()) == 4
