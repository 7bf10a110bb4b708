"""Parts that all views use: theme, icons, wording, fields, messages.

Door: `theme`, `words`, `messages`, `layouts`. Knows: desktop.model, desktop.services, engine.
"""
