"""Tests of the editor of styles."""
