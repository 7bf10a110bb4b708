"""Checks claims on their own certificates, with python-chess alone: nothing here is shared with those who find the claims.

Its door is `check.refusal`: what is wrong with a claim, empty if nothing is.
"""
