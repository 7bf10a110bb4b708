# The rest is for C: see gate.pxd.
from engine.ground.text import Text
from engine.rules.fen import FenFields

FAULTS_OF_SIDES: tuple[tuple[str, ...], tuple[str, ...]]

def position_faults(fields: FenFields, chess960: bool) -> list[Text]: ...
def playable(fields: FenFields, chess960: bool) -> FenFields: ...
