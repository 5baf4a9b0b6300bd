"""Retention of notifications."""

from datetime import timedelta

from infra.schedule import RetentionPolicy, periodic
from notifications import actions

periodic(
    name="notifications.purge",
    every=timedelta(days=1),
    forgets=RetentionPolicy(
        what="Notificações",
        why="Para que você saiba de tarefas, pagamentos, pontos e execuções.",
        how_long=f"{actions.READ_KEPT.days} dias depois de lidas, {actions.UNREAD_KEPT.days} dias sem leitura, ou até você "
        "excluí-las",
    ),
)(actions.purge)
