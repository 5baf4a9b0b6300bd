"""Writes of the analysis."""

from analytics.actions.events import NewEvent, forget, receive, record
from analytics.actions.rolling import roll_up, roll_up_again
