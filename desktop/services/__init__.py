"""Owns mutable state, threads and files; emits Qt signals with frozen values.

Door: `all_services.Services`, `home_service`. Knows: books, desktop.model, engine.
"""
