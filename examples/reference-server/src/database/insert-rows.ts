import type { Parameter, Queryable, Row } from './database.js';

/** The most parameters of one statement: PostgreSQL counts them in 16 bits. */
const MOST_PARAMETERS = 65_535;

/**
 * Inserts rows as `INSERT … VALUES ($1, $2), ($3, $4)`. For Citus, which then sends each row straight to its shard; rows
 * of `unnest` it would collect first.
 *
 * @param into the table and its columns
 * @param more expressions for further columns, the same for each row
 * @param rest what follows the rows
 * @returns what the statement returns
 */
export async function insertRows<R extends Row>(
  tx: Queryable,
  into: string,
  rows: readonly (readonly Parameter[])[],
  { more = '', rest = '' }: { more?: string; rest?: string } = {},
): Promise<R[]> {
  const most = Math.floor(MOST_PARAMETERS / (rows[0]?.length ?? 1));
  const returned: R[] = [];
  for (let from = 0; from < rows.length; from += most) {
    const part = rows.slice(from, from + most);
    let next = 1;
    const values = part.map((row) => `(${row.map(() => `$${next++}`).join(', ')}${more})`).join(', ');
    // The comment keeps it from being prepared: there is another text for every number of rows.
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
