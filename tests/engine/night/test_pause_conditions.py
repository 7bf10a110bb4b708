"""Nothing new begins while the user plays, on battery, outside of the hours, or above the temperature."""

import datetime
from pathlib import Path

import pytest

from engine.ground.text import NOTHING, Text
from engine.night.pause_conditions import PLAYING, PauseConditions, hours_of, reason_to_pause
from engine.night.values import NightError

NOON = datetime.datetime(2026, 1, 1, 12, 0, tzinfo=datetime.UTC)
NIGHT = NOON.replace(hour=2)


def machine(folder: Path, status: str, millidegrees: str) -> Path:
    for place, name, text in (("power_supply/BAT0", "status", status), ("thermal/thermal_zone0", "temp", millidegrees)):
        (folder / place).mkdir(parents=True)
        (folder / place / name).write_text(text)
    return folder


def test_the_battery_is_saved_unless_it_is_wanted(tmp_path: Path) -> None:
    system = machine(tmp_path, "Discharging\n", "50000\n")
    assert "battery" in str(reason_to_pause(PauseConditions(), {}, NOON, system))
    assert reason_to_pause(PauseConditions(on_battery=False), {}, NOON, system) == NOTHING


def test_a_hot_machine_rests_and_a_sensor_that_says_nothing_does_not_matter(tmp_path: Path) -> None:
    system = machine(tmp_path, "Charging", "91500")
    assert "92 degrees" in str(reason_to_pause(PauseConditions(hottest=85), {}, NOON, system))
    (system / "thermal/thermal_zone0/temp").write_text("broken")
    assert reason_to_pause(PauseConditions(hottest=85), {}, NOON, system) == NOTHING


def test_hours_may_go_over_midnight(tmp_path: Path) -> None:
    rest = PauseConditions(hours=hours_of("22:00-7:30"))
    assert "22:00 to 7:30" in str(reason_to_pause(rest, {}, NOON, tmp_path))
    assert reason_to_pause(rest, {}, NIGHT, tmp_path) == NOTHING
    assert reason_to_pause(PauseConditions(hours=hours_of("9:00-17:00")), {}, NIGHT, tmp_path) != NOTHING


def test_the_user_comes_first(tmp_path: Path) -> None:
    assert "you play" in str(reason_to_pause(PauseConditions(), {PLAYING: Text("x")}, NOON, tmp_path))


@pytest.mark.parametrize("text", ["", "22-7", "24:00-7:00", "7:00-7:00", "9:60-10:00"])
def test_hours_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(NightError, match="is not a time range"):
        hours_of(text)
