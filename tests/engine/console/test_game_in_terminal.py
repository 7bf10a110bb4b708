"""The console game, typed at by a script; the engine is a double that moves at random."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import chess.pgn
import pytest

from engine.console.game_in_terminal import ConsoleGame, ConsoleSettings
from engine.game.time_control import FixedLimits, TimeControl, parse
from engine.pgn.edit import save_games
from engine.pgn.reader import read_games
from tests.helpers.doubles import RandomMover

FOOLS_MATE_AHEAD = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"


def typed(settings: ConsoleSettings, *lines: str) -> str:
    out: list[str] = []
    settings.control = replace(settings.control, budget=FixedLimits(depth=1))
    ConsoleGame(RandomMover(), settings, iter(lines), out.append).play()
    return "\n".join(out)


def test_a_move_is_taken_in_san_and_in_coordinates_and_answered() -> None:
    text = typed(ConsoleSettings(), "e4", "g1f3")
    assert text.count("Ratsu plays") == 2 and "(search: " in text


def test_the_board_is_drawn_from_the_players_side() -> None:
    assert typed(ConsoleSettings(), "quit").splitlines()[2] == " 8  r n b q k b n r"
    assert " 1  R N B K Q B N R" in typed(ConsoleSettings(human=chess.BLACK), "quit")


def test_an_illegal_move_is_refused_with_a_reason() -> None:
    assert "e2e5 is refused: a pawn moves one square straight ahead" in typed(ConsoleSettings(), "e2e5")
    assert "e7e5 is refused: the piece on e7 is not yours" in typed(ConsoleSettings(), "e7e5")
    assert "e4e5 is refused: there is no piece on e4" in typed(ConsoleSettings(), "e4e5")
    assert "Ke3 is refused: a king moves one square in any direction" in typed(ConsoleSettings(), "Ke3")
    assert "blah is not a move or a command" in typed(ConsoleSettings(), "blah")
    pinned = ConsoleSettings(fen="4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1")
    assert "e2c3 is refused: your king would be in check" in typed(pinned, "e2c3")
    promotion = ConsoleSettings(fen="8/P6k/8/8/8/8/8/K7 w - - 0 1")
    assert "a7a8 is refused: say what the pawn becomes (a7a8q)" in typed(promotion, "a7a8")
    twins = ConsoleSettings(fen="1k6/8/8/8/8/4K3/8/R6R w - - 0 1")
    assert "Rd1 can be Rad1 or Rhd1: type the one that you mean" in typed(twins, "Rd1")


def test_takeback_returns_to_the_players_last_move() -> None:
    text = typed(ConsoleSettings(), "e4", "takeback", "moves")
    assert "e4" in text.splitlines()[-1].split()
    assert "there is no move to take back" in typed(ConsoleSettings(), "takeback")


def test_the_end_of_the_input_ends_the_game_and_saves_it(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    typed(ConsoleSettings(save_to=path), "e4")
    with path.open() as file:
        game = chess.pgn.read_game(file)
    assert game is not None and game.errors == [] and game.headers["Result"] == "*"
    moves = list(game.mainline())
    assert moves[0].san() == "e4" and len(moves) == 2 and moves[1].comment == "", "reasons are shown, not saved"


def test_mate_ends_the_game_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "mate.pgn"
    text = typed(ConsoleSettings(human=chess.BLACK, fen=FOOLS_MATE_AHEAD, save_to=path), "Qh4#", "e4")
    assert "0-1  Black mates" in text and "the game is over" in text
    with path.open() as file:
        game = chess.pgn.read_game(file)
    assert game is not None and game.headers["Result"] == "0-1" and game.headers["Termination"] == "normal"
    assert game.end().comment == "Black mates"


def test_resigning_and_an_early_draw_offer() -> None:
    assert "0-1  White resigns" in typed(ConsoleSettings(), "resign")
    assert typed(ConsoleSettings(), "resign", "draw", "resign", "hint").count("the game is over") == 3
    assert "Ratsu refuses: it is too early" in typed(ConsoleSettings(), "draw")


def test_a_draw_is_accepted_by_an_engine_that_stands_no_better() -> None:
    late = ConsoleSettings(fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 40")
    assert "it has not thought" in typed(late, "draw")
    assert "1/2-1/2  draw by agreement" in typed(late, "e2e4", "draw")  # the double's score is 0


def test_a_draw_is_offered_in_a_dead_position_and_a_move_declines_it() -> None:
    dead = "k7/p7/P7/8/8/8/8/K6R w - - 0 60"
    moves, offer = (
        ("h1h2", "h2h3", "h3h4", "h4h5", "h5h6", "h6h5"),
        "Ratsu offers a draw: draw accepts it, a move declines it",
    )
    text = typed(ConsoleSettings(fen=dead), *moves, "draw")
    assert text.splitlines()[-2:] == [offer, "1/2-1/2  draw by agreement"]
    text = typed(ConsoleSettings(fen=dead), *moves, "h5h4", "moves")
    assert text.count(offer) == 1 and "1/2" not in text


def test_hint_names_a_legal_move() -> None:
    line = next(line for line in typed(ConsoleSettings(), "hint").splitlines() if line.startswith("hint: "))
    assert chess.Board().parse_san(line.split()[1])


def test_a_hint_is_of_full_strength_whatever_the_level() -> None:
    mover = RandomMover()
    out: list[str] = []
    searched: list[tuple[str, int]] = []
    mover.player.set_option = lambda name, value: searched.append((f"{name} {value}", len(mover.player.searches)))  # type: ignore[method-assign]
    ConsoleGame(mover, ConsoleSettings(limited=True), iter(["hint"]), out.append).play()
    assert searched == [("UCI_LimitStrength false", 0), ("UCI_LimitStrength true", 1)]


def test_the_flag_falls_for_the_side_that_thinks() -> None:
    assert "0-1  Black wins on time" in typed(ConsoleSettings(control=TimeControl(1)), "e4")


def test_the_flag_of_the_engine_falls_too_and_a_bare_king_does_not_win() -> None:
    assert "0-1  Black wins on time" in typed(ConsoleSettings(human=chess.BLACK, control=TimeControl(1)))
    bare = ConsoleSettings(human=chess.BLACK, fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", control=TimeControl(1))
    assert "1/2-1/2  draw: time is up, but the opponent cannot mate" in typed(bare)


def test_a_move_that_comes_again_after_a_takeback_brings_no_second_increment() -> None:
    again = ("e4", "takeback") * 3
    text = typed(ConsoleSettings(control=TimeControl(600_000, 60_000)), *again, "clock")
    assert "White 10:5" in text.splitlines()[-1]


def test_saving_where_it_is_impossible_is_told(tmp_path: Path) -> None:
    text = typed(
        ConsoleSettings(), "e4", f"save {tmp_path / 'missing' / 'game.pgn'}", "save", f"save {tmp_path / 'g.pgn'}"
    )
    assert "game.pgn was not written: its folder does not exist" in text and "save needs a file name" in text
    assert (tmp_path / "g.pgn").exists()


@pytest.mark.parametrize("name", ["games.pgn", "games.pgn.gz"])
def test_a_game_is_added_to_the_games_of_the_file_and_never_twice(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    save_games(path, ['[White "Kept"]\n\n1. d4 *'])
    typed(ConsoleSettings(save_to=path), "e4", f"save {path}", "d4", f"save {path}", "new", "c4", f"save {path}", "g3")
    read = [[game.headers["White"], *(node.san for node in game.main_line())] for game in read_games(path)]
    assert [moves[0] for moves in read] == ["Kept", "Human", "Human"]
    assert [moves[1::2] for moves in read] == [["d4"], ["e4", "d4"], ["c4", "g3"]]


@pytest.mark.parametrize("name", ["new.pgn", "new.pgn.gz"])
def test_a_game_that_is_saved_twice_into_a_new_file_is_there_once(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    typed(ConsoleSettings(save_to=path), "e4", f"save {path}", "d4")
    assert [[node.san for node in game.main_line()][::2] for game in read_games(path)] == [["e4", "d4"]]


def test_a_file_that_somebody_changed_meanwhile_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "new.pgn"

    def lines() -> Iterator[str]:
        yield from ("e4", f"save {path}")
        with path.open("a", encoding="utf-8") as file:
            file.write('[White "Other"]\n\n1. c4 *\n\n')
        yield "d4"

    played = ConsoleSettings(save_to=path)
    ConsoleGame(RandomMover(), played, lines(), lambda _text: None).play()
    assert [game.headers["White"] for game in read_games(path)] == ["Human", "Other", "Human"]


def test_switch_hands_the_move_to_the_engine() -> None:
    assert "Ratsu plays" in typed(ConsoleSettings(), "switch")


def test_chess960_castling_is_understood() -> None:
    fen = "4k3/8/8/8/8/8/8/2K2R2 w F - 0 1"
    text = typed(ConsoleSettings(fen=fen, chess960=True), "O-O", "board")
    assert "Ratsu plays" in text and "refused" not in text


def test_a_game_of_the_engine_with_itself_ends() -> None:
    text = typed(ConsoleSettings(human=None, fen="8/8/8/4k3/8/4K3/8/7R w - - 90 80"))
    assert "1/2-1/2  draw by the fifty-move rule" in text or "1/2-1/2  draw by insufficient material" in text


def test_a_game_with_a_clock_is_written_with_its_times(tmp_path: Path) -> None:
    path = tmp_path / "timed.pgn"
    typed(ConsoleSettings(control=parse("300+3|60+1"), save_to=path), "e4", "clock")
    (game,) = read_games(path)
    assert (game.header("WhiteTimeControl"), game.header("BlackTimeControl")) == ("300+3", "60+1")
    times = [node.clock_ms for node in game.main_line()]
    assert len(times) == 2 and 290_000 < (times[0] or 0) <= 303_000 and 50_000 < (times[1] or 0) <= 61_000
    assert "there is no clock" in typed(ConsoleSettings(), "clock")


def test_changing_sides_after_the_end_changes_the_next_game_only(tmp_path: Path) -> None:
    """The game that was over was saved with its players exchanged."""
    path = tmp_path / "over.pgn"
    told = typed(ConsoleSettings(save_to=path), "e4", "resign", "switch")
    (game,) = read_games(path)
    assert game.header("White") == "Human" and game.result == "0-1"
    assert "you have Black in the next game" in told
    typed(ConsoleSettings(save_to=tmp_path / "again.pgn"), "e4", "resign", "switch", "takeback")
    assert next(read_games(tmp_path / "again.pgn")).header("Black") == "Human"
