"""Every table that the program makes is STRICT: SQLite refuses a text where a number belongs, whoever writes."""

import re

from tests.helpers.shared import REPOSITORY

_TABLE = re.compile(r"CREATE (?:TEMP )?TABLE (?:IF NOT EXISTS )?(\{?\w+\}?) ?\((.*?)(?:;|\"\"\"|\"\n\))", re.DOTALL)
# Reads the files of older versions, as those versions made them.
_OLD = {"books/store/old_schema.py"}


def test_every_table_is_strict() -> None:
    found: dict[str, bool] = {}
    for room in ("books", "engine", "desktop", "tablebases"):
        for path in sorted((REPOSITORY / room).rglob("*.py")):
            name = path.relative_to(REPOSITORY).as_posix()
            if name not in _OLD:
                for table, rest in _TABLE.findall(path.read_text("utf-8")):
                    found[f"{name}:{table}"] = "STRICT" in rest
    assert len(found) >= 15
    assert [table for table, strict in found.items() if not strict] == []
