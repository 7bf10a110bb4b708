"""Owns mutable state, threads and files; emits Qt signals with frozen values."""
