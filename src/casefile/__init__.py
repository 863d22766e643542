"""Casefile: a rules engine for the Mystery Rummy card games."""

__version__ = "0.1.0"
