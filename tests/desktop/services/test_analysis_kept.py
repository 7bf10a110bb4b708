"""Which engines analyse is remembered."""

from pathlib import Path

from tests.desktop.services.conftest import Make


def test_the_engines_chosen_are_chosen_again_in_the_next_run(make: Make, tmp_path: Path) -> None:
    first = make(home=tmp_path / "user")
    first.services.analysis.choose(("ratsu", "second"))
    first.services.settings.flush()
    second = make(home=tmp_path / "user")
    assert second.services.analysis.setup.chosen == ("ratsu", "second")


def test_an_engine_that_is_no_more_is_passed_over(make: Make, tmp_path: Path) -> None:
    first = make(home=tmp_path / "user")
    first.services.settings.keep("analysis_engines", "gone\nsecond")
    first.services.settings.flush()
    second = make(home=tmp_path / "user")
    assert second.services.analysis.setup.chosen == ("second",)
