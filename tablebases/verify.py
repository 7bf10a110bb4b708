"""`ratsu tablebases verify`: checks files against their checksums, and values against those after each move."""

from collections.abc import Iterator

from engine.ground.values import dataclass
from tablebases.files.check import is_own
from tablebases.files.folders import CheckState, TableFile, TableKind
from tablebases.probe.negamax import first_contradiction
from tablebases.tables import Tablebases


@dataclass(frozen=True)
class SignatureCheck:
    """The finding about one signature: the number of random positions checked, and the first problem in words, or
    empty."""

    signature: str
    positions: int
    problem: str


def verify(tables: Tablebases, names: tuple[str, ...], positions: int, seed: int) -> Iterator[SignatureCheck]:
    """Checks the named signatures (all if none are named): checksums and structure of every file, then random positions.

    Distances are compared where Ratsu made the file (they are exact there).
    """
    files: dict[str, list[TableFile]] = {}
    for info in tables.tables():
        if not names or info.file.signature in names:
            files.setdefault(info.file.signature, []).append(info.file)
    for name in names:
        if name not in files:
            yield SignatureCheck(name, 0, "no file of this signature was found")
    for name, each in files.items():
        yield _verify_one(tables, name, each, positions, seed)


def _verify_one(tables: Tablebases, name: str, files: list[TableFile], positions: int, seed: int) -> SignatureCheck:
    states = {file.kind: tables.check(file) for file in files}
    if CheckState.DAMAGED in states.values():
        return SignatureCheck(name, 0, "a file is damaged")
    if TableKind.WDL not in states or TableKind.DTZ not in states:
        return SignatureCheck(name, 0, "")
    exact = states[TableKind.DTZ] is CheckState.VERIFIED and all(
        is_own(file) for file in files if file.kind is TableKind.DTZ
    )
    done, fen, problem = first_contradiction(tables.prober, name, positions, seed, exact)
    return SignatureCheck(name, done, f"{fen} {problem}" if fen else "")
