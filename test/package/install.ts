/** Vitest global setup: packs the package as `npm publish` would and installs it into an empty project. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { stage } from '../../scripts/release/stage.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the project in which the tarball is installed. */
    consumer: string;
    tarball: string;
  }
}

const root = resolve(import.meta.dirname, '../..');
const BUILT_FROM = [
  'src',
  'packs',
  'schemas',
  'cli',
  'package.json',
  'tsup.config.ts',
  'tsconfig.json',
  'tsconfig.package.json',
];

export default function setup(project: TestProject): () => void {
  const scratch = mkdtempSync(join(tmpdir(), 'receipt-rule-packs-'));
  const teardown = () => rmSync(scratch, { recursive: true, force: true });
  try {
    const tarball = process.env.RELEASE_TARBALL ?? pack(scratch);
    project.provide('tarball', tarball);
    project.provide('consumer', install(tarball, scratch));
  } catch (error) {
    teardown();
    throw error;
  }
  return teardown;
}

/** Packs the build into a tarball, as for publishing. */
function pack(scratch: string): string {
  if (isStale()) npm(['run', 'build'], root, scratch);
  return stage(root, join(scratch, 'staged'), (args, cwd) => npm(args, cwd, scratch));
}

function install(tarball: string, scratch: string): string {
  const consumer = join(scratch, 'consumer');
  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), JSON.stringify({ name: 'consumer', private: true }));
  npm(
    ['install', '--offline', '--no-audit', '--no-fund', '--omit=optional', '--omit=peer', tarball],
    consumer,
    scratch,
  );
  for (const peer of Object.keys(optionalPeers())) {
    const link = join(consumer, 'node_modules', peer);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', peer), link, 'dir');
  }
  return consumer;
}

function optionalPeers(): Record<string, string> {
  const { peerDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    peerDependencies?: Record<string, string>;
  };
  return peerDependencies;
}

/** Runs npm offline. Writes nothing outside `scratch`. */
function npm(args: readonly string[], cwd: string, scratch: string): string {
  const env = { ...process.env, npm_config_cache: join(scratch, 'npm-cache'), npm_config_update_notifier: 'false' };
  return execFileSync('npm', args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
}

function isStale(): boolean {
  const built = join(root, 'dist/index.d.cts');
  return !existsSync(built) || BUILT_FROM.some((path) => newest(join(root, path)) > statSync(built).mtimeMs);
}

/** When a file, or any file in a folder, last changed. */
function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
