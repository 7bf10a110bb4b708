"""Checks whether an engine keeps the rules of its protocol, UCI or XBoard: each case is a short conversation with a new process.

Door: `check.checked`. Knows: engine.play.external.
"""
