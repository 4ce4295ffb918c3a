"""A busy floor: a Saturday of forty tables in four pits, and how often each of its people is called."""
