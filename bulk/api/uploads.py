"""Images of listings."""

from typing import Any, cast

from django.utils.datastructures import MultiValueDict
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from bulk.serializers import UploadOutput
from core.actor import IsSignedIn
from core.api import Api
from infra.media import ImageParser, store_images

FOLDER = "listings"


class UploadApi(Api):
    permissions_by_action = {"create": [IsSignedIn]}
    parser_classes = (ImageParser,)

    @extend_schema(
        request={
            "multipart/form-data": {
                "type": "object",
                "properties": {
                    "images": {"type": "array", "items": {"type": "string", "format": "binary"}, "maxItems": 10}
                },
            }
        },
        responses={200: UploadOutput},
    )
    def create(self, request: Request) -> Response:
        """'multipart, repeated field images. Response {success, files[{url}], count, message}'."""
        files = cast("MultiValueDict[str, Any]", request.FILES).getlist("images")
        urls = store_images(files, folder=FOLDER)
        count = len(urls)
        answer = {
            "success": True,
            "files": [{"url": url} for url in urls],
            "count": count,
            "message": "1 imagem enviada." if count == 1 else f"{count} imagens enviadas.",
        }
        return Response(UploadOutput(answer).data)
