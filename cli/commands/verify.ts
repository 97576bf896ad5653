import { createWebhookVerifier, WebhookVerificationError, type WebhookEvent } from '../../src/webhook/index.js';
import type { Arguments } from '../arguments.js';
import type { Command, Io } from '../command.js';
import { EXIT } from '../exit-code.js';
import { inputNames } from '../input.js';
import { printable } from '../../src/text/printable.js';
import { readSecrets, SECRET_OPTIONS, SECRETS_HELP } from '../secrets.js';
import { usageFaults, UsageError } from '../usage-error.js';
import { readBody } from '../webhook-body.js';
import { write } from '../write.js';

const HEADER_NAME = 'service-signature';

/** `receipt-rules verify` */
export const verify: Command = {
  name: 'verify',
  summary: 'Verify the signature of a webhook delivery.',
  usage: "[FILE|-] --header 'Service-Signature: …' [OPTION…]",
  details: `
Verifies the body in FILE or stdin, byte for byte as received; at most 16 MiB. If the signature
matches, prints the event id and type. Otherwise, prints the error code to stderr and exits with 1.
Does not detect replays. With several secrets, accepts a signature made with any of them, so that
the sender can rotate a secret.

${SECRETS_HELP}
`,
  examples: ["event.json --header 'Service-Signature: t=…,v1=…' --secret-file secret.txt"],
  maxPositionals: 1,
  options: {
    header: {
      type: 'string',
      multiple: true,
      value: 'HEADER',
      help: 'A received header, with its name. All headers except Service-Signature are ignored. Repeatable.',
    },
    signature: { type: 'string', value: 'VALUE', help: 'The value of Service-Signature, instead of --header.' },
    ...SECRET_OPTIONS,
    tolerance: {
      type: 'string',
      value: 'SECONDS',
      help: "Maximum difference between now and the signature's timestamp. Default 300.",
    },
    now: {
      type: 'string',
      value: 'SECONDS',
      help: 'Unix seconds to use as the current time, to verify an old delivery.',
    },
    format: {
      type: 'string',
      choices: ['text', 'json'],
      help: 'json: {valid, eventId, type, …} or {valid, error}. Default text.',
    },
  },
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const headers = signatureHeaders(args);
  const seconds = args.wholeNumber('now');
  const now = seconds === undefined ? undefined : () => seconds * 1000;
  const toleranceSeconds = args.wholeNumber('tolerance');
  const [file] = inputNames(args.positionals, io);
  const secrets = await readSecrets(args, io);
  const body = await readBody(file!, io);
  const json = args.choice('format', ['text', 'json']) === 'json';
  try {
    const event = await usageFaults(() =>
      createWebhookVerifier({ secrets, toleranceSeconds, now }).verify(body, headers),
    );
    await write(
      io.stdout,
      json ? line({ valid: true, ...envelope(event) }) : printable(`${event.eventId} ${event.type}\n`),
    );
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    const { code, message } = error;
    if (json) await write(io.stdout, line({ valid: false, error: { code, message } }));
    else await write(io.stderr, printable(`${code}: ${message}\n`));
    return EXIT.invalid;
  }
}

/**
 * Returns the values of all signature headers. The library reports missing, repeated and empty headers.
 */
function signatureHeaders(args: Arguments): string[] {
  const value = args.text('signature');
  const headers = args.list('header');
  if ((value === undefined) === (headers.length === 0)) throw new UsageError('Use either --header or --signature.');
  if (value !== undefined) return [value];
  return headers.flatMap((header) => {
    const colon = header.indexOf(':');
    if (colon < 1) throw new UsageError(`--header must be 'Name: value', found '${header}'.`);
    return header.slice(0, colon).trim().toLowerCase() === HEADER_NAME ? [header.slice(colon + 1).trim()] : [];
  });
}

function envelope({ eventId, type, businessId, schemaVersion, createdAt }: WebhookEvent): object {
  return { eventId, type, businessId, schemaVersion, createdAt };
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
