"""Players that learn by themselves: nets that judge what a seat sees, and how they are trained."""
