"""Compare logging rounds through the product with a naive peer and with raw inserts of the same rows."""
