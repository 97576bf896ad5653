-- min_server 13
-- The log of attempts and the table of rejected requests are partitioned by day, see partitions.ts: old rows are
-- dropped with their partition, and leave no dead rows. The existing tables become the first partitions, up to the end
-- of the day. The migration creates a key for each of these tables, and reads all their rows once.
DROP VIEW deliveries, attempts;

ALTER TABLE delivery_log RENAME TO delivery_log_before;

ALTER TABLE delivery_log_before DROP CONSTRAINT delivery_log_pkey;

ALTER TABLE delivery_log_before ADD CONSTRAINT delivery_log_before_pkey PRIMARY KEY (business_id, event_id, endpoint_id, round, attempt, at);

ALTER INDEX delivery_log_of_endpoint RENAME TO delivery_log_before_of_endpoint;

ALTER INDEX delivery_log_failed RENAME TO delivery_log_before_failed;

ALTER INDEX delivery_log_by_time RENAME TO delivery_log_before_by_time;

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
  ended text CONSTRAINT delivery_log_ended_check CHECK (ended IN ('delivered', 'failed', 'cancelled')), -- null: another attempt followed
  created_at timestamptz, -- creation of the delivery; this column and the next are set only if the delivery has ended
  finished_at timestamptz,
  PRIMARY KEY (business_id, event_id, endpoint_id, round, attempt, at)
) PARTITION BY RANGE (at);

CREATE INDEX delivery_log_of_endpoint ON delivery_log (endpoint_id, created_at, event_id) WHERE ended IS NOT NULL;

CREATE INDEX delivery_log_failed ON delivery_log (endpoint_id, finished_at, event_id) WHERE ended = 'failed';

CREATE INDEX delivery_log_by_time ON delivery_log (at);

ALTER TABLE refused_writes RENAME TO refused_writes_before;

ALTER TABLE refused_writes_before DROP CONSTRAINT refused_writes_pkey;

ALTER TABLE refused_writes_before ADD CONSTRAINT refused_writes_before_pkey PRIMARY KEY (business_id, id, at);

ALTER INDEX refused_writes_with_body RENAME TO refused_writes_before_with_body;

ALTER INDEX refused_writes_by_time RENAME TO refused_writes_before_by_time;

CREATE TABLE refused_writes (
  business_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  app_id text COLLATE "C" NOT NULL,
  code text NOT NULL, -- the error code: validation_failed or profile_mismatch
  issues text NOT NULL, -- JSON: the issues with their codes and paths; if there are many, only the first ones
  issue_count integer NOT NULL,
  receipt_number text, -- as in transactions
  external_id text,
  body text, -- the request body, if it is kept
  PRIMARY KEY (business_id, id, at)
) PARTITION BY RANGE (at);

CREATE INDEX refused_writes_with_body ON refused_writes (at) WHERE body IS NOT NULL;

CREATE INDEX refused_writes_by_time ON refused_writes (at);

-- On Citus, a distributed table can only become a partition of another distributed table.
DO $$
DECLARE
  parent text;
  child text;
  last timestamptz;
BEGIN
  FOREACH parent IN ARRAY ARRAY['delivery_log', 'refused_writes'] LOOP
    child := parent || '_before';
    EXECUTE format('SELECT max(at) FROM %I', child) INTO last;
    IF last IS NULL THEN
      EXECUTE format('DROP TABLE %I', child);
    ELSE
      IF to_regclass('pg_dist_partition') IS NOT NULL THEN
        IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass(child)) THEN
          PERFORM set_config('citus.multi_shard_modify_mode', 'sequential', true);
          PERFORM create_distributed_table(parent, 'business_id', colocate_with => 'events');
        END IF;
      END IF;
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', parent, child,
        date_trunc('day', greatest(last, now()) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '1 day');
    END IF;
  END LOOP;
END
$$;

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
