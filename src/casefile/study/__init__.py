"""Study: what each decision cost, and what was luck."""
