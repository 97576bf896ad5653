import { readFile } from 'node:fs/promises';
import type { Arguments } from './arguments.js';
import type { Io, OptionSpec } from './command.js';
import { UsageError } from './usage-error.js';

const VARIABLE = 'RECEIPT_RULES_SECRET';

/** The options that name secrets. */
export const SECRET_OPTIONS = {
  'secret-file': {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'A file with a secret; one line end after it is not part of it. May be given several times.',
  },
  secret: {
    type: 'string',
    multiple: true,
    value: 'SECRET',
    help:
      'The secret itself. Others on this computer can read it in the list of processes, and it stays in the history ' +
      'of the shell. May be given several times.',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** For the help of commands with secrets. */
export const SECRETS_HELP = `The secret is best given in the environment variable ${VARIABLE}; --secret-file and
--secret, where given, count instead of it. What --secret names can be read by others in the list
of processes.`;

/**
 * The secrets from the command line, or else the secret from the environment.
 *
 * @throws UsageError if there is none, or if a file cannot be read or has several lines
 */
export async function readSecrets(args: Arguments, { env }: Io): Promise<string[]> {
  const secrets = args.list('secret');
  for (const file of args.list('secret-file')) secrets.push(await readSecretFile(file));
  const ofEnvironment = env[VARIABLE];
  if (secrets.length === 0 && ofEnvironment !== undefined) secrets.push(ofEnvironment);
  if (secrets.length === 0) throw new UsageError(`No secret: set ${VARIABLE}, or name a --secret-file.`);
  if (secrets.includes('')) throw new UsageError('A secret is empty.');
  if (secrets.some((secret) => secret !== secret.trim()))
    throw new UsageError('A secret begins or ends with white space: remove it.');
  return secrets;
}

async function readSecretFile(file: string): Promise<string> {
  const secret = (await readText(file)).replace(/\r?\n$/, '');
  if (/[\r\n]/.test(secret)) throw new UsageError(`${file} has several lines: give each secret its own --secret-file.`);
  return secret;
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file));
  } catch (error) {
    throw new UsageError(`Cannot read the secret file: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
