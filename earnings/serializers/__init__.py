"""What of money is read and written over the API, and as files."""
