"""Accounts that somebody has put together and not created yet: the queue of a creator, kept between two visits."""
