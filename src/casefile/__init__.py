"""Casefile: a rules engine for the Mystery Rummy card games."""

__version__ = "1.0.0"
