import { schemas } from '../../schemas/index.js';
import type { Arguments } from '../arguments.js';
import type { Command, Io } from '../command.js';
import { EXIT } from '../exit-code.js';
import { didYouMean } from '../nearest.js';
import { UsageError } from '../usage-error.js';
import { write } from '../write.js';

/** `receipt-rules schema` */
export const schema: Command = {
  name: 'schema',
  summary: 'Print a JSON Schema of schema 2.1, or the names of all.',
  usage: '[NAME]',
  details: 'Without NAME the names are listed, one per line. The schemas are JSON Schema 2020-12.',
  maxPositionals: 1,
  options: {},
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const [name] = args.positionals;
  await write(io.stdout, name === undefined ? `${Object.keys(schemas).join('\n')}\n` : schemaText(name));
  return EXIT.ok;
}

function schemaText(name: string): string {
  const names = Object.keys(schemas);
  if (!Object.hasOwn(schemas, name)) {
    throw new UsageError(
      `Unknown schema '${name}'.${didYouMean(name, names) || ` The schemas are ${names.join(', ')}.`}`,
    );
  }
  return `${JSON.stringify(schemas[name as keyof typeof schemas], undefined, 2)}\n`;
}
