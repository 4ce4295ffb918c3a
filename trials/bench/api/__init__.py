"""Compare the REST API with the minimum for the same work: a plain query and encoder, or the database's own COPY."""
