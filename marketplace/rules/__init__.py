"""Pure rules of the marketplace integration: no ORM, no clock, no settings."""
