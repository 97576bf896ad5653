import { isCommonToken } from './credentials/common-token.js';
import { GROUP_MAX } from './database/group.js';
import { readHosts } from './database/hosts.js';
import { ATTEMPTS, DEFAULT_DELAYS_MS } from './delivery/schedule.js';
import { SLOTS } from './delivery/slots.js';
import { defaultMemoryMb } from './http/memory.js';
import { ConfigError, settingsOf } from './settings.js';

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
  /** The file that contains `adminToken`; the server reads it again when it changes. */
  readonly adminTokenFile: string | undefined;
  readonly allowLoopbackEndpoints: boolean;
  /** Whether deliveries to endpoints include the header `traceparent`. */
  readonly traceEndpoints: boolean;
  /** Milliseconds before each of the six attempts, counted from the end of the previous attempt. */
  readonly deliveryDelaysMs: readonly number[];
  /** The enabled features, to whose event types endpoints can subscribe. */
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
  /** Days after which a worker deletes attempts, ended deliveries, their events and rejected requests; 0: never. */
  readonly retainDays: number;
  /** Days of nothing but failures after which a worker pauses an endpoint; 0: never. */
  readonly autoPauseDays: number;
  /** How much of each rejected request to keep. */
  readonly rejectedRequests: RejectedRequestMode;
  /** The IANA name of the dashboard's time zone. */
  readonly dashboardTimeZone: string;
  /** The URL of the playground, which opens the document in a link; undefined: no page links to it. */
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

/** @throws ConfigError */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const settings = settingsOf(environment);
  const { env } = settings;
  const { DATABASE_URL, ROLE, ADMIN_TOKEN, LOG_LEVEL } = env;
  const role = oneOf('ROLE', ROLE ?? 'all', ROLES);
  if (DATABASE_URL) checkDatabaseUrl(DATABASE_URL);
  if (role !== 'all' && !DATABASE_URL) {
    throw wrong(
      'ROLE',
      role,
      'all, unless DATABASE_URL names a PostgreSQL server: only one process can use the embedded database',
    );
  }
  if (env.SECRETS_KEY_PREVIOUS !== undefined && env.SECRETS_KEY === undefined) {
    throw wrong('SECRETS_KEY', undefined, 'set together with SECRETS_KEY_PREVIOUS');
  }
  const logLevel = oneOf('LOG_LEVEL', LOG_LEVEL ?? 'info', LOG_LEVELS);
  const config: Config = {
    host: env.HOST ?? '127.0.0.1',
    port: port('PORT', env.PORT ?? '8787'),
    metricsPort: env.METRICS_PORT === undefined ? undefined : port('METRICS_PORT', env.METRICS_PORT),
    shutdownDelayMs: whole('SHUTDOWN_DELAY_MS', env.SHUTDOWN_DELAY_MS ?? (DATABASE_URL ? '5000' : '0'), 60_000, 0),
    databaseUrl: DATABASE_URL,
    dataDir: env.DATA_DIR ?? '.data',
    role,
    fixtures: env.FIXTURES,
    adminToken: ADMIN_TOKEN === undefined ? undefined : adminToken('ADMIN_TOKEN', ADMIN_TOKEN),
    adminTokenFile: environment.ADMIN_TOKEN_FILE === '' ? undefined : environment.ADMIN_TOKEN_FILE,
    allowLoopbackEndpoints: flag('ALLOW_LOOPBACK_ENDPOINTS', env.ALLOW_LOOPBACK_ENDPOINTS),
    traceEndpoints: flag('TRACE_ENDPOINTS', env.TRACE_ENDPOINTS),
    deliveryDelaysMs: env.DELIVERY_DELAYS_MS ? delays(env.DELIVERY_DELAYS_MS) : DEFAULT_DELAYS_MS,
    features: (env.FEATURES ?? '').split(',').filter((name) => name !== ''),
    endpointSlots: whole('ENDPOINT_SLOTS', env.ENDPOINT_SLOTS ?? '128', SLOTS),
    poolSize: whole('POOL_SIZE', env.POOL_SIZE ?? '10', MAX_CONNECTIONS),
    credentialUnderWay: whole('CREDENTIAL_UNDER_WAY', env.CREDENTIAL_UNDER_WAY ?? '24', 1_000),
    credentialWaiting: whole('CREDENTIAL_WAITING', env.CREDENTIAL_WAITING ?? '232', 10_000, 0),
    groupMax: whole('GROUP_MAX', env.GROUP_MAX ?? String(GROUP_MAX), MAX_GROUPED),
    memoryBudgetMb: whole('MEMORY_BUDGET_MB', env.MEMORY_BUDGET_MB ?? `${defaultMemoryMb()}`, 65_536),
    retainDays: whole('RETAIN_DAYS', env.RETAIN_DAYS ?? '90', MAX_RETAINED, 0),
    autoPauseDays: whole('AUTO_PAUSE_DAYS', env.AUTO_PAUSE_DAYS ?? '0', MAX_FAILING, 0),
    rejectedRequests: oneOf('REFUSED_WRITES', env.REFUSED_WRITES ?? 'issues', REFUSED_WRITES),
    dashboardTimeZone: timeZone('DASHBOARD_TZ', env.DASHBOARD_TZ ?? 'UTC'),
    playgroundUrl: env.PLAYGROUND_URL === undefined ? undefined : webAddress('PLAYGROUND_URL', env.PLAYGROUND_URL),
    shards: env.SHARDS === undefined ? undefined : whole('SHARDS', env.SHARDS, MAX_SHARDS),
    secretsKey: secretsKey('SECRETS_KEY', env.SECRETS_KEY),
    secretsKeyPrevious: secretsKey('SECRETS_KEY_PREVIOUS', env.SECRETS_KEY_PREVIOUS),
    logLevel,
  };
  settings.checkNames();
  return config;
}

/** Checks a database URL. Error messages never contain the URL, because it may contain a password. */
function checkDatabaseUrl(url: string): void {
  if (!/^postgres(?:ql)?:\/\//.test(url)) throw wrong('DATABASE_URL', undefined, 'a URL that begins with postgres://');
  try {
    readHosts(url);
  } catch (error) {
    throw new ConfigError(`DATABASE_URL: ${(error as Error).message}`);
  }
}

function oneOf<T extends string>(name: string, text: string, known: readonly T[]): T {
  const found = known.find((one) => one === text);
  if (found === undefined) throw wrong(name, text, known.join(', '));
  return found;
}

function timeZone(name: string, text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw wrong(name, text, 'a time zone name such as Europe/Stockholm');
  }
}

/** Checks the URL of a page to link to. */
function webAddress(name: string, text: string): string {
  if (URL.canParse(text)) {
    const { protocol, hash, href } = new URL(text);
    if (/^https?:$/.test(protocol) && hash === '') return href;
  }
  throw wrong(name, text, 'a URL that begins with https:// or http:// and has no fragment');
}

function port(name: string, text: string): number {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number > 65_535) throw wrong(name, text, 'a port number from 0 to 65535');
  return number;
}

/** Reads a whole number from `least` to `most`. */
function whole(name: string, text: string, most: number, least = 1): number {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number < least || number > most) {
    throw wrong(name, text, `a whole number from ${least} to ${most}`);
  }
  return number;
}

const KEY_BYTES = 32;

/** Reads a key. Error messages never contain the key. */
function secretsKey(name: string, text: string | undefined): Buffer | undefined {
  if (text === undefined) return undefined;
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  // The two forms differ in length. Decoding ignores characters that are not base64, so compares the key with its text.
  const key = Buffer.from(text, 'base64');
  if (key.length === KEY_BYTES && key.toString('base64') === text) return key;
  throw wrong(
    name,
    undefined,
    '32 bytes as 64 hexadecimal digits or 44 characters of base64, such as the output of `openssl rand -hex 32` or `openssl rand -base64 32`',
  );
}

function flag(name: string, text: string | undefined): boolean {
  if (!text || text === '0') return false;
  if (text === '1') return true;
  throw wrong(name, text, '1 or 0');
}

function delays(text: string): number[] {
  const numbers = text.split(',').map((part) => (/^\d{1,10}$/.test(part) ? Number(part) : NaN));
  if (numbers.length !== ATTEMPTS || numbers.some(Number.isNaN)) {
    throw wrong('DELIVERY_DELAYS_MS', text, `${ATTEMPTS} whole numbers of milliseconds, separated by commas`);
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
