"""A person's own descriptions of listings, by game."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.actions.people import save_upload_settings
from accounts.queries import person_by_id, upload_settings
from bulk.serializers import DescriptionsInput, DescriptionsOutput, description_names
from core.actor import IsSignedIn, resolve_user_id
from core.api import Api


class UploadSettingsApi(Api):
    permissions_by_action = {"retrieve": [IsSignedIn], "partial_update": [IsSignedIn], "create": [IsSignedIn]}

    @extend_schema(responses=DescriptionsOutput)
    def retrieve(self, request: Request, user_id: int) -> Response:
        """The texts a person's listings start from."""
        person = person_by_id(resolve_user_id(request, user_id))
        return Response(DescriptionsOutput(upload_settings(person.id)).data)

    @extend_schema(request=DescriptionsInput, responses=DescriptionsOutput)
    def partial_update(self, request: Request, user_id: int) -> Response:
        """Change the texts that the body names."""
        return self._save(request, resolve_user_id(request, user_id))

    @extend_schema(request=DescriptionsInput, responses={200: DescriptionsOutput})
    def create(self, request: Request) -> Response:
        """The same with `userId` in the body. It saves what may exist already, so the answer is 200."""
        given = DescriptionsInput.read(request.data)
        return self._save(request, resolve_user_id(request, given.get("userId")))

    def _save(self, request: Request, user_id: int) -> Response:
        given, names = DescriptionsInput.read(request.data), description_names()
        texts = {names[name]: text for name, text in given.items() if name in names}
        stored = save_upload_settings(user_id=user_id, descriptions=texts)
        return Response(DescriptionsOutput(stored).data)
