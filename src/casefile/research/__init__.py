"""Casefile at home in the tools of researchers."""
