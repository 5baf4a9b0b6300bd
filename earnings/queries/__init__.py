"""Reads of the money domain."""
