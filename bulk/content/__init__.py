"""Texts with placeholders: templates that people keep, lists of rare items, and how an account fills them in."""
