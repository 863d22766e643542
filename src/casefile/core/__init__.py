"""The engine that all cases share: pure, without input or output, clock, prose or global randomness."""
