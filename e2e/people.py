"""The demo people as they sign in: username, password, and the second one of those who have it."""

ADMIN = ("admin", "admin-demo-2026", "segunda-demo-2026")
ANA = ("ana.souza", "ana-demo-2026")
BRUNO = ("bruno.lima", "bruno-demo-2026", "segunda-bruno-2026")
CARLA = ("carla.dias", "carla-demo-2026")
DIEGO = ("diego.alves", "diego-demo-2026")
