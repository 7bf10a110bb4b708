"""The foundation of all rooms: files and safe replacement, saved state, JSON, translatable text, errors, values.

Door: `files`, `saved_file`, `json_text`, `codec`, `text.Text`, `errors.RatsuError`, `values.dataclass`.
"""
