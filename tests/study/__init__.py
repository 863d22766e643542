"""Study: judges, reviews and ledgers."""
