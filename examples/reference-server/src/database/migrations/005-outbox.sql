-- A delivery is a row in the outbox while it must still be sent: the row is inserted with the event, and deleted when
-- the delivery ends. Each attempt is a row in the log, inserted once. Therefore, rows that end together do not cause
-- repeated updates of the same page.
CREATE TABLE outbox (
  business_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  round integer NOT NULL DEFAULT 1, -- increases with every manual redelivery
  attempts integer NOT NULL DEFAULT 0, -- finished attempts in this round
  due_at timestamptz NOT NULL,
  held boolean NOT NULL DEFAULT false, -- whether the event waits for its paused endpoint to be resumed
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (business_id, event_id, endpoint_id)
) WITH (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX outbox_due ON outbox (endpoint_id, due_at, event_id) WHERE NOT held;

CREATE INDEX outbox_held ON outbox (endpoint_id, created_at, event_id) WHERE held;

CREATE INDEX outbox_of_endpoint ON outbox (endpoint_id, created_at, event_id) WHERE NOT held;

CREATE TABLE delivery_log (
  business_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  round integer NOT NULL,
  attempt integer NOT NULL,
  at timestamptz NOT NULL, -- when the attempt began
  duration_ms integer, -- null: the delivery ended without this attempt
  status integer,
  address text,
  error_class text,
  answer text,
  ended text CHECK (ended IN ('delivered', 'failed', 'cancelled')), -- null: another attempt followed
  created_at timestamptz, -- creation of the delivery; this column and the next are set only if the delivery has ended
  finished_at timestamptz,
  PRIMARY KEY (business_id, event_id, endpoint_id, round, attempt)
);

CREATE INDEX delivery_log_of_endpoint ON delivery_log (endpoint_id, created_at, event_id) WHERE ended IS NOT NULL;

CREATE INDEX delivery_log_failed ON delivery_log (endpoint_id, finished_at, event_id) WHERE ended = 'failed';

CREATE INDEX delivery_log_by_time ON delivery_log (at);

INSERT INTO outbox (business_id, event_id, endpoint_id, round, attempts, due_at, held, created_at)
  SELECT business_id, event_id, endpoint_id, round, attempts, due_at, state = 'held', created_at
  FROM deliveries WHERE state IN ('pending', 'held');

INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at, duration_ms, status, address, error_class, answer,
    ended, created_at, finished_at)
  SELECT a.business_id, a.event_id, a.endpoint_id, a.round, a.attempt, a.at, a.duration_ms, a.status, a.address, a.error_class, a.answer,
    d.state, d.created_at, d.finished_at
  FROM attempts a LEFT JOIN deliveries d ON d.business_id = a.business_id AND d.event_id = a.event_id AND d.endpoint_id = a.endpoint_id
    AND d.round = a.round AND d.attempts = a.attempt AND d.state IN ('delivered', 'failed');

-- Deliveries that have ended and whose last attempt is no longer stored.
INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at, ended, created_at, finished_at)
  SELECT d.business_id, d.event_id, d.endpoint_id, d.round, d.attempts + 1, coalesce(d.finished_at, d.created_at),
    d.state, d.created_at, coalesce(d.finished_at, d.created_at)
  FROM deliveries d LEFT JOIN attempts a ON a.business_id = d.business_id AND a.event_id = d.event_id AND a.endpoint_id = d.endpoint_id
    AND a.round = d.round AND a.attempt = d.attempts
  WHERE d.state = 'cancelled' OR (d.state IN ('delivered', 'failed') AND a.event_id IS NULL);

DROP TABLE attempts;

DROP TABLE deliveries;

-- The deliveries that people see: every delivery once, whether it is pending or has ended. With a condition on `ended`,
-- PostgreSQL reads only one of the two tables.
CREATE VIEW deliveries AS
  SELECT business_id, event_id, endpoint_id, 'pending' AS state, false AS ended, round, attempts, due_at, created_at,
    NULL::timestamptz AS finished_at
  FROM outbox WHERE NOT held
  UNION ALL
  SELECT business_id, event_id, endpoint_id, 'held', false, round, attempts, due_at, created_at, NULL
  FROM outbox WHERE held
  UNION ALL
  SELECT business_id, event_id, endpoint_id, ended, true, round, attempt - CASE WHEN duration_ms IS NULL THEN 1 ELSE 0 END, finished_at,
    created_at, finished_at
  FROM delivery_log WHERE ended IS NOT NULL;

CREATE VIEW attempts AS
  SELECT business_id, event_id, endpoint_id, round, attempt, at, duration_ms, status, address, error_class, answer
  FROM delivery_log WHERE duration_ms IS NOT NULL;
