"""Every own move is a card, whatever flag the shipped book gives it; positions reached by other moves share theirs."""

from contextlib import closing
from pathlib import Path

import pytest

from books.choice.open_library import library_in
from books.entry import Flag
from books.key import position_key
from books.repertoire.lines import RepertoirePosition, grow
from books.repertoire.trainer_values import Repertoire
from engine.command_line import main
from engine.drill.sources.openings import Openings
from tests.books.helpers import after

SCOTCH_AND_RUY = (
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. d4 exd4 4. Nxd4 Nf6 5. Nxc6 bxc6 6. e5 Qe7 7. Qe2 Nd5 8. c4) 3... a6 4. Ba4 Nf6 *"
)
TRAXLER = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 (3... Bc5) 4. Ng5 Bc5 (4... d5) *"  # the shipped book has 4...Bc5 as `?`
TWO_ORDERS = "1. d4 d5 (1... e6 2. c4 d5 3. Nc3) 2. c4 e6 3. Nc3 *"


def spots(folder: Path, moves: str, white: bool) -> list[RepertoirePosition]:
    """The cards of a study that was imported."""
    (folder / "study.pgn").write_text(f'[Event "x"]\n[Result "*"]\n\n{moves}\n')
    assert main(["book", "import", str(folder / "study.pgn"), "--yes", "--folder", str(folder / "books")]) == 0
    with closing(library_in(folder / "books")) as library:
        row = Repertoire(0, "x", white)
        found = [spot for spot in grow(row, library.moves_on).values() if spot.own and spot.answers]
        assert Openings(library).counted(row).waiting.new == len(found)
        return found


def test_a_move_beside_the_main_one_of_the_shipped_book_is_asked(tmp_path: Path) -> None:
    found = spots(tmp_path, SCOTCH_AND_RUY, True)
    assert len(found) == 9
    both = next(spot for spot in found if spot.key == position_key(after("1.e4 e5 2.Nf3 Nc6")))
    assert {both.board.san(move) for move in both.answers} == {"Bb5", "d4"}


@pytest.mark.parametrize("text", ["1.e4 e5 2.Nf3 Nc6 3.Bc4", "1.e4 e5 2.Nf3 Nc6 3.Bc4 Nf6 4.Ng5"])
def test_an_unsigned_move_of_ones_own_takes_no_flag_of_the_shipped_book(tmp_path: Path, text: str) -> None:
    found = spots(tmp_path, TRAXLER, False)
    spot = next(spot for spot in found if spot.key == position_key(after(text)))
    assert len(spot.answers) == 2 and not spot.marked
    with closing(library_in(tmp_path / "books")) as library:
        flags = {library_move.san: library_move.flag for library_move in library.look_up(after(text))}
    assert text.endswith("Bc4") or flags["Bc5"] is Flag.BAD  # the panel warns, the trainer asks


def test_a_position_that_two_orders_of_moves_reach_has_one_card(tmp_path: Path) -> None:
    found = spots(tmp_path, TWO_ORDERS, True)
    reached = position_key(after("1.d4 d5 2.c4 e6"))
    assert [spot.key for spot in found].count(reached) == 1
    assert len(found) == 4  # 1.d4, 2.c4 after either reply, 3.Nc3
