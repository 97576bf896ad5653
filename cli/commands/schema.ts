import { openapi, schemas } from '../../schemas/index.js';
import { didYouMean, nearest } from '../../src/text/nearest.js';
import type { Arguments } from '../arguments.js';
import type { Command, Io } from '../command.js';
import { EXIT } from '../exit-code.js';
import { UsageError } from '../usage-error.js';
import { write } from '../write.js';

const DOCUMENTS: Readonly<Record<string, object>> = { ...schemas, openapi };

/** `receipt-rules schema` */
export const schema: Command = {
  name: 'schema',
  summary: 'Print a JSON Schema of schema 2.1, or list their names.',
  usage: '[NAME]',
  details: `
Without NAME, lists the names, one per line. The schemas are JSON Schema 2020-12; openapi is the
OpenAPI 3.1 document of the service, which refers to them.
`,
  maxPositionals: 1,
  options: {},
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const [name] = args.positionals;
  await write(io.stdout, name === undefined ? `${Object.keys(DOCUMENTS).join('\n')}\n` : schemaText(name));
  return EXIT.ok;
}

function schemaText(name: string): string {
  const names = Object.keys(DOCUMENTS);
  if (!Object.hasOwn(DOCUMENTS, name)) {
    throw new UsageError(
      `Unknown schema '${name}'.${didYouMean(nearest(name, names)) || ` The schemas are ${names.join(', ')}.`}`,
    );
  }
  return `${JSON.stringify(DOCUMENTS[name], undefined, 2)}\n`;
}
