import { didYouMean, nearest } from '../../src/text/nearest.js';
import type { Arguments } from '../arguments.js';
import type { Command, Io } from '../command.js';
import { EXIT } from '../exit-code.js';
import { UsageError } from '../usage-error.js';
import { write } from '../write.js';

/** `receipt-rules schema` */
export const schema: Command = {
  name: 'schema',
  summary: 'Print one of the JSON Schemas of version 2.1, or list their names.',
  usage: '[NAME]',
  details: `
Without NAME, lists the names, one per line. The schemas are JSON Schema 2020-12; openapi is the
service's OpenAPI 3.1 document, which includes these schemas.
`,
  examples: ['transaction > transaction.schema.json'],
  maxPositionals: 1,
  options: {},
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const [name] = args.positionals;
  // Imported here because no other command needs these schemas.
  const { openapi, schemas } = await import('../../schemas/index.js');
  const documents = { ...schemas, openapi };
  await write(io.stdout, name === undefined ? `${Object.keys(documents).join('\n')}\n` : textOf(documents, name));
  return EXIT.ok;
}

function textOf(documents: Readonly<Record<string, object>>, name: string): string {
  const names = Object.keys(documents);
  if (!Object.hasOwn(documents, name)) {
    throw new UsageError(
      `Unknown schema '${name}'.${didYouMean(nearest(name, names)) || ` The schemas are ${names.join(', ')}.`}`,
    );
  }
  return `${JSON.stringify(documents[name], undefined, 2)}\n`;
}
