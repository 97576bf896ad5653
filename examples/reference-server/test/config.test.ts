import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { ConfigError, readConfig, type Config } from '../src/config.js';
import { defaultMemoryMb } from '../src/http/memory.js';

const POSTGRES = { DATABASE_URL: 'postgres://user:hidden-password@host/db' };

it('every setting has a default', () => {
  const config: Config = {
    host: '127.0.0.1',
    port: 8787,
    metricsPort: undefined,
    shutdownDelayMs: 0,
    databaseUrl: undefined,
    dataDir: '.data',
    role: 'all',
    fixtures: undefined,
    adminToken: undefined,
    adminTokenFile: undefined,
    allowLoopbackEndpoints: false,
    traceEndpoints: false,
    deliveryDelaysMs: [0, 30_000, 300_000, 1_800_000, 7_200_000, 43_200_000],
    features: [],
    endpointSlots: 128,
    poolSize: 10,
    credentialUnderWay: 24,
    credentialWaiting: 232,
    memoryBudgetMb: defaultMemoryMb(),
    groupMax: 64,
    retainDays: 90,
    autoPauseDays: 0,
    rejectedRequests: 'issues',
    dashboardTimeZone: 'UTC',
    playgroundUrl: undefined,
    shards: undefined,
    secretsKey: undefined,
    secretsKeyPrevious: undefined,
    logLevel: 'info',
  };
  expect(readConfig({})).toMatchObject(config);
  const empty = Object.keys(VARIABLES).map((name) => [name, '']);
  expect(readConfig(Object.fromEntries(empty) as Record<string, string>)).toEqual(readConfig({}));
});

it('with PostgreSQL, the shutdown delay for load balancers is five seconds by default', () => {
  expect(readConfig(POSTGRES).shutdownDelayMs).toBe(5_000);
});

/** A token like those that `openssl rand -hex 10` prints. */
const TOKEN = '5d1f9a0c73e842b6d09e';

/** The documented variables, and the field of `Config` that each one sets. */
const VARIABLES: Readonly<Record<string, keyof Config>> = {
  HOST: 'host',
  PORT: 'port',
  METRICS_PORT: 'metricsPort',
  SHUTDOWN_DELAY_MS: 'shutdownDelayMs',
  DATABASE_URL: 'databaseUrl',
  DATA_DIR: 'dataDir',
  ROLE: 'role',
  FIXTURES: 'fixtures',
  ADMIN_TOKEN: 'adminToken',
  ALLOW_LOOPBACK_ENDPOINTS: 'allowLoopbackEndpoints',
  TRACE_ENDPOINTS: 'traceEndpoints',
  DELIVERY_DELAYS_MS: 'deliveryDelaysMs',
  FEATURES: 'features',
  ENDPOINT_SLOTS: 'endpointSlots',
  POOL_SIZE: 'poolSize',
  CREDENTIAL_UNDER_WAY: 'credentialUnderWay',
  CREDENTIAL_WAITING: 'credentialWaiting',
  MEMORY_BUDGET_MB: 'memoryBudgetMb',
  GROUP_MAX: 'groupMax',
  RETAIN_DAYS: 'retainDays',
  AUTO_PAUSE_DAYS: 'autoPauseDays',
  REFUSED_WRITES: 'rejectedRequests',
  DASHBOARD_TZ: 'dashboardTimeZone',
  PLAYGROUND_URL: 'playgroundUrl',
  SECRETS_KEY: 'secretsKey',
  SECRETS_KEY_PREVIOUS: 'secretsKeyPrevious',
  SHARDS: 'shards',
  LOG_LEVEL: 'logLevel',
};

const KEY = Buffer.alloc(32, 0xab);

describe('| variable | value | read as |', () => {
  it.each<[name: string, value: string, expected: unknown, others?: Record<string, string>]>([
    ['HOST', '::1', '::1'],
    ['HOST', '0.0.0.0', '0.0.0.0'],
    ['PORT', '0', 0],
    ['PORT', '65535', 65_535],
    ['PORT', '08080', 8_080],
    ['METRICS_PORT', '9464', 9_464],
    ['SHUTDOWN_DELAY_MS', '0', 0, POSTGRES],
    ['SHUTDOWN_DELAY_MS', '60000', 60_000],
    ['DATABASE_URL', 'postgres://u:p@h:5432/d', 'postgres://u:p@h:5432/d'],
    ['DATABASE_URL', 'postgresql://h/d', 'postgresql://h/d'],
    ['DATABASE_URL', 'postgres://h1,h2:5433/d', 'postgres://h1,h2:5433/d'],
    ['DATA_DIR', '/srv/data', '/srv/data'],
    ['ROLE', 'all', 'all'],
    ['ROLE', 'api', 'api', POSTGRES],
    ['ROLE', 'worker', 'worker', POSTGRES],
    ['FIXTURES', 'fixtures.json', 'fixtures.json'],
    ['ADMIN_TOKEN', TOKEN, TOKEN],
    ['ALLOW_LOOPBACK_ENDPOINTS', '1', true],
    ['ALLOW_LOOPBACK_ENDPOINTS', '0', false],
    ['TRACE_ENDPOINTS', '1', true],
    ['DELIVERY_DELAYS_MS', '0,1,2,3,4,5', [0, 1, 2, 3, 4, 5]],
    ['FEATURES', 'a,b', ['a', 'b']],
    ['FEATURES', ',a,', ['a']],
    ['ENDPOINT_SLOTS', '1', 1],
    ['ENDPOINT_SLOTS', '512', 512],
    ['POOL_SIZE', '40', 40],
    ['CREDENTIAL_UNDER_WAY', '1000', 1_000],
    ['CREDENTIAL_WAITING', '0', 0],
    ['MEMORY_BUDGET_MB', '512', 512],
    ['GROUP_MAX', '1', 1],
    ['GROUP_MAX', '256', 256],
    ['RETAIN_DAYS', '0', 0],
    ['RETAIN_DAYS', '3650', 3_650],
    ['AUTO_PAUSE_DAYS', '0', 0],
    ['AUTO_PAUSE_DAYS', '60', 60],
    ['REFUSED_WRITES', 'off', 'off'],
    ['REFUSED_WRITES', 'full', 'full'],
    ['DASHBOARD_TZ', 'Europe/Stockholm', 'Europe/Stockholm'],
    ['PLAYGROUND_URL', 'https://example.com/playground', 'https://example.com/playground'],
    ['SECRETS_KEY', 'aB'.repeat(32), KEY],
    ['SECRETS_KEY', KEY.toString('base64'), KEY],
    ['SECRETS_KEY_PREVIOUS', KEY.toString('base64'), KEY, { SECRETS_KEY: '0'.repeat(64) }],
    ['LOG_LEVEL', 'trace', 'trace'],
    ['LOG_LEVEL', 'silent', 'silent'],
  ])('| %s | %s | %j |', (name, value, expected, others) => {
    expect(readConfig({ ...others, [name]: value })[VARIABLES[name]!]).toEqual(expected);
  });
});

describe('| variable | value that causes a ConfigError with the name of the variable |', () => {
  it.each<[name: string, value: string, others?: Record<string, string>]>([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', ' 80'],
    ['PORT', 'http'],
    ['PORT', '999999'],
    ['METRICS_PORT', '65536'],
    ['SHUTDOWN_DELAY_MS', '60001'],
    ['SHUTDOWN_DELAY_MS', '-1'],
    ['DATABASE_URL', 'mysql://user:hidden-password@h/d'],
    ['DATABASE_URL', 'postgres://user:hidden-password@h,/d'],
    ['DATABASE_URL', 'postgres://user:hidden-password@h/d?target_session_attrs=standby'],
    ['DATABASE_URL', 'h:5432/hidden-password'],
    ['ROLE', 'api'],
    ['ROLE', 'worker'],
    ['ROLE', 'ALL'],
    ['ROLE', 'both', POSTGRES],
    ['ADMIN_TOKEN', 'hidden-password'],
    ['ADMIN_TOKEN', 'hidden-password-abc'],
    ['ADMIN_TOKEN', 'hiden'.repeat(10)],
    ['ALLOW_LOOPBACK_ENDPOINTS', 'true'],
    ['ALLOW_LOOPBACK_ENDPOINTS', '2'],
    ['DELIVERY_DELAYS_MS', '0'],
    ['DELIVERY_DELAYS_MS', '0,1,2,3,4'],
    ['DELIVERY_DELAYS_MS', '0,1,2,3,4,5,6'],
    ['DELIVERY_DELAYS_MS', '0,1,2,3,4,'],
    ['DELIVERY_DELAYS_MS', '0,1,2,3,4,-5'],
    ['DELIVERY_DELAYS_MS', '0,1,2,3,4,1.5'],
    ['DELIVERY_DELAYS_MS', '0,1,2,3,4,Infinity'],
    ['SECRETS_KEY', 'hidden-password'],
    ['SECRETS_KEY', 'a'.repeat(63)],
    ['SECRETS_KEY', 'g'.repeat(64)],
    ['SECRETS_KEY', Buffer.alloc(31, 1).toString('base64')],
    ['SECRETS_KEY', Buffer.alloc(33, 1).toString('base64')],
    ['SECRETS_KEY', Buffer.alloc(32, 1).toString('base64').slice(0, -1)],
    ['SECRETS_KEY', Buffer.alloc(32, 255).toString('base64').replaceAll('/', '_')],
    ['SECRETS_KEY', ` ${Buffer.alloc(32, 1).toString('base64')}`],
    // The unused bits of the last base64 character must be 0.
    ['SECRETS_KEY', `${'A'.repeat(42)}B=`],
    ['SECRETS_KEY_PREVIOUS', 'a'.repeat(64)],
    ['SECRETS_KEY_PREVIOUS', 'hidden-password', { SECRETS_KEY: 'a'.repeat(64) }],
    ['ENDPOINT_SLOTS', '0'],
    ['ENDPOINT_SLOTS', '513'],
    ['ENDPOINT_SLOTS', '1.5'],
    ['POOL_SIZE', '0'],
    ['RETAIN_DAYS', '3651'],
    ['RETAIN_DAYS', '-1'],
    ['AUTO_PAUSE_DAYS', '61'],
    ['GROUP_MAX', '0'],
    ['GROUP_MAX', '257'],
    ['POOL_SIZE', 'many'],
    ['CREDENTIAL_UNDER_WAY', '0'],
    ['CREDENTIAL_WAITING', '10001'],
    ['MEMORY_BUDGET_MB', '0'],
    ['REFUSED_WRITES', 'FULL'],
    ['REFUSED_WRITES', '1'],
    ['DASHBOARD_TZ', 'Europe/Nowhere'],
    ['PLAYGROUND_URL', 'example.com'],
    ['PLAYGROUND_URL', 'file:///playground'],
    ['PLAYGROUND_URL', 'https://example.com/#r=x'],
    ['LOG_LEVEL', 'verbose'],
  ])('| %s | %s |', (name, value, others) => {
    const read = () => readConfig({ ...others, [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(name);
    expect(read).not.toThrow('hidden-password');
  });
});

it('the error names every variable with a wrong value or a misspelled name', () => {
  const wrong = {
    PORT: 'http',
    ROLE: 'both',
    ADMIN_TOKEN: 'short',
    METRICS_PORT_FILE: '/nowhere/at-all',
    POOLSIZE: '3',
  };
  const named = (environment: Record<string, string>) => {
    try {
      readConfig(environment);
      return [];
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as Error).message.match(/\b(?:PORT|ROLE|ADMIN_TOKEN|METRICS_PORT_FILE|POOLSIZE)\b/g);
    }
  };
  expect(new Set(named(wrong))).toEqual(new Set(Object.keys(wrong)));
});

describe('the suggested name for a variable that is one or two letters off', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['ADMINTOKEN', 'ADMIN_TOKEN'],
    ['ADMIN_TOKEN_FLIE', 'ADMIN_TOKEN_FILE'],
    ['FEATURE', 'FEATURES'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['SHUTDOWN_DELAY', undefined],
    ['PROT', 'PORT'],
    ['HOSTS', 'HOST'],
    ['HOME', undefined],
    ['HOSTNAME', undefined],
    ['PATH', undefined],
    ['DATABASE', undefined],
    ['TEST_DATABASE_URL', undefined],
  ])('%s: %s', (name, meant) => {
    const read = () => readConfig({ [name]: 'hidden-password' });
    expect(() => readConfig({ [name]: '' })).not.toThrow();
    if (meant === undefined) expect(read).not.toThrow();
    else expect(read).toThrow(ConfigError);
    if (meant !== undefined) expect(read).toThrow(meant);
    expect(read).not.toThrow('hidden-password');
  });
});

describe('NAME_FILE', () => {
  const file = async (text: string) => {
    const path = join(inject('scratch'), randomUUID());
    await writeFile(path, text);
    return path;
  };

  it.each(Object.keys(VARIABLES))('%s is read from a file, without the final line break', async (name) => {
    for (const end of ['', '\n', '\r\n']) {
      const value = SAMPLES[name] ?? '3';
      const path = await file(`${value}${end}`);
      const read = readConfig({ ...OTHERS_FOR[name], [`${name}_FILE`]: path });
      const adminTokenFile = name === 'ADMIN_TOKEN' ? path : undefined;
      expect(read).toEqual({ ...readConfig({ ...OTHERS_FOR[name], [name]: value }), adminTokenFile });
    }
  });

  it('must name a file with a value, and cannot be combined with the variable itself', async () => {
    const token = TOKEN;
    const path = await file(token);
    for (const env of [
      { ADMIN_TOKEN_FILE: '/nowhere/at-all' },
      { ADMIN_TOKEN_FILE: await file('\n') },
      { ADMIN_TOKEN_FILE: path, ADMIN_TOKEN: token },
    ]) {
      expect(() => readConfig(env)).toThrow(ConfigError);
      expect(() => readConfig(env)).toThrow('ADMIN_TOKEN_FILE');
    }
    expect(readConfig({ ADMIN_TOKEN_FILE: path, ADMIN_TOKEN: '' }).adminToken).toBe(token);
    expect(() => readConfig({ SOMETHING_ELSE_FILE: '/nowhere/at-all' })).not.toThrow();
  });
});

/** A sample value for each setting that does not accept a small number. */
const SAMPLES: Readonly<Record<string, string>> = {
  HOST: '::1',
  DATABASE_URL: 'postgres://u:p@h/d',
  ROLE: 'api',
  ADMIN_TOKEN: TOKEN,
  ALLOW_LOOPBACK_ENDPOINTS: '1',
  TRACE_ENDPOINTS: '1',
  DELIVERY_DELAYS_MS: '0,1,2,3,4,5',
  REFUSED_WRITES: 'full',
  DASHBOARD_TZ: 'Europe/Stockholm',
  PLAYGROUND_URL: 'https://example.com/playground',
  SECRETS_KEY: '3'.repeat(64),
  SECRETS_KEY_PREVIOUS: '4'.repeat(64),
  LOG_LEVEL: 'trace',
};
/** The other settings that a setting requires. */
const OTHERS_FOR: Readonly<Record<string, Record<string, string>>> = {
  ROLE: POSTGRES,
  SECRETS_KEY_PREVIOUS: { SECRETS_KEY: '3'.repeat(64) },
};
