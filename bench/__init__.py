"""Figures of speed and size, as ratios of one run: machines are noisy, so no test passes or fails by them."""
