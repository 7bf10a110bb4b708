"""What views share: theme, icons, words, fields, messages.

Door: `theme`, `words`, `messages`, `boxes`. Knows: desktop.model, desktop.services, engine.
"""
