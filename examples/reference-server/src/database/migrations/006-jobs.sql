-- Periodic jobs. Any process may run a job, but only one process at a time.
CREATE TABLE jobs (
  name text PRIMARY KEY,
  due_at timestamptz NOT NULL, -- when a process should run the job; while a process runs it: when another may take over
  succeeded_at timestamptz NOT NULL DEFAULT now() -- before the first success: when the job was first due
);
