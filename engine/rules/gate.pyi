# The rest is for C: see gate.pxd.
FAULTS_OF_SIDES: tuple[tuple[str, ...], tuple[str, ...]]
