"""What those who run the product read."""

import requests

from e2e.installation import Installation

TOKEN = {"Authorization": "Bearer prometheus-de-teste"}


def counted(stack: Installation, route: str) -> float:
    answer = requests.get(f"{stack.url}/metrics", headers=TOKEN, timeout=30)
    assert answer.status_code == 200
    series = f'http_request_duration_seconds_count{{method="GET",route="{route}",status="4xx"}} '
    return sum(float(line.removeprefix(series)) for line in answer.text.splitlines() if line.startswith(series))


def test_metrics_add_up_the_processes_of_the_web_server(stack: Installation) -> None:
    """Each request is answered by one of two processes, and each answer tells of both."""
    route = "api/bulk/runs/<int:run_id>"
    before = counted(stack, route)
    for _ in range(20):
        requests.get(f"{stack.url}/api/bulk/runs/1", timeout=30)
    assert counted(stack, route) == before + 20
    assert requests.get(f"{stack.url}/metrics", timeout=30).status_code == 404
