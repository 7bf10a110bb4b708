"""Games in running text: prose, numbers, languages, notations, doubtful moves. Nothing that is written is lost."""

import contextlib
import random
import re
from pathlib import Path

import chess
import pytest

from engine.pgn.free_text import LONGEST_TEXT, free_games
from engine.pgn.index import GameList
from engine.pgn.reader import first_game, games_in, games_of, read_games, read_main_lines
from engine.pgn.text.letters import LANGUAGES
from engine.pgn.values import PgnGame, ProblemKind

MUZIO = """Kuva 3. Muzio-gambiitti

Alku on tuttu: 1. e4 e5 2. f4 exf4 3. Rf3 g5 ja nyt valkea uhraa ratsun. 4. Lc4 g4 5. 0-0 gxf3 6. Dxf3 Df6 (6. - De7
7. d4) 7. e5! Valkealla on 46/34, musta lyö. 7. - Dxe5 8. d3 Lh6 9. Rc3 Re7 10. Ld2 Rbc6 11. Tae1 Df5 12. Rd5 Kd8 13. De2X"""
PLAYED = "1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 a6! 4. Ba4 and so [x] on; 5. O-O $3 Be7 0-1 later 6. Re1 b5"
MUZIO_MOVES = "e4 e5 f4 exf4 Nf3 g5 Bc4 g4 O-O gxf3 Qxf3 Qf6 e5 Qxe5 d3 Bh6 Nc3 Ne7 Bd2 Nbc6 Rae1 Qf5 Nd5 Kd8 Qe2"


def moves(game: PgnGame) -> str:
    return " ".join(node.san.rstrip("+#") for node in game.main_line())


def only(text: str, first: str = "en", **more: dict[int, str]) -> PgnGame:
    [game] = games_in(text, first, **more)
    return game


@pytest.mark.parametrize("first", ["en", "fi", "de"])
def test_prose_between_moves_becomes_comments(first: str) -> None:
    game = only(MUZIO, first)
    assert moves(game) == MUZIO_MOVES
    line = game.main_line()
    assert game.root.comments == ("Kuva 3. Muzio-gambiitti Alku on tuttu:",)
    assert line[5].comments == ("ja nyt valkea uhraa ratsun.",)
    assert line[12].comments == ("Valkealla on 46/34, musta lyö.",)
    assert line[12].nags == (1,)
    variation = game.node(line[10].children[1])
    assert [variation.san, game.node(variation.children[0]).san] == ["Qe7", "d4"]
    assert game.problems == () and game.doubt is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 e4 e5 2 Nf3 Nc6 3 Bb5 a6", "e4 e5 Nf3 Nc6 Bb5 a6"),
        ("e4 e5 Nf3, Nc6 Bb5", "e4 e5 Nf3 Nc6 Bb5"),
        ("1. e2-e4 e7-e5 2. Rg1-f3 Rb8-c6 3. Lf1-b5 Rg8-f6 4. 0–0 Rf6xe4", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4"),
        ("After 1.♘f3 d5 White waits: 2.g3 ♞f6", "Nf3 d5 g3 Nf6"),
        ("It began 1.e4 e6 2.d4 d5 3.e5 c5 and 4.c3 is usual. Then 4...f5 5.exf6 e.p. Nxf6", "e4 e6 d4 d5 e5 c5 c3 f5 exf6 Nxf6"),
        ("1.e4 e5 2.Bc4 Nc6 3.Qh5 Nf6?? 4.Qxf7X and it is over", "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7"),
        ("1.d4 d5 2.c4 – the gambit – 2…e6 3.Nc3 Nf6", "d4 d5 c4 e6 Nc3 Nf6"),
        ("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6. Here 6. Bg5 is sharp, but White chose 6. Be2 e5 7. Nb3",
         "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3"),
        ("Pelissä 4. Rantasen ansa: 1.c4 e5 2.b3 (nyt 2. - d5 riittää) Lc5 3.a3 (syvyys 3, arvo 0.4) Rf6",
         "c4 e5 b3 Bc5 a3 Nf6"),
        ("2.4 An example: > go depth 4 > position startpos moves e2e4 e7e5 g1f3 < bestmove b8c6", "e4 e5 Nf3"),
    ],
)  # fmt: skip
def test_ways_of_printing_a_game(text: str, expected: str) -> None:
    assert moves(only(text)) == expected


def test_tags_before_running_text_are_read() -> None:
    game = only('[White "Aino"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 ensin 1. - Kd7 ja 2. e5 loppu 1-0')
    assert (game.header("White"), moves(game), game.result) == ("Aino", "e4 Kd7 e5", "1-0")


def test_moves_after_a_list_of_pieces_begin_there() -> None:
    text = "Kuva 20. Valkea: Kc2, Ld1, Rb1, b4, c5, g3, h4. Musta: Ka1, b5, c6, h5. Ratkaisu: 1.Lg4!! hxg4 2.h5 Ka2"
    game = only(text, "fi")
    assert (game.start_fen, moves(game)) == ("8/8/2p5/1pP4p/1P5P/6P1/2K5/kN1B4 w - - 0 1", "Bg4 hxg4 h5 Ka2")
    assert game.root.comments[0].startswith("Kuva 20. Valkea:") and game.doubt is None


def test_several_games_of_a_page_are_kept_apart() -> None:
    text = "Erste Partie: 1. e4 e5 2. Sf3 Sc6 gut 3. Lb5 1-0 Zweite Partie: 1. d4 d5 2. c4 dxc4 Ende"
    games = list(games_in(text))
    assert [moves(game) for game in games] == ["e4 e5 Nf3 Nc6 Bb5", "d4 d5 c4 dxc4"]
    assert [game.result for game in games] == ["1-0", "*"]
    assert games[1].root.comments == ("Zweite Partie:",)


def test_the_preferred_language_decides_only_if_others_get_as_far() -> None:
    text = "1. e4 e5 2. d3 d6 3. Ra3 loppu"  # a knight in Finnish; in English no rook can go there
    assert moves(only(text, "fi")) == moves(only(text, "en")) == "e4 e5 d3 d6 Na3"
    both = "joku siirtää 1. Ra3 a6 2. Rb1 b6 3. Ra3"
    assert moves(only(both, "fi")) == "Na3 a6 Nb1 b6 Na3"


def test_a_language_without_foreign_letters_comes_before_the_preferred_one() -> None:
    """Both read 8... Rg8, which is a knight's move in Finnish."""
    text = "The Winawer 1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. e5 Ne7 5. Qg4 (sharp) c5 6. Qxg7 Rg8"
    assert moves(only(text, "fi")).endswith("Qxg7 Rg8")


@pytest.mark.parametrize("prose", ["", "Näin pelattiin: "])
def test_a_letter_of_two_languages_in_a_mixed_game_is_doubtful(prose: str) -> None:
    text = f"{prose}1. e4 e5 2. Rf3 Rc6 3. Bb5 a6 4. Ba4 Nf6 5. 0-0 Le7 6. Re1 b5 7. Lb3 d6"
    game = only(text)
    assert game.doubt is not None and game.doubt.is_guessed
    assert (game.doubt.written, game.doubt.candidates) == ("6.Re1", ("f3e1", "f1e1"))
    assert moves(game).endswith("Be7 Ne1 b5 Bb3 d6"), "the moves after it are not lost"
    assert [(problem.kind, problem.token) for problem in game.problems] == [(ProblemKind.AMBIGUOUS_MOVE, "6.Re1")]
    answered = only(text, answers={game.doubt.place: "f1e1"})
    assert moves(answered).endswith("Be7 Re1 b5 Bb3 d6") and answered.doubt is None and answered.problems == ()


def test_a_text_that_two_languages_read_is_doubtful_unless_one_is_preferred() -> None:
    """L is a bishop in Finnish and a queen in Estonian; both have R for a knight."""
    text = "Alku on 1. d4 Rf6 2. c4 e6 3. Rf3 d5 4. Rc3 ja 4. - Le7."
    doubt = only(text).doubt
    assert doubt is not None and doubt.is_guessed
    assert (doubt.written, set(doubt.candidates)) == ("4...Le7.", {"f8e7", "d8e7"})
    assert moves(only(text, answers={doubt.place: "f8e7"})).endswith("Nc3 Be7")
    finnish = only(text, "fi")
    assert moves(finnish).endswith("Nc3 Be7") and finnish.doubt is None


def test_doubts_of_two_games_are_answered_apart() -> None:
    doubtful = "1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nd2 Be7 5. e3 *"
    text = f'[White "A"]\n\n{doubtful}\n\n[White "B"]\n\n{doubtful}\n'
    first, second = (game.doubt for game in games_in(text))
    assert first is not None and second is not None and first.place != second.place
    answers = {first.place: "b1d2", second.place: "f3d2"}
    assert [moves(game)[-13:] for game in games_in(text, answers=answers)] == [
        "d5 Nbd2 Be7 e3"[-13:],
        "d5 Nfd2 Be7 e3"[-13:],
    ]


def test_a_doubtful_move_is_asked_about_and_the_rest_is_read_with_the_answer() -> None:
    text = "1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nd2 Be7 5. e3 O-O 6. Bd3 c5"
    game = only(text)
    assert game.doubt is not None and game.doubt.is_ambiguous
    assert game.doubt.written == "4.Nd2"
    assert set(game.doubt.candidates) == {"b1d2", "f3d2"}
    for move, san in (("b1d2", "Nbd2"), ("f3d2", "Nfd2")):
        answered = only(text, answers={game.doubt.place: move})
        assert moves(answered) == f"d4 Nf6 c4 e6 Nf3 d5 {san} Be7 e3 O-O Bd3 c5"
        assert answered.doubt is None


def test_a_move_that_cannot_be_played_offers_what_lets_most_be_read() -> None:
    text = "Both sides: 1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Bxc6 dxc6 5. O-O"
    game = only(text)
    assert game.doubt is not None and not game.doubt.is_ambiguous
    assert game.doubt.candidates[0] == "f1b5"
    assert moves(only(text, answers={game.doubt.place: "f1b5"})) == "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O"
    assert "3. Bb6 a6 4. Bxc6 dxc6 5. O-O" in game.node(game.end()).comments[0], "unanswered, it stays as text"
    assert [problem.kind for problem in game.problems] == [ProblemKind.ILLEGAL_MOVE]


def test_an_answer_that_is_no_legal_move_is_ignored() -> None:
    text = "1. e4 e5 2. Nf3 Nc6 3. Bb6 a6"
    doubt = only(text).doubt
    assert doubt is not None
    assert moves(only(text, answers={doubt.place: "a1a8", 0: "xx"})) == "e4 e5 Nf3 Nc6"


@pytest.mark.parametrize(
    "text", ["", "   ", "Nothing here, just 3 words.", "12", "(", ")", "1.", "1. e", "{", "½", "1-0", "\0"]
)
def test_a_text_without_a_game_has_none(text: str) -> None:
    assert free_games(text) == []


def test_pgn_is_read_as_before() -> None:
    """Running text is only asked if PGN leaves something: of 300 texts none changes by it."""
    text = Path("tests/data/pgn/damaged.pgn")
    for content in [MUZIO.replace("ja nyt", "{ja nyt").replace("ratsun.", "ratsun}")] + (
        [text.read_text(encoding="utf-8")] if text.exists() else []
    ):
        assert len(list(games_in(content))) >= len(games_of(content))
    assert first_game("1. e4 e5 2. Nf3 *").problems == ()


def test_no_word_of_a_text_is_lost() -> None:
    random.seed(5)
    words = PLAYED.split()
    for _ in range(100):
        mixed = words[:]
        for _ in range(random.randrange(6)):
            at = random.randrange(len(mixed))
            mixed[at : at + random.randrange(2)] = [random.choice(["then", "Rd9", "x", "(", ")", "12.", "ja", "Qh5#"])]
        text = " ".join(mixed)
        for found in free_games(text):
            there = re.sub(r"\{|\}", " ", found.movetext)
            for word in ("then", "ja", "and", "later"):
                assert there.count(word) == text.count(word) or len(free_games(text)) > 1, text


def test_a_page_of_prose_round_real_games_is_read_in_every_language() -> None:
    """Real games, printed as a book does: letters of the language, words between the moves, Black's numbers repeated."""
    chosen = random.Random(8)
    for language in ("fi", "de", "fr", "ru", "es"):
        letters = str.maketrans(dict(zip("NBRQK", LANGUAGES[language][1:], strict=True)))
        for _ in range(3):
            text, board = "Alkusanat tähän. ", chess.Board()
            prose = True
            while len(board.move_stack) < 60 and not board.is_game_over():
                if board.turn or prose:
                    text += f"{board.fullmove_number}{'.' if board.turn else '. -'} "
                move = chosen.choice(list(board.legal_moves))
                text += board.san(move).translate(letters) + " "
                board.push(move)
                prose = chosen.randrange(6) == 0
                text += "jossa musta harkitsi 15 minuuttia ja " if prose else ""
            assert [node.uci for node in only(text, language).main_line()] == [move.uci() for move in board.move_stack]


def test_a_long_text_is_left_to_the_pgn_reader() -> None:
    assert free_games("1. e4 e5 ja " * (LONGEST_TEXT // 12 + 1)) == []


def test_variations_that_never_end_are_read_or_stay_text() -> None:
    [game] = free_games("1. e4 " + "(1. d4 " * 3_000)
    assert game.plies == 1 and game.movetext.count("(d2d4") == 20


def test_an_article_without_moves_is_no_game() -> None:
    """60,000 characters took 98 s while each word looked for numbers in the whole text."""
    assert free_games("joku sana on Dame Tulos Lause " * 2_000) == []


def test_a_problem_of_running_text_in_a_file_has_its_place(tmp_path: Path) -> None:
    path = tmp_path / "two.pgn"
    path.write_text(
        '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. e4 e5 sanoja 2. Rf3 Rc6 3. Lh6 a6 *\n', encoding="utf-8"
    )
    with contextlib.closing(GameList(path)) as games:
        list(games.load())
        game = games.game(1)
    assert moves(game) == "e4 e5 Nf3 Nc6"
    assert [(problem.file, problem.game) for problem in game.problems] == [(str(path), 2)]


def test_files_are_read_like_pasted_text(tmp_path: Path) -> None:
    """Commands and imports stopped at 1...Rf6, because one ambiguous move kept Finnish from reading it all."""
    path = tmp_path / "finnish.pgn"
    start = "1. d4 Rf6 2. c4 e6 3. Rf3 d5"
    english = "d4 Nf6 c4 e6 Nf3 d5"
    path.write_text(f'[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n{start} 4. Rd2 Le7 *\n', encoding="utf-8")
    game = list(read_games(path))[1]
    assert (moves(game), [str(problem) for problem in game.problems]) == (
        english,
        [f"{path}, game 2, line 7: ambiguous move: Rd2"],
    )
    assert [len(line.moves) for line in read_main_lines(path)] == [1, 6]
    path.write_text(
        f"Kuva 1. Alku on {start} 4. Rc3 ja 4. - Le7 5. e3 0-0 6. Dc2. Toinen: 1. e4 e5 2. Rf3", encoding="utf-8"
    )
    assert [moves(game) for game in read_games(path)] == [f"{english} Nc3 Be7 e3 O-O Qc2", "e4 e5 Nf3"]
    assert [len(line.moves) for line in read_main_lines(path)] == [11, 3]


def test_languages_that_differ_in_a_promotion_alone_are_reported(tmp_path: Path) -> None:
    """R is a knight in Finnish, so both languages read it; the difference is no move of a piece."""
    path = tmp_path / "promotion.pgn"
    path.write_text('[FEN "8/P6k/8/8/8/8/7K/8 w - - 0 1"]\n\n1. a8=R *\n', encoding="utf-8")
    [game] = read_games(path, language="fi")
    assert moves(game) == "a8=R"
    assert [(problem.kind, problem.token) for problem in game.problems] == [(ProblemKind.ENGLISH_LETTERS, "a8=R")]


def test_an_english_game_in_a_file_of_another_language_stays_english(tmp_path: Path) -> None:
    """`ratsu pgn convert --language fi`: 4.Ra2 is a rook's move in a game that English reads to the end."""
    path = tmp_path / "mixed.pgn"
    path.write_text(
        '[White "Suomi"]\n\n1. Rf3 d5 2. Ra3 *\n\n[White "English"]\n\n1. a4 e5 2. Ra3 Nf6 3. Ra1 *\n', encoding="utf-8"
    )
    finnish, english = read_games(path, language="fi")
    assert moves(finnish) == "Nf3 d5 Na3"
    assert moves(english) == "a4 e5 Ra3 Nf6 Ra1"
    assert english.problems == ()
    path.write_text("1. a4 e5 2. Ra3 a6 *\n", encoding="utf-8")
    [both] = read_games(path, language="fi")
    assert moves(both) == "a4 e5 Ra3 a6"
    assert [problem.kind for problem in both.problems] == [ProblemKind.ENGLISH_LETTERS]
