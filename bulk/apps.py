from django.apps import AppConfig


class BulkConfig(AppConfig):
    name = "bulk"
    verbose_name = "Contas em massa"

    def ready(self) -> None:
        from accounts.actions import removal  # noqa: PLC0415 - models exist once the registry is ready
        from bulk.actions.control import pause_restored_runs  # noqa: PLC0415 - likewise
        from bulk.actions.lanes import change_version  # noqa: PLC0415 - likewise
        from bulk.actions.removal import follow_removal  # noqa: PLC0415 - likewise
        from core import backup  # noqa: PLC0415 - likewise
        from marketplace.actions import before_version_change  # noqa: PLC0415 - likewise

        backup.after_restore.append(pause_restored_runs)
        before_version_change.append(change_version)
        removal.followers.append(follow_removal)
