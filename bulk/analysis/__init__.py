"""What a pasted text says of an account, read without any service."""

from bulk.analysis.result import Account, Analysis, analyse

__all__ = ["Account", "Analysis", "analyse"]
