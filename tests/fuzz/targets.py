"""The readers that are fuzzed, by name."""

from types import MappingProxyType

from tests.fuzz import (
    chessbase_targets,
    differential_targets,
    file_targets,
    online_targets,
    state_targets,
    text_targets,
    value_targets,
)
from tests.fuzz.driver import Target

TARGETS: MappingProxyType[str, Target] = MappingProxyType(
    {
        **text_targets.TARGETS,
        **file_targets.TARGETS,
        **chessbase_targets.TARGETS,
        **state_targets.TARGETS,
        **value_targets.TARGETS,
        **online_targets.TARGETS,
        **differential_targets.TARGETS,
    }
)
