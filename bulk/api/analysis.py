"""The analysis of a pasted text, and the labels a person taught it."""

import logging
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from bulk import actions
from bulk.assistant.model import analysed
from bulk.assistant.queries import aliases_of, labels_of, texts_of
from bulk.assistant.serializers import AnalyseInput, AnalysisOutput, LabelInput, LabelOutput, LabelsQuery
from bulk.errors import AnalysisFailed
from bulk.games import GAMES
from core.actor import IsSignedIn, actor, resolve_user_id
from core.api import Api

logger = logging.getLogger(__name__)
ANALYSED = "Texto analisado com sucesso."


class AnalysisApi(Api):
    """`POST {text, userId} -> {success, data}`; its route says of which game.

    The answer holds the credentials of the text, so no browser keeps it.
    """

    permissions_by_action = {"create": [IsSignedIn]}
    game = ""

    @extend_schema(request=AnalyseInput, responses={200: AnalysisOutput})
    def create(self, request: Request) -> Response:
        """What a pasted text says of accounts; nothing is stored."""
        given = AnalyseInput.read(request.data)
        user_id = resolve_user_id(request, given["userId"])
        answer: dict[str, Any] = {"success": True, "data": self._data(user_id, given["text"])}
        if GAMES[self.game].answers_with_message:
            answer["message"] = ANALYSED
        return Response(answer, headers={"Cache-Control": "private, no-store"})

    def _data(self, user_id: int, text: str) -> dict[str, Any]:
        aliases, texts = aliases_of(user_id, self.game), texts_of(user_id, self.game)
        try:
            return analysed(text, self.game, aliases).as_json(texts)
        except Exception as error:
            # The text of the error may quote the text of the account: only its kind is kept.
            logger.error("a %s text could not be analysed: %s", self.game, type(error).__name__)
            raise AnalysisFailed(GAMES[self.game].analysis_failed) from None


class LabelApi(Api):
    """One's own labels: those of other people, an admin's included, are not asked for."""

    permissions_by_action = {"list": [IsSignedIn], "create": [IsSignedIn], "destroy": [IsSignedIn]}

    @extend_schema(parameters=[LabelsQuery], responses={200: LabelOutput(many=True)})
    def list(self, request: Request) -> Response:
        """The labels one taught."""
        query = LabelsQuery.read(request.query_params)
        return Response(LabelOutput(labels_of(actor(request).id).filter(**query), many=True).data)

    @extend_schema(request=LabelInput, responses={201: LabelOutput})
    def create(self, request: Request) -> Response:
        """'A correction by a user teaches a label alias.'"""
        given = LabelInput.read(request.data)
        taught = actions.teach_label(by=actor(request), **given)
        return Response(LabelOutput(taught).data, status.HTTP_201_CREATED)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, label_id: int) -> Response:
        """Forget a label."""
        actions.forget_label(by=actor(request), label_id=label_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
