"""Writes of the analysis."""

from analytics.actions.events import NewEvent, add_history, forget, receive, record
from analytics.actions.rolling import roll_up, roll_up_again

__all__ = ["NewEvent", "add_history", "forget", "receive", "record", "roll_up", "roll_up_again"]
