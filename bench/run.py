"""Measurements; see `make bench`."""
