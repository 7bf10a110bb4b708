"""The choice of what to train."""

from books.repertoire.trainer_values import Repertoire, Repertoires, WaitingCounts
from desktop.model.training import TrainingState
from desktop.views.book.repertoire_choice import RepertoireChoice
from engine.rules.fen import START_FEN
from tests.desktop.views.conftest import MakeWindow

MISTAKES = Repertoire(-1, "", True, START_FEN, waiting=WaitingCounts(new=1))
WHITE, BLACK = (Repertoire(1 + (not white), "W" if white else "B", white, START_FEN) for white in (True, False))


def test_what_was_just_added_is_selected_also_beside_the_users_mistakes(make_window: MakeWindow) -> None:
    """The mistakes, which come last, stayed selected, and Learn new was off."""
    choice = make_window().services.make(RepertoireChoice)
    names = []
    for rows in ((MISTAKES,), (WHITE, MISTAKES), (WHITE, BLACK, MISTAKES), (WHITE, BLACK, MISTAKES)):
        choice._update_training(TrainingState(listed=Repertoires(rows, (), 60.0)))
        item = choice.tree.currentItem()
        assert item is not None
        names.append(item.text(0))
    assert names == ["Your mistakes in the opening", "W", "B", "B"]
    choice.deleteLater()
