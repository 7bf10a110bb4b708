"""The manual pages ratsu and ratsu-COMMAND, made from what the program prints for --help."""

import datetime
import gzip
import re
from pathlib import Path

from installer.errors import PrepareError
from installer.packing.places import version
from installer.packing.tools import call

_COMMAND = re.compile(r"^  ([a-z]+) {2,}\S", re.MULTILINE)


def write(program: Path, folder: Path, section: int = 1) -> list[Path]:
    """Writes the compressed pages of the frozen program into a folder of the section: 1 commands, 6 games. Returns them.
    :raises PrepareError: the program prints no help."""
    whole = _help(program)
    commands = _COMMAND.findall(whole.partition("\ncommands")[2])
    if not commands:
        raise PrepareError(f"{program} --help names no commands:\n{whole}")
    pages = {"ratsu": page("ratsu", whole, section, commands)}
    pages |= {f"ratsu-{name}": page(f"ratsu {name}", _help(program, name), section) for name in commands}
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in pages.items():
        path = folder / f"{name}.{section}.gz"
        path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
        written.append(path)
    return written


def page(name: str, text: str, section: int, others: list[str] | None = None) -> str:
    """Returns a page in roff. `text`: the help, which begins with `usage:`; `others`: commands with pages of their own."""
    usage, _, rest = text.removeprefix("usage: ").partition("\n\n")
    summary, _, rest = rest.partition("\n\n")
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    title = name.replace(" ", "-")
    also = ", ".join(f"ratsu\\-{other}({section})" for other in others) if others else f"ratsu({section})"
    return "\n".join(
        (
            f'.TH {title.upper()} {section} {today} "Ratsu {version()}" "User Commands"',
            f".SH NAME\n{_roff(title)} \\- {_roff(_first_sentence(summary))}",
            f".SH SYNOPSIS\n.nf\n{_roff(usage)}\n.fi",
            f".SH DESCRIPTION\n{_roff(' '.join(summary.split()))}",
            f".SH OPTIONS\n.nf\n{_roff(rest.rstrip())}\n.fi",
            f".SH SEE ALSO\n{also}\n",
        )
    )


def _first_sentence(text: str) -> str:
    """Manual pages are found by this line, which has no full stop."""
    return " ".join(text.split()).partition(". ")[0].rstrip(".")


def _roff(text: str) -> str:
    """Text that roff prints unchanged: backslashes, hyphens, and a dot or quote at the start of a line."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def _help(program: Path, *words: str) -> str:
    return call([str(program), *words, "--help"], COLUMNS="78", NO_COLOR="1")
