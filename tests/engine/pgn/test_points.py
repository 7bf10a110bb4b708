"""Points that programs get wrong in PGN files, each with its own small file in tests/data/pgn (written for this;
SOURCE.txt).
"""

import io
from pathlib import Path

import chess.pgn
import pytest

from engine.pgn.mainlines import MainLineReader
from engine.pgn.reader import games_of, read_games, read_main_lines
from engine.pgn.tree import TreeReader
from engine.pgn.values import PgnGame, ProblemKind
from engine.pgn.writer import written_game

FILES = Path(__file__).parents[2] / "data" / "pgn"


def read(name: str, language: str = "en") -> list[PgnGame]:
    """All games of a file; whatever the file, both readers agree and what is written is written the same again."""
    games = list(read_games(FILES / name, language=language))
    lines = list(read_main_lines(FILES / name, language=language))
    assert [len(list(game.main_line())) for game in games] == [len(line.moves) for line in lines] or "before" in name
    text = "\n".join(written_game(game) for game in games)
    again = games_of(text)
    assert [game.headers["Result"] for game in again] == [game.result for game in games]
    assert "\n".join(written_game(game) for game in again) == text
    assert all(len(line) < 80 for line in text.splitlines() if not line.startswith("["))
    return games


def sans(game: PgnGame) -> str:
    return " ".join(node.san for node in game.main_line())


def kinds(game: PgnGame) -> list[ProblemKind]:
    return [problem.kind for problem in game.problems]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("escape_column_one.pgn", ["e4 e5 Nf3"]),
        ("line_comment.pgn", ["e4 e5 Nf3"]),
        ("braces_do_not_nest.pgn", ["e4 e5 Nf3"]),
        ("deep_variations.pgn", ["e4 e5 Nf3"]),
        ("variation_before_any_move.pgn", ["e4 e5"]),
        ("empty_variation.pgn", ["e4 e5 Nf3"]),
        ("unclosed_variation.pgn", ["e4 e5", "d4"]),
        ("comments_everywhere.pgn", ["e4 e5"]),
        ("nags.pgn", ["e4 e5 Nf3 Nc6 Bb5 a6"]),
        ("fen_without_setup.pgn", ["Kd7 e4"]),
        ("setup_zero.pgn", ["e4"]),
        ("chess960_xfen.pgn", ["e4 e5 d3 d6 Qe3 Qe6 Be2 Be7 O-O O-O"]),
        ("chess960_shredder.pgn", ["e4 e5 d3 d6 Qe3 Qe6 Be2 Be7 O-O O-O"]),
        ("byte_order_mark.pgn", ["e4"]),
        ("utf16.pgn", ["e4 e5"]),
        ("no_break_space.pgn", ["e4 e5 Nf3"]),
        ("null_moves.pgn", ["e4 -- d4 -- c4 -- Nc3 -- Nf3 --"]),
        (
            "spellings.pgn",
            [
                "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O Nxe4 d4 exd4 Re1 d5 Bxd5 Qxd5",
                "fxe6 h5 a8=Q+ Ke7 Qa7+ Kxe6",
                "a8=Q+",
                "a8=R+ Kd7",
                "fxe6 h5",
            ],
        ),
        ("event_in_comment.pgn", ["e4 e5", "d4"]),
        ("junk_between_games.pgn", ["e4", "d4"]),
        ("glued_games.pgn", ["e4 e5", "d4 d5", "c4 c5"]),
        ("nul_bytes.pgn", ["e4 e5 Nf3"]),
        ("cr_only.pgn", ["e4 e5", "d4"]),
        ("dos_end_of_file.pgn", ["e4 e5"]),
        ("blank_line_in_movetext.pgn", ["e4 e5 Nf3 Nc6"]),
        ("unclosed_comment.pgn", ["e4", "d4 d5"]),
        ("figurines_and_lower_case.pgn", ["Nf3 Nf6 Nc3 e6 d4 Bb4"]),
        ("missing_promotion.pgn", ["a8=Q+"]),
    ],
)
def test_the_moves_are_read_right(name: str, lines: list[str]) -> None:
    assert [sans(game) for game in read(name)] == lines


def test_variations_belong_to_the_move_before_them() -> None:
    game = read("deep_variations.pgn")[0]
    assert [child.san for child in game.children(game.root.children[0])] == [
        "e5",
        *["c5", "e6"] * 30,
    ]  # all are replies to 1. e4


def test_a_variation_before_any_move_is_an_alternative_to_the_first() -> None:
    game = read("variation_before_any_move.pgn")[0]
    assert [child.san for child in game.children()] == ["e4", "d4"]
    assert kinds(game) == [ProblemKind.HOMELESS_VARIATION]


def test_castling_in_chess960_is_king_takes_rook_in_coordinates() -> None:
    for name in ("chess960_xfen.pgn", "chess960_shredder.pgn"):
        game = read(name)[0]
        assert game.chess960
        assert [node.uci for node in game.main_line() if node.san == "O-O"] == ["d1g1", "d8g8"]


def test_an_extra_bracket_is_told_and_nothing_else_happens() -> None:
    first, second = read("extra_bracket.pgn")
    assert sans(first) == "e4" and first.children()[0].unread == "Nf3 ) e5"
    assert sans(second) == "e4 e5 Nf3"
    assert kinds(second) == [ProblemKind.STRAY_BRACKET, ProblemKind.STRAY_BRACKET]


def test_comments_stay_where_they_belong() -> None:
    game = read("comments_everywhere.pgn")[0]
    first, second = game.main_line()
    assert game.root.comments == ("head",)
    assert first.comments == ("before",)
    assert game.children()[1].comments == ("inside",)
    assert second.before == ("behind",)
    assert second.comments == ("last", "tail")


def test_annotation_glyphs_keep_their_order_and_symbols_become_numbers() -> None:
    game = read("nags.pgn")[0]
    assert [node.nags for node in game.main_line()] == [(0, 1, 255), (1,), (5, 6), (14,), (220, 146), ()]
    assert kinds(game) == [ProblemKind.BAD_NAG]
    assert list(game.main_line())[-1].unread == "$256"


def test_black_to_move_is_numbered_with_three_dots() -> None:
    game = read("fen_without_setup.pgn")[0]
    assert "3... Kd7 4. e4 *" in written_game(game)
    assert '[SetUp "1"]' in written_game(game)


def test_results_in_all_spellings() -> None:
    games = read("results.pgn")
    assert [game.result for game in games] == ["1/2-1/2", "1/2-1/2", "0-0", "0-1", "1-0", "*"]
    assert kinds(games[4]) == [ProblemKind.RESULT_CONTRADICTS]
    assert games[4].children()[0].comments == ("0-1",)
    assert (games[4].problems[0].line, games[4].problems[0].token) == (22, "0-1")
    assert kinds(games[5]) == [ProblemKind.RESULT_IN_MIDDLE]
    assert games[5].children()[1].comments == ("1-0",)


def rewritten(text: str) -> str:
    """The text of its games, and what is left behind the last one."""
    reader = TreeReader("fuzz")
    return "\n".join([*map(written_game, reader.feed(text.encode(), True)), reader.tail])


@pytest.mark.parametrize(
    "text",
    [
        '[Result "0-0"]\n\n1. e4 e5 2. Nf$9993 Nc6 0-0\n',  # unread text before a result that looks like castling
        '[Result "0-0"]\n\n1. e4 e5 2. Nf$9993 Nc6 1-0\n\n[VadH',  # the rest would have joined the unread text
        '[Result "x} 1-0"]\n[FEN "none"]\n\n1. e4 *\n',  # a comment with a brace where moves cannot be read
        '[FEN "none"]\n\n1. e4 *\n{b} ; a } 1-0\n\n',
        "1. e4 ; a \x1c separator and } a brace\n*\n",
    ],
)
def test_what_the_long_fuzz_found_stays_found(text: str) -> None:
    written = rewritten(text)
    assert rewritten(written) == written


def test_a_game_that_both_lose_ends_without_castling_for_every_reader() -> None:
    """`0-0` at its end was castling for others, and a move that nobody played."""
    (game,) = games_of('[Result "0-0"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 0-0\n')
    assert game.result == "0-0" and not game.problems
    foreign = chess.pgn.read_game(io.StringIO(written_game(game)))
    assert foreign is not None and not foreign.errors
    assert foreign.headers["Result"] == "0-0" and foreign.end().ply() == 6
    (again,) = games_of(written_game(game))
    assert again.result == "0-0" and not again.problems and written_game(again) == written_game(game)


@pytest.mark.parametrize("dash", "-\u2010\u2011\u2012–—−")
def test_castling_and_results_are_read_with_every_dash(dash: str) -> None:
    """`5.0–0` was a move number and text that cannot be read."""
    moves = f"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4.0{dash}0 Nf6 5. d3 O{dash}O 6. Nc3 d6 *"
    (game,) = games_of(moves)
    assert sans(game) == "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O Nc3 d6" and not game.problems
    (line,) = MainLineReader("text").feed(moves.encode(), True)
    assert len(line.moves) == 12 and not line.problems
    for broken in ("", " Ke4"):
        (game,) = games_of(f'[Result "0-0"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5{broken} 0{dash}0\n')
        assert game.result == "0-0" and sans(game) == "e4 e5 Nf3 Nf6 Bc4 Bc5"
        assert list(game.main_line())[-1].unread == broken.strip()


def test_encodings_are_told_apart_game_by_game() -> None:
    games = read("encodings_mixed.pgn")
    assert [game.headers["White"] for game in games] == ["Müller", "Müller", "Šefž"]
    assert [node.comments for game in games for node in game.main_line()] == [("café",), ("café",), ()]


def test_tag_values_with_quotes_brackets_and_duplicates() -> None:
    game = read("tag_values.pgn")[0]
    assert game.headers["Event"] == 'say "hi" \\ there]'
    assert game.headers["Site"] == "open quote"
    assert game.headers["White"] == 'Joe "The Rock" S.'
    assert game.headers["Black"] == "x" and game.repeated == (("Black", "y"),)
    assert kinds(game) == [ProblemKind.OPEN_TAG, ProblemKind.DUPLICATE_TAG]


def test_junk_between_games_is_told() -> None:
    first, second = read("junk_between_games.pgn")
    assert kinds(first) == kinds(second) == [ProblemKind.JUNK]
    assert [(game.problems[0].line, str(game.problems[0].token).split("\n")[0]) for game in (first, second)] == [
        (1, "From: a friend"),
        (8, "Here comes the next one:"),
    ]
    assert (first.prelude, second.prelude) == ("From: a friend\nSubject: games", "Here comes the next one:")


@pytest.mark.parametrize(
    ("between", "kept"),
    [
        ("junk\n{a comment}\n; remark\n% escape", "junk\n{a comment}\n; remark\n% escape"),
        ("% escape\r\n\r\n{comment", "% escape\n\n{comment}"),
        ("\x1a\ufeffjunk { no comment", "junk { no comment"),
        ("% a\x85b\u2028c", "% a\x85b\u2028c"),
    ],
)
def test_text_between_games_stays_before_the_game_behind_it(between: str, kept: str) -> None:
    first, second = games_of(f'[Event "a"]\n\n1. e4 *\n\n{between}\n\n[Event "b"]\n\n1. d4 *\n')
    assert (first.prelude, second.prelude, second.headers["Event"]) == ("", kept, "b")
    text = f"{written_game(first)}\n{written_game(second, second.prelude)}"
    assert [game.prelude for game in games_of(text)] == ["", kept]
    assert "\n".join(written_game(game, game.prelude) for game in games_of(text)) == text


def test_text_behind_the_last_game_is_known_and_told() -> None:
    reader = TreeReader("x")
    reader.feed(b'[Event "a"]\n\n1. e4 *\n\n% escape')
    reader.feed(b"d\nB\xfcy", True)
    assert reader.tail == "% escaped\nBüy"
    assert [str(problem) for problem in reader.tail_problems] == [
        "x, game 1, line 6: text that belongs to no game: Büy"
    ]


@pytest.mark.parametrize(
    ("movetext", "result", "comment"),
    [
        ('[Result "1-0"]\n\n1. e4 0-1', "1-0", "0-1"),
        ('[Result "White smiles"]\n\n1. e4 1-0', "1-0", "Result: White smiles"),
        ("1. e4 0-1 1-0", "1-0", "0-1"),
        ("1. e4 1-0 *", "*", "1-0"),
        ("1. e4 e5 1-0 2. Nf3 *", "*", "1-0"),
    ],
)
def test_a_result_that_is_not_used_stays_as_a_comment(movetext: str, result: str, comment: str) -> None:
    (game,) = games_of(movetext)
    assert game.result == result and len(game.problems) == 1
    assert [node.comments for node in game.main_line() if node.comments] == [(comment,)]
    assert games_of(written_game(game))[0].problems == ()


def test_a_variant_that_is_not_chess_is_refused_by_name_and_kept() -> None:
    game = read("not_chess.pgn")[0]
    assert not game.root.children and game.root.unread == "1. Nf3 {boom} f6"
    assert str(game.problems[0]).endswith("variant that is not chess: Atomic")


def test_the_letters_of_a_language_are_read_when_asked_for() -> None:
    assert sans(read("german.pgn", "de")[0]) == "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 O-O Qe2 Kh8"
    assert [kinds(game) for game in read("german.pgn")] == [[ProblemKind.UNKNOWN_TEXT]]


def test_a_comment_of_200_kilobytes_and_a_game_of_2998_plies() -> None:
    shuffle = " ".join("Nf3 Nf6 Ng1 Ng8" for _ in range(749)) + " Nf3 Nf6"
    comment = "word " * 40_000
    game = games_of(f"1. {shuffle} {{{comment}}} *")[0]
    *_, last = game.main_line()
    assert len(list(game.main_line())) == 2998
    assert last.comments == (comment.strip(),)
    assert games_of(written_game(game))[0].children()[0].san == "Nf3"


def test_variations_5000_deep_are_read_without_recursion_and_kept() -> None:
    game = games_of("1. e4 " + "(1. d4 " * 5000 + ")" * 5000 + " e5 *")[0]
    assert sans(game) == "e4 e5"
    text = written_game(game)
    assert text.count("1. d4") == 5000
    assert written_game(games_of(text)[0]) == text


def test_variations_deeper_than_6000_are_kept_as_text() -> None:
    game = games_of("1. e4 " + "(1. d4 " * 7000 + ")" * 7000 + " e5 *")[0]
    assert sans(game) == "e4 e5"
    assert ProblemKind.TOO_DEEP in kinds(game)
    assert written_game(game).count("1. d4") == 7000


@pytest.mark.parametrize("path", sorted(FILES.glob("*.pgn")), ids=lambda path: path.stem)
def test_no_truncation_hangs_or_raises(path: Path) -> None:
    content = path.read_bytes()
    for length in range(len(content)):
        games_of(content[:length])
        MainLineReader("cut").feed(content[:length], True)
