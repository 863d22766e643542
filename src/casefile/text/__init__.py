"""Text in and out: positions, actions and records, and what happened in words."""
