"""The REST API against the least that the same would take: plain queries, a plain encoder, and the database's own copy."""
