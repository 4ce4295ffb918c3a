"""Messages that a page shows once, after an act."""

from django.contrib.messages.middleware import MessageMiddleware
from django.http import HttpRequest

from compliance.api.errors import is_of_api


class PageMessages(MessageMiddleware):
    """Keep messages for pages only: API responses do not use them."""

    def process_request(self, request: HttpRequest) -> None:
        if not is_of_api(request):
            super().process_request(request)
