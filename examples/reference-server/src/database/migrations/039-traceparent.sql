-- The trace of the write, which the delivery continues: a W3C Trace Context traceparent. Null if the write was not
-- traced.
ALTER TABLE outbox ADD COLUMN traceparent text;
