"""Invisible characters and line ends, for every reader of pasted text."""

import re

# Control characters other than tab and line breaks, soft hyphen, zero-width and direction marks, BOM, lone surrogates:
# nobody types them, and a login that carries one is not the login the marketplace knows.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ud800-\udfff]"
)
WHITE_SPACE = (
    " \t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
LINE_BREAK = re.compile("\r\n|\r|\n")
