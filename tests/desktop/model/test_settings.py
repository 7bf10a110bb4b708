"""Settings are one table; a value that is not allowed never gets in."""

import pytest

from desktop.model.game.match import level_of
from desktop.model.settings import LEFT_OUT, SETTINGS, TABLE, Setting, Settings
from engine.options import OPTIONS, find_option


def test_every_default_is_allowed() -> None:
    assert [setting.key for setting in SETTINGS if not setting.accepts(setting.default)] == []


def test_the_default_level_exists() -> None:
    assert level_of(Settings().text("level")).elo == 1500


def test_a_default_is_not_kept_as_a_value() -> None:
    changed = Settings().with_value("hash_mb", 128)
    assert changed.number("hash_mb") == 128
    assert changed.with_value("hash_mb", int(TABLE["hash_mb"].default)).values == {}


@pytest.mark.parametrize(
    ("key", "value"),
    [("theme", "pink"), ("hash_mb", 0), ("hash_mb", "64"), ("sounds", 1), ("hash_mb", True), ("text_size", 120)],
)
def test_what_is_not_allowed_is_refused(key: str, value: str | int | bool) -> None:
    with pytest.raises(ValueError, match=key):
        Settings().with_value(key, value)


def test_the_text_size_goes_from_step_to_step_and_no_further() -> None:
    sizes, settings = [100], Settings()
    for step in [1] * 7 + [-1] * 7:
        settings = settings.with_value("text_size", settings.next_choice("text_size", step))
        sizes.append(settings.number("text_size"))
    assert sizes == [100, 115, 130, 150, 175, 200, 200, 200, 175, 150, 130, 115, 100, 90, 90]
    assert max(TABLE["text_size"].choices) == 200, "WCAG 2.2, 1.4.4: text can be twice as large"


def test_every_option_of_the_engine_is_a_setting_or_left_out_with_a_reason() -> None:
    named = [setting.option for setting in SETTINGS if setting.option]
    assert len(named) == len(set(named))
    assert sorted([*named, *LEFT_OUT]) == sorted(option.name for option in OPTIONS)
    assert all(LEFT_OUT.values())


@pytest.mark.parametrize(
    "setting", [setting for setting in SETTINGS if setting.option], ids=lambda setting: setting.key
)
def test_a_setting_allows_nothing_that_its_option_refuses(setting: Setting) -> None:
    option = find_option(setting.option)
    if isinstance(setting.default, int) and option.kind == "spin":
        assert option.low <= setting.lowest <= setting.default <= setting.highest <= option.high
        assert setting.unit == option.unit or setting.key == "analysis_lines"
    elif isinstance(setting.default, bool):
        assert option.kind == "check"
