from django.apps import AppConfig


class TasksConfig(AppConfig):
    name = "tasks"
    verbose_name = "Tarefas"

    def ready(self) -> None:
        from accounts.actions import removal  # noqa: PLC0415 - models exist once the registry is ready
        from tasks.actions import follow_removal  # noqa: PLC0415 - likewise

        removal.followers.append(follow_removal)
