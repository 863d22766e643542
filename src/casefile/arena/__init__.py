"""Bots against each other: duplicate deals with the seats exchanged, and what that says of their strength."""
