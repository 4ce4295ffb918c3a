"""The REST API: one way to read, list, act and refuse for everything on the floor.

Resources (resources.py) declare what can be read; acts (compliance/acts/registry.py) declare what can be done, for
pages and API alike. Endpoints and the OpenAPI description are generated from both. casino/api_urls.py assigns the URLs.
"""
