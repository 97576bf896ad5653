-- concurrent
-- The feed of documents. The index omits the ids, which would double its size: the few documents of one transaction are
-- sorted when they are read.
CREATE INDEX CONCURRENTLY transactions_feed ON transactions (business_id, feed_epoch, xid) WHERE coding IS NOT NULL;

-- Documents arrive roughly in time order, so an ascending index has full pages, whereas the pages of a descending index
-- would be split in half.
CREATE INDEX CONCURRENTLY transactions_by_instant ON transactions (business_id, instant_us, id);

DROP INDEX CONCURRENTLY IF EXISTS transactions_newest_first;
