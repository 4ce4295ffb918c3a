"""Fuzz the API as every role: schemathesis generates requests from the OpenAPI description."""
