from django.apps import AppConfig


class MarketplaceConfig(AppConfig):
    name = "marketplace"
    verbose_name = "Marketplaces"

    def ready(self) -> None:
        from accounts.actions import removal  # noqa: PLC0415 - models exist once the registry is ready
        from marketplace.actions.configurations import follow_removal  # noqa: PLC0415 - likewise

        removal.followers.append(follow_removal)
