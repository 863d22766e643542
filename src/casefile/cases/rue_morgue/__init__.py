"""Case 2: Murders in the Rue Morgue."""
