import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPack } from './load';

// Python, Bash and openssl read or generate the vectors, without code from the library. They must be installed.
const run = (file: string, ...args: readonly string[]): string =>
  execFileSync(file, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });

describe('a reader in Python', () => {
  const vectors = loadPack('se-receipt-1');
  const expand = (...flags: readonly string[]) =>
    run('python3', 'scripts/vectors/expand.py', 'vectors/se-receipt-1.json', ...flags);

  it('finds the same number of vectors for each code', () => {
    const codes: Record<string, number> = {};
    for (const { code } of vectors) codes[code] = (codes[code] ?? 0) + 1;
    expect(JSON.parse(expand())).toEqual({ vectors: vectors.length, codes });
  });

  it('finds the same documents', () => {
    const inputs = vectors.map(({ document, text, bytes }) => text ?? bytes ?? document);
    const lines = expand('--documents').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(inputs);
  });

  it('finds the HMAC of every signature', () => {
    const [count, , wrong] = run('python3', 'scripts/vectors/check_signatures.py', 'vectors/signatures.json')
      .split(' ')
      .map(Number);
    const signatures = JSON.parse(readFileSync('vectors/signatures.json', 'utf8')) as { expect: string }[];
    const signed = signatures.filter(({ expect: code }) => !/^(?:missing|malformed)_signature$/.test(code));
    expect([count, wrong]).toEqual([signed.length, 0]);
  });
});

describe('vectors generated outside TypeScript', () => {
  it('include timestamps, lists and pages from Python, reproduced exactly', () => {
    expect(run('python3', 'scripts/vectors/make_cursor.py', '--check')).toBe('');
  });

  it('include signatures from openssl, reproduced exactly', () => {
    const folder = mkdtempSync(join(tmpdir(), 'signatures-'));
    const file = join(folder, 'signatures.json');
    try {
      run('bash', 'scripts/vectors/make-signatures.sh', file);
      const stale = 'vectors/signatures.json is stale: run scripts/vectors/make-signatures.sh';
      expect(readFileSync(file, 'utf8'), stale).toBe(readFileSync('vectors/signatures.json', 'utf8'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
