-- concurrent
-- For the dashboard's search. The expression is the same as in read-model/businesses.ts.
CREATE INDEX CONCURRENTLY businesses_by_name ON businesses (left(lower(trim(name)), 200), id);
