"""Dates as the screens write them, in Django admin too: the language's own spell the month out, as wide as two columns."""

DATE_FORMAT = SHORT_DATE_FORMAT = "d/m/Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "d/m/Y H:i"
