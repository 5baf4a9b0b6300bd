-- What the sandbox remembers.
CREATE TABLE IF NOT EXISTS listing (
    id INTEGER PRIMARY KEY AUTOINCREMENT, market TEXT NOT NULL, seller TEXT NOT NULL, login TEXT NOT NULL,
    status TEXT NOT NULL, attributes TEXT NOT NULL, created_at REAL NOT NULL, updated_at REAL NOT NULL,
    visible_at REAL NOT NULL, deleted_at REAL
);
CREATE INDEX IF NOT EXISTS listing_login ON listing (market, seller, login);
CREATE TABLE IF NOT EXISTS call (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL,
    endpoint TEXT NOT NULL, login TEXT NOT NULL, key_hash TEXT NOT NULL, status INTEGER, fault TEXT NOT NULL,
    created INTEGER NOT NULL DEFAULT 0, bucket TEXT NOT NULL DEFAULT '', resource TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS call_endpoint ON call (endpoint, key_hash, at);
CREATE INDEX IF NOT EXISTS call_bucket ON call (key_hash, bucket, at);
CREATE INDEX IF NOT EXISTS call_resource ON call (key_hash, resource, at);
