"""A marketplace of our own: the demo's, the training mode's, and a test peer. No Django in it."""
