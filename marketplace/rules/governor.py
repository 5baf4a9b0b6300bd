"""How much of a key's minute may be used."""

from marketplace.enums import Service

# What the screens may use of a key's minute. The vendors allow 500 calls (GameBoost) and 300 reads (LZT); a run's
# pace takes at most 120 of them.
SCREEN_CALLS_PER_MINUTE = {Service.GAMEBOOST: 300, Service.LZTMARKET: 20}
