import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, type Config } from '../src/config.js';

const POSTGRES = { DATABASE_URL: 'postgres://user:hidden-password@host/db' };

it('has defaults for everything', () => {
  const config: Config = {
    host: '127.0.0.1',
    port: 8787,
    databaseUrl: undefined,
    dataDir: '.data',
    role: 'all',
    fixtures: undefined,
    adminToken: undefined,
    allowLoopbackEndpoints: false,
    deliveryDelaysMs: [0, 30_000, 300_000, 1_800_000, 7_200_000, 43_200_000],
    features: [],
    endpointSlots: 128,
    poolSize: 10,
    groupMax: 64,
    refusedWrites: 'issues',
    dashboardTimeZone: 'UTC',
    shards: undefined,
    logLevel: 'info',
  };
  expect(readConfig({})).toMatchObject(config);
  const empty = Object.keys(VARIABLES).map((name) => [name, '']);
  expect(readConfig(Object.fromEntries(empty) as Record<string, string>)).toEqual(readConfig({}));
});

/** The variables of docs and contract, each with the field that it sets. */
const VARIABLES: Readonly<Record<string, keyof Config>> = {
  HOST: 'host',
  PORT: 'port',
  DATABASE_URL: 'databaseUrl',
  DATA_DIR: 'dataDir',
  ROLE: 'role',
  FIXTURES: 'fixtures',
  ADMIN_TOKEN: 'adminToken',
  ALLOW_LOOPBACK_ENDPOINTS: 'allowLoopbackEndpoints',
  DELIVERY_DELAYS_MS: 'deliveryDelaysMs',
  FEATURES: 'features',
  ENDPOINT_SLOTS: 'endpointSlots',
  POOL_SIZE: 'poolSize',
  GROUP_MAX: 'groupMax',
  REFUSED_WRITES: 'refusedWrites',
  DASHBOARD_TZ: 'dashboardTimeZone',
  SHARDS: 'shards',
  LOG_LEVEL: 'logLevel',
};

describe('| variable | value | read as |', () => {
  it.each<[name: string, value: string, expected: unknown, others?: Record<string, string>]>([
    ['HOST', '::1', '::1'],
    ['HOST', '0.0.0.0', '0.0.0.0'],
    ['PORT', '0', 0],
    ['PORT', '65535', 65_535],
    ['PORT', '08080', 8_080],
    ['DATABASE_URL', 'postgres://u:p@h:5432/d', 'postgres://u:p@h:5432/d'],
    ['DATABASE_URL', 'postgresql://h/d', 'postgresql://h/d'],
    ['DATA_DIR', '/srv/data', '/srv/data'],
    ['ROLE', 'all', 'all'],
    ['ROLE', 'api', 'api', POSTGRES],
    ['ROLE', 'worker', 'worker', POSTGRES],
    ['FIXTURES', 'fixtures.json', 'fixtures.json'],
    ['ADMIN_TOKEN', '0123456789'.repeat(2), '0123456789'.repeat(2)],
    ['ALLOW_LOOPBACK_ENDPOINTS', '1', true],
    ['ALLOW_LOOPBACK_ENDPOINTS', '0', false],
    ['DELIVERY_DELAYS_MS', '0,1,2,3,4,5', [0, 1, 2, 3, 4, 5]],
    ['FEATURES', 'a,b', ['a', 'b']],
    ['FEATURES', ',a,', ['a']],
    ['ENDPOINT_SLOTS', '1', 1],
    ['ENDPOINT_SLOTS', '512', 512],
    ['POOL_SIZE', '40', 40],
    ['GROUP_MAX', '1', 1],
    ['GROUP_MAX', '256', 256],
    ['REFUSED_WRITES', 'off', 'off'],
    ['REFUSED_WRITES', 'full', 'full'],
    ['DASHBOARD_TZ', 'Europe/Stockholm', 'Europe/Stockholm'],
    ['LOG_LEVEL', 'trace', 'trace'],
    ['LOG_LEVEL', 'silent', 'silent'],
  ])('| %s | %s | %j |', (name, value, expected, others) => {
    expect(readConfig({ ...others, [name]: value })[VARIABLES[name]!]).toEqual(expected);
  });
});

describe('| variable | value | ConfigError that names the variable |', () => {
  it.each<[name: string, value: string, others?: Record<string, string>]>([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', ' 80'],
    ['PORT', 'http'],
    ['PORT', '999999'],
    ['DATABASE_URL', 'mysql://user:hidden-password@h/d'],
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
    ['ENDPOINT_SLOTS', '0'],
    ['ENDPOINT_SLOTS', '513'],
    ['ENDPOINT_SLOTS', '1.5'],
    ['POOL_SIZE', '0'],
    ['GROUP_MAX', '0'],
    ['GROUP_MAX', '257'],
    ['POOL_SIZE', 'many'],
    ['REFUSED_WRITES', 'FULL'],
    ['REFUSED_WRITES', '1'],
    ['DASHBOARD_TZ', 'Europe/Nowhere'],
    ['LOG_LEVEL', 'verbose'],
  ])('| %s | %s |', (name, value, others) => {
    const read = () => readConfig({ ...others, [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(name);
    expect(read).not.toThrow('hidden-password');
  });
});
