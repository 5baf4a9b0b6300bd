"""The HTTP surface of the marketplace integration; routes are in config/api_urls.py."""
