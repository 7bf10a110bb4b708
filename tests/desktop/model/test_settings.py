"""Settings are one table; a value that is not allowed never gets in."""

import pytest

from desktop.model.game.match import LEVELS
from desktop.model.settings import SETTINGS, TABLE, Settings


def test_every_default_is_allowed() -> None:
    assert [setting.key for setting in SETTINGS if not setting.accepts(setting.default)] == []


def test_the_default_level_exists() -> None:
    assert Settings().text("level") in {level.key for level in LEVELS}


def test_a_default_is_not_kept_as_a_value() -> None:
    changed = Settings().with_value("hash_mb", 128)
    assert changed.number("hash_mb") == 128
    assert changed.with_value("hash_mb", int(TABLE["hash_mb"].default)).values == {}


@pytest.mark.parametrize(
    ("key", "value"), [("theme", "pink"), ("hash_mb", 0), ("hash_mb", "64"), ("sounds", 1), ("hash_mb", True)]
)
def test_what_is_not_allowed_is_refused(key: str, value: str | int | bool) -> None:
    with pytest.raises(ValueError, match=key):
        Settings().with_value(key, value)
