-- min_server 11
-- Which servers may use this database, so that servers of different releases can run side by side; see schema-info.ts.
CREATE TABLE schema_info (
  version integer NOT NULL, -- the last migration
  min_server integer NOT NULL, -- a server whose last migration is earlier must not run
  feed_epoch integer NOT NULL -- also the default of events.feed_epoch
);

INSERT INTO schema_info SELECT 11, 11, epoch FROM feed;

DROP TABLE feed;

-- The point from which a job continues, as JSON.
ALTER TABLE jobs ADD COLUMN state text;
