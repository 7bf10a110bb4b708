"""Kept mutants: small wrong changes of the program, each of which a named test finds. See `kept`."""
