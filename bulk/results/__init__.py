"""What each account cost and brought in."""
