"""Tests of the evaluation store."""
