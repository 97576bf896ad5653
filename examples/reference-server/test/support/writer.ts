/** A process that inserts rows into the embedded database in argv, and reports each row once it is stored. */
import { openEmbedded } from '../../src/database/embedded/embedded.js';

const db = await openEmbedded(process.argv[2]!);
await db.query('CREATE TABLE rows (row integer PRIMARY KEY)');
process.on('disconnect', () => process.exit());
for (let row = 0; ; row += 1) {
  await db.query('INSERT INTO rows VALUES ($1)', [row]);
  process.send?.(row);
}
