"""Files filed with a layout."""

from typing import cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.request import Request

from compliance.api.files import FileEndpoint, described_file
from compliance.api.openapi.schema import Description, path_key
from tables.models import Document

from .documents import TYPES, UNKNOWN, file_of

KEY = path_key("The document's number, its `id`.", example=12)


class ReadDocument(FileEndpoint):
    """GET returns the file."""

    def description(self) -> Description:
        says = "A file filed with a layout, as uploaded. The layout lists its `sha256`."
        answers = described_file(*TYPES.values(), UNKNOWN)
        return Description("document_read", "layouts", "Read a document", says, answers, parameters=[KEY])

    def get(self, request: Request, key: int) -> HttpResponseBase:
        filed = Document.objects.select_related("layout__facility")
        found = self.scope.get(filed, owner="layout__facility", pk=key)
        etag = f'"{found.sha256}"'
        response: HttpResponseBase = get_conditional_response(cast(HttpRequest, request), etag=etag) or file_of(found)
        response["ETag"] = etag
        return response
