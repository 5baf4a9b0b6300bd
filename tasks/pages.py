from django.http import HttpRequest, HttpResponse

from core.actor import actor
from core.pages import island_page, list_path, page

PAGE_SIZE = 24


@page()
def tasks(request: HttpRequest) -> HttpResponse:
    user_id = actor(request).id
    own = list_path(request, f"/api/tasks/assignee/{user_id}", limit=PAGE_SIZE, filters=("status",))
    queries = [f"/api/tasks/summary?userId={user_id}", own]
    return island_page(request, "tasks/tasks.html", title="Minhas Tarefas", queries=queries)
