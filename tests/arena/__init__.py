"""Bots against each other, and bots of others."""
