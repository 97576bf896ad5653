import { readFile } from 'node:fs/promises';
import type { Arguments } from './arguments.js';
import type { Io, OptionSpec } from './command.js';
import { UsageError } from './usage-error.js';

const VARIABLE = 'RECEIPT_RULES_SECRET';

/** Options for passing secrets. */
export const SECRET_OPTIONS = {
  'secret-file': {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'File that contains a secret. One trailing line end is ignored. Repeatable.',
  },
  secret: {
    type: 'string',
    multiple: true,
    value: 'SECRET',
    help:
      'The secret itself. Other users of this computer can see it in the process list, and it remains in the shell ' +
      'history. Repeatable.',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const SECRETS_HELP = `Pass the secret in the environment variable ${VARIABLE}; --secret-file and
--secret override it. Other users of this computer can see the value of --secret in the process
list.`;

/**
 * Reads the secrets from the command line or, if there are none, from the environment.
 *
 * @throws UsageError if there is no secret, a secret is malformed, or a file cannot be read
 */
export async function readSecrets(args: Arguments, { env }: Io): Promise<string[]> {
  const secrets = args.list('secret');
  for (const file of args.list('secret-file')) secrets.push(await readSecretFile(file));
  const ofEnvironment = env[VARIABLE];
  if (secrets.length === 0 && ofEnvironment !== undefined) secrets.push(ofEnvironment);
  if (secrets.length === 0) throw new UsageError(`No secret. Set ${VARIABLE}, or use --secret-file.`);
  if (secrets.includes('')) throw new UsageError('A secret is empty.');
  if (secrets.some((secret) => secret !== secret.trim()))
    throw new UsageError('A secret must not begin or end with white space.');
  return secrets;
}

async function readSecretFile(file: string): Promise<string> {
  const secret = (await readText(file)).replace(/\r?\n$/, '');
  if (/[\r\n]/.test(secret)) throw new UsageError(`${file} has several lines. Use one --secret-file per secret.`);
  return secret;
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file));
  } catch (error) {
    throw new UsageError(`Cannot read the secret file: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
