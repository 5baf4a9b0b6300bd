"""Read what a pasted text says of accounts, offline."""

from bulk.analysis.result import Analysis, ParsedAccount, analyse

__all__ = ["Analysis", "ParsedAccount", "analyse"]
