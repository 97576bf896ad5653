/** A process that starts a PostgreSQL server and reports its port. Tests kill it before it can stop the server. */
import { startPostgres } from './postgres-server.js';

const { port } = await startPostgres();
process.send?.(port);
