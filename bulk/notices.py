"""What people are told about their runs. Called inside the transaction of what it tells."""

from bulk.enums import RowState
from bulk.models import Run
from bulk.queries import counts_of
from notifications import actions as notifications


def run_finished(run: Run) -> None:
    created = counts_of([run.pk])[run.pk][RowState.CREATED]
    notifications.notify(
        user_id=run.owner_id,
        kind="run_finished",
        title=f"{_name(run)} concluída",
        body=f"{created} de {run.total} contas foram criadas com sucesso.",
        url=f"/runs/{run.pk}",
    )


def run_paused(run: Run, reason: str) -> None:
    notifications.notify(
        user_id=run.owner_id,
        kind="run_paused",
        title=f"{_name(run)} pausada",
        body=reason,
        url=f"/runs/{run.pk}",
    )


def _name(run: Run) -> str:
    return f"Execução {run.pk} (ensaio)" if run.training else f"Execução {run.pk}"
