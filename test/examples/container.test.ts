import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../examples/reference-server/src/config.js';

/** Does not build a container. Checks that the files named in the Dockerfile and the compose files exist. */
const FOLDER = 'examples/reference-server';

type Service = {
  image: string;
  command?: string[];
  build?: { context: string; dockerfile: string };
  environment: Record<string, string>;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  pids_limit?: number;
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };
const read = (file: string) => parse(readFileSync(`${FOLDER}/${file}`, 'utf8'), { merge: true }) as Compose;
const compose = read('compose.yaml');

/** What the image's start as root needs on a new volume and on an existing one; the server itself needs none. */
const POSTGRES_NEEDS = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'];

/** Expects limits on memory, processes and privileges. @param capabilities the only capabilities that the service has */
function expectLimits(service: Service, capabilities?: readonly string[]): void {
  const { cap_drop, cap_add, security_opt, mem_limit, pids_limit } = service;
  expect([cap_drop, cap_add, security_opt]).toEqual([['ALL'], capabilities, ['no-new-privileges:true']]);
  expect(mem_limit).toMatch(/^[1-9]\d*[mg]$/);
  expect(pids_limit).toBeGreaterThan(0);
}

/** The instructions of the Dockerfile. */
const instructions = readFileSync(`${FOLDER}/Dockerfile`, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^(?<name>[A-Z]+) (?<rest>.+)$/.exec(line)!.groups as { name: string; rest: string });
const all = (name: string) => instructions.filter((one) => one.name === name).map(({ rest }) => rest);
/** Files copied from the repository, not from the stage that bundles the server. */
const copies = all('COPY').filter((rest) => !rest.startsWith('--from='));

describe('the Dockerfile', () => {
  it('copies existing files, including the start file', () => {
    const copied = copies.flatMap((rest) => rest.split(' ').slice(0, -1));
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
    const [health] = all('HEALTHCHECK').map((rest) => JSON.parse(rest.slice(rest.indexOf('CMD') + 4)) as string[]);
    const [entry] = all('ENTRYPOINT').map((rest) => JSON.parse(rest) as string[]);
    for (const path of [entry!.at(-1)!, health!.at(-1)!]) {
      expect(existsSync(path)).toBe(true);
      expect(copied.some((from) => path === from || path.startsWith(`${from}/`))).toBe(true);
    }
    const { bin } = JSON.parse(readFileSync('examples/dashboard/package.json', 'utf8')) as {
      bin: Record<string, string>;
    };
    expect(entry).toEqual(['node', join('examples/dashboard', bin['receipt-server']!)]);
  });

  it('copies every file that the bundle needs into the stage that makes it', () => {
    const [first] = all('RUN').filter((rest) => rest.includes('build:server'));
    expect(first).toContain('generate -- sources');
    const place = readFileSync('examples/dashboard/build/bundle.ts', 'utf8').matchAll(/'(examples\/[^']+)'/g);
    const copied = copies.flatMap((rest) => rest.split(' ').slice(0, -1));
    const missing = [...place]
      .map(([, path]) => path!)
      .filter((path) => !copied.some((from) => path === from || path.startsWith(`${from}/`)));
    expect(missing).toEqual([]);
  });

  it('installs every workspace, and does not run as root', () => {
    const { workspaces } = JSON.parse(readFileSync('package.json', 'utf8')) as { workspaces: string[] };
    for (const path of workspaces) expect(all('COPY')).toContain(`${path}/package.json ${path}/`);
    expect(all('USER')).toEqual(['node']);
  });

  it('copies only files of the build context', () => {
    const lines = readFileSync(`${FOLDER}/Dockerfile.dockerignore`, 'utf8').split('\n');
    const rules = lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const pattern = line
          .replace(/^!/, '')
          .replaceAll('.', '\\.')
          .replaceAll('**/', '(?:.+/)?')
          .replace(/(?<!\.)\*/g, '[^/]+');
        return { matches: new RegExp(`^${pattern}(?:/|$)`), letsIn: line.startsWith('!') };
      });
    // The last rule that matches a path decides.
    const isSent = (path: string) => [...rules].reverse().find(({ matches }) => matches.test(path))?.letsIn ?? true;
    const copied = copies.flatMap((rest) => rest.split(' ').slice(0, -1));
    expect(copied.filter((path) => !isSent(path))).toEqual([]);
    expect([isSent('examples/demo.mjs'), isSent('examples/dashboard/test'), isSent('.git')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('compose.yaml', () => {
  const { postgres, api, worker } = compose.services;

  it('runs PostgreSQL, and an api and a worker that share an image and wait for PostgreSQL', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['api', 'postgres', 'worker']);
    for (const service of [api!, worker!]) {
      const { context, dockerfile } = service.build!;
      expect(existsSync(join(FOLDER, context, dockerfile))).toBe(true);
      expect(service.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
      expect(service.image).toBe(api!.image);
    }
    expect(postgres!.healthcheck!.test.slice(0, 2)).toEqual(['CMD', 'pg_isready']);
  });

  it('gives every service limits, and the server write access only to a temporary folder', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expectLimits(service, name === 'postgres' ? POSTGRES_NEEDS : undefined);
    }
    for (const { read_only, tmpfs, mem_limit, pids_limit } of [api!, worker!]) {
      expect([read_only, tmpfs, mem_limit, pids_limit]).toEqual([true, ['/tmp'], '1g', 256]);
    }
  });

  it('sets only variables that the server reads', () => {
    const secrets = {
      POSTGRES_PASSWORD: 'b1946ac92492d2347c6235b4d2611184',
      ADMIN_TOKEN: '591785b794601e212b260e25925636fd',
    };
    const given = (text: string) =>
      text.replace(/\$\{(\w+)(?:\W[^}]*)?\}/g, (_, name: string) => (secrets as Record<string, string>)[name] ?? '');
    const configOf = ({ environment }: Service) =>
      readConfig(Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, given(value)])));
    const databaseUrl = `postgres://receipts:${secrets.POSTGRES_PASSWORD}@postgres:5432/receipts`;
    expect(configOf(api!)).toMatchObject({
      role: 'api',
      databaseUrl,
      adminToken: secrets.ADMIN_TOKEN,
      fixtures: undefined,
    });
    expect(configOf(worker!)).toMatchObject({ role: 'worker', databaseUrl, adminToken: undefined });
    const { POSTGRES_USER, POSTGRES_DB } = postgres!.environment;
    expect([POSTGRES_USER, POSTGRES_DB]).toEqual(['receipts', 'receipts']);
  });
});

describe('compose.citus.yaml', () => {
  const { services, volumes } = read('compose.citus.yaml');

  it('makes the PostgreSQL in compose.yaml a coordinator, adds two nodes, then starts the server', () => {
    const nodes = ['node-1', 'node-2'];
    expect(Object.keys(services).sort()).toEqual([...Object.keys(compose.services), 'join', ...nodes].sort());
    for (const name of ['postgres', ...nodes]) {
      expect(services[name]!.image).toBe(services.join!.image);
      expect(services[name]!.environment).toMatchObject(compose.services.postgres!.environment);
    }
    expect(Object.keys(services.join!.depends_on!).sort()).toEqual([...nodes, 'postgres']);
    for (const name of nodes) {
      expect(services.join!.command!.join(' ')).toContain(`citus_add_node('${name}', 5432)`);
      expect(Object.keys(volumes)).toContain(name);
    }
    for (const name of ['api', 'worker']) {
      expect(services[name]!.depends_on).toEqual({ join: { condition: 'service_completed_successfully' } });
    }
  });

  it('gives every service limits', () => {
    for (const [name, service] of Object.entries(services)) {
      const capabilities = name === 'postgres' || name.startsWith('node-') ? POSTGRES_NEEDS : undefined;
      // Compose merges a service with the one of the same name in compose.yaml.
      expectLimits({ ...compose.services[name], ...service }, capabilities);
    }
  });
});
