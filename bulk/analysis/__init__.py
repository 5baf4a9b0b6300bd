"""Read what a pasted text says of accounts, offline."""

from bulk.analysis.result import Account, Analysis, analyse

__all__ = ["Account", "Analysis", "analyse"]
