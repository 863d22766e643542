"""Several nodes that fail, and what they keep all the same."""
