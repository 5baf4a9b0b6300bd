"""How markets used to be spelled."""

from django.db import models


class MarketAlias(models.Model):
    """A spelling that an older release took for a market of its own. Indexes of logins were made with it, and cannot be
    made anew once a login is purged, so every look-up asks for it too."""

    spelling = models.CharField("grafia antiga", max_length=200, unique=True)
    market = models.CharField("marketplace", max_length=200, db_index=True)

    class Meta:
        verbose_name = "grafia antiga de um marketplace"
        verbose_name_plural = "grafias antigas de marketplaces"

    def __str__(self) -> str:
        return self.spelling
