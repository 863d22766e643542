"""Case 4: Al Capone."""
