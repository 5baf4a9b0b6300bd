"""Reads of the analysis."""

from analytics.queries.people import Person, people
from analytics.queries.raw import count_of_events, version
from analytics.queries.summary import summary
