-- Workers lease endpoint queues (see delivery/queues.ts), so the columns and indexes with which they claimed deliveries
-- are no longer needed.
CREATE TABLE endpoint_queues (
  endpoint_id text COLLATE "C" PRIMARY KEY,
  slow boolean NOT NULL DEFAULT false, -- the last attempt reached the deadline
  look_at timestamptz NOT NULL DEFAULT now(), -- when a worker should check the queue; if leased: when the lease ends
  parked_at timestamptz DEFAULT now(), -- null: awake
  fencing_token integer NOT NULL DEFAULT 0, -- increases with every lease
  worker text -- the worker that has leased the queue; null: not leased
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX endpoint_queues_to_lease ON endpoint_queues (slow, look_at);

INSERT INTO endpoint_queues (endpoint_id, slow) SELECT id, coalesce(last_error_class = 'timeout', false) FROM endpoints;

DROP INDEX deliveries_ready;

DROP INDEX deliveries_waiting;

ALTER TABLE deliveries DROP COLUMN ready, DROP COLUMN fence;

-- Each write locked the rows that these foreign keys reference. Many writes locked the same rows, so nearly every write
-- cost a MultiXact id.
ALTER TABLE attempts DROP CONSTRAINT attempts_business_id_event_id_endpoint_id_fkey;

ALTER TABLE deliveries
  DROP CONSTRAINT deliveries_endpoint_id_fkey,
  DROP CONSTRAINT deliveries_business_id_event_id_fkey;
