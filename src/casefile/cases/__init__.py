"""The cases: one folder each, and a registry row in `casefile.registry`."""
