"""The settings file: damage costs the settings, never the start."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop.services.kit.settings_store import SettingsStore
from tests.desktop.services.conftest import Heard


def test_settings_come_back(qapp: object, tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    store.set("theme", "dark")
    store.flush()
    assert SettingsStore(tmp_path / "settings.json").settings.text("theme") == "dark"


@pytest.mark.parametrize("content", [b"{", b"[]", b"\xff\xfe\x00", b"[" * 100_000, b"null"])
def test_a_damaged_file_is_kept_aside_and_told(qapp: object, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    store = SettingsStore(path)
    heard = Heard(store.message)
    store.tell_problems()
    assert len(heard.all) == 1
    assert (tmp_path / "settings.json.damaged").read_bytes() == content
    assert store.settings.values == {}


def test_values_that_are_not_allowed_and_keys_of_other_versions_do_no_harm(qapp: object, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"theme": "pink", "hash_mb": 128, "from_the_future": [1, 2]}')
    content = path.read_bytes()
    store = SettingsStore(path)
    assert store.settings.values == {"hash_mb": 128}
    heard = Heard(store.message)
    store.tell_problems()
    assert "theme" in heard.texts and len(heard.all) == 1
    assert (tmp_path / "settings.json.damaged").read_bytes() == content
    again = SettingsStore(path)
    heard = Heard(again.message)
    again.tell_problems()
    assert heard.all == [], "what is wrong is told once, not at every start"
    store.set("sounds", False)
    store.flush()
    assert json.loads(path.read_text()) == {"hash_mb": 128, "sounds": False, "from_the_future": [1, 2]}


@given(
    st.binary(max_size=200)
    | st.dictionaries(st.text(max_size=8), st.integers() | st.text()).map(json.dumps).map(str.encode)
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_content_keeps_the_program_from_starting(qapp: object, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    SettingsStore(path)


def test_settings_of_a_folder_that_cannot_be_written_are_read_and_left_alone(qapp: object, tmp_path: Path) -> None:
    path = tmp_path / "config" / "settings.json"
    path.parent.mkdir()
    for content in (b'{"theme": "dark", "volume": 900}', b"{"):
        path.write_bytes(content)
        store = SettingsStore(path, writable=False)
        heard = Heard(store.message)
        assert store.settings.text("theme") == ("dark" if b"dark" in content else "system")
        store.set("theme", "light")
        store.tell_problems()
        store.close()
        assert path.read_bytes() == content and list(path.parent.iterdir()) == [path] and not heard.all


def test_an_unwritable_folder_is_told(qapp: object, tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    store = SettingsStore(tmp_path / "config" / "settings.json")
    heard = Heard(store.message)
    store.set("theme", "dark")
    store.flush()
    assert "could not be saved" in heard.texts
    assert store.settings.text("theme") == "dark"
