"""What views share: theme, icons, words, fields, messages. Knows no other view."""
