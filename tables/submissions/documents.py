"""Files filed with a layout: allowed types, and how they are served."""

import logging

from django.http import FileResponse, Http404

from tables.models import Document

logger = logging.getLogger(__name__)

# The first bytes of each file type.
TYPES = {
    b"%PDF-": "application/pdf",
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"RIFF": "image/webp",
}
UNKNOWN = "application/octet-stream"


def file_of(document: Document) -> FileResponse:
    """Serve a file as an attachment, so that browsers never run it; its first bytes determine its type."""
    try:
        file = document.file.open("rb")
    except FileNotFoundError as error:
        logger.exception("%s of %s is not in the storage: %s", document, document.layout, document.file.name)
        raise Http404 from error
    beginning = file.read(16)
    file.seek(0)
    kind = next((kind for begins, kind in TYPES.items() if beginning.startswith(begins)), UNKNOWN)
    return FileResponse(
        file, as_attachment=True, filename=str(document.file.name).rpartition("/")[2], content_type=kind
    )
