"""The REST API against the least that the same would take: a plain query and encoder, the database's own copy."""
