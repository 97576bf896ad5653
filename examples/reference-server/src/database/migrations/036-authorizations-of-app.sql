-- concurrent
-- The businesses that an app may read. The dashboard looks up the businesses that an app may read, and the view
-- `readable` those that an endpoint may read.
CREATE INDEX CONCURRENTLY authorizations_of_app ON authorizations (app_id, business_id) WHERE revoked_at IS NULL;
