"""The built-in cases: one folder each, which holds all of it, with the declaration in `case.py`."""

BUILT_IN = ("ripper", "rue_morgue", "jekyll_hyde", "capone")
