"""The list of mutants fits the sources: each still applies, and names a test that is there. Whether they are killed is tried at
night: `python -m tests.mutants`."""

import re

from tests.helpers.shared import REPOSITORY
from tests.mutants.kept import mutants

LEAST = 120


def test_each_mutant_still_applies() -> None:
    for mutant in mutants():
        text = (REPOSITORY / mutant.file).read_text("utf-8")
        assert text.count(mutant.old) == 1, f"{mutant.place}: write the new text of {mutant.file} into the list"
        assert mutant.new != mutant.old, mutant.place
        compile(text.replace(mutant.old, mutant.new), mutant.file, "exec")


def test_each_names_a_test_that_is_there() -> None:
    for test in {mutant.test for mutant in mutants()}:
        path, _, name = test.partition("::")
        assert (REPOSITORY / path).exists(), test
        assert not name or re.search(rf"^def {name}\(", (REPOSITORY / path).read_text("utf-8"), re.MULTILINE), test


def test_there_are_many_and_none_is_kept_twice() -> None:
    kept = [(mutant.file, mutant.old, mutant.new) for mutant in mutants()]
    assert len(kept) == len(set(kept)) >= LEAST
