"""Writes of bulk runs, as people and other apps ask for them."""
