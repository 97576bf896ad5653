-- Counts of occurrences by hour: each process adds its counts at most every 10 s; see counters.ts. Every read names the
-- hour and the subject.
CREATE TABLE counters (
  hour timestamptz NOT NULL, -- the start of the hour
  subject text COLLATE "C" NOT NULL, -- all, or endpoint:ID, app:ID, business:ID, rule:ID, field:PATH, code:CODE
  what text COLLATE "C" NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (hour, subject, what)
) WITH (fillfactor = 70);

-- The last batch that each process has added, so that a batch is not added twice if the response to the first attempt
-- was lost.
CREATE TABLE counter_writers (
  id text PRIMARY KEY,
  batch integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX counter_writers_by_time ON counter_writers (at);
