"""Writes games as an HTML or LaTeX file, atomically; the suffix of the file selects the format."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from engine.game.tree import Game
from engine.ground.errors import RatsuError
from engine.ground.files import replacing
from engine.ground.values import dataclass
from engine.ground.write_targets import unwritten
from engine.publishing.document import DEFAULT_OPTIONS, Block, PageOptions, blocks, title_of
from engine.publishing.wording import PLAIN, Wording

KINDS = (".html", ".tex")


class PublishError(RatsuError):
    """The file cannot be made; an existing one is unchanged."""


@dataclass(frozen=True)
class PublishFormat:
    """The form of the file. `columns`: 1 or 2. `language`: the wording's language code. `title`: of the file."""

    wording: Wording = PLAIN
    wishes: PageOptions = DEFAULT_OPTIONS
    columns: int = 2
    language: str = "en"
    title: str = ""


def chunks(games: Iterable[Game], kind: str, form: PublishFormat) -> Iterator[str]:
    """Yields the text of the file, at least one part per game. `kind`: one of `KINDS`."""
    from engine.publishing import html, latex

    page = html if kind == ".html" else latex
    title = form.title
    for number, game in enumerate(games, 1):
        if number == 1:
            yield page.opening(title or title_of(game, form.wording) or "Ratsu", form.language, form.columns)
        yield "".join(page.game(blocks(game, form.wording, form.wishes, number)))
    yield html.CLOSING if kind == ".html" else latex.closing(form.columns)


def publish(
    games: Iterable[Game], path: Path, form: PublishFormat, go_on: Callable[[int], bool] = lambda _: True
) -> int:
    """Writes the games. Returns how many; `go_on` is called with the number so far and may stop the work.
    :raises PublishError: the kind of file is unknown, `games` is empty, it was stopped, or it cannot be written."""
    kind = kind_of(path)
    count = -1  # the opening comes before the first game
    try:
        with replacing(path) as file:
            for part in chunks(games, kind, form):
                file.write(part.encode("utf-8", "replace"))
                count += 1
                if not go_on(max(0, count)):
                    raise PublishError("cancelled; %1 was not written", path)
            if count < 1:
                raise PublishError("no games to publish; %1 was not written", path)
    except OSError as error:
        raise PublishError(unwritten(path, error)) from error
    return count - 1


def publish_page(title: str, page: Iterable[Block], path: Path, form: PublishFormat) -> None:
    """Writes one page that is not a game. :raises PublishError: the kind of file is unknown, or it cannot be written."""
    from engine.publishing import html, latex

    kind = kind_of(path)
    writer = html if kind == ".html" else latex
    end = html.CLOSING if kind == ".html" else latex.closing(form.columns)
    try:
        with replacing(path) as file:
            for part in (writer.opening(title, form.language, form.columns), *writer.game(iter(page)), end):
                file.write(part.encode("utf-8", "replace"))
    except OSError as error:
        raise PublishError(unwritten(path, error)) from error


def kind_of(path: Path) -> str:
    """Returns `.html` or `.tex`. :raises PublishError: another suffix."""
    kind = {".htm": ".html"}.get(path.suffix.lower(), path.suffix.lower())
    if kind not in KINDS:
        raise PublishError(
            "%1: the name of the file has to end with .html or .tex; the window makes PDF files", path.name
        )
    return kind
