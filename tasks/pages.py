from django.http import HttpRequest, HttpResponse

from core.actor import actor
from core.pages import Query, island_page, list_path, page
from tasks.api import TaskApi


@page()
def tasks(request: HttpRequest) -> HttpResponse:
    user_id = actor(request).id
    own = list_path(request, f"/api/tasks/assignee/{user_id}", limit=24, filters=("status",))
    return island_page(
        request,
        "tasks/tasks.html",
        title="Minhas Tarefas",
        queries=[Query(f"/api/tasks/summary?userId={user_id}", TaskApi, "counts")],
        lists=[Query(own, TaskApi, "of_person", {"user_id": user_id})],
    )
