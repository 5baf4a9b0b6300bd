"""Viewsets of bulk runs; the routes are in config/api_urls.py."""
