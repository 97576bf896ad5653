-- Workers lease the queues of endpoints, see delivery/queues.ts: the columns and indexes by which they claimed deliveries are of no use any more.
CREATE TABLE endpoint_queues (
  endpoint_id text COLLATE "C" PRIMARY KEY,
  slow boolean NOT NULL DEFAULT false, -- the last attempt reached the deadline
  look_at timestamptz NOT NULL DEFAULT now(), -- when a worker should look; of a leased queue: when its lease ends
  parked_at timestamptz DEFAULT now(), -- null: awake
  fencing_token integer NOT NULL DEFAULT 0, -- one more with every lease
  worker text -- who has leased it; null: nobody
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX endpoint_queues_to_lease ON endpoint_queues (slow, look_at);

INSERT INTO endpoint_queues (endpoint_id, slow) SELECT id, coalesce(last_error_class = 'timeout', false) FROM endpoints;

DROP INDEX deliveries_ready;

DROP INDEX deliveries_waiting;

ALTER TABLE deliveries DROP COLUMN ready, DROP COLUMN fence;

-- Each write locked the rows that these keys name, many writes the same ones, which costs a MultiXact id for nearly every write.
ALTER TABLE attempts DROP CONSTRAINT attempts_business_id_event_id_endpoint_id_fkey;

ALTER TABLE deliveries
  DROP CONSTRAINT deliveries_endpoint_id_fkey,
  DROP CONSTRAINT deliveries_business_id_event_id_fkey;
