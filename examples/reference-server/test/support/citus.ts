import pg from 'pg';

/** The number of shards in tests; a small number is faster to create. */
export const SHARDS = 8;

/** A node of the cluster. */
interface Node {
  readonly host: string;
  readonly port: number;
  readonly coordinator: boolean;
}

/**
 * Creates a database on the nodes of a Citus cluster, and joins the nodes.
 *
 * @param url a database on the coordinator; its user can connect to all nodes with the same password
 * @param workers the maximum number of worker nodes; default: all
 */
export async function createOnCitus(url: string, name: string, workers = Infinity): Promise<void> {
  const nodes = (await nodesOf(url)).slice(0, 1 + workers);
  await Promise.all(
    nodes.map(async (node) => {
      await administer(on(url, node), `CREATE DATABASE ${name} TEMPLATE template0`);
      await administer(on(url, node, name), 'CREATE EXTENSION citus');
    }),
  );
  const coordinator = nodes.find((node) => node.coordinator)!;
  await administer(
    on(url, coordinator, name),
    `SELECT citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...nodes
      .filter((node) => node !== coordinator)
      .map(({ host, port }) => `SELECT citus_add_node('${host}', ${port})`),
    `ALTER DATABASE ${name} SET citus.shard_count = ${SHARDS}`,
  );
}

/** Drops the database on all nodes. */
export async function dropOnCitus(url: string, name: string): Promise<void> {
  const nodes = await nodesOf(url);
  // The coordinator comes first, because it has connections to the other nodes.
  for (const node of nodes) await administer(on(url, node), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** The nodes of a cluster, starting with the coordinator. */
async function nodesOf(url: string): Promise<Node[]> {
  const [rows] = await administer(
    url,
    'SELECT nodename AS host, nodeport AS port, groupid = 0 AS coordinator FROM pg_dist_node ORDER BY groupid',
  );
  return rows as Node[];
}

function on(url: string, { host, port }: Node, database?: string): string {
  const at = new URL(url);
  at.hostname = host;
  at.port = String(port);
  if (database !== undefined) at.pathname = `/${database}`;
  return at.href;
}

/** Runs statements on a separate connection, and returns the rows of each statement. */
export async function administer(url: string, ...statements: readonly string[]): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results: unknown[][] = [];
    for (const statement of statements) results.push((await client.query<Record<string, unknown>>(statement)).rows);
    return results;
  } finally {
    await client.end();
  }
}
