"""/api/training: the switch of one's own training mode ('Ensaio')."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import actor
from core.api import Api
from core.permissions import IsSignedIn
from marketplace import actions, queries
from marketplace.serializers import TrainingInput, TrainingOutput


class TrainingApi(Api):
    permissions_by_action = {"retrieve": [IsSignedIn], "save": [IsSignedIn]}

    @extend_schema(operation_id="training_retrieve", responses={200: TrainingOutput})
    def retrieve(self, request: Request) -> Response:
        """Whether training is possible here, and whether one is in it."""
        return Response(_state(actor(request).id))

    @extend_schema(operation_id="training_save", request=TrainingInput, responses={200: TrainingOutput})
    def save(self, request: Request) -> Response:
        """Go into training, or leave it."""
        given = TrainingInput.read(request.data)
        person = actor(request)
        actions.set_training(active=given["active"], by=person)
        return Response(_state(person.id))


def _state(user_id: int) -> dict[str, bool]:
    state = {"available": queries.training_is_possible(), "active": queries.is_training(user_id)}
    return dict(TrainingOutput(state).data)
