"""The whole API surface. Paths are the documents', without a trailing slash (decisions §5)."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

urlpatterns = [
    path("schema", SpectacularAPIView.as_view(), name="schema"),
]
