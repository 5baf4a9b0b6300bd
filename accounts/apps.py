from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "Pessoas"

    def ready(self) -> None:
        # A sign-in is written down by accounts.actions.sign_in.start_session, all of it in one transaction.
        user_logged_in.disconnect(dispatch_uid="update_last_login")
