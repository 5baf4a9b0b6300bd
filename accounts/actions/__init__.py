"""Writes of people. Callers import the noun: `from accounts.actions import people`."""
