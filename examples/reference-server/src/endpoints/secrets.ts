import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { inBackground, pause, repeatInBackground, type Background } from '../database/in-background.js';
import { ConfigError, type Config } from '../config.js';
import type { Queryable, Row } from '../database/database.js';

/** How endpoint signing secrets are stored in the database: encrypted if there is a key, otherwise in plain text. */
export interface Secrets {
  /** Returns the stored form of a secret. */
  readonly seal: (endpointId: string, secret: string) => string;
  /**
   * Returns the secret for a stored form.
   *
   * @throws Error if the secret was encrypted with another key or for another endpoint
   */
  readonly open: (endpointId: string, stored: string) => string;
  /** The prefix of every value encrypted with the current key; undefined without a key. */
  readonly sealedWith: string | undefined;
}

/** AES-256-GCM: NIST SP 800-38D. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The stored form: this prefix, the key id, a colon, and the IV, tag and ciphertext in base64url. */
const SEALED = 'aes256gcm:';

/** @param previous the previous key, to decrypt secrets that were encrypted with it */
export function createSecrets(key?: Buffer, previous?: Buffer): Secrets {
  const keys = new Map([previous, key].flatMap((one) => (one === undefined ? [] : [[prefixOf(one), one]])));
  const sealedWith = key && prefixOf(key);
  return {
    sealedWith,
    seal(endpointId, secret) {
      if (key === undefined || sealedWith === undefined) {
        if (!secret.startsWith(SEALED)) return secret;
        throw new Error(`A secret cannot begin with ${SEALED}`);
      }
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(endpointId));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return sealedWith + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(endpointId, stored) {
      if (!stored.startsWith(SEALED)) return stored;
      const from = stored.indexOf(':', SEALED.length) + 1;
      const used = keys.get(stored.slice(0, from));
      if (used === undefined) throw new Error(`No key decrypts the secret of ${endpointId}: check SECRETS_KEY`);
      const bytes = Buffer.from(stored.slice(from), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', used, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(endpointId))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** Creates the `Secrets` for the keys in the configuration. */
export function secretsOf({ secretsKey, secretsKeyPrevious }: Config): Secrets {
  return createSecrets(secretsKey, secretsKeyPrevious);
}

/** Stores secrets in plain text. */
export const PLAIN_SECRETS = createSecrets();

/** A key id is the beginning of the key's hash, which reveals nothing about a key of 32 random bytes. */
function prefixOf(key: Buffer): string {
  return `${SEALED}${createHash('sha256').update(key).digest('hex').slice(0, 16)}:`;
}

interface SecretRow extends Row {
  readonly id: string;
  readonly secret: string;
  readonly previous_secret: string | null;
}

/** Rows per statement. */
const BATCH = 100;

/** Milliseconds between two batches, so that encryption does not slow down requests. */
const PAUSE_MS = 100;

/**
 * The next endpoints with a secret whose stored form lacks `prefix`, sorted by id.
 *
 * @param after the endpoint id after which to begin
 */
function others(database: Queryable, prefix: string, after: string): Promise<SecretRow[]> {
  return database.query<SecretRow>(
    `SELECT id, secret, previous_secret FROM endpoints
     WHERE id > $2 AND (left(secret, length($1::text)) <> $1::text OR left(previous_secret, length($1::text)) <> $1::text)
     ORDER BY id LIMIT ${BATCH}`,
    [prefix, after],
  );
}

/** The number of endpoints that have an unencrypted secret. */
export async function countUnencrypted(database: Queryable): Promise<number> {
  const [row] = await database.query<Row & { count: number }>(
    `SELECT count(*)::integer AS count FROM endpoints
     WHERE left(secret, ${SEALED.length}) <> '${SEALED}' OR left(previous_secret, ${SEALED.length}) <> '${SEALED}'`,
  );
  return row!.count;
}

/**
 * Checks that the keys decrypt the stored secrets.
 *
 * @throws ConfigError if a stored secret cannot be decrypted
 */
export async function checkSecrets(database: Queryable, { open }: Secrets): Promise<void> {
  // Checking one secret per key is enough.
  const rows = await database.query<SecretRow>(
    `SELECT DISTINCT ON (part) id, secret, NULL AS previous_secret FROM (
       SELECT id, secret FROM endpoints UNION ALL SELECT id, previous_secret FROM endpoints
     ) stored, LATERAL (SELECT split_part(secret, ':', 2) AS part) key
     WHERE left(secret, ${SEALED.length}) = '${SEALED}'`,
  );
  for (const { id, secret } of rows) {
    try {
      open(id, secret);
    } catch {
      throw new ConfigError(
        'SECRETS_KEY, or SECRETS_KEY_PREVIOUS, must be the key that encrypted the endpoint secrets, found another key or none',
      );
    }
  }
}

/**
 * Uses the current key to encrypt all secrets that are stored in plain text or encrypted with the previous key. Skips
 * secrets that change during encryption.
 *
 * @returns the number of endpoints whose secrets were encrypted
 */
export async function sealAll(database: Queryable, secrets: Secrets, signal?: AbortSignal): Promise<number> {
  const { seal, open, sealedWith } = secrets;
  if (sealedWith === undefined) return 0;
  const again = (id: string, stored: string) => (stored.startsWith(sealedWith) ? stored : seal(id, open(id, stored)));
  let count = 0;
  let after = '';
  while (signal?.aborted !== true) {
    const rows = await others(database, sealedWith, after);
    for (const { id, secret, previous_secret: previous } of rows) {
      const changed = await database.query(
        `UPDATE endpoints SET secret = $2, previous_secret = $3
         WHERE id = $1 AND secret = $4 AND previous_secret IS NOT DISTINCT FROM $5 RETURNING 1 AS changed`,
        [id, again(id, secret), previous === null ? null : again(id, previous), secret, previous],
      );
      count += changed.length;
    }
    if (rows.length < BATCH) break;
    after = rows.at(-1)!.id;
    await pause(PAUSE_MS, signal);
  }
  return count;
}

/** Milliseconds between searches for secrets to encrypt; a process without the key can still store plain text. */
const SEAL_EVERY_MS = 600_000;
const SEAL_AFTER_FAILURE_MS = 10_000;

/** Until stopped, keeps encrypting secrets that are not encrypted with the current key. Does nothing without a key. */
export function startSealing(database: Queryable, secrets: Secrets, log: Pick<Logger, 'info' | 'warn'>): Background {
  if (secrets.sealedWith === undefined) return inBackground(async () => undefined);
  return repeatInBackground(
    async (signal) => {
      const endpoints = await sealAll(database, secrets, signal);
      if (endpoints > 0) log.info({ endpoints }, 'endpoint secrets encrypted');
      return SEAL_EVERY_MS;
    },
    (err) => {
      log.warn({ err }, 'could not encrypt endpoint secrets');
      return SEAL_AFTER_FAILURE_MS;
    },
  );
}
