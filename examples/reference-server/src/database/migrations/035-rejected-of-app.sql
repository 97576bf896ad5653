-- The rejected requests of an app: without this index, the dashboard pages for an app's developers would read the
-- rejected requests of all apps.
CREATE INDEX refused_writes_of_app ON refused_writes (app_id, at);
