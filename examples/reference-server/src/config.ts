import { isCommonToken } from './credentials/common-token.js';
import { GROUP_MAX } from './database/group.js';
import { readHosts } from './database/hosts.js';
import { ATTEMPTS, DEFAULT_DELAYS_MS } from './delivery/schedule.js';
import { SLOTS } from './delivery/slots.js';
import { defaultMemoryMb } from './http/memory.js';
import { ConfigError, settingsOf, type Parse } from './settings.js';

export { ConfigError } from './settings.js';

/** The work that a server process does: answering requests, delivering webhooks, or both. */
export type Role = 'all' | 'api' | 'worker';

/** The configuration of a server process. README.md lists the environment variables. */
export interface Config {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /**
   * A separate port for /metrics, /healthz and /readyz; undefined: `port` serves /metrics, but only to this machine.
   */
  readonly metricsPort: number | undefined;
  /** How long to keep serving requests after a shutdown signal, in milliseconds; meanwhile /readyz returns 503. */
  readonly shutdownDelayMs: number;
  /** `postgres://…`; undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly role: Role;
  /** Path of a JSON file. */
  readonly fixtures: string | undefined;
  /** The token that opens the dashboard. If undefined, a plugin may generate a token or omit the dashboard. */
  readonly adminToken: string | undefined;
  /** The file that contains `adminToken`; the server re-reads the file when it changes. */
  readonly adminTokenFile: string | undefined;
  readonly allowLoopbackEndpoints: boolean;
  /** Whether deliveries to endpoints include the header `traceparent`. */
  readonly traceEndpoints: boolean;
  /** Milliseconds before each of the six attempts, counted from the end of the previous attempt. */
  readonly deliveryDelaysMs: readonly number[];
  /** The enabled features, which add routes or event types; see README.md. */
  readonly features: readonly string[];
  /** The maximum number of concurrent attempts per endpoint. */
  readonly endpointSlots: number;
  /** The maximum number of PostgreSQL connections for requests. Delivery has its own connections. */
  readonly poolSize: number;
  /** The maximum number of concurrent requests per credential. */
  readonly credentialUnderWay: number;
  /** The maximum number of waiting requests per credential. */
  readonly credentialWaiting: number;
  /** The maximum number of documents per INSERT; 1: documents are not grouped. */
  readonly groupMax: number;
  /** Megabytes of memory for request bodies and unsent responses. */
  readonly memoryBudgetMb: number;
  /** Days after which a worker deletes old data other than documents, such as attempts; see `deleteOld`. 0: never. */
  readonly retainDays: number;
  /** The number of days with nothing but failures after which a worker pauses an endpoint; 0: never. */
  readonly autoPauseDays: number;
  /** How much of each rejected request to keep. */
  readonly rejectedRequests: RejectedRequestMode;
  /** The IANA name of the dashboard's time zone. */
  readonly dashboardTimeZone: string;
  /** The URL of the playground, which the dashboard links to from rejected requests; undefined: no links. */
  readonly playgroundUrl: string | undefined;
  /** The number of shards per table on Citus; undefined: the database's setting. */
  readonly shards: number | undefined;
  /** The 32-byte key that encrypts endpoint secrets; undefined: the secrets are stored in plain text. */
  readonly secretsKey: Buffer | undefined;
  /** The previous key, which decrypts secrets that have not been re-encrypted yet. */
  readonly secretsKeyPrevious: Buffer | undefined;
  readonly logLevel: string;
}

/** Catches typos: PostgreSQL does not allow more connections than this. */
const MAX_CONNECTIONS = 10_000;

/** The maximum value of `groupMax`: in larger groups, each document would wait too long. */
const MAX_GROUPED = 256;

/** The maximum retention in days: ten years. */
const MAX_RETAINED = 3_650;

/** The maximum value of `autoPauseDays`. */
const MAX_FAILING = 60;

/** How much of a request rejected with 422 the server keeps: nothing, the issues, or the issues and the body. */
export const REFUSED_WRITES = ['off', 'issues', 'full'] as const;
export type RejectedRequestMode = (typeof REFUSED_WRITES)[number];

const ROLES: readonly Role[] = ['all', 'api', 'worker'];
/** The largest citus.shard_count that Citus accepts. */
const MAX_SHARDS = 64_000;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** @throws ConfigError that lists everything that is wrong */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const { read, check } = settingsOf(environment);
  const databaseUrl = read('DATABASE_URL', postgresUrl);
  const config: Config = {
    host: read('HOST', text, '127.0.0.1'),
    port: read('PORT', port, '8787'),
    metricsPort: read('METRICS_PORT', port),
    shutdownDelayMs: read('SHUTDOWN_DELAY_MS', whole(0, 60_000), databaseUrl === undefined ? '0' : '5000'),
    databaseUrl,
    dataDir: read('DATA_DIR', text, '.data'),
    role: read('ROLE', oneOf(ROLES), 'all'),
    fixtures: read('FIXTURES', text),
    adminToken: read('ADMIN_TOKEN', adminToken),
    adminTokenFile: environment.ADMIN_TOKEN_FILE === '' ? undefined : environment.ADMIN_TOKEN_FILE,
    allowLoopbackEndpoints: read('ALLOW_LOOPBACK_ENDPOINTS', flag, '0'),
    traceEndpoints: read('TRACE_ENDPOINTS', flag, '0'),
    deliveryDelaysMs: read('DELIVERY_DELAYS_MS', delays, DEFAULT_DELAYS_MS.join(',')),
    features: read('FEATURES', list, ''),
    endpointSlots: read('ENDPOINT_SLOTS', whole(1, SLOTS), '128'),
    poolSize: read('POOL_SIZE', whole(1, MAX_CONNECTIONS), '10'),
    credentialUnderWay: read('CREDENTIAL_UNDER_WAY', whole(1, 1_000), '24'),
    credentialWaiting: read('CREDENTIAL_WAITING', whole(0, 10_000), '232'),
    groupMax: read('GROUP_MAX', whole(1, MAX_GROUPED), String(GROUP_MAX)),
    memoryBudgetMb: read('MEMORY_BUDGET_MB', whole(1, 65_536), String(defaultMemoryMb())),
    retainDays: read('RETAIN_DAYS', whole(0, MAX_RETAINED), '90'),
    autoPauseDays: read('AUTO_PAUSE_DAYS', whole(0, MAX_FAILING), '0'),
    rejectedRequests: read('REFUSED_WRITES', oneOf(REFUSED_WRITES), 'issues'),
    dashboardTimeZone: read('DASHBOARD_TZ', timeZone, 'UTC'),
    playgroundUrl: read('PLAYGROUND_URL', webAddress),
    shards: read('SHARDS', whole(1, MAX_SHARDS)),
    secretsKey: read('SECRETS_KEY', secretsKey),
    secretsKeyPrevious: read('SECRETS_KEY_PREVIOUS', secretsKey),
    logLevel: read('LOG_LEVEL', oneOf(LOG_LEVELS), 'info'),
  };
  check();
  if (config.role !== 'all' && databaseUrl === undefined) {
    throw wrong(
      'ROLE',
      config.role,
      'all, unless DATABASE_URL names a PostgreSQL server: only one process can use the embedded database',
    );
  }
  if (config.secretsKeyPrevious !== undefined && config.secretsKey === undefined) {
    throw wrong('SECRETS_KEY', undefined, 'set together with SECRETS_KEY_PREVIOUS');
  }
  return config;
}

const text: Parse<string> = (_name, found) => found;

const list: Parse<string[]> = (_name, found) => found.split(',').filter((one) => one !== '');

/** Checks a database URL. Error messages never contain the URL, because it may contain a password. */
function postgresUrl(name: string, url: string): string {
  if (!/^postgres(?:ql)?:\/\//.test(url)) throw wrong(name, undefined, 'a URL that begins with postgres://');
  try {
    readHosts(url);
  } catch (error) {
    throw new ConfigError(`${name}: ${(error as Error).message}`);
  }
  return url;
}

function oneOf<T extends string>(known: readonly T[]): Parse<T> {
  return (name, found) => {
    const one = known.find((value) => value === found);
    if (one === undefined) throw wrong(name, found, known.join(', '));
    return one;
  };
}

function timeZone(name: string, found: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: found }).resolvedOptions().timeZone;
  } catch {
    throw wrong(name, found, 'a time zone name such as Europe/Stockholm');
  }
}

/** Checks the URL of a page to link to. */
function webAddress(name: string, found: string): string {
  if (URL.canParse(found)) {
    const { protocol, hash, href } = new URL(found);
    if (/^https?:$/.test(protocol) && hash === '') return href;
  }
  throw wrong(name, found, 'a URL that begins with https:// or http:// and has no fragment');
}

function port(name: string, found: string): number {
  const number = Number(found);
  if (!/^\d{1,5}$/.test(found) || number > 65_535) throw wrong(name, found, 'a port number from 0 to 65535');
  return number;
}

/** Reads a whole number from `least` to `most`. */
function whole(least: number, most: number): Parse<number> {
  return (name, found) => {
    const number = Number(found);
    if (/^\d{1,5}$/.test(found) && number >= least && number <= most) return number;
    throw wrong(name, found, `a whole number from ${least} to ${most}`);
  };
}

const KEY_BYTES = 32;

/** Reads a key. Error messages never contain the key. */
function secretsKey(name: string, found: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(found)) return Buffer.from(found, 'hex');
  // The two forms differ in length. Buffer.from skips characters that are not base64, so encode the key again to
  // compare it with the text.
  const key = Buffer.from(found, 'base64');
  if (key.length === KEY_BYTES && key.toString('base64') === found) return key;
  throw wrong(
    name,
    undefined,
    '32 bytes as 64 hexadecimal digits or 44 characters of base64, such as the output of `openssl rand -hex 32` or `openssl rand -base64 32`',
  );
}

function flag(name: string, found: string): boolean {
  if (found !== '0' && found !== '1') throw wrong(name, found, '1 or 0');
  return found === '1';
}

function delays(name: string, found: string): number[] {
  const numbers = found.split(',').map((part) => (/^\d{1,10}$/.test(part) ? Number(part) : NaN));
  if (numbers.length !== ATTEMPTS || numbers.some(Number.isNaN)) {
    throw wrong(name, found, `${ATTEMPTS} whole numbers of milliseconds, separated by commas`);
  }
  return numbers;
}

function wrong(name: string, found: string | undefined, right: string): ConfigError {
  const what = found === undefined ? '' : `, found ${JSON.stringify(found)}`;
  return new ConfigError(`${name} must be ${right}${what}`);
}

/** The minimum length of an admin token, and the minimum number of distinct characters in it. */
const TOKEN_LENGTH = 20;
const TOKEN_VARIETY = 10;

/**
 * Checks that a token is hard to guess.
 *
 * @param name the name of the token's source, for the error message
 * @throws ConfigError, whose message never contains the token
 */
export function adminToken(name: string, token: string): string {
  const length = [...token].length;
  const variety = new Set(token).size;
  const right = `at least ${TOKEN_LENGTH} characters long, at least ${TOKEN_VARIETY} of them different`;
  if (length < TOKEN_LENGTH || variety < TOKEN_VARIETY) {
    throw new ConfigError(`${name} must be ${right}, found ${length} characters, ${variety} of them different`);
  }
  if (isCommonToken(token)) {
    throw new ConfigError(
      `${name} must be random, found common words, a sequence or a repetition. \`openssl rand -hex 32\` generates one`,
    );
  }
  return token;
}
