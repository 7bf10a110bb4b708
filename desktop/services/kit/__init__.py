"""What services stand on: threads, files, settings, language, one thinker. Knows no other service."""
