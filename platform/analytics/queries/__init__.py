"""Reads of the analysis."""

from analytics.queries.people import Person, people
from analytics.queries.raw import count_of_events, events_of, recent_events_of, version
from analytics.queries.summary import Summary, summary

__all__ = ["Person", "Summary", "count_of_events", "events_of", "people", "recent_events_of", "summary", "version"]
