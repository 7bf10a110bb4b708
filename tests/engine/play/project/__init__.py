"""Tests of analysis projects."""
