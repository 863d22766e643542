"""Players that get a view, never a state."""
