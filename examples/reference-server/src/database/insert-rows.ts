import type { Parameter, Queryable, Row } from './database.js';

/** The maximum number of parameters per statement: PostgreSQL counts them in 16 bits. */
const MAX_PARAMETERS = 65_535;

/**
 * Inserts rows as `INSERT … VALUES ($1, $2), ($3, $4)`. Citus sends such rows straight to their shards, whereas it
 * first collects rows that come from `unnest`.
 *
 * @param into the table and its columns
 * @param more expressions for additional columns, identical in each row
 * @param rest SQL that follows the rows
 * @returns the rows that the statement returns
 */
export async function insertRows<R extends Row>(
  tx: Queryable,
  into: string,
  rows: readonly (readonly Parameter[])[],
  { more = '', rest = '' }: { more?: string; rest?: string } = {},
): Promise<R[]> {
  const most = Math.floor(MAX_PARAMETERS / (rows[0]?.length ?? 1));
  const returned: R[] = [];
  for (let from = 0; from < rows.length; from += most) {
    const part = rows.slice(from, from + most);
    let next = 1;
    const values = part.map((row) => `(${row.map(() => `$${next++}`).join(', ')}${more})`).join(', ');
    // The comment prevents the driver from preparing the statement, whose text differs for every number of rows.
    const text = `-- ${part.length} rows\nINSERT INTO ${into} VALUES ${values} ${rest}`;
    returned.push(
      ...(await tx.query<R>(
        text,
        part.flatMap((row) => [...row]),
      )),
    );
  }
  return returned;
}
