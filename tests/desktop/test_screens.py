"""The pictures of the window in docs/screens: each can be taken again, and the folder stays small."""

from tests.desktop.contact_sheet import PREFIX
from tests.desktop.screens import FOLDER, MOST_BYTES, SCREENS, SHOWS

WHOLE_BYTES = 6_500_000
FROM_ELSEWHERE = {"installed-deb"}  # of the installed package, not of this tree


def test_every_picture_is_made_by_a_scene_and_every_scene_has_its_picture() -> None:
    names = [screen.name for screen in SCREENS]
    found = {path.stem for path in FOLDER.glob("*.png") if not path.name.startswith(PREFIX)}
    assert len(names) == len(set(names)) and found - FROM_ELSEWHERE == set(names)
    assert {screen.shows for screen in SCREENS} == set(SHOWS)


def test_the_pictures_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in FOLDER.iterdir()}
    assert {name: size for name, size in sizes.items() if size > MOST_BYTES} == {}
    assert sum(sizes.values()) <= WHOLE_BYTES
