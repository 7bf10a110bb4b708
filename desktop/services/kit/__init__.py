"""What services stand on: threads, files, settings, language.

Door: `service.Service`, `tasks.Worker`, `settings_store`. Knows: desktop.model, engine.
"""
