from django.db import models


class Role(models.TextChoices):
    """Anything that is not an admin gets the employee's routes and menus (document 1 §6)."""

    ADMIN = "admin", "Administrador"
    EMPLOYEE = "employee", "Funcionário"
