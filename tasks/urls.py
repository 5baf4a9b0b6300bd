"""Pages of tasks."""

from django.urls import path

from tasks import pages

urlpatterns = [
    path("tasks", pages.tasks, name="tasks"),
]
