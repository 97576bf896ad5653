import { GROUP_MAX } from './database/group.js';
import { ATTEMPTS, DEFAULT_DELAYS_MS } from './delivery/schedule.js';
import { SLOTS } from './delivery/slots.js';
import { defaultMemoryMb } from './http/memory.js';
import { ConfigError, settingsOf } from './settings.js';

export { ConfigError } from './settings.js';

/** What a server process does: answer requests, deliver webhooks, or both. */
export type Role = 'all' | 'api' | 'worker';

/** How the server runs; README.md lists the environment variables. */
export interface Config {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** A further port for /metrics, /healthz and /readyz; undefined: /metrics is on `port`, for this machine only. */
  readonly metricsPort: number | undefined;
  /** Milliseconds of normal service after a signal, while /readyz answers 503. */
  readonly shutdownDelayMs: number;
  /** `postgres://…`; undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly role: Role;
  /** Path of a JSON file. */
  readonly fixtures: string | undefined;
  /** Opens the dashboard. If undefined, a plugin may generate a token or omit the dashboard. */
  readonly adminToken: string | undefined;
  readonly allowLoopbackEndpoints: boolean;
  /** Milliseconds before each of the six attempts, counted from the end of the previous one. */
  readonly deliveryDelaysMs: readonly number[];
  /** The enabled features, whose event types are offered. */
  readonly features: readonly string[];
  /** The most concurrent attempts per endpoint. */
  readonly endpointSlots: number;
  /** The most PostgreSQL connections for requests. Delivery has separate ones. */
  readonly poolSize: number;
  /** The most concurrent requests per credential, and the most that wait. */
  readonly credentialUnderWay: number;
  readonly credentialWaiting: number;
  /** The most documents per INSERT; 1: no grouping. */
  readonly groupMax: number;
  /** Megabytes for request bodies and unsent responses. */
  readonly memoryBudgetMb: number;
  /** Days after which a worker deletes attempts, ended deliveries, their events and rejected requests; 0: never. */
  readonly retainDays: number;
  /** What the server keeps of rejected requests. */
  readonly rejectedRequests: RejectedRequestMode;
  /** IANA name of the time zone in which a dashboard shows times. */
  readonly dashboardTimeZone: string;
  /** The number of shards per table on Citus; undefined: the setting of the database. */
  readonly shards: number | undefined;
  /** The 32-byte key that encrypts endpoint secrets; undefined: they are stored in plain text. */
  readonly secretsKey: Buffer | undefined;
  /** The previous key, which still decrypts what it encrypted. */
  readonly secretsKeyPrevious: Buffer | undefined;
  readonly logLevel: string;
}

/** Limits mistakes: no PostgreSQL allows more connections. */
const MAX_CONNECTIONS = 10_000;

/** Larger groups make each document wait too long. */
const MAX_GROUPED = 256;

/** The most days to keep what can be deleted: ten years. */
const MAX_RETAINED = 3_650;

/** What the server keeps of rejected requests, which it answered with 422: nothing, issues, or bodies too. */
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
  if (DATABASE_URL && !/^postgres(?:ql)?:\/\//.test(DATABASE_URL)) {
    throw wrong('DATABASE_URL', undefined, 'a URL that begins with postgres://');
  }
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
    allowLoopbackEndpoints: flag('ALLOW_LOOPBACK_ENDPOINTS', env.ALLOW_LOOPBACK_ENDPOINTS),
    deliveryDelaysMs: env.DELIVERY_DELAYS_MS ? delays(env.DELIVERY_DELAYS_MS) : DEFAULT_DELAYS_MS,
    features: (env.FEATURES ?? '').split(',').filter((name) => name !== ''),
    endpointSlots: whole('ENDPOINT_SLOTS', env.ENDPOINT_SLOTS ?? '128', SLOTS),
    poolSize: whole('POOL_SIZE', env.POOL_SIZE ?? '10', MAX_CONNECTIONS),
    credentialUnderWay: whole('CREDENTIAL_UNDER_WAY', env.CREDENTIAL_UNDER_WAY ?? '24', 1_000),
    credentialWaiting: whole('CREDENTIAL_WAITING', env.CREDENTIAL_WAITING ?? '232', 10_000, 0),
    groupMax: whole('GROUP_MAX', env.GROUP_MAX ?? String(GROUP_MAX), MAX_GROUPED),
    memoryBudgetMb: whole('MEMORY_BUDGET_MB', env.MEMORY_BUDGET_MB ?? `${defaultMemoryMb()}`, 65_536),
    retainDays: whole('RETAIN_DAYS', env.RETAIN_DAYS ?? '90', MAX_RETAINED, 0),
    rejectedRequests: oneOf('REFUSED_WRITES', env.REFUSED_WRITES ?? 'issues', REFUSED_WRITES),
    dashboardTimeZone: timeZone('DASHBOARD_TZ', env.DASHBOARD_TZ ?? 'UTC'),
    shards: env.SHARDS === undefined ? undefined : whole('SHARDS', env.SHARDS, MAX_SHARDS),
    secretsKey: secretsKey('SECRETS_KEY', env.SECRETS_KEY),
    secretsKeyPrevious: secretsKey('SECRETS_KEY_PREVIOUS', env.SECRETS_KEY_PREVIOUS),
    logLevel,
  };
  settings.checkNames();
  return config;
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

function port(name: string, text: string): number {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number > 65_535) throw wrong(name, text, 'a port number, 0 to 65535');
  return number;
}

/** @param most the maximum */
function whole(name: string, text: string, most: number, least = 1): number {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number < least || number > most) {
    throw wrong(name, text, `a whole number, ${least} to ${most}`);
  }
  return number;
}

/** Reads a key. Its messages never contain the key. */
function secretsKey(name: string, text: string | undefined): Buffer | undefined {
  if (text === undefined) return undefined;
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  throw wrong(name, undefined, '64 hexadecimal digits, such as the output of `openssl rand -hex 32`');
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

/** The minimum length of an admin token, and its minimum number of distinct characters. */
const TOKEN_LENGTH = 20;
const TOKEN_VARIETY = 10;

/** Checks that a token is hard to guess. @param name its origin, for the message @throws ConfigError, without the token */
export function adminToken(name: string, token: string): string {
  const length = [...token].length;
  const variety = new Set(token).size;
  if (length >= TOKEN_LENGTH && variety >= TOKEN_VARIETY) return token;
  const right = `at least ${TOKEN_LENGTH} characters long, with ${TOKEN_VARIETY} different ones`;
  throw new ConfigError(`${name} must be ${right}, found ${length} with ${variety} different ones`);
}
