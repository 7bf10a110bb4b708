"""The claim checker: tests each claim on its own line with python-chess alone. It shares no code with the finders.

Door: `check.refusal`. Knows: no other room.
"""
