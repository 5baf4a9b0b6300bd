"""Writes of the money domain."""

from earnings.actions.credits import credit

__all__ = ["credit"]
