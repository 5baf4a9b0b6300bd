"""Writes of the analysis."""

from analytics.actions.events import NewEvent, add_history, forget, receive, record
from analytics.actions.rolling import roll_up, roll_up_again
