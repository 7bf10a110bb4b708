"""What every room uses: files and their safe replacement, saved state, JSON, text with its translations, errors, values.

Door: `files`, `saved_file`, `json_text`, `codec`, `text.Text`, `errors.RatsuError`, `values.dataclass`.
"""
