"""Writes of the marketplace integration, one module a noun."""
