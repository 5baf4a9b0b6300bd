"""The demo people (decisions §1). They exist only where `seed --demo` was asked for."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DemoPerson:
    username: str
    password: str
    second_password: str
    full_name: str
    is_admin: bool = False


PEOPLE = (
    DemoPerson("admin", "admin-demo-2026", "segunda-demo-2026", "Administração Demo", is_admin=True),
    DemoPerson("ana.souza", "ana-demo-2026", "", "Ana Souza"),
    DemoPerson("bruno.lima", "bruno-demo-2026", "segunda-bruno-2026", "Bruno Lima"),
    DemoPerson("carla.dias", "carla-demo-2026", "", "Carla Dias"),
    DemoPerson("diego.alves", "diego-demo-2026", "", "Diego Alves"),
)
