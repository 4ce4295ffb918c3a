"""The REST API.

Resources (resources.py) declare what can be read. Acts (compliance/acts/registry.py) declare what can be done, on pages
and in the API. Endpoints and the OpenAPI description are generated from both. casino/api_urls.py assigns the URLs.
"""
