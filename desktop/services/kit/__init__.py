"""The base of all services: threads, files, settings, language.

Door: `service.Service`, `tasks.Worker`, `settings_store`. Knows: desktop.model, engine.
"""
