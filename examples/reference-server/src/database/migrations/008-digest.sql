-- SHA-256 of the document in UTF-8, computed by the process that stored the document; null for documents written before
-- this migration.
ALTER TABLE transactions ADD COLUMN digest bytea;
