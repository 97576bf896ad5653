import { createWebhookSigner } from '../../src/webhook/index.js';
import type { Arguments } from '../arguments.js';
import type { Command, Io } from '../command.js';
import { EXIT } from '../exit-code.js';
import { inputNames } from '../input.js';
import { readSecrets, SECRET_OPTIONS, SECRETS_HELP } from '../secrets.js';
import { readBody } from '../webhook-body.js';
import { usageFaults, UsageError } from '../usage-error.js';
import { write } from '../write.js';

/** `receipt-rules sign` */
export const sign: Command = {
  name: 'sign',
  summary: 'Sign a webhook body and print the headers to send with it.',
  usage: '[FILE|-] --event TYPE [OPTION…]',
  details: `
Signs the body in FILE or stdin, byte for byte; at most 16 MiB. Prints the headers one per line, as
'Name: value'. With several secrets, the header has a signature for each, so that you can rotate a
secret.

${SECRETS_HELP}

To send them: curl --header @headers.txt --data-binary @body.json https://…
`,
  examples: ['body.json --event transaction.created --secret-file secret.txt > headers.txt'],
  maxPositionals: 1,
  options: {
    event: { type: 'string', value: 'TYPE', help: 'The event type, such as transaction.created. Required.' },
    ...SECRET_OPTIONS,
    timestamp: { type: 'string', value: 'SECONDS', help: 'Time of the signature in Unix seconds. Default now.' },
    nonce: { type: 'string', value: 'HEX', help: '1 to 128 hex digits. Default 32 random digits.' },
    format: { type: 'string', choices: ['text', 'json'], help: 'json: the headers as one JSON object. Default text.' },
  },
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const event = args.text('event');
  if (event === undefined) throw new UsageError('--event is required: the event type, such as transaction.created.');
  const timestamp = args.wholeNumber('timestamp');
  const nonce = args.text('nonce');
  const [file] = inputNames(args.positionals, io);
  const secrets = await readSecrets(args, io);
  const body = await readBody(file!, io);
  const headers = await usageFaults(() => createWebhookSigner({ secrets }).sign(body, { event, timestamp, nonce }));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`);
  await write(
    io.stdout,
    args.choice('format', ['text', 'json']) === 'json' ? `${JSON.stringify(headers, undefined, 2)}\n` : lines.join(''),
  );
  return EXIT.ok;
}
