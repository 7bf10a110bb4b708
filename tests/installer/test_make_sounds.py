"""The sounds are what the program that makes them makes; nothing else was put there."""

from installer.make_sounds import FOLDER, SOUNDS, as_wave


def test_the_files_are_what_the_command_makes() -> None:
    assert {file.stem for file in FOLDER.glob("*.wav")} == set(SOUNDS)
    for name in ("move", "low_time"):
        assert (FOLDER / f"{name}.wav").read_bytes() == as_wave(SOUNDS[name]())


def test_all_together_they_are_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.glob("*.wav")) < 200_000
