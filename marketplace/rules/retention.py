"""How long account credentials are kept after their run."""

DEFAULT_CREDENTIAL_DAYS = 45
CREDENTIAL_DAYS = (1, 365)
"""'purged 45 days after the run (setting)'; the least and the most that may be set."""
