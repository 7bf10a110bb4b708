"""Tests of the styles of the source texts."""
