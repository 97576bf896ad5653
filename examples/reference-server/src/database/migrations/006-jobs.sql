-- What one process at a time does now and then, whichever it is.
CREATE TABLE jobs (
  name text PRIMARY KEY,
  due_at timestamptz NOT NULL, -- when some process should begin it; while one does it: when another takes over
  succeeded_at timestamptz NOT NULL DEFAULT now() -- before the first time: when it was first due
);
