"""Periodic work of the analysis."""

from datetime import timedelta

from analytics import actions
from infra.schedule import RetentionPolicy, periodic

periodic(name="analytics.roll_up", every=timedelta(minutes=5))(actions.roll_up)
periodic(
    name="analytics.purge_events",
    every=timedelta(days=1),
    forgets=RetentionPolicy(
        what="Páginas visitadas, tempo em cada uma e ações nas telas",
        why="Para melhorar a plataforma e organizar o trabalho. Registrados só aqui, sem serviço de terceiros; nada do que "
        "você digita é registrado.",
        how_long="90 dias; somas sem nomes, 181 dias",
    ),
)(actions.forget)
