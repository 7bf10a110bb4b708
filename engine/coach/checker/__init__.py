"""Checks claims on their own certificates, with python-chess alone: nothing here is shared with those who find the claims.

Door: `check.refusal`. Knows: no other room.
"""
