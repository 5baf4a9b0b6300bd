"""Notifications leave, and are forgotten."""

from datetime import timedelta

from infra.schedule import RetentionPolicy, periodic
from notifications import actions, delivery

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
periodic(
    name="notifications.purge_deliveries",
    every=timedelta(days=1),
    forgets=RetentionPolicy(
        what="Envios dos seus avisos por e-mail, Telegram e webhook",
        why="Para saber o que saiu e não enviar duas vezes. Sem o texto da mensagem.",
        how_long=f"{delivery.KEPT.days} dias",
    ),
)(delivery.purge_deliveries)
periodic(name="notifications.link_telegram", every=timedelta(seconds=5))(actions.link_telegram)
periodic(name="notifications.deliver", every=timedelta(seconds=5))(delivery.deliver_due)
