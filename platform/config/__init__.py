"""Project configuration. SQLite libraries from 3.7.0 to 3.51.2 can corrupt a WAL database when two connections write
and checkpoint at the same instant. Systems still ship them, so the bundled one takes the place of `sqlite3` first."""

import gc
import sys

import pysqlite3

# While modules are loaded nothing is free, and looking them over again and again takes a tenth of a start.
gc.set_threshold(50_000, 20, 20)
sys.modules["sqlite3"] = pysqlite3
sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
