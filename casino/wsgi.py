"""The WSGI application that casino/ops/web_server.py serves."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

application = get_wsgi_application()

# A web request is answered within half a minute or told to try again; no lock outlives a lost request.
if settings.POSTGRESQL:
    limits = "-c statement_timeout=30s -c idle_in_transaction_session_timeout=60s"
    options = settings.DATABASES["default"]["OPTIONS"]
    options["options"] = f"{options.get('options', '')} {limits}".strip()
