/** A process that starts a PostgreSQL server and tells its port, to be killed before it can stop it. */
import { startPostgres } from './postgres-server.js';

const { port } = await startPostgres();
process.send?.(port);
